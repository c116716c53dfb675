// Rejected rows of a cause as a grid.
import { RecordCard, useRecordColumns, type RecordColumn, type RecordColumns } from "../grid/record-columns";
import { RecordGrid } from "../grid/record-grid";
import { useCursorRows } from "../grid/record-rows";
import type { SelectionState } from "../grid/selection";
import { useLanguage, useMessages } from "../i18n";
import { useShownKeys } from "../keys/keys";
import { ageText } from "../parts/durations";
import { Empty } from "../parts/empty";
import { useQueryString } from "../parts/query-string";
import { InstantText } from "../parts/values";
import { rejectedMessages } from "./messages";
import { nameOf, rowsSource, type RejectedCause, type RejectedRow, type RejectedStatus } from "./rejected";

const NEWEST_FIRST = "-lastRejectedAt";

export function useRowColumns(status: RejectedStatus, selectable: boolean) {
  const t = useMessages(rejectedMessages);
  const language = useLanguage();
  const name = (row: RejectedRow) => (row.unreadable ? t("unreadable") : nameOf(row));
  const closed: RecordColumn<RejectedRow>[] = [
    { id: "closedBy", header: t("closedBy"), size: 120, show: (row) => row.closedBy ?? "" },
    ...(status === "dismissed"
      ? [{ id: "reason", header: t("reason"), size: 200, show: (row: RejectedRow) => row.reason ?? "" }]
      : []),
  ];
  const columns: RecordColumn<RejectedRow>[] = [
    { id: "row", header: t("row"), size: 160, pinned: true, show: name },
    { id: "customer", header: t("customer"), size: 130, show: (row) => row.customer ?? "" },
    { id: "product", header: t("product"), size: 130, show: (row) => row.product ?? "" },
    { id: "message", header: t("message"), size: 260, show: (row) => row.message },
    { id: "sender", header: t("sender"), size: 120, show: (row) => row.sender ?? "" },
    {
      id: "lastRejected",
      header: t("lastRejected"),
      size: 150,
      sort: "lastRejectedAt",
      show: (row) => <InstantText instant={row.lastRejectedAt} />,
    },
    { id: "times", header: t("times"), size: 100, numeric: true, show: (row) => row.count },
    ...(status === "open" ? [] : closed),
    { id: "poReference", header: t("poReference"), size: 130, hidden: true, show: (row) => row.poReference ?? "" },
    {
      id: "firstRejected",
      header: t("firstRejected"),
      size: 150,
      hidden: true,
      sort: "firstRejectedAt",
      show: (row) => <InstantText instant={row.firstRejectedAt} />,
    },
  ];
  return useRecordColumns({
    name: `rejected.${status}`,
    columns,
    selectable,
    hrefOf: ({ id }) => `/rejected/${id}`,
    cardLabel: t("row"),
    card: (row) => (
      <RecordCard title={name(row)} end={ageText(row.lastRejectedAt, language)}>
        {[row.customer, row.product, row.sender].filter(Boolean).join(" · ") || row.message}
      </RecordCard>
    ),
  });
}

/** Names in the API by column. */
const EXPORTED: Readonly<Record<string, readonly string[]>> = {
  row: ["externalHeaderId", "externalLineId"],
  customer: ["customer"],
  product: ["product"],
  message: ["problems"],
  sender: ["sender"],
  lastRejected: ["lastRejectedAt"],
  times: ["count"],
  reason: ["reason"],
  poReference: ["poReference"],
  firstRejected: ["firstRejectedAt"],
};

/** Returns the columns of an export, in the order of the visible columns. */
export function exportedColumns({ state, cards }: RecordColumns<RejectedRow>): string[] {
  return cards ? [] : state.shown.flatMap(({ id }) => EXPORTED[id] ?? []);
}

interface RejectedRowsProps {
  cause: RejectedCause;
  status: RejectedStatus;
  selection: SelectionState;
  selectable: boolean;
  columns: RecordColumns<RejectedRow>;
}

export function RejectedRows({ cause, status, selection, selectable, columns }: RejectedRowsProps) {
  const t = useMessages(rejectedMessages);
  const [{ sort = NEWEST_FIRST }, change] = useQueryString("sort");
  const rows = useCursorRows(rowsSource(cause, status, sort));
  useShownKeys({
    heading: t("rowsOf"),
    keys: selectable ? [{ press: "Space", label: t("keySelect"), run: () => undefined }] : [],
  });
  return (
    <RecordGrid
      label={t("rowsOf")}
      rows={rows}
      columns={columns}
      sort={sort}
      onSort={(by) => change({ sort: by === NEWEST_FIRST ? undefined : by })}
      selection={selection}
      place={JSON.stringify([status, cause.filter])}
      fill
      empty={<Empty message={t("noRows")} />}
    />
  );
}
