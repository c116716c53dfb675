import { Anchor, Table, Text } from "@mantine/core";
import { Link } from "wouter";
import type { Schemas } from "../../api/client";
import { useMessages } from "../../i18n";
import { partsMessages } from "../../parts/messages";
import { ShortProblem } from "../columns";
import { dialogMessages } from "./messages";
import { VirtualTable } from "./virtual-table";

type Result = Schemas["RunResult"];

const ROW = 28;

interface SkippedLinesProps {
  results: Result[];
  /** Total number; `results` may be partial. */
  all: number;
}

/** Skipped lines: customer, reference, short reason. */
export function SkippedLines({ results, all }: SkippedLinesProps) {
  const t = useMessages(dialogMessages);
  const tParts = useMessages(partsMessages);
  const reasons = results.filter(isTold);
  if (reasons.length === 0) return null;
  const more = Math.max(reasons.length, all) - reasons.length;
  return (
    <>
      <VirtualTable
        label={t("why")}
        count={reasons.length}
        rowHeight={ROW}
        height="24vh"
        head={
          <>
            <Table.Th w="28%">{t("customer")}</Table.Th>
            <Table.Th w="24%">{t("poReference")}</Table.Th>
            <Table.Th>{t("reason")}</Table.Th>
          </>
        }
        row={(place) => {
          const result = reasons[place];
          return result && <Cells result={result} />;
        }}
      />
      {more > 0 && (
        <Text size="xs" className="quiet">
          {tParts("andMore", { count: more })}
        </Text>
      )}
    </>
  );
}

function Cells({ result }: { result: Result }) {
  const { candidateId: id, poReference, externalHeaderId, holdMessage, problems } = result;
  const { code, name } = result.bpartner?.bpartner ?? {};
  return (
    <>
      <Table.Td>
        {name ?? code} {name && <span className="quiet">{code}</span>}
      </Table.Td>
      <Table.Td>
        <Anchor component={Link} href={`/candidates/${id}`} size="sm" underline="hover">
          {poReference || externalHeaderId || id}
        </Anchor>
      </Table.Td>
      <Table.Td title={holdMessage ?? undefined}>
        {holdMessage ?? (problems?.[0] && <ShortProblem problem={problems[0]} />)}
      </Table.Td>
    </>
  );
}

/** Returns whether the line has a reason. */
function isTold({ holdMessage, problems = [] }: Result): boolean {
  return holdMessage != null || problems.length > 0;
}
