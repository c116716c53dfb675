import { Alert, Loader, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMessages } from "../i18n";
import { Empty } from "../parts/empty";
import { LoadFailed } from "../parts/failure";
import { RowTable, type Column } from "../parts/row-table";
import { Toned } from "../parts/status";
import { InstantText } from "../parts/values";
import { partsMessages } from "../parts/messages";
import { ruleMessages, useRuleText, useWindowText } from "./rule-messages";
import type { Rule } from "./rule";
import { rulesQuery } from "./rules";
import { outgoingMessages } from "./messages";

export function RuleList() {
  const t = useMessages(ruleMessages);
  const tParts = useMessages(partsMessages);
  const columns = useColumns();
  const rules = useQuery(rulesQuery);
  const rows = rules.data?.items;
  if (rules.isError && !rows) return <LoadFailed failure={rules.error} retry={() => void rules.refetch()} />;
  if (!rows) return <Loader size="sm" aria-label={tParts("loading")} />;
  return (
    <>
      {rules.data?.mailConfigured === false && (
        <Alert color="yellow" role="note" py="xs">
          {t("noMail")}
        </Alert>
      )}
      {rows.length === 0 ? (
        <Empty message={t("none")} />
      ) : (
        <RowTable
          label={t("list")}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `/outgoing/rules/${id}`}
        />
      )}
    </>
  );
}

export function RuleState({ rule: { active } }: { rule: Rule }) {
  const t = useMessages(ruleMessages);
  return <Toned tone={active ? "processed" : "inactive"}>{t(active ? "state_active" : "state_paused")}</Toned>;
}

function useColumns(): Column<Rule>[] {
  const t = useMessages(ruleMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const ruleText = useRuleText();
  const windowText = useWindowText();
  return [
    { id: "rule", heading: t("rule"), most: 360, cell: (rule) => <Cut words={ruleText(rule)} /> },
    { id: "status", heading: tOutgoing("status"), cell: (rule) => <RuleState rule={rule} /> },
    { id: "org", heading: tOutgoing("organisation"), cell: ({ orgCode }) => orgCode ?? tOutgoing("all") },
    { id: "recipients", heading: t("recipients"), most: 240, cell: (rule) => <Recipients rule={rule} /> },
    { id: "when", heading: t("when"), most: 260, cell: (rule) => <Cut words={windowText(rule)} /> },
    {
      id: "lastSent",
      heading: t("lastSent"),
      cell: ({ lastSentAt }) => (lastSentAt ? <InstantText instant={lastSentAt} /> : tOutgoing("never")),
    },
    { id: "lastError", heading: t("lastError"), most: 240, cell: ({ lastError }) => <Cut words={lastError} wrong /> },
  ];
}

/** Truncated text with tooltip. */
export function Cut({ words, wrong }: { words: string | null | undefined; wrong?: boolean }) {
  if (!words) return null;
  return (
    <Text span size="sm" inherit title={words} {...(wrong && { c: "var(--status-error)" })}>
      {words}
    </Text>
  );
}

export function Recipients({ rule: { recipients, webhookId } }: { rule: Rule }) {
  const t = useMessages(ruleMessages);
  const all = [...recipients, ...(webhookId == null ? [] : [t("recipientWebhook", { id: webhookId })])];
  return <Cut words={all.join(", ")} />;
}
