// Outcome of a request and of its rows.
import { useMessages } from "../i18n";
import { Toned, type Status } from "../parts/status";
import { requestMessages } from "./messages";
import { countRows, outcomeOf, TONES, type LoggedRequest } from "./requests";
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

/** Returns the number of rejected and unchanged rows. */
export function useRowCounts(): (request: LoggedRequest) => string {
  const t = useMessages(requestMessages);
  return (request) => {
    const [rejected, unchanged] = [countRows(request, "rejected"), countRows(request, "unchanged")];
    return [
      rejected > 0 && t("rowsRejected", { count: rejected }),
      unchanged > 0 && t("rowsUnchanged", { count: unchanged }),
    ]
      .filter(Boolean)
      .join(", ");
  };
}
