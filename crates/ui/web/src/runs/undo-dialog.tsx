import { Alert, Anchor, Loader, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { api, unwrapPlan, type Schemas } from "../api/client";
import { pushUndoable } from "../disposition/undo-stack";
import { Sample } from "../disposition/dialogs/edit-preview";
import { useMessages } from "../i18n";
import { ConfirmFoot } from "../parts/dialog-foot";
import { FailureText, LoadFailed } from "../parts/failure";
import { partsMessages } from "../parts/messages";
import { askUndo, undoRun, useShowRun, useUndoRun } from "./undo";
import { undoRunMessages } from "./undo-messages";

type Planned = Schemas["PlannedUndo"];

/** Preview and undo of a run. */
export default function UndoDialog({ id }: { id: number }) {
  const t = useMessages(undoRunMessages);
  const tParts = useMessages(partsMessages);
  const show = useShowRun();
  const again = useUndoRun();
  const [reason, setReason] = useState("");
  const close = () => askUndo(undefined);
  const plan = useQuery({
    queryKey: ["plan-undo", id],
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { dryRun: true } };
      return unwrapPlan<Planned>(api.POST("/api/process-runs/{id}/undo", { params, signal }));
    },
  });
  const undo = useMutation({
    mutationFn: () => undoRun(id, reason.trim()),
    onSuccess: (run) => {
      close();
      show(run);
      // Ctrl+Z also restores the excluded lines
      if (run.counts.orders > 0)
        pushUndoable(Promise.resolve({ message: t("do"), undo: () => again(run).then(() => false) }));
    },
  });
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t("title", { id })}
      closeButtonProps={{ "aria-label": tParts("close") }}>
      <Stack gap="sm">
        {plan.isPending && <Loader size="sm" aria-label={tParts("loading")} />}
        {plan.isError && <LoadFailed failure={plan.error} retry={() => void plan.refetch()} />}
        {plan.data && <Told plan={plan.data} />}
        {plan.data && plan.data.counts.orders > 0 && (
          <TextInput
            label={t("reason")}
            description={t("reasonHint")}
            maxLength={4000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {undo.isError && (
          <Alert color="red" role="alert" py={6}>
            <FailureText failure={undo.error} />
          </Alert>
        )}
        <ConfirmFoot
          submit={t("do")}
          previewed={plan.data !== undefined}
          idle={plan.data?.counts.restored === 0}
          busy={undo.isPending}
          onClose={close}
          onSubmit={() => undo.mutate()}
        />
      </Stack>
    </Modal>
  );
}

function Told({ plan: { counts, orders, sample, left } }: { plan: Planned }) {
  const t = useMessages(undoRunMessages);
  const tParts = useMessages(partsMessages);
  const back = counts.restored;
  return (
    <div role="status">
      <Text fw={600}>
        {counts.orders > 0
          ? t("willVoid", { count: counts.orders, aside: t("willAside", { count: back }) })
          : back > 0
            ? t("willComeBack", { count: back })
            : t("nothing")}
      </Text>
      {orders.length > 0 && (
        <Text size="sm">
          {orders.map(({ salesOrderId, documentNo }, index) => (
            <span key={salesOrderId}>
              {index > 0 && ", "}
              <Anchor component={Link} href={`/orders/${salesOrderId}`} size="sm" onClick={() => askUndo(undefined)}>
                {documentNo}
              </Anchor>
            </span>
          ))}
          {counts.orders > orders.length && <> {tParts("andMore", { count: counts.orders - orders.length })}</>}
        </Text>
      )}
      {left.map((group) => (
        <Left key={group.code} group={group} />
      ))}
      {sample.length > 0 && <Sample sample={sample} />}
    </div>
  );
}

/** Reasons and samples of lines that are not undone. */
function Left({ group: { candidates, sample } }: { group: Planned["left"][number] }) {
  const t = useMessages(undoRunMessages);
  const tParts = useMessages(partsMessages);
  const messages = [...new Set(sample.flatMap(({ problems }) => problems.map(({ message }) => message)))];
  return (
    <Text size="sm">
      {t("stay", { count: candidates })} <span className="quiet">{messages.join(" ")}</span>{" "}
      {sample.map(({ candidateId }, index) => (
        <span key={candidateId}>
          {index > 0 && ", "}
          <Anchor component={Link} href={`/candidates/${candidateId}`} size="sm" onClick={() => askUndo(undefined)}>
            {candidateId}
          </Anchor>
        </span>
      ))}
      {candidates > sample.length && <> {tParts("andMore", { count: candidates - sample.length })}</>}
    </Text>
  );
}
