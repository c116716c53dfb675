import { Alert, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../api/client";
import type { paths } from "../api/schema.gen";
import { pushUndoable } from "../disposition/undo-stack";
import { useAnnounceUndoable } from "../disposition/undo";
import { useMessages } from "../i18n";
import { DialogFrame } from "../parts/dialog-frame";
import { FailureText } from "../parts/failure";
import { announce } from "../parts/announce";
import { rejectedMessages } from "./messages";
import { REJECTED, type ListQuery } from "./rejected";

/** Maximum number of rows that can be reopened together, because each is a request. */
const MAX_UNDONE = 100;

type Body = NonNullable<paths["/api/rejected-rows/dismiss"]["post"]["requestBody"]>["content"]["application/json"];

/** Rows to dismiss: some by id, or all of a cause. */
export interface Dismissal {
  ids?: number[];
  filter?: NonNullable<Body["filter"]>;
  count: number;
}

interface DismissDialogProps {
  dismissal: Dismissal;
  onClose: () => void;
  onDismissed?: () => void;
}

/** Dismisses rows with a reason. */
export default function DismissDialog({ dismissal, onClose, onDismissed }: DismissDialogProps) {
  const t = useMessages(rejectedMessages);
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const { ids, filter, count } = dismissal;
  const announceUndoable = useAnnounceUndoable();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: REJECTED });
  const dismiss = useMutation({
    mutationFn: async () => {
      const named = ids ?? (count <= MAX_UNDONE ? await idsOf(filter) : undefined);
      const body = { reason: reason.trim(), ...(named ? { ids: named } : filter && { filter }) };
      return { ...(await unwrap(api.POST("/api/rejected-rows/dismiss", { body }))), named };
    },
    onSuccess: ({ dismissed, named }) => {
      const message = t("dismissed", { count: dismissed });
      refresh();
      if (named && named.length <= MAX_UNDONE) {
        const undoable = {
          message,
          undo: () =>
            reopen(named)
              .then(refresh)
              .then(() => true),
        };
        pushUndoable(Promise.resolve(undoable));
        announceUndoable(undoable);
      } else announce(message);
      onDismissed?.();
      onClose();
    },
  });
  const send = () => {
    setMissing(reason.trim() === "");
    if (reason.trim() !== "") dismiss.mutate();
  };
  return (
    <DialogFrame
      title={t("dismissTitle", { count })}
      submit={t("dismissDo")}
      busy={dismiss.isPending}
      onClose={onClose}
      onSubmit={send}>
      <Text size="sm">{t("dismissText")}</Text>
      <TextInput
        label={t("reason")}
        value={reason}
        maxLength={2000}
        required
        error={missing && t("noReason")}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setMissing(false);
        }}
        data-autofocus
      />
      {dismiss.isError && (
        <Alert color="red" role="alert" py={6}>
          <FailureText failure={dismiss.error} />
        </Alert>
      )}
    </DialogFrame>
  );
}

/** Returns the open rows of a cause. */
async function idsOf(filter: Dismissal["filter"]): Promise<number[]> {
  const query = { ...filter, status: "open", limit: MAX_UNDONE } as ListQuery;
  return (await unwrap(api.GET("/api/rejected-rows", { params: { query } }))).items.map(({ id }) => id);
}

/** Reopens dismissed rows one by one. */
async function reopen(ids: readonly number[]): Promise<void> {
  for (const id of ids) await unwrap(api.POST("/api/rejected-rows/{id}/reopen", { params: { path: { id } } }));
}
