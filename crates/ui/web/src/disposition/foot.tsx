import { ActionIcon, Button, Text } from "@mantine/core";
import { ChevronDown, ChevronUp } from "lucide-react";
import type { ReactNode } from "react";
import type { Total } from "../grid/blocks";
import { selectedCount, type Selected } from "../grid/selection";
import { useLanguage, useMessages } from "../i18n";
import { useKeyName } from "../keys/use-key-name";
import { useTotalText } from "../parts/values";
import { showDecimal } from "../values/decimal";
import classes from "./disposition.module.css";
import { partsOf } from "./orders/selected";
import { orderListMessages } from "./orders/messages";
import { dispositionMessages } from "./messages";

interface FootProps {
  total: Total;
  orders: boolean;
  /** Number of selected lines, in the list of orders. */
  lines: Total | undefined;
  problems: Total | undefined;
  /** Absent if no action is allowed. */
  selected: Selected | undefined;
  onSelectAll: () => void;
  onClear: () => void;
  actions: ReactNode;
  onProblem: (step: 1 | -1) => void;
}

/** Footer: selection, total and actions. */
export function Foot({
  total,
  orders,
  lines,
  problems,
  selected,
  onSelectAll,
  onClear,
  actions,
  onProblem,
}: FootProps) {
  const t = useMessages(dispositionMessages);
  const totalText = useTotalText();
  const keyName = useKeyName();
  const one = total.exact && total.value === 1;
  const candidates = `${one ? t("matchingOne") : t("matching", { total: totalText(total) })}${total.exact ? "" : ` – ${t("ends")}`}`;
  return (
    <div className={classes.foot} data-selected={actions ? true : undefined}>
      {selected && <SelectedText {...{ total, orders, lines, selected, onSelectAll, onClear }} />}
      {actions}
      <div className={classes.footEnd}>
        {problems && problems.value > 0 && (
          <>
            <Text size="sm">
              {t("problems", { count: problems.value })}
              {problems.exact ? "" : "+"}
            </Text>
            <ActionIcon
              size="sm"
              aria-label={t("previousProblem")}
              title={`${t("previousProblem")} (${keyName("Shift+F8")})`}
              onClick={() => onProblem(-1)}>
              <ChevronUp size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon
              size="sm"
              aria-label={t("nextProblem")}
              title={`${t("nextProblem")} (F8)`}
              onClick={() => onProblem(1)}>
              <ChevronDown size={14} aria-hidden />
            </ActionIcon>
          </>
        )}
        <Text size="sm" className="quiet">
          {orders ? <OrdersText total={total} /> : candidates}
        </Text>
      </div>
    </div>
  );
}

/** Number of orders, or a lower bound. */
function OrdersText({ total }: { total: Total }) {
  const t = useMessages(orderListMessages);
  const orders = t("matchingOrders", { count: total.value });
  return total.exact ? orders : `${t("atLeast", { orders })} – ${t("more")}`;
}

type SelectedTextProps = Pick<FootProps, "total" | "orders" | "lines" | "onSelectAll" | "onClear"> & {
  selected: Selected;
};

/** Counts selected rows; orders and single lines separately. */
export function countSelected(selected: Selected, matching: number, orders: boolean): number {
  return orders && selected.all ? Math.max(0, matching - partsOf(selected).orders) : selectedCount(selected, matching);
}

/** Selection as text. */
function useSelectedText(total: Total, orders: boolean, all: Total | undefined): (selected: Selected) => string {
  const t = useMessages(dispositionMessages);
  const tOrderList = useMessages(orderListMessages);
  const language = useLanguage();
  const totalText = useTotalText();
  return (selected) => {
    const count = countSelected(selected, total.value, orders);
    const counted = selected.all ? totalText({ value: count, exact: total.exact }) : showDecimal(count, language);
    if (!orders || count === 0) return t("selectedMany", { total: counted });
    const named = partsOf(selected);
    const lines = tOrderList("countedLines", { count: named.lines });
    // an order includes lines that the filter hides
    const withLines = (words: string, single: number) => {
      if (!all) return words;
      const counted = tOrderList("countedLines", { count: all.value - single });
      return tOrderList("ordersWithLines", {
        orders: words,
        lines: all.exact ? counted : tOrderList("linesAtLeast", { lines: counted }),
      });
    };
    if (selected.all) {
      const rest = withLines(
        total.exact ? tOrderList("matchingOrders", { count }) : tOrderList("allOrders"),
        -named.lines,
      );
      return t("selectedMany", { total: named.lines > 0 ? tOrderList("withoutLines", { orders: rest, lines }) : rest });
    }
    const whole = withLines(tOrderList("matchingOrders", { count: named.orders }), named.lines);
    if (named.lines === 0) return t("selectedMany", { total: whole });
    return t("selectedMany", {
      total: named.orders > 0 ? tOrderList("ordersAndLines", { orders: whole, lines }) : lines,
    });
  };
}

function SelectedText({ total, orders, lines: all, selected, onSelectAll, onClear }: SelectedTextProps) {
  const t = useMessages(dispositionMessages);
  const totalText = useTotalText();
  const selectedText = useSelectedText(total, orders, all);
  const count = countSelected(selected, total.value, orders);
  const lines = orders && partsOf(selected).lines > 0;
  const everything = total.exact ? count === total.value && !lines : selected.all && selected.except.size === 0;
  return (
    <>
      <Text size="sm" role="status" fw={count > 0 ? 600 : undefined}>
        {selectedText(selected)}
      </Text>
      {count > 0 && !everything && (
        <Button variant="subtle" size="compact-xs" onClick={onSelectAll}>
          {t("selectAll", { total: totalText(total) })}
        </Button>
      )}
      {count > 0 && (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={onClear}>
          {t("clearSelection")}
        </Button>
      )}
    </>
  );
}
