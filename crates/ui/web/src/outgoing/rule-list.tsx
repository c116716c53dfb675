import { Alert, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { RecordCard, useRecordColumns, type RecordColumn, type RecordColumns } from "../grid/record-columns";
import { RecordGrid } from "../grid/record-grid";
import { completeRows, sortedRows } from "../grid/record-rows";
import { RecordTools } from "../grid/record-tools";
import { useMessages } from "../i18n";
import { Empty } from "../parts/empty";
import { useQueryString } from "../parts/query-string";
import { Toned } from "../parts/status";
import { InstantText } from "../parts/values";
import { ruleMessages, useRuleText, useWindowText } from "./rule-messages";
import type { Rule } from "./rule";
import { rulesQuery } from "./rules";
import { outgoingMessages } from "./messages";

export function RuleList() {
  const t = useMessages(ruleMessages);
  const columns = useRuleColumns();
  const [{ sort = "" }, change] = useQueryString("sort");
  const rules = useQuery(rulesQuery);
  const data = rules.data && sortedRows(rules.data.items, columns.all, sort);
  const rows = completeRows("rules", { ...rules, data });
  return (
    <>
      {rules.data?.mailConfigured === false && (
        <Alert color="yellow" role="note" py="xs">
          {t("noMail")}
        </Alert>
      )}
      <Group justify="end">
        <RecordTools label={t("list")} file={t("listFile")} rows={rows} columns={columns} />
      </Group>
      <RecordGrid
        label={t("list")}
        rows={rows}
        columns={columns}
        sort={sort}
        onSort={(by) => change({ sort: by })}
        place=""
        empty={<Empty message={t("none")} />}
      />
    </>
  );
}

export function RuleState({ rule: { active } }: { rule: Rule }) {
  const t = useMessages(ruleMessages);
  return <Toned tone={active ? "processed" : "inactive"}>{t(active ? "state_active" : "state_paused")}</Toned>;
}

function useRuleColumns(): RecordColumns<Rule> {
  const t = useMessages(ruleMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const ruleText = useRuleText();
  const windowText = useWindowText();
  const recipientsText = useRecipientsText();
  const state = ({ active }: Rule) => t(active ? "state_active" : "state_paused");
  const organisation = ({ orgCode }: Rule) => orgCode ?? tOutgoing("all");
  const text = (id: string, header: string, size: number, value: (rule: Rule) => string): RecordColumn<Rule> => ({
    id,
    header,
    size,
    sort: id,
    show: value,
    value,
  });
  const columns: RecordColumn<Rule>[] = [
    { ...text("rule", t("rule"), 360, ruleText), pinned: true },
    { ...text("status", tOutgoing("status"), 120, state), show: (rule) => <RuleState rule={rule} /> },
    text("org", tOutgoing("organisation"), 130, organisation),
    text("recipients", t("recipients"), 220, recipientsText),
    text("when", t("when"), 220, windowText),
    {
      id: "lastSent",
      header: t("lastSent"),
      size: 160,
      sort: "lastSent",
      show: ({ lastSentAt }) => (lastSentAt ? <InstantText instant={lastSentAt} /> : tOutgoing("never")),
      value: ({ lastSentAt }) => lastSentAt,
    },
    {
      id: "lastError",
      header: t("lastError"),
      size: 240,
      sort: "lastError",
      show: ({ lastError }) => <Cut words={lastError} wrong />,
      value: ({ lastError }) => lastError,
    },
  ];
  return useRecordColumns({
    name: "rules",
    columns,
    hrefOf: ({ id }) => `/outgoing/rules/${id}`,
    cardLabel: t("rule"),
    card: (rule) => (
      <RecordCard title={ruleText(rule)} end={<RuleState rule={rule} />}>
        {organisation(rule)} · {recipientsText(rule)}
      </RecordCard>
    ),
  });
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

/** Returns a formatter for the recipients of a rule. */
function useRecipientsText(): (rule: Rule) => string {
  const t = useMessages(ruleMessages);
  return ({ recipients, webhookId }) =>
    [...recipients, ...(webhookId == null ? [] : [t("recipientWebhook", { id: webhookId })])].join(", ");
}

export function Recipients({ rule }: { rule: Rule }) {
  return <Cut words={useRecipientsText()(rule)} />;
}
