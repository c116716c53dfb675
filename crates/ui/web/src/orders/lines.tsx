import { ActionIcon } from "@mantine/core";
import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment, useState } from "react";
import { Link } from "wouter";
import { useLanguage, useWords } from "../i18n";
import { unitText } from "../parts/common-names";
import { DayText, DecimalText, MoneyText } from "../parts/values";
import { Explanation } from "./explanation";
import classes from "./order.module.css";
import { orderWords } from "./order-words";
import type { Order, OrderLine } from "./orders";

/** The lines of an order, or of one that would be made; each tells on request how its price came about. */
export function OrderLines({ order }: { order: Pick<Order, "lines" | "taxIncluded"> }) {
  const t = useWords(orderWords);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (line: number) =>
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(line)) after.add(line);
      return after;
    });
  const candidates = order.lines.some(({ allocations }) => allocations.length > 0);
  const dates = order.lines.some(({ dateRequired }) => dateRequired);
  const columns = 8 + Number(candidates) + Number(dates);
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={t("lines")}>
        <thead>
          <tr>
            <th scope="col">{t("line")}</th>
            <th scope="col">{t("product")}</th>
            <th scope="col" data-numeric>
              {t("qty")}
            </th>
            <th scope="col">{t("uom")}</th>
            <th scope="col" data-numeric>
              {t("price")}
            </th>
            <th scope="col" data-numeric>
              {t("discount")}
            </th>
            <th scope="col" data-numeric>
              {t(order.taxIncluded ? "amount" : "net")}
            </th>
            <th scope="col" data-numeric>
              {t("tax")}
            </th>
            {dates && <th scope="col">{t("dateRequired")}</th>}
            {candidates && (
              <th scope="col" className="no-print">
                {t("candidate")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <Fragment key={line.line}>
              <LineRow
                line={line}
                open={open.has(line.line)}
                toggle={() => toggle(line.line)}
                candidates={candidates}
                dates={dates}
              />
              {open.has(line.line) && (
                <tr className="no-print">
                  <td colSpan={columns} id={`explanation-${line.line}`}>
                    <Explanation line={line} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LineRowProps {
  line: OrderLine;
  open: boolean;
  toggle: () => void;
  candidates: boolean;
  dates: boolean;
}

function LineRow({ line, open, toggle, candidates, dates }: LineRowProps) {
  const language = useLanguage();
  const t = useWords(orderWords);
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <tr>
      <td>
        <span className={classes.line}>
          <ActionIcon
            size="sm"
            className="no-print"
            onClick={toggle}
            aria-expanded={open}
            aria-controls={open ? `explanation-${line.line}` : undefined}
            aria-label={t("explain", { line: line.line })}
            title={t("explain", { line: line.line })}>
            <Icon size={14} aria-hidden />
          </ActionIcon>
          {line.line}
        </span>
      </td>
      <td data-wrap>
        <b>{line.productCode}</b> {line.productName}
        {[line.productDescription, line.description].map(
          (words, place) =>
            words &&
            words !== line.productName && (
              // biome-ignore lint/suspicious/noArrayIndexKey: two descriptions, in their order
              <div key={place} className="quiet">
                {words}
              </div>
            ),
        )}
      </td>
      <td data-numeric>
        <DecimalText value={line.qty} />
      </td>
      <td>{unitText(line.uomCode, language)}</td>
      <td data-numeric>
        <MoneyText value={line.priceEntered} />
        {line.priceUom !== line.uomCode && <span className="quiet"> / {unitText(line.priceUom, language)}</span>}
      </td>
      <td data-numeric>
        <DecimalText value={line.discount} />
      </td>
      <td data-numeric>
        <MoneyText value={line.net} />
      </td>
      <td data-numeric>{line.taxRate == null ? t("exempt") : <DecimalText value={line.taxRate} />}</td>
      {dates && (
        <td>
          <DayText day={line.dateRequired} />
        </td>
      )}
      {candidates && (
        <td className="no-print">
          {line.allocations.map(({ candidateId }, place) => (
            <Fragment key={candidateId}>
              {place > 0 && ", "}
              <Link href={`/candidates/${candidateId}`} className={classes.link}>
                {candidateId}
              </Link>
            </Fragment>
          ))}
        </td>
      )}
    </tr>
  );
}
