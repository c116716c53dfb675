import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, Refusal, started, told } from "../api/client";
import { useWords } from "../i18n";
import { FailureText, LoadFailed } from "../parts/failure";
import { partsWords } from "../parts/words";
import { useStartRun } from "../disposition/actions";
import { usePlan } from "../disposition/dialogs/bulk-edit";
import { EditPreview } from "../disposition/dialogs/edit-preview";
import { isWhole, withEntries, type Fix } from "../disposition/panel/fixes";
import { EntryForm } from "../disposition/panel/entry-form";
import { call } from "../disposition/panel/use-fix";
import { allOf, GROUPS, remedyOf, type ProblemGroup } from "./groups";
import { inboxWords } from "./words";

interface SettleProps {
  group: ProblemGroup;
  onClose: () => void;
}

/** Shows what comes of the remedy of a cause, and applies it to all alike. */
export default function SettleDialog({ group, onClose }: SettleProps) {
  const t = useWords(inboxWords);
  const parts = useWords(partsWords);
  // the cause may be gone from the list while one looks at what comes of it
  const [fix] = useState(() => remedyOf(group));
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t("applyTitle", { count: group.candidates })}
      closeButtonProps={{ "aria-label": parts("close") }}>
      {fix?.changes ? <Edit {...{ group, onClose, fix }} /> : fix?.request && <Write {...{ group, onClose, fix }} />}
    </Modal>
  );
}

interface WayProps extends SettleProps {
  fix: Fix;
}

/** The same correction for all: tried out first. */
function Edit({ group, fix, onClose }: WayProps) {
  const t = useWords(inboxWords);
  const parts = useWords(partsWords);
  const selection = allOf(group);
  const changes = fix.changes ?? {};
  const plan = usePlan(selection, changes);
  const refused = plan.error instanceof Refusal ? plan.error : undefined;
  const start = useStartRun(() => {
    const params = { header: { Prefer: "wait=2" } };
    return started(api.POST("/api/sales/order/candidates/edit", { body: { selection, changes }, params }));
  }, true);
  const ready = plan.data !== undefined && plan.data.counts.changed > 0;
  return (
    <Stack gap="sm">
      <Text>{fix.words}</Text>
      {plan.isError && !refused && <LoadFailed failure={plan.error} retry={() => void plan.refetch()} />}
      <EditPreview planned={plan.data} busy={plan.isFetching} chosen refused={refused} />
      {start.isError && <Failed failure={start.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {parts("cancel")}
        </Button>
        <Button
          data-autofocus
          loading={start.isPending}
          data-disabled={!ready || undefined}
          aria-disabled={!ready}
          onClick={() => ready && start.mutate(undefined, { onSuccess: onClose })}>
          {t("apply", { count: plan.data?.counts.changed ?? group.candidates })}
        </Button>
      </Group>
    </Stack>
  );
}

/** Another call, after which all of them are looked at again. */
function Write({ group, fix, onClose }: WayProps) {
  const t = useWords(inboxWords);
  const parts = useWords(partsWords);
  const queries = useQueryClient();
  const revalidate = useStartRun(() => {
    const params = { header: { Prefer: "wait=2" } };
    const body = { selection: allOf(group) };
    return started(api.POST("/api/sales/order/candidates/revalidate", { body, params }));
  });
  const write = useMutation({
    mutationFn: async (entries: Record<string, unknown>) => {
      if (fix.request && fix.kind !== "revalidate")
        await told(call(fix.request, withEntries(fix.request.body, entries)));
    },
    onSuccess: () => {
      notifications.show({ message: t("written") });
      revalidate.mutate(undefined, { onSettled: () => void queries.invalidateQueries({ queryKey: GROUPS }) });
      onClose();
    },
  });
  return (
    <Stack gap="sm">
      <Text>{fix.words}</Text>
      {fix.kind !== "revalidate" && (
        <Text size="sm" className="quiet">
          {t("writes", { count: group.candidates })}
        </Text>
      )}
      {write.isError && <Failed failure={write.error} />}
      {isWhole(fix) ? (
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {parts("cancel")}
          </Button>
          <Button data-autofocus loading={write.isPending} onClick={() => write.mutate({})}>
            {t("write")}
          </Button>
        </Group>
      ) : (
        <EntryForm fix={fix} onEntries={(entries) => write.mutate(entries)} />
      )}
    </Stack>
  );
}

function Failed({ failure }: { failure: unknown }) {
  return (
    <Alert color="red" role="alert" py={6}>
      <FailureText failure={failure} />
    </Alert>
  );
}
