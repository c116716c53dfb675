import { Button, Modal, ScrollArea, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, ApiError, unwrapRun, unwrapPlan, type Schemas } from "../../api/client";
import { useLanguage, useMessages } from "../../i18n";
import { DialogFoot } from "../../parts/dialog-foot";
import { LoadFailed } from "../../parts/failure";
import { partsMessages } from "../../parts/messages";
import { useStartRun } from "../actions";
import type { Chosen, Member } from "../candidate";
import { BULK_FIELDS, fieldOf } from "../fields";
import { readEntry, type Entries, type Fault } from "./edit-changes";
import { EditRow } from "./edit-row";
import { EditPreview } from "./edit-preview";
import { FieldChooser } from "./field-chooser";
import { NotStarted } from "./not-started";
import { dialogMessages } from "./messages";
import classes from "./bulk-edit.module.css";

interface BulkEditProps {
  chosen: Chosen;
  /** Initial values. */
  begin?: Entries;
  onClose: () => void;
}

/** Debounce of the preview, in milliseconds. */
const STILL = 300;

/** Dialog that sets or shifts values of many candidates. */
export default function BulkEditDialog({ chosen: wanted, begin = {}, onClose }: BulkEditProps) {
  const t = useMessages(dialogMessages);
  const tParts = useMessages(partsMessages);
  const [entries, setEntries] = useState<Entries>(begin);
  const { changes, faults } = useChanges(entries);
  const chosen = Object.keys(changes).length > 0;
  const ready = chosen && Object.keys(faults).length === 0;
  const plan = usePlan(wanted, ready ? changes : undefined);
  const start = useStartRun((made: Schemas["EditChanges"]) => {
    const body = { ...wanted, changes: made };
    return unwrapRun(api.POST("/api/sales/order/candidates/edit", { body }));
  }, true);
  // in the order of choosing
  const members = Object.keys(entries) as Member[];
  const remove = (member: Member) => setEntries(({ [member]: _, ...others }) => others);
  const refused = ready && plan.error instanceof ApiError ? plan.error : undefined;
  const apply = () => start.mutate(changes, { onSuccess: onClose });
  const planned = ready && !plan.isError ? plan.data : undefined;
  const applicable = plan.isCurrent && planned !== undefined && planned.counts.changed > 0;
  return (
    <Modal opened onClose={onClose} size="xl" title={t("edit")} closeButtonProps={{ "aria-label": tParts("close") }}>
      <Stack gap="sm">
        <FieldChooser
          chosen={wanted}
          taken={members}
          onChoose={(member) => setEntries((before) => ({ ...before, [member]: { how: "set", typed: "" } }))}
        />
        {members.length > 0 && (
          <>
            <ScrollArea.Autosize mah="38vh" type="auto" viewportProps={{ tabIndex: 0 }}>
              <div className={classes.fields}>
                {members.map((member) => (
                  <EditRow
                    key={member}
                    field={fieldOf(member)}
                    entry={entries[member] ?? { how: "set", typed: "" }}
                    begins={begin[member] !== undefined}
                    fault={faults[member]}
                    message={refused && messageFor(refused, member)}
                    onEntry={(entry) => setEntries((before) => ({ ...before, [member]: entry }))}
                    onRemove={() => remove(member)}
                  />
                ))}
              </div>
            </ScrollArea.Autosize>
            <Text size="xs" className="quiet">
              {t("clearNote")}
            </Text>
          </>
        )}
        {plan.isError && !refused && <LoadFailed failure={plan.error} retry={() => void plan.refetch()} />}
        <EditPreview planned={planned} busy={ready && plan.isFetching} chosen={chosen} refused={refused} />
        {start.isError && <NotStarted failure={start.error} />}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {tParts("cancel")}
          </Button>
          <Button onClick={apply} loading={start.isPending} disabled={!applicable}>
            {applicable ? t("apply", { count: planned.counts.changed }) : t("applyUnseen")}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

function useChanges(entries: Entries) {
  const language = useLanguage();
  const changes: Schemas["EditChanges"] = {};
  const faults: Partial<Record<Member, Fault>> = {};
  for (const field of BULK_FIELDS) {
    const read = readEntry(field, entries[field.member], language);
    if (typeof read === "string") faults[field.member] = read;
    else if (read) changes[field.member] = read;
  }
  return { changes, faults };
}

/** Preview of the changes by dry run. */
export function usePlan(wanted: Chosen, changes: Schemas["EditChanges"] | undefined) {
  const now = JSON.stringify(changes);
  const [still] = useDebouncedValue(now, STILL);
  const plan = useQuery({
    queryKey: ["plan-edit", wanted, still],
    enabled: still !== undefined && changes !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => {
      const body = { ...wanted, changes: JSON.parse(still) as Schemas["EditChanges"] };
      const params = { query: { dryRun: true } };
      return unwrapPlan(api.POST("/api/sales/order/candidates/edit", { params, body, signal }));
    },
  });
  // while input is debounced, the preview belongs to older changes
  return { ...plan, isCurrent: plan.isSuccess && !plan.isPlaceholderData && now === still };
}

function messageFor(refusal: ApiError, member: Member): string | undefined {
  const own = refusal.errors.filter(({ pointer }) => pointer.split("/")[2] === member);
  return own.length > 0 ? own.map(({ message }) => message).join(" ") : undefined;
}
