// Lines of a cause as a grid.
import { api, unwrap } from "../api/client";
import type { paths } from "../api/schema.gen";
import { asShown } from "../disposition/candidates";
import type { Candidate } from "../disposition/candidate";
import { lineName } from "../disposition/line-name";
import { memberMessages } from "../disposition/members";
import { dispositionMessages } from "../disposition/messages";
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

function linesSource(cause: ProblemGroup): CursorSource<Candidate> {
  const { filter = {} } = allOf(cause);
  return {
    queryKey: [...GROUPS, "lines", filter],
    load: async ({ reversed: _, ...ask }, signal) => {
      const query = { ...filter, sort: "createdAt", ...definedOf(ask) } as Query;
      const params = { params: { query }, ...(signal && { signal }) };
      const page = asShown(await unwrap(api.GET("/api/sales/order/candidates", params)));
      return { ...page, total: { value: cause.candidates, exact: true } };
    },
  };
}

function quantity({ qty, uomCode }: Candidate, language: Language): string {
  return `${showDecimal(qty, language)} ${unitText(uomCode, language, qty)}`.trim();
}

function price({ price: value, currencyCode }: Candidate) {
  return value == null ? "" : <Amount value={value} currency={currencyCode ?? ""} />;
}

const customer = ({ bpartner }: Candidate) => bpartner?.bpartner?.name ?? bpartner?.bpartner?.code ?? "";
const product = ({ productName, productCode }: Candidate) => productName ?? productCode ?? "";

export function CauseLines({ cause }: { cause: ProblemGroup }) {
  const t = useMessages(inboxMessages);
  const tList = useMessages(dispositionMessages);
  const tMember = useMessages(memberMessages);
  const language = useLanguage();
  const rows = useCursorRows(linesSource(cause));
  const columns: RecordColumn<Candidate>[] = [
    { id: "line", header: t("line"), size: 132, pinned: true, show: lineName },
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
      place={JSON.stringify(cause.filter)}
      fill
      empty={<Empty message={t("noLines")} />}
    />
  );
}
