// Columns of incoming orders and their lines.
import { UnstyledButton } from "@mantine/core";
import { ChevronDown, ChevronRight, Clock } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import type { GridColumn } from "../../grid/types";
import { useLanguage, useMessages, type Language, type Translate } from "../../i18n";
import { unitText } from "../../parts/common-names";
import { ageText } from "../../parts/durations";
import { SourceText } from "../../parts/source";
import { StatusText, Toned, type Status } from "../../parts/status";
import { Amount, MoneyText } from "../../parts/values";
import { partsMessages } from "../../parts/messages";
import { showDay, showInstant } from "../../values/day";
import { showDecimal } from "../../values/decimal";
import { attentionMessages } from "../attention/messages";
import type { Candidate, Member } from "../candidate";
import { CommentCount, lookUpOf, marked, ProblemText, SentText, ShortProblem } from "../columns";
import classes from "../disposition.module.css";
import { memberMessages } from "../members";
import { shortHoldMessages } from "../release-messages";
import { unresolvedText } from "../unresolved";
import { currencyOf, takesLetters, typedText } from "../values";
import { dispositionMessages } from "../messages";
import { lineFieldIn } from "./cells";
import { isOrder, type Entry, type OrderRow } from "./entries";
import type { Folded } from "./folded";
import own from "./orders.module.css";
import { orderListMessages } from "./messages";

type Column = GridColumn<Entry>;
type Folding = Pick<Folded, "isUnfolded" | "unfold">;

/** Problem and hold of an order. */
export function OrderProblem({ order: { problem, hold, holdMessage } }: { order: OrderRow }): ReactNode {
  const tShortHold = useMessages(shortHoldMessages);
  const key = (hold ?? "").replace(".", "_");
  const short = Object.hasOwn(shortHoldMessages.translations, key)
    ? tShortHold(key as keyof typeof shortHoldMessages.translations)
    : holdMessage;
  return (
    <>
      {problem && <ShortProblem problem={problem} />}
      {problem && holdMessage && " · "}
      {holdMessage && (
        <span className={classes.hold} title={holdMessage}>
          <Clock size={12} aria-hidden /> {problem ? short : holdMessage}
        </span>
      )}
    </>
  );
}

/** Statuses of the lines, most severe first. */
export function statusesOf({ counts }: OrderRow) {
  return (["error", "new", "processed", "inactive"] as const).filter((status) => counts[status] > 0);
}

/** Number of lines per status. */
export function Statuses({ order, from = 0, to }: { order: OrderRow; from?: number; to?: number }): ReactNode {
  const t = useMessages(partsMessages);
  const tOrderList = useMessages(orderListMessages);
  const some = statusesOf(order);
  return some.slice(from, to).map((status: Status & keyof OrderRow["counts"]) => (
    <span key={status} title={tOrderList("withStatus", { status: t(`status_${status}`), count: order.counts[status] })}>
      <Toned tone={status}>
        {some.length > 1 ? `${order.counts[status]} ` : ""}
        {t(`status_${status}`)}
      </Toned>
    </span>
  ));
}

/** Status of an order; on narrow screens only the most severe. */
function OrderStatus({ order, folded, narrow }: { order: OrderRow; folded: Folding; narrow: boolean }): ReactNode {
  const tOrderList = useMessages(orderListMessages);
  const is = folded.isUnfolded(order);
  const Sign = is ? ChevronDown : ChevronRight;
  return (
    <span className={own.status}>
      {/* aria-expanded is on the row, and keys toggle it too */}
      <UnstyledButton
        tabIndex={-1}
        aria-label={tOrderList(is ? "fold" : "unfold")}
        onClick={() => folded.unfold(order.id, !is)}>
        <Sign size={14} aria-hidden />
      </UnstyledButton>
      <Statuses order={order} {...(narrow && { to: 1 })} />
    </span>
  );
}

/** Totals per currency; currencies are never added. */
export function Totals({ order }: { order: OrderRow }): ReactNode {
  const t = useMessages(orderListMessages);
  const unpriced = order.unpriced > 0 ? t("unpriced", { count: order.unpriced }) : undefined;
  return (
    <span title={unpriced}>
      {order.totals.map(({ currencyCode, net }, index) => (
        <span key={currencyCode} className={own.money}>
          {index > 0 && " + "}
          <Amount value={net} currency={currencyCode} />
        </span>
      ))}
      {unpriced && (
        <span className={classes.andMore}>
          {" "}
          +&nbsp;?<span className={classes.unseen}> {unpriced}</span>
        </span>
      )}
    </span>
  );
}

