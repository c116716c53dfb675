// Selected cause of rejections: message, figures, actions and rows.
import { Button, Text, Title } from "@mantine/core";
import { Download, Trash2 } from "lucide-react";
import { useId } from "react";
import { useSelection } from "../grid/selection";
import { useLanguage, useMessages } from "../i18n";
import { ageText } from "../parts/durations";
import type { RecordColumns } from "../grid/record-columns";
import { useExport, workbookOf, type TableQuery } from "../parts/export";
import { BackButton } from "../parts/panes";
import panes from "../parts/panes.module.css";
import { useProblemTitle } from "../parts/problem-title";
import { useMay } from "../session/session";
import type { Dismissal } from "./dismiss-dialog";
import { rejectedMessages } from "./messages";
import { filterOf, messageOf, type RejectedCause, type RejectedRow, type RejectedStatus } from "./rejected";
import classes from "./rejected.module.css";
import { exportedColumns, RejectedRows, useRowColumns } from "./rows";

interface CauseDetailProps {
  cause: RejectedCause;
  status: RejectedStatus;
  /** Returns to the list, if only one of both is visible. */
  onBack: (() => void) | undefined;
  onDismiss: (dismissal: Dismissal) => void;
}

export function CauseDetail({ cause, status, onBack, onDismiss }: CauseDetailProps) {
  const t = useMessages(rejectedMessages);
  const title = useProblemTitle()(cause.code, cause.message);
  const titleId = useId();
  const mayDismiss = useMay("candidates:write") && status === "open";
  const selection = useSelection();
  const columns = useRowColumns(status, mayDismiss);
  const ids = selection.selected.all ? [] : [...selection.selected.ids];
  const dismiss = () =>
    onDismiss(
      ids.length > 0
        ? { ids, count: ids.length }
        : { filter: filterOf(cause) as Dismissal["filter"], count: cause.rows },
    );
  return (
    <section className={panes.detail} aria-labelledby={titleId}>
      <BackButton label={t("back")} onBack={onBack} />
      <div>
        <Title order={2} id={titleId} className={panes.title}>
          {title}
        </Title>
        <Text>{messageOf(cause, title)}</Text>
      </div>
      <Figures cause={cause} />
      <div>
        <div role="toolbar" aria-label={t("actions")} className={classes.actions}>
          {mayDismiss && (
            <Button variant="default" leftSection={<Trash2 size={14} aria-hidden />} onClick={dismiss}>
              {t("dismiss")}
            </Button>
          )}
          <Exports cause={cause} status={status} columns={columns} />
        </div>
        {mayDismiss && (
          <Text size="sm" className={classes.applies} component="div" role="status">
            {ids.length > 0 ? t("appliesTo", { count: ids.length }) : t("appliesToAll", { count: cause.rows })}{" "}
            {ids.length > 0 && (
              <Button variant="subtle" color="gray" size="compact-xs" onClick={selection.clear}>
                {t("clearSelection")}
              </Button>
            )}
          </Text>
        )}
      </div>
      <RejectedRows cause={cause} status={status} selection={selection} selectable={mayDismiss} columns={columns} />
    </section>
  );
}

/** Rows, rows that were rejected only because of them, senders and age. */
function Figures({ cause }: { cause: RejectedCause }) {
  const t = useMessages(rejectedMessages);
  const language = useLanguage();
  return (
    <ul className={panes.figures} aria-label={t("figures")}>
      <li>{t("rows", { count: cause.rows })}</li>
      <li>{t("senders", { count: cause.senders })}</li>
      <li>{t("oldest", { age: ageText(cause.oldest, language) })}</li>
      <li>{t("newest", { age: ageText(cause.newest, language) })}</li>
      {cause.fellWith > 0 && <li>{t("fellWith", { count: cause.fellWith })}</li>}
    </ul>
  );
}

interface ExportsProps extends Pick<CauseDetailProps, "cause" | "status"> {
  columns: RecordColumns<RejectedRow>;
}

/** Rows of the cause as JSON lines for another import, or with their causes as a table. */
function Exports({ cause, status, columns }: ExportsProps) {
  const t = useMessages(rejectedMessages);
  const saving = useExport();
  const save = (table: TableQuery | { format: "ndjson" }) =>
    saving.mutate({ path: "/api/rejected-rows/export", query: { ...filterOf(cause), status, ...table } });
  return (
    <>
      <Button
        variant="default"
        leftSection={<Download size={14} aria-hidden />}
        onClick={() => save({ format: "ndjson" })}>
        {t("exportJson")}
      </Button>
      <Button
        variant="default"
        leftSection={<Download size={14} aria-hidden />}
        onClick={() => save({ format: "csv" })}>
        {t("exportCsv")}
      </Button>
      <Button
        variant="default"
        leftSection={<Download size={14} aria-hidden />}
        onClick={() => save(workbookOf(exportedColumns(columns)))}>
        {t("exportExcel")}
      </Button>
    </>
  );
}
