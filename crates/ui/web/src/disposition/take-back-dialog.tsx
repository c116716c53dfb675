import { Alert, Loader, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Refusal, type Schemas } from "../api/client";
import { useWords } from "../i18n";
import { ConfirmFoot } from "../parts/dialog-foot";
import { FailureText, LoadFailed } from "../parts/failure";
import { randomKey } from "../parts/random-key";
import { partsWords } from "../parts/words";
import { askTakeBack, type AskedTakeBack } from "./asked-take-back";
import { memberShown } from "./panel/written";
import classes from "./panel/cure.module.css";
import { takeBack } from "./take-back";
import { useUndo } from "./undo";
import { undoWords } from "./undo-words";

/** What taking back what was written to master data would come to, and doing so. */
export default function TakeBackDialog({ record, undoable }: AskedTakeBack) {
  const t = useWords(undoWords);
  const parts = useWords(partsWords);
  const undo = useUndo();
  const [reason, setReason] = useState("");
  const close = () => askTakeBack(undefined);
  const plan = useQuery({
    queryKey: ["plan-take-back", record.requestId],
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => takeBack(record, true, signal),
  });
  const ready = plan.data !== undefined;
  const undoIt = () => {
    // for another reason it is another call
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
      closeButtonProps={{ "aria-label": parts("close") }}>
      <Stack gap="sm">
        {plan.isPending && <Loader size="sm" aria-label={parts("loading")} />}
        {plan.error instanceof Refusal && (
          <Alert color="red" role="alert" py={6} title={t("stays", { what: record.words })}>
            <FailureText failure={plan.error} />
          </Alert>
        )}
        {plan.isError && !(plan.error instanceof Refusal) && (
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
        <ConfirmFoot submit={parts("undo")} previewed={ready} busy={false} onClose={close} onSubmit={undoIt} />
      </Stack>
    </Modal>
  );
}

/** A record that goes again, with what it is, or what another one will be again. */
function Returning({ record: { kind, outcome, changes } }: { record: Schemas["UndoneRecord"] }) {
  const t = useWords(undoWords);
  const parts = useWords(partsWords);
  const removed = outcome === "removed";
  const title = t(removed ? "willGo" : "willBeAgain");
  const told = changes.map((change) => memberShown(kind, change));
  return (
    <section className={classes.written} aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <dl>
        {told
          .filter(({ before, after }) => before !== undefined || after !== undefined)
          .map(({ label, before, after }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{removed ? before : `${before ?? parts("none")} → ${after ?? parts("none")}`}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