function Customer({ entry }: { entry: Entry }): ReactNode {
  const known = entry.bpartner?.bpartner;
  if (!known) {
    const sent = isOrder(entry) ? entry.bpartnerAsSent : unresolvedText(entry, "bpartner");
    return sent && <SentText>{sent}</SentText>;
  }
  return (
    <>
      <span className={own.customer}>{known.name ?? known.code}</span>
      {known.name && <span className="quiet"> {known.code}</span>}
    </>
  );
}

interface Telling {
  t: Translate<keyof typeof orderListMessages.translations>;
  d: Translate<keyof typeof dispositionMessages.translations>;
  w: Translate<keyof typeof attentionMessages.translations>;
  m: Translate<Member>;
  language: Language;
  folded: Folding;
  narrow: boolean;
}

const of =
  (order: (row: OrderRow) => ReactNode, line: (row: Candidate) => ReactNode) =>
  (entry: Entry): ReactNode =>
    isOrder(entry) ? order(entry) : line(entry);

function linesText({ matching, lines }: OrderRow, { t, language }: Telling): string {
  return matching === lines ? showDecimal(lines, language) : t("linesOf", { matching, lines });
}

function quantity({ qty, uomCode }: Candidate, language: Language): string {
  return `${showDecimal(qty, language)} ${unitText(uomCode, language, qty)}`.trim();
}

function price(candidate: Candidate, t: Telling["t"]): ReactNode {
  const value = candidate.effective.price ?? candidate.price;
  return value == null ? null : (
    <>
      <span className="quiet">{t("at")}</span> <MoneyText value={value} currency={currencyOf(candidate)} />
    </>
  );
}

function product(line: Candidate): ReactNode {
  const { effective, productCode, productName } = line;
  const held = effective.productCode;
  const sent = held ? undefined : unresolvedText(line, "productCode");
  if (sent) return <SentText>{sent}</SentText>;
  // a pending product still has the name of the previous one
  const [code, name] = held ? [held.code, held.name] : [productCode, productName];
  return <span className={own.line}>{[code, name].filter(Boolean).join(" ")}</span>;
}

/** Column that edits a member of lines. */
function ofLines(
  column: Omit<Column, "show" | "edit"> & { show: (order: OrderRow) => ReactNode },
  { d, language }: Telling,
  show: (line: Candidate) => ReactNode,
): Column {
  const field = lineFieldIn(column.id);
  if (!field) return { ...column, show: of(column.show, show) };
  return {
    ...column,
    edit: (entry) => (isOrder(entry) ? undefined : typedText(entry, field, language)),
    letters: takesLetters(field),
    useLookUp: lookUpOf(field),
    show: of(column.show, (line) => marked(line, field, show(line), d, language)),
  };
}

function leading({ t, d, folded, narrow }: Telling): Column[] {
  return [
    {
      id: "status",
      header: t("status"),
      size: 180,
      pinned: true,
      show: of(
        (order) => <OrderStatus order={order} folded={folded} narrow={narrow} />,
        ({ status }) => (
          <span className={own.line}>
            <StatusText status={status} />
          </span>
        ),
      ),
    },
    {
      id: "problem",
      header: d("problem"),
      size: 366,
      pinned: true,
      show: of(
        (order) => <OrderProblem order={order} />,
        (candidate) => <ProblemText candidate={candidate} />,
      ),
    },
  ];
}

