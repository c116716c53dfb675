import { Text } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { RecordCard, useRecordColumns, type RecordColumns } from "../../grid/record-columns";
import { RecordGrid } from "../../grid/record-grid";
import { completeRows } from "../../grid/record-rows";
import { useMessages } from "../../i18n";
import { partsMessages } from "../../parts/messages";
import { ShortProblem } from "../columns";
import { dialogMessages } from "./messages";
import { Customer } from "./planned-orders";

type Result = Schemas["RunResult"];
/** Result with its position as row id. */
type Row = Result & { id: number };

interface SkippedLinesProps {
  results: Result[];
  /** Total number; `results` may be partial. */
  all: number;
}

/** Skipped lines: customer, reference, short reason. */
export function SkippedLines({ results, all }: SkippedLinesProps) {
  const t = useMessages(dialogMessages);
  const tParts = useMessages(partsMessages);
  const columns = useSkippedColumns();
  const reasons = results.filter(isTold);
  if (reasons.length === 0) return null;
  const data = reasons.map((result, id) => ({ ...result, id }));
  const more = Math.max(reasons.length, all) - reasons.length;
  return (
    <>
      <RecordGrid
        label={t("why")}
        rows={completeRows("skipped", { data, isError: false, error: null, refetch: () => {} })}
        columns={columns}
        maxHeight="24vh"
        place={null}
        empty={null}
      />
      {more > 0 && (
        <Text size="xs" className="quiet">
          {tParts("andMore", { count: more })}
        </Text>
      )}
    </>
  );
}

function useSkippedColumns(): RecordColumns<Row> {
  const t = useMessages(dialogMessages);
  const reference = ({ poReference, externalHeaderId, candidateId }: Row) =>
    poReference || externalHeaderId || candidateId;
  const reason = ({ holdMessage, problems }: Row) =>
    holdMessage ?? (problems?.[0] && <ShortProblem problem={problems[0]} />);
  return useRecordColumns<Row>({
    name: "skippedLines",
    columns: [
      {
        id: "customer",
        header: t("customer"),
        size: 220,
        show: ({ bpartner }) => <Customer {...bpartner?.bpartner} />,
      },
      { id: "poReference", header: t("poReference"), size: 150, show: reference },
      { id: "reason", header: t("reason"), size: 350, show: reason },
    ],
    hrefOf: ({ candidateId }) => `/candidates/${candidateId}`,
    cardLabel: t("customer"),
    card: (result) => (
      <RecordCard title={<Customer {...result.bpartner?.bpartner} />} end={reference(result)}>
        {reason(result)}
      </RecordCard>
    ),
  });
}

/** Returns whether the line has a reason. */
function isTold({ holdMessage, problems = [] }: Result): boolean {
  return holdMessage != null || problems.length > 0;
}
