import { Text } from "@mantine/core";
import { useLanguage, useMessages } from "../i18n";
import { showInstant } from "../values/day";
import type { Settings } from "./runs";
import { Stated } from "./run-state";
import { schedulerMessages } from "./messages";

export function isPaused({ schedule }: Settings): boolean {
  return !!schedule.pausedUntil && Date.parse(schedule.pausedUntil) > Date.now();
}

export function StateText({ settings }: { settings: Settings }) {
  const t = useMessages(schedulerMessages);
  const language = useLanguage();
  const { active, pausedUntil } = settings.schedule;
  const state = !active ? "off" : isPaused(settings) ? "paused" : "active";
  return (
    <div>
      <Stated state={state}>{t(`state_${state}`, { at: pausedUntil && showInstant(pausedUntil, language) })}</Stated>
      {state === "off" && <Text size="sm">{t("offText")}</Text>}
    </div>
  );
}
