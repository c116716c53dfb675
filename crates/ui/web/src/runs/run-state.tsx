import type { ReactNode } from "react";
import { useLanguage, useMessages } from "../i18n";
import { isOver, type Run } from "../api/events";
import { durationText } from "../parts/durations";
import { Toned, type Status } from "../parts/status";
import { runMessages } from "./run-messages";

type State = "queued" | "running" | "done" | "stopped" | "failed";

const TONES: Record<string, Status> = {
  ...{ running: "new", paused: "new", held: "new", queued: "new" },
  ...{ done: "processed", active: "processed", ordered: "processed", changed: "processed" },
  ...{ failed: "error", off: "error" },
};

export function Stated({ state, children }: { state: string; children: ReactNode }) {
  return <Toned tone={TONES[state] ?? "inactive"}>{children}</Toned>;
}

export function RunState({ state }: { state: string }) {
  const t = useMessages(runMessages);
  return <Stated state={state}>{t(`state_${state as State}`)}</Stated>;
}

/** Returns the duration so far, in seconds. */
export function durationOf(run: Run): number | undefined {
  if (!run.startedAt) return undefined;
  const end = isOver(run) ? Date.parse(run.finishedAt ?? "") : Date.now();
  return Math.max(0, (end - Date.parse(run.startedAt)) / 1000);
}

export function Duration({ run }: { run: Run }) {
  const language = useLanguage();
  const seconds = durationOf(run);
  return seconds === undefined ? null : durationText(seconds, language);
}
