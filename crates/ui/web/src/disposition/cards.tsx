// Cards of lines and incoming orders on phones: customer and money, reason below; one tap opens.
import { UnstyledButton } from "@mantine/core";
import { Archive, ArchiveRestore, ChevronDown, ChevronRight, UserRoundCheck } from "lucide-react";
import { useMemo, type CSSProperties, type MouseEvent, type ReactNode } from "react";
import type { ColumnState } from "../grid/columns";
import type { GridColumn } from "../grid/types";
import { useLanguage, useMessages, type Language } from "../i18n";
import { unitText } from "../parts/common-names";
import { StatusText } from "../parts/status";
import { Amount } from "../parts/values";
import { useMay } from "../session/session";
import { showDay } from "../values/day";
import { showDecimal } from "../values/decimal";
import { useSetActive } from "./actions";
import { useAttend } from "./attention/attend";
import { attentionMessages } from "./attention/messages";
import type { Candidate, Chosen } from "./candidate";
import classes from "./cards.module.css";
import { ProblemText } from "./columns";
import { isOrder, type Entry, type OrderRow } from "./orders/entries";
import { OrderProblem, Statuses, statusesOf, Totals } from "./orders/columns";
import type { Folded } from "./orders/folded";
import { orderListMessages } from "./orders/messages";
import { Swipe } from "./swipe";
import { unresolvedText } from "./unresolved";
import { currencyOf, isOpen } from "./values";
import { dispositionMessages } from "./messages";

/** Height of a card, in pixels. */
export const CARD_HEIGHT = 60;

const CHECKBOX = 36;

/** Lays the only column out over the whole width. */
export function asCards<Row>(state: ColumnState<Row>): ColumnState<Row> {
  const columns = `${state.selectable ? `${CHECKBOX}px ` : ""}minmax(0, 1fr)`;
  return { ...state, style: { "--columns": columns, "--wide": "0px", "--pinned": "0px" } as CSSProperties };
}

interface CardProps {
  chosen: Chosen;
  /** The action of an excluded line is to restore it. */
  excluded: boolean;
  /** Whether the line can be changed, because it is not in a sales order. */
  open: boolean;
  children: ReactNode;
}

/** Card with the swipes of its actions. */
function SwipeCard({ chosen, excluded, open, children }: CardProps) {
  const t = useMessages(dispositionMessages);
  const tAttention = useMessages(attentionMessages);
  const may = useMay("candidates:write") && open;
  const exclude = useSetActive(false);
  const restore = useSetActive(true);
  const attend = useAttend();
  const [verb, icon] = excluded ? (["takeBack", ArchiveRestore] as const) : (["putAside", Archive] as const);
  return (
    <Swipe
      right={
        may
          ? {
              label: tAttention("assignMe"),
              icon: UserRoundCheck,
              run: () => attend.mutate({ ...chosen, assignedTo: "me" }),
            }
          : undefined
      }
      left={may ? { label: t(verb), icon, run: () => (excluded ? restore : exclude).mutate(chosen) } : undefined}>
      <div className={classes.card}>{children}</div>
    </Swipe>
  );
}

/** Opens in place; with a modifier key in another tab. */
function opening(open: () => void) {
  return (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  };
}

function quantity({ effective, qty, uomCode }: Candidate, language: Language): string {
  const value = effective.qty ?? qty;
  return `${showDecimal(value, language)} ${unitText(effective.uomCode?.code ?? uomCode, language, value)}`.trim();
}

function price(candidate: Candidate): ReactNode {
  const value = candidate.effective.price ?? candidate.price;
  return value == null ? null : <Amount value={value} currency={currencyOf(candidate) ?? ""} />;
}

interface LineCardProps {
  candidate: Candidate;
  open: (id: number) => void;
  /** Shown indented below its incoming order. */
  nested?: boolean;
}

