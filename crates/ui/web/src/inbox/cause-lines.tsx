// Lines of a cause or an unresolved reference as a grid.
import type { QueryKey } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import type { paths } from "../api/schema.gen";
import { asShown } from "../disposition/candidates";
import type { Candidate } from "../disposition/candidate";
import { lineName } from "../disposition/line-name";
import { memberMessages } from "../disposition/members";
import { dispositionMessages } from "../disposition/messages";
import { unresolvedText } from "../disposition/unresolved";
import { RecordCard, useRecordColumns, type RecordColumn } from "../grid/record-columns";
import { RecordGrid } from "../grid/record-grid";
import { definedOf, useCursorRows, type CursorSource } from "../grid/record-rows";
import { useLanguage, useMessages } from "../i18n";
import { unitText } from "../parts/common-names";
import { Empty } from "../parts/empty";
import { Amount, DayText, InstantText } from "../parts/values";
import { showDecimal, type Language } from "../values/decimal";
import { allOf, GROUPS, type ProblemGroup } from "./groups";
import { inboxMessages } from "./messages";

type Query = NonNullable<paths["/api/sales/order/candidates"]["get"]["parameters"]["query"]>;

interface LinesProps {
  /** Key of the queries, to refresh them together. */
  within: QueryKey;
  filter: Record<string, unknown>;
  count: number;
}

function linesSource({ within, filter, count }: LinesProps): CursorSource<Candidate> {
  return {
    queryKey: [...within, "lines", filter],
    load: async ({ reversed: _, ...ask }, signal) => {
      const query = { ...filter, sort: "createdAt", ...definedOf(ask) } as Query;
      const params = { params: { query }, ...(signal && { signal }) };
      const page = asShown(await unwrap(api.GET("/api/sales/order/candidates", params)));
      return { ...page, total: { value: count, exact: true } };
    },
  };
}

function quantity({ qty, uomCode }: Candidate, language: Language): string {
  return `${showDecimal(qty, language)} ${unitText(uomCode, language, qty)}`.trim();
}

function price({ price: value, currencyCode }: Candidate) {
  return value == null ? "" : <Amount value={value} currency={currencyCode ?? ""} />;
}

function customer(candidate: Candidate): string {
  const known = candidate.bpartner?.bpartner;
  return known?.name ?? known?.code ?? unresolvedText(candidate, "bpartner") ?? "";
}

function product(candidate: Candidate): string {
  return candidate.productName ?? candidate.productCode ?? unresolvedText(candidate, "productCode") ?? "";
}

export function CauseLines({ cause }: { cause: ProblemGroup }) {
  const { filter = {} } = allOf(cause);
  return <Lines within={GROUPS} filter={filter} count={cause.candidates} />;
}

/** Lines that match a filter. */
export function Lines(props: LinesProps) {
  const t = useMessages(inboxMessages);
  const tList = useMessages(dispositionMessages);
  const tMember = useMessages(memberMessages);
  const language = useLanguage();
  const rows = useCursorRows(linesSource(props));
  const columns: RecordColumn<Candidate>[] = [
    { id: "line", header: t("line"), size: 154, pinned: true, show: lineName },
    { id: "customer", header: tMember("bpartner"), size: 170, show: customer },
    { id: "product", header: tList("product"), size: 170, show: product },
    { id: "qty", header: tMember("qty"), size: 90, numeric: true, show: (row) => quantity(row, language) },
    { id: "price", header: tMember("price"), size: 104, numeric: true, show: price },
    {
      id: "dateRequired",
      header: tMember("dateRequired"),
      size: 112,
      show: (row) => <DayText day={row.datePromised} />,
    },
    { id: "imported", header: tList("imported"), size: 150, show: (row) => <InstantText instant={row.createdAt} /> },
  ];
  const state = useRecordColumns({
    name: "inboxLines",
    columns,
    hrefOf: ({ id }) => `/candidates/${id}`,
    cardLabel: t("line"),
    card: (row) => (
      <RecordCard title={customer(row) || lineName(row)} end={price(row)}>
        {[quantity(row, language), product(row), lineName(row)].filter(Boolean).join(" · ")}
      </RecordCard>
    ),
  });
  return (
    <RecordGrid
      label={t("linesOf")}
      rows={rows}
      columns={state}
      place={JSON.stringify(props.filter)}
      fill
      empty={<Empty message={t("noLines")} />}
    />
  );
}
