// Rows of a request with their outcome and links to lines and rejected rows.
import { Anchor, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo } from "react";
import { Link } from "wouter";
import type { Schemas } from "../api/client";
import { RecordCard, useRecordColumns, type RecordColumn } from "../grid/record-columns";
import { RecordGrid } from "../grid/record-grid";
import { completeRows } from "../grid/record-rows";
import { useMessages } from "../i18n";
import { useProblemTitle } from "../parts/problem-title";
import { requestMessages } from "./messages";
import { RowOutcomeText } from "./outcome";
import { createdLinesQuery, rejectedEntriesQuery, type ReceivedRequest } from "./requests";
import classes from "./requests.module.css";
import { keyOf, type RowOutcome } from "./rows";

interface RowListProps {
  request: ReceivedRequest;
  rows: RowOutcome[];
}

export function RowList({ request, rows }: RowListProps) {
  const t = useMessages(requestMessages);
  const titleId = useId();
  const hasCreated = rows.some(({ outcome }) => outcome === "created");
  const hasRejected = rows.some(({ outcome }) => outcome === "rejected");
  const lines = useQuery({ ...createdLinesQuery(request.id), enabled: hasCreated });
  const entries = useQuery({ ...rejectedEntriesQuery(request), enabled: hasRejected });
  const linked = useLinkedRows(request.id, rows, lines.data?.items, entries.data);
  const columns = useRowColumns();
  const count = lines.data?.total.value ?? 0;
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.sectionHead}>
        <Title order={2} id={titleId}>
          {t("rows")}
        </Title>
        <Text size="sm" className="quiet">
          <RowTotals rows={rows} />
        </Text>
        {count > 0 && (
          <Anchor component={Link} href={`/candidates?requestId=${request.id}`} size="sm" underline="hover">
            {t("showCreated", { count })}
          </Anchor>
        )}
      </div>
      <RecordGrid
        label={t("rows")}
        rows={completeRows(`request ${request.id}`, { data: linked, isError: false, error: null, refetch: () => {} })}
        columns={columns}
        maxHeight="min(50dvh, 480px)"
        main
        empty={null}
      />
    </section>
  );
}

/** Number of rows by outcome. */
function RowTotals({ rows }: { rows: readonly RowOutcome[] }) {
  const t = useMessages(requestMessages);
  const count = (wanted: RowOutcome["outcome"]) => rows.filter(({ outcome }) => outcome === wanted).length;
  const totals = [
    ["rowsCreated", count("created")],
    ["rowsUnchanged", count("unchanged")],
    ["rowsRejected", count("rejected")],
    ["rowsNotStored", count("notStored")],
  ] as const;
  const shown = totals.filter(([, number]) => number > 0);
  return <>{shown.map(([key, number]) => t(key, { count: number })).join(", ")}</>;
}

interface LinkedRow extends RowOutcome {
  id: number;
  href: string | undefined;
  reason: string;
}

/** Adds the address of the line or rejected row; ids that occur several times have none. */
function useLinkedRows(
  requestId: number,
  rows: RowOutcome[],
  lines: readonly Schemas["Candidate"][] | undefined,
  entries: readonly Schemas["RejectedRowEntry"][] | undefined,
): LinkedRow[] {
  const title = useProblemTitle();
  return useMemo(() => {
    const lineOf = byIds(lines ?? []);
    const entryOf = byIds(entries ?? []);
    return rows.map((row) => {
      const key = keyOf(row.headerId, row.lineId);
      const entry = row.outcome === "rejected" ? entryOf.get(key) : undefined;
      const line = row.candidateId ?? (row.outcome === "created" ? lineOf.get(key)?.id : undefined);
      const href = line ? `/candidates/${line}` : entry && `/rejected/${entry.id}`;
      // the entry has the errors of its last request
      const message = entry?.requestId === requestId ? entry.message : undefined;
      const reason = message ?? row.codes.map((code) => title(code, code)).join(", ");
      return { ...row, id: row.index + 1, href, reason };
    });
  }, [requestId, rows, lines, entries, title]);
}

interface WithIds {
  externalHeaderId?: string;
  externalLineId?: string;
}

function byIds<Item extends WithIds>(items: readonly Item[]): Map<string, Item | undefined> {
  const found = new Map<string, Item | undefined>();
  for (const item of items) {
    const key = keyOf(item.externalHeaderId ?? "", item.externalLineId ?? "");
    found.set(key, found.has(key) ? undefined : item);
  }
  return found;
}

function useRowColumns() {
  const t = useMessages(requestMessages);
  const ids = ({ headerId, lineId }: LinkedRow) => [headerId, lineId].filter(Boolean).join(" / ");
  const columns: RecordColumn<LinkedRow>[] = [
    { id: "row", header: t("row"), size: 80, pinned: true, show: ({ id }) => id },
    { id: "ids", header: t("ids"), size: 260, show: ids },
    { id: "outcome", header: t("outcome"), size: 150, show: ({ outcome }) => <RowOutcomeText outcome={outcome} /> },
    { id: "reason", header: t("reason"), size: 480, show: ({ reason }) => <span title={reason}>{reason}</span> },
  ];
  return useRecordColumns({
    name: "requestRows",
    columns,
    hrefOf: ({ href }) => href,
    cardLabel: t("row"),
    card: (row) => (
      <RecordCard title={`${row.id}. ${ids(row)}`} end={<RowOutcomeText outcome={row.outcome} />}>
        {row.reason}
      </RecordCard>
    ),
  });
}