function LineCard({ candidate, open, nested = false }: LineCardProps) {
  const language = useLanguage();
  const { id, status, bpartner, poReference, productName, productCode } = candidate;
  const customer = bpartner?.bpartner?.name ?? bpartner?.bpartner?.code ?? unresolvedText(candidate, "bpartner");
  const product = productName ?? productCode ?? unresolvedText(candidate, "productCode");
  const reasons = candidate.problems.length > 0 || (status === "new" && candidate.holdMessage);
  const title = nested ? product : customer;
  return (
    <SwipeCard chosen={{ selection: { ids: [id] } }} excluded={status === "inactive"} open={isOpen(candidate)}>
      <a
        href={`/candidates/${id}`}
        tabIndex={-1}
        className={classes.open}
        data-line={nested || undefined}
        onClick={opening(() => open(id))}>
        <span className={classes.line}>
          <span className={classes.title}>{title ?? poReference}</span>
          <span className={classes.end}>{price(candidate)}</span>
        </span>
        <span className={classes.below}>
          <StatusText status={status} />
          <span className={classes.details}>
            {reasons ? (
              <ProblemText candidate={candidate} />
            ) : (
              [quantity(candidate, language), !nested && product, !nested && poReference].filter(Boolean).join(" · ")
            )}
          </span>
        </span>
      </a>
    </SwipeCard>
  );
}

type Folding = Pick<Folded, "isUnfolded" | "unfold">;

interface OrderCardProps {
  order: OrderRow;
  folded: Folding;
  open: (id: number) => void;
}

function OrderCard({ order, folded, open }: OrderCardProps) {
  const t = useMessages(orderListMessages);
  const language = useLanguage();
  const unfolded = folded.isUnfolded(order);
  const Sign = unfolded ? ChevronDown : ChevronRight;
  const toggle = () => folded.unfold(order.id, !unfolded);
  const statuses = statusesOf(order);
  const [status = "new"] = statuses;
  const faulty = order.problemCandidateId;
  const known = order.bpartner?.bpartner;
  const chosen: Chosen = { selection: { ids: [order.candidateId] }, scope: "order" };
  const content = (
    <>
      <span className={classes.line}>
        <span className={classes.title}>{known?.name ?? known?.code ?? order.bpartnerAsSent ?? order.poReference}</span>
        <span className={classes.end}>{order.totals.length > 0 && <Totals order={order} />}</span>
      </span>
      <span className={classes.below}>
        <Statuses order={order} />
        <span className={classes.details}>
          {order.problem || order.holdMessage ? (
            <OrderProblem order={order} />
          ) : (
            [order.poReference, order.dateRequired && showDay(order.dateRequired, language)].filter(Boolean).join(" · ")
          )}
        </span>
      </span>
    </>
  );
  return (
    <SwipeCard chosen={chosen} excluded={status === "inactive"} open={statuses.some((one) => one !== "processed")}>
      <UnstyledButton
        className={classes.fold}
        tabIndex={-1}
        aria-label={t(unfolded ? "fold" : "unfold")}
        onClick={toggle}>
        <Sign size={16} strokeWidth={1.5} aria-hidden />
      </UnstyledButton>
      {faulty == null ? (
        <UnstyledButton className={classes.open} tabIndex={-1} onClick={toggle}>
          {content}
        </UnstyledButton>
      ) : (
        <a href={`/candidates/${faulty}`} tabIndex={-1} className={classes.open} onClick={opening(() => open(faulty))}>
          {content}
        </a>
      )}
    </SwipeCard>
  );
}

/** Column of the list of lines. */
export function useLineCards(open: (id: number) => void): GridColumn<Candidate>[] {
  const t = useMessages(dispositionMessages);
  const header = t("candidate");
  return useMemo(
    () => [{ id: "card", header, size: 300, show: (candidate) => <LineCard candidate={candidate} open={open} /> }],
    [header, open],
  );
}

/** Column of the list of incoming orders. */
export function useOrderCards({ isUnfolded, unfold }: Folding, open: (id: number) => void): GridColumn<Entry>[] {
  const t = useMessages(orderListMessages);
  const header = t("customer");
  return useMemo(
    () => [
      {
        id: "card",
        header,
        size: 300,
        show: (entry) =>
          isOrder(entry) ? (
            <OrderCard order={entry} folded={{ isUnfolded, unfold }} open={open} />
          ) : (
            <LineCard candidate={entry} open={open} nested />
          ),
      },
    ],
    [header, isUnfolded, unfold, open],
  );
}
