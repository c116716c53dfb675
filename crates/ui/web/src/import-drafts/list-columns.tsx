// Columns of the list of imports.
import { RecordCard, useRecordColumns, type RecordColumn } from "../grid/record-columns";
import { useLanguage, useMessages } from "../i18n";
import { Toned } from "../parts/status";
import { DayText, InstantText } from "../parts/values";
import { localeOf } from "../values/locale";
import { checkedRows } from "./state";
import { importMessages } from "./messages";
import type { DraftStatus, DraftSummary } from "./types";

const TONES: Readonly<Record<DraftStatus, string>> = {
  open: "new",
  checking: "new",
  checked: "new",
  importing: "new",
  stopped: "error",
  imported: "processed",
  undone: "inactive",
};

export function DraftStatusText({ status }: { status: DraftStatus }) {
  const t = useMessages(importMessages);
  return <Toned tone={TONES[status]}>{t(`status_${status}`)}</Toned>;
}

export function useDraftColumns(severalOrganisations: boolean) {
  const t = useMessages(importMessages);
  const number = new Intl.NumberFormat(localeOf(useLanguage()));
  const rowsOf = ({ checks, progress }: DraftSummary) =>
    checks ? checkedRows(checks) : progress && progress.total > 0 ? progress.total : undefined;
  const columns: RecordColumn<DraftSummary>[] = [
    { id: "file", header: t("file"), size: 300, pinned: true, show: ({ fileName }) => fileName },
    { id: "status", header: t("status"), size: 150, show: ({ status }) => <DraftStatusText status={status} /> },
    {
      id: "rows",
      header: t("rows"),
      size: 90,
      numeric: true,
      show: (draft) => {
        const rows = rowsOf(draft);
        return rows === undefined ? "" : number.format(rows);
      },
    },
    { id: "by", header: t("by"), size: 140, show: ({ createdBy }) => createdBy },
    { id: "changed", header: t("changed"), size: 170, show: ({ changedAt }) => <InstantText instant={changedAt} /> },
    {
      id: "expires",
      header: t("expires"),
      size: 120,
      show: ({ expiresAt }) => <DayText day={expiresAt.slice(0, 10)} />,
    },
    { id: "org", header: t("organisation"), size: 120, hidden: !severalOrganisations, show: ({ org }) => org },
  ];
  return useRecordColumns({
    name: "imports",
    columns,
    hrefOf: ({ id }) => `/imports/${id}`,
    cardLabel: t("file"),
    card: (draft) => (
      <RecordCard title={draft.fileName} end={<DraftStatusText status={draft.status} />}>
        {[draft.createdBy, rowsOf(draft) !== undefined && t("rowCount", { count: rowsOf(draft) })]
          .filter(Boolean)
          .join(" · ")}
      </RecordCard>
    ),
  });
}
