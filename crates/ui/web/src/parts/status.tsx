import type { ReactNode } from "react";
import { useMessages } from "../i18n";
import { partsMessages } from "./messages";
import classes from "./status.module.css";

export type Status = "new" | "error" | "processed" | "inactive";

/** Pill in a status colour. */
export function Toned({ tone, children }: { tone: string; children: ReactNode }) {
  return (
    <span className={classes.status} data-status={tone}>
      {children}
    </span>
  );
}

export function StatusText({ status }: { status: string }) {
  const t = useMessages(partsMessages);
  return <Toned tone={status}>{t(`status_${status as Status}`)}</Toned>;
}
