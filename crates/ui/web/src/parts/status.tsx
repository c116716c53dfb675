import { useWords } from "../i18n";
import { partsWords } from "./words";
import classes from "./status.module.css";

export type Status = "new" | "error" | "processed" | "inactive";

/** The status of a candidate: colour and word. */
export function StatusText({ status }: { status: string }) {
  const t = useWords(partsWords);
  return (
    <span className={classes.status} data-status={status}>
      {t(`status_${status as Status}`)}
    </span>
  );
}
