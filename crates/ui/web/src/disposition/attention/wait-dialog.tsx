import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState, type KeyboardEvent } from "react";
import { useMessages } from "../../i18n";
import { MAX_COMMENT_LENGTH } from "../../parts/comment-box";
import { DayField } from "../../parts/day-field";
import { DialogFrame } from "../../parts/dialog-frame";
import { useDraft } from "../../parts/draft";
import { addDays, today } from "../../values/day";
import DayPicker from "../panel/day-picker";
import type { Attention } from "./attend";
import { attentionMessages } from "./messages";

/** Suggested waiting times, in days. */
const USUAL = [1, 3, 7, 14];

interface WaitDialogProps {
  count: number;
  busy: boolean;
  failure?: React.ReactNode;
  onWait: (attention: Attention) => void;
  onClose: () => void;
}

/** Dialog for the follow-up date and the reason. */
export default function WaitDialog({ count, busy, failure, onWait, onClose }: WaitDialogProps) {
  const t = useMessages(attentionMessages);
  const [day, setDay] = useState<string | undefined>(() => addDays(today(), 7));
  const [why, setWhy] = useDraft("waiting");
  const [missing, setMissing] = useState(false);
  const send = () => {
    setMissing(!day);
    if (!day) return;
    const comment = why.trim();
    onWait({ waitingUntil: day, ...(comment && { comment }) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
  };
  return (
    <DialogFrame title={t("waitTitle", { count })} submit={t("waitDo")} busy={busy} onClose={onClose} onSubmit={send}>
      <DayField
        label={t("until")}
        description={t("untilHint")}
        value={day}
        onChange={(to) => {
          setMissing(false);
          setDay(to);
        }}
        minDate={addDays(today(), 1) ?? ""}
        error={missing && t("noDay")}
        // the calendar is always open below
        popoverProps={{ disabled: true }}
        data-autofocus
      />
      <Group gap="md" align="flex-start">
        <DayPicker
          day={day}
          from={addDays(today(), 1)}
          onDay={(to) => {
            setMissing(false);
            setDay(to);
          }}
        />
        <Stack gap={6}>
          {USUAL.map((days) => (
            <Button key={days} variant="default" size="compact-sm" onClick={() => setDay(addDays(today(), days))}>
              {t("inDays", { count: days })}
            </Button>
          ))}
        </Stack>
      </Group>
      <Textarea
        label={t("why")}
        value={why}
        maxLength={MAX_COMMENT_LENGTH}
        autosize
        minRows={2}
        maxRows={8}
        onChange={(event) => setWhy(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Text size="xs" className="quiet">
        {t("waitNote")}
      </Text>
      {failure}
    </DialogFrame>
  );
}

/** Clears the draft of the reason after it was sent. */
export function useForgetWhy(): () => void {
  const [, setWhy] = useDraft("waiting");
  return () => setWhy("");
}
