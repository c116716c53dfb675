import { Button, Modal, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLanguage, useMessages } from "../../i18n";
import { DialogFoot } from "../../parts/dialog-foot";
import { useFailureText } from "../../parts/failure";
import { announce } from "../../parts/announce";
import { partsMessages } from "../../parts/messages";
import { showInstant } from "../../values/day";
import { membersOf } from "../change";
import type { Member } from "../candidate";
import { candidateQuery } from "../candidates";
import { useConflict, type Conflict } from "../correct";
import { fieldOf, isMember } from "../fields";
import { memberMessages } from "../members";
import { currencyOf, digitsOf, importedValue, shown } from "../values";
import { dialogMessages } from "./messages";

/** Shows a concurrent change and lets the user choose a version. */
export function ConflictDialog() {
  const t = useMessages(dialogMessages);
  const tParts = useMessages(partsMessages);
  const language = useLanguage();
  const { conflict, reload, overwrite, dismiss } = useConflict();
  const fieldsText = useFieldsText();
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const go = (action: () => Promise<void>) => async () => {
    setBusy(true);
    await action()
      .catch((failure: unknown) => announce(failureText(failure)))
      .finally(() => setBusy(false));
  };
  if (!conflict) return null;
  const { user, time, fields } = conflict;
  const at = time ? showInstant(time, language, true) : "";
  return (
    <Modal opened onClose={dismiss} title={t("conflict")} closeButtonProps={{ "aria-label": tParts("close") }}>
      <Stack gap="sm">
        <Text size="sm">{t("conflictText", { user, time: at })}</Text>
        {fields.length > 0 && <Text size="sm">{t("conflictFields", { fields: fieldsText(fields) })}</Text>}
        <BothValues conflict={conflict} />
        <DialogFoot>
          <Button variant="subtle" onClick={dismiss}>
            {t("later")}
          </Button>
          <Button variant="default" disabled={busy} onClick={go(overwrite)}>
            {tParts("overwrite")}
          </Button>
          <Button disabled={busy} onClick={go(reload)} data-autofocus>
            {tParts("reload")}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

/** Values of both versions per field. */
function BothValues({ conflict: { candidate, change, text, fields } }: { conflict: Conflict }) {
  const t = useMessages(dialogMessages);
  const tMember = useMessages(memberMessages);
  const language = useLanguage();
  const now = useQuery({ ...candidateQuery(candidate.id), queryKey: ["conflict", candidate.id], gcTime: 0 }).data;
  const own = membersOf(change).filter(isMember);
  const rows = [...new Set([...own, ...fields.filter(isMember)])];
  const inWords = (member: Member, value: unknown) =>
    shown(value, fieldOf(member).kind.as, language, digitsOf(member, currencyOf(now ?? candidate))) || t("nothing");
  const yours = (member: Member) => {
    const value = change.override?.[member];
    // show a single value as typed
    if (own.length === 1 && text) return text;
    return inWords(member, value === null ? importedValue(candidate, member) : value);
  };
  if (rows.length === 0) return null;
  return (
    <Table aria-label={t("conflictValues")} verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("conflictField")}</Table.Th>
          <Table.Th>{t("conflictTheirs")}</Table.Th>
          <Table.Th>{t("conflictOwn")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((member) => (
          <Table.Tr key={member}>
            <Table.Th scope="row" fw={400}>
              {tMember(member)}
            </Table.Th>
            <Table.Td>{now ? inWords(member, now.effective[member]) : "…"}</Table.Td>
            <Table.Td>{own.includes(member) ? yours(member) : t("conflictUnchanged")}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Returns the labels of changed fields, including the status. */
function useFieldsText(): (fields: readonly string[]) => string {
  const t = useMessages(dialogMessages);
  const tMember = useMessages(memberMessages);
  return (fields) => {
    const words = fields.map((field) => (isMember(field) ? tMember(field) : t("status")));
    return [...new Set(words)].join(", ");
  };
}
