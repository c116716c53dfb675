import { Alert, Loader, Modal, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, type Schemas } from "../api/client";
import { useMessages } from "../i18n";
import { ConfirmFoot } from "../parts/dialog-foot";
import { FailureText, LoadFailed } from "../parts/failure";
import { randomKey } from "../parts/random-key";
import { partsMessages } from "../parts/messages";
import { requestUndoWrite, type UndoWriteRequest } from "./undo-write-request";
import { memberShown } from "./panel/written-records";
import classes from "./panel/fix-card.module.css";
import { isDeactivatable, undoWrite, useDeactivateWritten } from "./undo-write";
import { useUndo } from "./undo";
import { undoMessages } from "./undo-messages";

/** Preview and undo of a master data write. */
export default function UndoWriteDialog({ record, undoable, again }: UndoWriteRequest) {
  const t = useMessages(undoMessages);
  const tParts = useMessages(partsMessages);
  const undo = useUndo();
  const [reason, setReason] = useState("");
  const close = () => requestUndoWrite(undefined);
  const plan = useQuery({
    queryKey: ["plan-take-back", record.requestId],
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => undoWrite(record, true, signal),
  });
  const ready = plan.data !== undefined;
  const deactivatable = isDeactivatable(record, plan.error);
  const undoIt = () => {
    // another reason is another request
    Object.assign(record, { reason: reason.trim(), idempotencyKey: randomKey() });
    close();
    void undo(undoable);
  };
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t("takeBack", { what: record.words })}
      closeButtonProps={{ "aria-label": tParts("close") }}>
      <Stack gap="sm">
        {plan.isPending && <Loader size="sm" aria-label={tParts("loading")} />}
        {plan.error instanceof ApiError && (
          <Alert color="red" role="alert" py={6} title={t("stays", { what: record.words })}>
            <FailureText failure={plan.error} />
          </Alert>
        )}
        {plan.isError && !(plan.error instanceof ApiError) && (
          <LoadFailed failure={plan.error} retry={() => void plan.refetch()} />
        )}
        {plan.data?.records.map((one) => (
          <Returning key={`${one.kind}/${one.id}`} record={one} />
        ))}
        {ready && <Text size="sm">{t("lookedAtAgain")}</Text>}
        {ready && (
          <TextInput
            label={t("reason")}
            description={t("reasonHint")}
            maxLength={4000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {deactivatable ? (
          <Deactivation record={record} again={again} onClose={close} />
        ) : (
          <ConfirmFoot submit={tParts("undo")} previewed={ready} busy={false} onClose={close} onSubmit={undoIt} />
        )}
      </Stack>
    </Modal>
  );
}

/** Deactivates a new record that cannot be removed. */
function Deactivation({
  record,
  again,
  onClose,
}: Pick<UndoWriteRequest, "record" | "again"> & { onClose: () => void }) {
  const t = useMessages(undoMessages);
  const deactivate = useDeactivateWritten({ record, again });
  const onSuccess = () => {
    notifications.show({ message: t("deactivated", { what: record.words }) });
    onClose();
  };
  return (
    <>
      <Text size="sm">{t("deactivateNote")}</Text>
      {deactivate.isError && (
        <Alert color="red" role="alert" py={6}>
          <FailureText failure={deactivate.error} />
        </Alert>
      )}
      <ConfirmFoot
        submit={t("deactivate")}
        previewed
        busy={deactivate.isPending}
        onClose={onClose}
        onSubmit={() => deactivate.mutate(undefined, { onSuccess })}
      />
    </>
  );
}

/** Record to be removed, or its restored values. */
function Returning({ record: { kind, outcome, changes } }: { record: Schemas["UndoneRecord"] }) {
  const t = useMessages(undoMessages);
  const tParts = useMessages(partsMessages);
  const removed = outcome === "removed";
  const title = t(removed ? "willGo" : "willBeAgain");
  const members = changes.map((change) => memberShown(kind, change));
  return (
    <section className={classes.written} aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <dl>
        {members
          .filter(({ before, after }) => before !== undefined || after !== undefined)
          .map(({ label, before, after }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{removed ? before : `${before ?? tParts("none")} → ${after ?? tParts("none")}`}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
