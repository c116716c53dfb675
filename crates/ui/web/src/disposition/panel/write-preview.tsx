import { Anchor, Text } from "@mantine/core";
import { useMessages } from "../../i18n";
import type { Fix } from "./fixes";
import { writtenBy } from "./written-records";
import { panelMessages } from "./messages";
import classes from "./fix-card.module.css";

/** API documentation for changing master data. */
const MASTERDATA_DOCS = "/docs/#/master%20data/putMasterdata";

interface WritePreviewProps {
  fix: Fix;
  /** Revalidation hint. */
  again: string;
}

/** Master data that a fix will write, its scope, and the undo period. */
export function WritePreview({ fix, again }: WritePreviewProps) {
  const t = useMessages(panelMessages);
  const written = writtenBy(fix);
  if (!written) return null;
  return (
    <section className={classes.written} aria-label={t("willWrite")}>
      <Text size="sm" fw={600}>
        {written.title}
      </Text>
      <dl>
        {written.values.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? <span className="quiet">{t("toEnter")}</span>}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm">{again}</Text>
      <Text size="sm">
        {t("holdsForAll", { org: written.owner })}{" "}
        <Anchor href={MASTERDATA_DOCS} target="_blank" rel="noreferrer" size="sm">
          {t("whereChanged")}
        </Anchor>
      </Text>
    </section>
  );
}
