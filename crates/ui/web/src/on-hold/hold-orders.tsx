// Incoming orders of a hold reason as a grid.
import type { KeyboardEvent } from "react";
import { api, unwrap, type Schemas } from "../api/client";
import type { paths } from "../api/schema.gen";
import { RecordCard, useRecordColumns, type RecordColumn } from "../grid/record-columns";
import { RecordGrid } from "../grid/record-grid";
import { definedOf, useCursorRows, type CursorSource } from "../grid/record-rows";
import type { SelectionState } from "../grid/selection";
import { useLanguage, useMessages, type Language } from "../i18n";
import { chordOf, CHORDS } from "../keys/chords";
import { useShownKeys } from "../keys/keys";
import { ageText } from "../parts/durations";
import { Empty } from "../parts/empty";
import { useProblemTitle } from "../parts/problem-title";
import { useQueryString } from "../parts/query-string";
import { SourceText } from "../parts/source";
import { Amount, DayText, InstantText } from "../parts/values";
import { showDay, showInstant } from "../values/day";
import { showDecimal } from "../values/decimal";
import { filterOf, HOLDS, linesOf, type HoldGroup } from "./holds";
import { onHoldMessages } from "./messages";

type Query = NonNullable<paths["/api/sales/order/candidates/headers"]["get"]["parameters"]["query"]>;
export type HeldOrder = Schemas["CandidateHeader"] & { id: number };

const OLDEST_FIRST = "createdAt";

function ordersSource(group: HoldGroup, sort: string): CursorSource<HeldOrder> {
  const filter = filterOf(group);
  return {
    queryKey: [...HOLDS, "orders", filter, sort],
    load: async ({ reversed: _, after, limit }, signal) => {
      // the API returns at most 100 incoming orders
      const query = { ...filter, sort, ...definedOf({ after, limit: Math.min(100, limit) }) } as Query;
      const params = { params: { query }, ...(signal && { signal }) };
      const page = await unwrap(api.GET("/api/sales/order/candidates/headers", params));
      return { ...page, items: page.items.map((item) => ({ ...item, id: item.candidateId })) };
    },
  };
}

function customer({ bpartner, bpartnerAsSent }: HeldOrder): string {
  const known = bpartner?.bpartner;
  return known?.name ?? known?.code ?? bpartnerAsSent ?? "";
}

/** Returns the text of a hold: number of lines, date or problem. */
function useDetailText(): (order: HeldOrder) => string {
  const t = useMessages(onHoldMessages);
  const title = useProblemTitle();
  const language = useLanguage();
  return (order) => {
    const { hold, holdMessage, lines, announcedLines, waitingUntil, problem } = order;
    if (hold === "header.incomplete" && announcedLines != null)
      return t("arrived", { lines, announced: announcedLines });
    if (hold === "waiting" && waitingUntil) return t("until", { day: showDay(waitingUntil, language) });
    if (hold === "sibling.error" && problem) return title(problem.code, problem.message);
    return holdMessage ?? "";
  };
}

/** Value of an incoming order, with the number of lines without price. */
function Value({ order: { totals, unpriced } }: { order: HeldOrder }) {
  const t = useMessages(onHoldMessages);
  return (
    <span title={unpriced > 0 ? t("unpriced", { count: unpriced }) : undefined}>
      {totals.map(({ currencyCode, net }, index) => (
        <span key={currencyCode}>
          {index > 0 && " + "}
          <Amount value={net} currency={currencyCode} />
        </span>
      ))}
      {totals.length === 0 && unpriced > 0 && <span className="quiet">{t("unpriced", { count: unpriced })}</span>}
    </span>
  );
}

function useOrderColumns(selectable: boolean) {
  const t = useMessages(onHoldMessages);
  const language = useLanguage();
  const detail = useDetailText();
  const columns: RecordColumn<HeldOrder>[] = [
    { id: "customer", header: t("customer"), size: 176, pinned: true, sort: "bpartner", show: customer },
    { id: "poReference", header: t("poReference"), size: 112, sort: "poReference", show: (order) => order.poReference },
    { id: "detail", header: t("detail"), size: 184, show: detail },
    { id: "since", header: t("since"), size: 104, show: (order) => <Since order={order} language={language} /> },
    { id: "value", header: t("value"), size: 124, numeric: true, show: (order) => <Value order={order} /> },
    {
      id: "lines",
      header: t("linesHeading"),
      size: 90,
      numeric: true,
      show: ({ lines }) => showDecimal(lines, language),
    },
    {
      id: "source",
      header: t("source"),
      size: 120,
      show: ({ dataSourceInternalName: name }) => name && <SourceText name={name} />,
    },
    {
      id: "dateRequired",
      header: t("dateRequired"),
      size: 124,
      sort: "dateRequired",
      show: ({ dateRequired }) => <DayText day={dateRequired} />,
    },
    { id: "headerId", header: t("headerId"), size: 130, hidden: true, show: (order) => order.externalHeaderId ?? "" },
    {
      id: "received",
      header: t("received"),
      size: 150,
      hidden: true,
      sort: OLDEST_FIRST,
      show: ({ createdAt }) => <InstantText instant={createdAt} />,
    },
    { id: "org", header: t("org"), size: 110, hidden: true, show: ({ org }) => org.name ?? org.code ?? "" },
  ];
  return useRecordColumns({
    name: "onHold",
    columns,
    selectable,
    hrefOf: ({ candidateId }) => linesOf(candidateId),
    cardLabel: t("order"),
    card: (order) => (
      <RecordCard title={customer(order) || order.poReference} end={<Value order={order} />}>
        {[detail(order), order.poReference, order.heldSince && ageText(order.heldSince, language)]
          .filter(Boolean)
          .join(" · ")}
      </RecordCard>
    ),
  });
}

function Since({ order: { heldSince }, language }: { order: HeldOrder; language: Language }) {
  if (!heldSince) return null;
  return (
    <time dateTime={heldSince} title={showInstant(heldSince, language)}>
      {ageText(heldSince, language)}
    </time>
  );
}

interface HoldOrdersProps {
  group: HoldGroup;
  selection: SelectionState;
  selectable: boolean;
  /** Releases the incoming order under the cursor; absent without permission. */
  onRelease: ((candidateId: number) => void) | undefined;
}

export function HoldOrders({ group, selection, selectable, onRelease }: HoldOrdersProps) {
  const t = useMessages(onHoldMessages);
  const [{ sort = OLDEST_FIRST }, change] = useQueryString("sort");
  const rows = useCursorRows(ordersSource(group, sort));
  const columns = useOrderColumns(selectable);
  useShownKeys({
    heading: t("ordersOf"),
    keys: onRelease
      ? [
          { press: "Space", label: t("keySelect"), run: () => undefined },
          { press: "", shown: CHORDS.createOrders, label: t("keyReleaseOrder"), run: () => undefined },
        ]
      : [],
  });
  const onKey = (event: KeyboardEvent, order: HeldOrder | undefined) => {
    if (chordOf(event) !== "createOrders" || !order || !onRelease) return;
    event.preventDefault();
    onRelease(order.candidateId);
  };
  return (
    <RecordGrid
      label={t("ordersOf")}
      rows={rows}
      columns={columns}
      sort={sort}
      onSort={(by) => change({ sort: by === OLDEST_FIRST ? undefined : by })}
      selection={selection}
      onKey={onKey}
      place={group.hold}
      fill
      empty={<Empty message={t("noOrders")} />}
    />
  );
}
