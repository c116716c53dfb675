import { Alert, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ApiError, unwrapRun, unwrapWithId } from "../api/client";
import { useMessages } from "../i18n";
import { ConfirmFoot } from "../parts/dialog-foot";
import { FailureText, LoadFailed } from "../parts/failure";
import { partsMessages } from "../parts/messages";
import { useRevalidate, useStartRun } from "../disposition/actions";
import { usePlan } from "../disposition/dialogs/bulk-edit";
import { EditPreview } from "../disposition/dialogs/edit-preview";
import { isMember } from "../disposition/fields";
import { memberMessages } from "../disposition/members";
import { CautionText } from "../disposition/panel/effects";
import { isWhole, withEntries, type Fix } from "../disposition/panel/fixes";
import { EntryForm } from "../disposition/panel/entry-form";
import { call } from "../disposition/panel/use-fix";
import { writtenOf } from "../disposition/panel/written-records";
import { WritePreview } from "../disposition/panel/write-preview";
import { useKeepWritten } from "../disposition/undo-write";
import { allOf, GROUPS, type ProblemGroup } from "./groups";
import { inboxMessages } from "./messages";

interface ApplyFixDialogProps {
  group: ProblemGroup;
  fix: Fix;
  onClose: () => void;
}

/** Previews a fix and applies it to all lines of a cause. */
export default function ApplyFixDialog({ group, fix, onClose }: ApplyFixDialogProps) {
  const t = useMessages(inboxMessages);
  const tParts = useMessages(partsMessages);
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t("applyTitle", { count: group.candidates })}
      closeButtonProps={{ "aria-label": tParts("close") }}>
      {fix.changes ? <Edit {...{ group, onClose, fix }} /> : <Write {...{ group, onClose, fix }} />}
    </Modal>
  );
}

/** Fix by bulk edit, with preview. */
function Edit({ group, fix, onClose }: ApplyFixDialogProps) {
  const t = useMessages(inboxMessages);
  const selection = allOf(group);
  const changes = fix.changes ?? {};
  const plan = usePlan({ selection }, changes);
  const tMember = useMessages(memberMessages);
  // also members not named in the text of the fix
  const fields = (fix.members ?? Object.keys(changes)).map((name) => (isMember(name) ? tMember(name) : name));
  const refused = plan.error instanceof ApiError ? plan.error : undefined;
  const start = useStartRun(() => {
    const params = { header: { Prefer: "wait=2" } };
    return unwrapRun(api.POST("/api/sales/order/candidates/edit", { body: { selection, changes }, params }));
  }, true);
  return (
    <Stack gap="sm">
      <Text>{fix.words}</Text>
      <CautionText fix={fix} />
      <Text size="sm">{t("fields", { fields: fields.join(", ") })}</Text>
      {plan.isError && !refused && <LoadFailed failure={plan.error} retry={() => void plan.refetch()} />}
      <EditPreview planned={plan.data} busy={plan.isFetching} chosen outcome refused={refused} />
      {start.isError && <Failed failure={start.error} />}
      <ConfirmFoot
        submit={t("apply", { count: plan.data?.counts.changed ?? group.candidates })}
        previewed={plan.data !== undefined}
        idle={!plan.isCurrent || plan.data?.counts.changed === 0}
        busy={start.isPending}
        onClose={onClose}
        onSubmit={() => start.mutate(undefined, { onSuccess: onClose })}
      />
    </Stack>
  );
}

/** Fix by request, followed by a revalidation. */
function Write({ group, fix, onClose }: ApplyFixDialogProps) {
  const t = useMessages(inboxMessages);
  const queryClient = useQueryClient();
  const revalidate = useRevalidate();
  const keep = useKeepWritten();
  const write = useMutation({
    mutationFn: async (entries: Record<string, unknown>) => {
      if (!fix.request || fix.kind === "revalidate") return undefined;
      return writtenOf(fix, await unwrapWithId(call(fix.request, withEntries(fix.request.body, entries))));
    },
    onSuccess: (written) => {
      const looked = revalidate
        .mutateAsync(allOf(group))
        // `useRevalidate` reports its own failures
        .catch(() => undefined)
        .finally(() => void queryClient.invalidateQueries({ queryKey: GROUPS }));
      // revalidated lines no longer match the cause, so link to the run
      const again = looked.then((run) => (run ? { filter: { runId: run.id } } : undefined));
      if (written) keep(written, again, t("written"));
      else notifications.show({ message: t("written") });
      onClose();
    },
  });
  return (
    <Stack gap="sm">
      <Text>{fix.words}</Text>
      {fix.kind !== "revalidate" && <WritePreview fix={fix} again={t("writes", { count: group.candidates })} />}
      {write.isError && <Failed failure={write.error} />}
      {isWhole(fix) ? (
        <ConfirmFoot
          submit={t("write")}
          previewed
          busy={write.isPending}
          onClose={onClose}
          onSubmit={() => write.mutate({})}
        />
      ) : (
        <EntryForm fix={fix} busy={write.isPending} onEntries={(entries) => write.mutate(entries)} />
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
