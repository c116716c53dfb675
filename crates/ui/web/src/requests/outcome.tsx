// Outcome of a request and of its rows.
import { useMessages } from "../i18n";
import { Toned, type Status } from "../parts/status";
import { requestMessages } from "./messages";
import { outcomeOf, TONES, type LoggedRequest } from "./requests";
import type { Outcome } from "./rows";

interface RequestOutcomeProps {
  request: Pick<LoggedRequest, "status">;
}

export function RequestOutcomePill({ request }: RequestOutcomeProps) {
  const t = useMessages(requestMessages);
  const outcome = outcomeOf(request);
  return <Toned tone={TONES[outcome]}>{t(`outcome_${outcome}`)}</Toned>;
}

/** Pill with the HTTP status. */
export function RequestOutcomeText({ request }: RequestOutcomeProps) {
  return (
    <>
      <RequestOutcomePill request={request} /> <span className="quiet">{request.status}</span>
    </>
  );
}

const ROW_TONES = {
  created: "processed",
  unchanged: "inactive",
  rejected: "error",
  notStored: "inactive",
} as const satisfies Record<Outcome, Status>;

export function RowOutcomeText({ outcome }: { outcome: Outcome }) {
  const t = useMessages(requestMessages);
  return <Toned tone={ROW_TONES[outcome]}>{t(`row_${outcome}`)}</Toned>;
}

/** Returns the numbers of created, unchanged and rejected rows. */
export function useRowCounts(): (request: LoggedRequest) => string {
  const t = useMessages(requestMessages);
  return ({ rowsCreated = 0, rowsUnchanged = 0, rowsRejected = 0 }) =>
    [
      rowsCreated > 0 && t("rowsCreated", { count: rowsCreated }),
      rowsUnchanged > 0 && t("rowsUnchanged", { count: rowsUnchanged }),
      rowsRejected > 0 && t("rowsRejected", { count: rowsRejected }),
    ]
      .filter(Boolean)
      .join(", ");
}
