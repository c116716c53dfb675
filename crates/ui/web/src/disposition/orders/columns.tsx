// The columns of orders to be, and of the candidates that they are unfolded to.
import { UnstyledButton } from "@mantine/core";
import { ChevronDown, ChevronRight, Clock } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import type { GridColumn } from "../../grid/types";
import { useLanguage, useWords, type Language, type Tell } from "../../i18n";
import { unitText } from "../../parts/common-names";
import { SourceText } from "../../parts/source";
import { StatusText, Toned, type Status } from "../../parts/status";
import { MoneyText } from "../../parts/values";
import { partsWords } from "../../parts/words";
import { showDay, showInstant } from "../../values/day";
import { showDecimal } from "../../values/decimal";
import type { Candidate } from "../candidates";
import { ProblemText } from "../columns";
import classes from "../disposition.module.css";
import { dispositionWords } from "../words";
import { isOrder, type Entry, type OrderRow } from "./entries";
import type { Folded } from "./folded";
import own from "./orders.module.css";
import { orderListWords } from "./words";

type Column = GridColumn<Entry>;
type Folding = Pick<Folded, "isUnfolded" | "unfold">;

/** What is wrong with an order or keeps it waiting: the decisive of both. */
function OrderProblem({ order }: { order: OrderRow }): ReactNode {
  if (order.problem) return <span className={classes.problem}>{order.problem.message}</span>;
  if (!order.holdMessage) return null;
  return (
    <span className={classes.hold} title={order.holdMessage}>
      <Clock size={12} aria-hidden /> {order.holdMessage}
    </span>
  );
}

/** How many of its candidates stand where, the worst first. */
function OrderStatus({ order, folded }: { order: OrderRow; folded: Folding }): ReactNode {
  const t = useWords(partsWords);
  const o = useWords(orderListWords);
  const { counts } = order;
  const some = (["error", "new", "processed", "inactive"] as const).filter((status) => counts[status] > 0);
  const is = folded.isUnfolded(order);
  const Sign = is ? ChevronDown : ChevronRight;
  return (
    <span className={own.status}>
      {/* the row says whether it is unfolded, and keys do the same */}
      <UnstyledButton tabIndex={-1} aria-label={o(is ? "fold" : "unfold")} onClick={() => folded.unfold(order.id, !is)}>
        <Sign size={14} aria-hidden />
      </UnstyledButton>
      {some.map((status: Status & keyof typeof counts) => (
        <Toned key={status} tone={status}>
          {some.length > 1 ? `${counts[status]} ` : ""}
          {t(`status_${status}`)}
        </Toned>
      ))}
    </span>
  );
}

/** A sum for each currency: they are never added up. */
function Totals({ order }: { order: OrderRow }): ReactNode {
  const t = useWords(orderListWords);
  const unpriced = order.unpriced > 0 ? t("unpriced", { count: order.unpriced }) : undefined;
  return (
    <span title={unpriced}>
      {order.totals.map(({ currencyCode, net }, place) => (
        <span key={currencyCode} className={own.money}>
          {place > 0 && " + "}
          <MoneyText value={net} /> {currencyCode}
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

function partner(block: Entry["bpartner"]): string {
  const known = block?.bpartner;
  return known ? [known.code, known.name].filter(Boolean).join(" ") : "";
}

interface Telling {
  t: Tell<keyof typeof orderListWords.pairs>;
  d: Tell<keyof typeof dispositionWords.pairs>;
  language: Language;
  folded: Folding;
}

const of =
  (order: (row: OrderRow) => ReactNode, line: (row: Candidate) => ReactNode) =>
  (entry: Entry): ReactNode =>
    isOrder(entry) ? order(entry) : line(entry);

function linesText({ matching, lines }: OrderRow, { t, language }: Telling): string {
  return matching === lines ? showDecimal(lines, language) : t("linesOf", { matching, lines });
}

function quantity({ qty, uomCode }: Candidate, language: Language): string {
  return `${showDecimal(qty, language)} ${unitText(uomCode, language)}`.trim();
}

function price({ price: known, currencyCode }: Candidate, t: Telling["t"]): ReactNode {
  return known == null ? null : (
    <>
      <span className="quiet">{t("at")}</span> <MoneyText value={known} /> {currencyCode}
    </>
  );
}

function leading({ d, folded }: Telling): Column[] {
  return [
    {
      id: "status",
      header: d("status"),
      size: 180,
      pinned: true,
      show: of(
        (order) => <OrderStatus order={order} folded={folded} />,
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
      size: 290,
      pinned: true,
      show: of(
        (order) => <OrderProblem order={order} />,
        (candidate) => <ProblemText candidate={candidate} />,
      ),
    },
  ];
}

function usual(telling: Telling): Column[] {
  const { t, d, language } = telling;
  const day = (text: string | null | undefined) => (text ? showDay(text, language) : "");
  return [
    {
      id: "customer",
      header: t("customer"),
      size: 230,
      sort: "bpartner",
      show: of(
        (order) => <b>{partner(order.bpartner)}</b>,
        ({ productCode, productName }) => (
          <span className={own.line}>{[productCode, productName].filter(Boolean).join(" ")}</span>
        ),
      ),
    },
    { id: "poReference", header: t("poReference"), size: 150, sort: "poReference", show: (row) => row.poReference },
    {
      id: "dateRequired",
      header: t("dateRequired"),
      size: 136,
      sort: "dateRequired",
      show: of(
        (order) => day(order.dateRequired),
        (row) => day(row.datePromised),
      ),
    },
    {
      id: "lines",
      header: t("lines"),
      size: 110,
      numeric: true,
      show: of(
        (order) => linesText(order, telling),
        (row) => quantity(row, language),
      ),
    },
    {
      id: "total",
      header: t("total"),
      size: 170,
      numeric: true,
      show: of(
        (order) => <Totals order={order} />,
        (row) => price(row, t),
      ),
    },
    {
      id: "received",
      header: t("received"),
      size: 150,
      sort: "createdAt",
      show: (row) => showInstant(row.createdAt, language),
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
    { id: "org", header: d("org"), size: 110, hidden: true, show: (row) => row.org.code ?? "" },
  ];
}

/** Instead of the columns where there is no room for them. */
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
          <b>{partner(order.bpartner)}</b> ·{" "}
          {[order.poReference, day(order.dateRequired), linesText(order, telling)].filter(Boolean).join(" · ")} ·{" "}
          <Totals order={order} />
        </>
      ),
      (row) => [row.productCode, quantity(row, language), day(row.datePromised)].filter(Boolean).join(" · "),
    ),
  };
}

export function useOrderColumns(narrow: boolean, { isUnfolded, unfold }: Folding): Column[] {
  const t = useWords(orderListWords);
  const d = useWords(dispositionWords);
  const language = useLanguage();
  return useMemo(() => {
    const telling = { t, d, language, folded: { isUnfolded, unfold } };
    const [status, problem] = leading(telling);
    if (!status || !problem) return [];
    if (narrow) return [{ ...status, size: 150 }, summary(telling), { ...problem, pinned: false }];
    return [status, problem, ...usual(telling)];
  }, [t, d, language, narrow, isUnfolded, unfold]);
}
