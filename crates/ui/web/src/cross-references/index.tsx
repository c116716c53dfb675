// Cross-references: list, creation, deactivation.
import { Button, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useAnnounceUndoable, useUndoKey } from "../disposition/undo";
import { pushUndoable } from "../disposition/undo-stack";
import { ColumnMenu } from "../grid/column-menu";
import { RecordGrid } from "../grid/record-grid";
import { useCursorRows, type RecordRows } from "../grid/record-rows";
import { useSelection, type SelectionState } from "../grid/selection";
import { useMessages } from "../i18n";
import { useKeys, useShownKeys } from "../keys/keys";
import { Empty } from "../parts/empty";
import { FailureText } from "../parts/failure";
import { Page } from "../parts/page";
import { useQueryString } from "../parts/query-string";
import { useTotalText } from "../parts/values";
import { useMay } from "../session/session";
import { useCrossReferenceColumns } from "./columns";
import { CROSS_REFERENCES, crossReferencesSource, KINDS, setActive, type CrossReference } from "./cross-references";
import classes from "./cross-references.module.css";
import { CrossReferenceFilters } from "./filters";
import { crossReferenceMessages } from "./messages";

const NewCrossReference = lazy(() => import("./new-cross-reference"));

export default function CrossReferencesPage() {
  const t = useMessages(crossReferenceMessages);
  const [query, change] = useQueryString("q", "kind", "active");
  const mayWrite = useMay("masterdata:write");
  const [creating, create] = useState(false);
  const selection = useSelection();
  const kind = KINDS.find((one) => one === query.kind);
  const active = query.active !== "false";
  const rows = useCursorRows(crossReferencesSource({ ...(query.q && { q: query.q }), ...(kind && { kind }), active }));
  const columns = useCrossReferenceColumns(mayWrite);
  useUndoKey(t("title"));
  useKeys({
    heading: t("title"),
    keys: mayWrite ? [{ press: "n", label: t("new"), run: () => create(true) }] : [],
  });
  useShownKeys({
    heading: t("list"),
    keys: mayWrite ? [{ press: "Space", label: t("keySelect"), run: () => undefined }] : [],
  });
  const narrowed = Boolean(query.q || query.kind || query.active);
  return (
    <Page
      title={t("title")}
      fill
      actions={
        <>
          {!columns.cards && <ColumnMenu columns={columns.state} />}
          {mayWrite && (
            <Button leftSection={<Plus size={14} aria-hidden />} onClick={() => create(true)}>
              {t("new")}
            </Button>
          )}
        </>
      }>
      <CrossReferenceFilters
        query={query}
        change={(changes) => {
          selection.clear();
          change(changes);
        }}
      />
      <RecordGrid
        label={t("list")}
        rows={rows}
        columns={columns}
        {...(mayWrite && { selection })}
        fill
        main
        empty={<Empty message={t(narrowed ? "emptyMatch" : "empty")} />}
      />
      <Foot rows={rows} selection={selection} active={active} />
      <Suspense>{creating && <NewCrossReference onClose={() => create(false)} />}</Suspense>
    </Page>
  );
}

interface FootProps {
  rows: RecordRows<CrossReference>;
  selection: SelectionState;
  active: boolean;
}

/** Number of cross-references; activates or deactivates the selected ones. */
function Foot({ rows, selection, active }: FootProps) {
  const t = useMessages(crossReferenceMessages);
  const totalText = useTotalText();
  const change = useSetActive(selection);
  const { total } = rows;
  const selected = selectedOf(rows, selection);
  return (
    <div className={classes.foot}>
      {total && (
        <Text size="sm" className="quiet" role="status">
          {t("matching", { count: total.value, total: totalText(total) })}
        </Text>
      )}
      {selected.length > 0 && (
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ references: selected, active: !active })}>
          {t(active ? "deactivate" : "activate")}
        </Button>
      )}
      {change.isError && <FailureText failure={change.error} />}
    </div>
  );
}

function selectedOf(rows: RecordRows<CrossReference>, { isSelected }: SelectionState): CrossReference[] {
  const known = Array.from({ length: rows.count }, (_, row) => rows.rowAt(row));
  return known.flatMap((row) => (row && isSelected(row.id) ? row : []));
}

interface Activation {
  references: CrossReference[];
  active: boolean;
}

function useSetActive(selection: SelectionState) {
  const t = useMessages(crossReferenceMessages);
  const queryClient = useQueryClient();
  const announceUndoable = useAnnounceUndoable();
  const refresh = () => queryClient.invalidateQueries({ queryKey: CROSS_REFERENCES });
  return useMutation({
    mutationFn: ({ references, active }: Activation) => setActive(references, active),
    onSuccess: (_, { references, active }) => {
      const undoable = {
        message: t(active ? "activated" : "deactivated", { count: references.length }),
        undo: async () => {
          await setActive(references, !active);
          await refresh();
          return true;
        },
      };
      pushUndoable(Promise.resolve(undoable));
      announceUndoable(undoable);
      selection.clear();
      void refresh();
    },
  });
}
