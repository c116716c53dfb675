import { Alert, Group, Switch, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useLanguage, useMessages } from "../i18n";
import { DayField } from "../parts/day-field";
import { DialogFrame } from "../parts/dialog-frame";
import { useFailureText } from "../parts/failure";
import { TimeField } from "../parts/time-field";
import { partsMessages } from "../parts/messages";
import { addDays, showInstant, today } from "../values/day";
import { useCronDescription } from "./cron";
import type { Settings } from "./runs";
import { useChangeSettings } from "./schedule";
import { schedulerMessages } from "./messages";

interface DialogProps {
  settings: Settings;
  onClose: () => void;
}

/** Edits schedule and transfer; the server validates the schedule. */
export function EditDialog({ settings, onClose }: DialogProps) {
  const t = useMessages(schedulerMessages);
  const tParts = useMessages(partsMessages);
  const failureText = useFailureText();
  const [cron, setCron] = useState(settings.schedule.cron);
  const words = useCronDescription(cron.trim());
  const change = useChangeSettings(settings.org.code ?? "");
  const wasHandedOver = !!settings.handOverSince;
  const [handOver, setHandOver] = useState(wasHandedOver);
  const save = () => {
    // omit unchanged members, which others may have changed
    const body = { cron: cron.trim(), ...(handOver !== wasHandedOver && { handOver }) };
    change.mutate(body, { onSuccess: onClose });
  };
  return (
    <DialogFrame
      title={t("editTitle", { org: settings.org.name })}
      submit={tParts("save")}
      busy={change.isPending}
      onClose={onClose}
      onSubmit={save}>
      <TextInput
        label={t("cron")}
        description={t("cronHint")}
        value={cron}
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        error={change.isError && failureText(change.error)}
        onChange={(event) => {
          change.reset();
          setCron(event.currentTarget.value);
        }}
      />
      <Text size="sm" aria-live="polite">
        {words ?? t("unreadable")}
      </Text>
      <Switch
        label={t("handOver")}
        description={<HandOverHint since={settings.handOverSince} on={handOver} />}
        checked={handOver}
        onChange={(event) => setHandOver(event.currentTarget.checked)}
      />
    </DialogFrame>
  );
}

/** Effect of switching the transfer. */
function HandOverHint({ since, on }: { since: string | null | undefined; on: boolean }) {
  const t = useMessages(schedulerMessages);
  const language = useLanguage();
  const at = since && showInstant(since, language);
  const was = at ? (["handOverOn", "handOverEnds"] as const) : (["handOverBegins", "handOverOff"] as const);
  return <>{t(was[on ? 0 : 1], { at })}</>;
}

/** Pauses the process until an instant. */
export function PauseDialog({ settings, onClose }: DialogProps) {
  const t = useMessages(schedulerMessages);
  const failureText = useFailureText();
  const [day, setDay] = useState(addDays(today(), 1));
  const [time, setTime] = useState("06:00");
  const [late, setLate] = useState(false);
  const change = useChangeSettings(settings.org.code ?? "");
  const save = () => {
    const until = new Date(`${day}T${time}`);
    const past = !(until.getTime() > Date.now());
    setLate(past);
    if (!past) change.mutate({ pausedUntil: until.toISOString() }, { onSuccess: onClose });
  };
  return (
    <DialogFrame
      title={t("pauseTitle", { org: settings.org.name })}
      submit={t("pauseDo")}
      busy={change.isPending}
      onClose={onClose}
      onSubmit={save}>
      <Group align="flex-start">
        <DayField
          label={t("pauseUntil")}
          w={180}
          data-autofocus
          value={day}
          minDate={today()}
          onChange={setDay}
          error={late && t("chooseLater")}
        />
        <TimeField label={t("time")} value={time} onChange={setTime} />
      </Group>
      {change.isError && (
        <Alert color="red" role="alert" p="xs">
          {failureText(change.error)}
        </Alert>
      )}
    </DialogFrame>
  );
}
