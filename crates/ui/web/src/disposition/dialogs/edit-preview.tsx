import { Alert, Loader, Table, Text } from "@mantine/core";
import type { ApiError, Schemas } from "../../api/client";
import { useLanguage, useMessages } from "../../i18n";
import { FailureText } from "../../parts/failure";
import { useProblemTitle } from "../../parts/problem-title";
import { partsMessages } from "../../parts/messages";
import { showDay } from "../../values/day";
import { showDecimal, type Decimal } from "../../values/decimal";
import type { Member } from "../candidate";
import { memberMessages } from "../members";
import { fieldOf, isMember } from "../fields";
import { lineName } from "../line-name";
import { digitsOf } from "../values";
import { named } from "../panel/member-value";
import { dialogMessages } from "./messages";

interface EditPreviewProps {
  planned: Schemas["PlannedEdit"] | undefined;
  busy: boolean;
  /** At least one field changes. */
  chosen: boolean;
  /** Also show resolved lines and remaining problems. */
  outcome?: boolean;
  refused: ApiError | undefined;
}

/** Preview of an edit: counts and a sample. */
export function EditPreview({ planned, busy, chosen, outcome, refused }: EditPreviewProps) {
  const t = useMessages(dialogMessages);
  const tParts = useMessages(partsMessages);
  if (!chosen)
    return (
      <Text size="sm" className="quiet">
        {t("chooseChange")}
      </Text>
    );
  if (refused) {
    const placed = refused.errors.some(({ pointer }) => pointer.startsWith("/changes/"));
    return placed ? null : (
      <Alert color="red" role="alert" py={6}>
        <FailureText failure={refused} />
      </Alert>
    );
  }
  if (!planned) return busy ? <Loader size="sm" aria-label={tParts("loading")} /> : null;
  const { changed, unchanged, refused: stays } = planned.counts;
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        {t("willChange", { count: changed })}
      </Text>
      {unchanged > 0 && <Text size="sm">{t("willStay", { count: unchanged })}</Text>}
      {stays > 0 && (
        <Text size="sm">
          {t("refused", { count: stays })}{" "}
          <span className="quiet">
            {[...new Set(planned.refused.flatMap(({ problems }) => problems.map(({ message }) => message)))].join(" ")}
          </span>
        </Text>
      )}
      {outcome && <Outcome planned={planned} />}
      {planned.sample.length > 0 && <Sample sample={planned.sample} />}
    </div>
  );
}

/** Resolved lines and remaining problems. */
function Outcome({ planned }: { planned: Schemas["PlannedEdit"] }) {
  const t = useMessages(dialogMessages);
  const title = useProblemTitle();
  const remaining = planned.remaining.map(({ code, candidates }) =>
    t("remainingProblem", { what: title(code, code), count: candidates }),
  );
  return (
    <>
      <Text size="sm">{t("resolved", { count: planned.counts.resolved })}</Text>
      {remaining.length > 0 && <Text size="sm">{t("remaining", { what: remaining.join(", ") })}</Text>}
    </>
  );
}

/** Row per candidate, column per changed member: before → after. */
export function Sample({ sample }: { sample: Schemas["EditedCandidate"][] }) {
  const t = useMessages(dialogMessages);
  const tMember = useMessages(memberMessages);
  const shown = useShown();
  const names = sample.flatMap(({ before, after }) => [...Object.keys(before), ...Object.keys(after)]);
  const changed = [...new Set(names)].filter(isMember);
  // excluding and restoring change no values
  if (changed.length === 0) return null;
  return (
    <Table mt="xs" verticalSpacing={2} aria-label={t("preview")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("orderLine")}</Table.Th>
          {changed.map((member) => (
            <Table.Th key={member}>{tMember(member)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sample.map(({ before, after, problems, ...candidate }) => (
          <Table.Tr key={candidate.candidateId}>
            <Table.Td>
              {lineName(candidate)}
              {problems.map(({ message }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id and a fixed order
                <Text key={index} size="xs" c="var(--status-error)">
                  {message}
                </Text>
              ))}
            </Table.Td>
            {changed.map((member) => (
              <Table.Td key={member}>
                {member in before || member in after ? (
                  <>
                    <span className="quiet">{shown(member, before[member], before.currencyCode)}</span> →{" "}
                    <b>{shown(member, after[member], after.currencyCode)}</b>
                  </>
                ) : null}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Formats a value; the currency is known only if it changes too. */
function useShown(): (member: Member, value: unknown, currency: string | null | undefined) => string {
  const t = useMessages(dialogMessages);
  const language = useLanguage();
  return (member, value, currency) => {
    if (value == null) return t("nothing");
    const kind = fieldOf(member).kind.as;
    if (kind === "decimal") return showDecimal(value as Decimal, language, digitsOf(member, currency));
    if (kind === "day") return showDay(String(value), language);
    return typeof value === "object" ? named(value) : String(value);
  };
}
