// Side effects of a suggested fix.
import { Text } from "@mantine/core";
import { useMessages } from "../../i18n";
import { useProblemTitle } from "../../parts/problem-title";
import { isMember } from "../fields";
import { memberMessages } from "../members";
import type { Fix } from "./fixes";
import { panelMessages } from "./messages";

/** Reason why the fix needs attention. */
export function CautionText({ fix }: { fix: Fix }) {
  const t = useMessages(panelMessages);
  if (!fix.caution) return null;
  return (
    <Text size="xs" className="quiet">
      {t(`caution_${fix.caution}`)}
    </Text>
  );
}

/** Changed members and remaining problems. */
export function Effects({ fix }: { fix: Fix }) {
  const t = useMessages(panelMessages);
  const title = useProblemTitle();
  const tMember = useMessages(memberMessages);
  const { members = [], leaves = [] } = fix;
  if (!fix.patch) return null;
  const fields = members.map((name) => (isMember(name) ? tMember(name) : name));
  const lines = [
    fields.length > 1 && t("cureChanges", { fields: fields.join(", ") }),
    leaves.length > 0 && t("cureLeaves", { what: leaves.map((code) => title(code, code)).join(", ") }),
  ].filter((line) => line !== false);
  return (
    <>
      <CautionText fix={fix} />
      {lines.map((line) => (
        <Text key={line} size="xs" className="quiet">
          {line}
        </Text>
      ))}
    </>
  );
}