function usual(telling: Telling): Column[] {
  const { t, d, w, language } = telling;
  const day = (text: string | null | undefined) => (text ? showDay(text, language) : "");
  return [
    ofLines(
      {
        id: "customer",
        header: t("customer"),
        size: 230,
        sort: "bpartner",
        show: (order) => <Customer entry={order} />,
      },
      telling,
      product,
    ),
    ofLines(
      {
        id: "poReference",
        header: t("poReference"),
        size: 150,
        sort: "poReference",
        show: (order) => order.poReference,
      },
      telling,
      (row) => row.effective.poReference ?? row.poReference,
    ),
    ofLines(
      {
        id: "dateRequired",
        header: t("dateRequired"),
        size: 136,
        sort: "dateRequired",
        show: (order) => day(order.dateRequired),
      },
      telling,
      (row) => day(row.effective.dateRequired ?? row.datePromised),
    ),
    ...amounts(telling),
    {
      id: "received",
      header: t("age"),
      size: 110,
      sort: "createdAt",
      show: (row) => <span title={showInstant(row.createdAt, language)}>{ageText(row.createdAt, language)}</span>,
    },
    {
      id: "source",
      header: d("source"),
      size: 110,
      show: of(
        (order) => order.dataSourceInternalName && <SourceText name={order.dataSourceInternalName} />,
        () => "",
      ),
    },
    {
      id: "headerId",
      header: d("headerId"),
      size: 150,
      show: of(
        (order) => order.externalHeaderId ?? "",
        (row) => row.externalLineId,
      ),
    },
    {
      id: "comments",
      header: d("comments"),
      size: 110,
      hidden: true,
      show: ({ comments }) => <CommentCount comments={comments} />,
    },
    {
      id: "assignedTo",
      header: w("assignedTo"),
      size: 130,
      hidden: true,
      show: of(
        (order) => order.assignedTo.join(", "),
        (row) => row.assignedTo ?? "",
      ),
    },
    {
      id: "waitingUntil",
      header: w("waitingUntil"),
      size: 120,
      hidden: true,
      show: (row) => day(row.waitingUntil),
    },
    { id: "org", header: d("org"), size: 110, hidden: true, show: (row) => row.org.code ?? "" },
  ];
}

/** Quantity and value. */
function amounts(telling: Telling): Column[] {
  const { t, m, language } = telling;
  const currencies = ({ totals }: OrderRow) => totals.map(({ currencyCode }) => currencyCode).join(" + ");
  return [
    ofLines(
      { id: "lines", header: t("lines"), size: 106, numeric: true, show: (order) => linesText(order, telling) },
      telling,
      (row) => showDecimal(row.effective.qty ?? row.qty, language),
    ),
    ofLines({ id: "uom", header: m("uomCode"), size: 80, show: () => "" }, telling, (row) =>
      unitText(row.effective.uomCode?.code ?? row.uomCode, language),
    ),
    ofLines(
      { id: "total", header: t("total"), size: 140, numeric: true, show: (order) => <Totals order={order} /> },
      telling,
      (row) => price(row, t),
    ),
    ofLines(
      { id: "discount", header: m("discount"), size: 86, numeric: true, show: () => "" },
      telling,
      ({ effective: { discount } }) => (discount == null ? "" : showDecimal(discount, language)),
    ),
    ofLines(
      { id: "currency", header: m("currencyCode"), size: 92, show: currencies },
      telling,
      (row) => row.effective.currencyCode ?? row.currencyCode ?? "",
    ),
  ];
}

/** Single column for narrow screens. */
function summary(telling: Telling): Column {
  const { d, language } = telling;
  const day = (text: string | null | undefined) => text && showDay(text, language);
  return {
    id: "line",
    header: d("line"),
    size: 460,
    show: of(
      (order) => (
        <>
          {statusesOf(order).length > 1 && (
            <>
              <span className={own.status}>
                <Statuses order={order} from={1} />
              </span>{" "}
            </>
          )}
          <Customer entry={order} /> ·{" "}
          {[order.poReference, day(order.dateRequired), linesText(order, telling)].filter(Boolean).join(" · ")}
          {(order.totals.length > 0 || order.unpriced > 0) && (
            <>
              {" · "}
              <Totals order={order} />
            </>
          )}
        </>
      ),
      (row) => [row.productCode, quantity(row, language), day(row.datePromised)].filter(Boolean).join(" · "),
    ),
  };
}

/** Columns of the list, read-only without permission. */
export function useOrderColumns(narrow: boolean, { isUnfolded, unfold }: Folding, mayWrite: boolean): Column[] {
  const t = useMessages(orderListMessages);
  const tDisposition = useMessages(dispositionMessages);
  const tAttention = useMessages(attentionMessages);
  const tMember = useMessages(memberMessages);
  const language = useLanguage();
  return useMemo(() => {
    const telling = { t, d: tDisposition, w: tAttention, m: tMember, language, folded: { isUnfolded, unfold }, narrow };
    const [status, problem] = leading(telling);
    if (!status || !problem) return [];
    if (narrow) return [{ ...status, size: 150 }, summary(telling), { ...problem, pinned: false }];
    const columns = [status, problem, ...usual(telling)];
    return mayWrite ? columns : columns.map(({ edit: _, ...column }) => column);
  }, [t, tDisposition, tAttention, tMember, language, narrow, isUnfolded, unfold, mayWrite]);
}
