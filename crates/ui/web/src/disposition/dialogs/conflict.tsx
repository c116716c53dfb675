import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useLanguage, useWords } from "../../i18n";
import { useFailureText } from "../../parts/failure";
import { say } from "../../parts/say";
import { partsWords } from "../../parts/words";
import { showInstant } from "../../values/day";
import { membersOf } from "../change";
import { useConflict } from "../correct";
import { isMember } from "../fields";
import { memberWords } from "../members";
import { dialogWords } from "./words";

/** Someone else was quicker: shows who changed what when, and asks which of the two is to hold. */
export function ConflictDialog() {
  const t = useWords(dialogWords);
  const parts = useWords(partsWords);
  const language = useLanguage();
  const { conflict, reload, overwrite, dismiss } = useConflict();
  const fieldsText = useFieldsText();
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const go = (way: () => Promise<void>) => async () => {
    setBusy(true);
    await way()
      .catch((failure: unknown) => say(failureText(failure)))
      .finally(() => setBusy(false));
  };
  if (!conflict) return null;
  const { user, time, fields, change } = conflict;
  const at = time ? showInstant(time, language, true) : "";
  return (
    <Modal opened onClose={dismiss} title={t("conflict")} closeButtonProps={{ "aria-label": parts("close") }}>
      <Stack gap="sm">
        <Text size="sm">{t("conflictText", { user, time: at })}</Text>
        {fields.length > 0 && <Text size="sm">{t("conflictFields", { fields: fieldsText(fields) })}</Text>}
        <Text size="sm">{t("conflictYours", { fields: fieldsText(membersOf(change)) })}</Text>
        <Group justify="flex-end" mt="xs">
          <Button variant="subtle" onClick={dismiss}>
            {t("later")}
          </Button>
          <Button variant="default" disabled={busy} onClick={go(overwrite)}>
            {parts("overwrite")}
          </Button>
          <Button disabled={busy} onClick={go(reload)} data-autofocus>
            {parts("reload")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Names of members in words; the service also tells of the status. */
function useFieldsText(): (fields: readonly string[]) => string {
  const t = useWords(dialogWords);
  const members = useWords(memberWords);
  return (fields) => {
    const words = fields.map((field) => (isMember(field) ? members(field) : t("status")));
    return [...new Set(words)].join(", ");
  };
}
