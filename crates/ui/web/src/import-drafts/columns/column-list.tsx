// The columns of the file with samples and fill rate.
import { Text, Title } from "@mantine/core";
import { ArrowRight } from "lucide-react";
import { useLanguage, useMessages } from "../../i18n";
import { localeOf } from "../../values/locale";
import { useMemberName } from "../member-messages";
import type { DraftColumn } from "../types";
import { useDraft } from "../use-draft";
import { ignoredColumns, membersOf } from "./assignment";
import classes from "./columns.module.css";
import { columnMessages } from "./messages";

export function ColumnList() {
  const t = useMessages(columnMessages);
  const { draft } = useDraft();
  const ignored = ignoredColumns(draft);
  return (
    <section aria-labelledby="their-columns" className={classes.theirs}>
      <div>
        <Title order={2} id="their-columns">
          {t("theirs")}
        </Title>
        {ignored.length > 0 && (
          <Text size="sm" className="quiet">
            {t("ignored", { count: ignored.length })}
          </Text>
        )}
      </div>
      <ul className={classes.columnList}>
        {draft.columns.map((column) => (
          <Column key={column.column} column={column} />
        ))}
      </ul>
    </section>
  );
}

function Column({ column }: { column: DraftColumn }) {
  const t = useMessages(columnMessages);
  const { draft } = useDraft();
  const memberName = useMemberName();
  const { letters, header, name, filled, samples } = column;
  const paths = membersOf(draft.mapping.members, column);
  const percent = new Intl.NumberFormat(localeOf(useLanguage()), { style: "percent" });
  const share = draft.file.rows > 0 ? Math.min(1, filled / draft.file.rows) : 0;
  return (
    <li className={classes.column} data-unused={paths.length === 0 || undefined}>
      <div className={classes.columnHead}>
        <span className={classes.letters}>{letters}</span>
        <span className={classes.columnName}>{header || name}</span>
        <span className={classes.fill}>{t("filled", { share: percent.format(share) })}</span>
      </div>
      {samples.length > 0 && (
        <ul className={classes.samples} aria-label={t("samples", { name: header || letters })}>
          {samples.map(({ cell, text }) => (
            <li key={cell}>
              <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.feeds}>
        {paths.length === 0 ? (
          <span className="quiet">{t("notImported")}</span>
        ) : (
          <>
            <ArrowRight size={12} aria-hidden />
            {paths.map((path) => memberName(path)).join(", ")}
          </>
        )}
      </div>
    </li>
  );
}
