import { ActionIcon } from "@mantine/core";
import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment, useState } from "react";
import { Link } from "wouter";
import { memberMessages } from "../disposition/members";
import { useLanguage, useMessages } from "../i18n";
import { unitText } from "../parts/common-names";
import { propertyText } from "../parts/custom-property";
import { DayText, DecimalText, MoneyText } from "../parts/values";
import { Explanation } from "./explanation";
import classes from "./order.module.css";
import { orderMessages } from "./order-messages";
import type { Order, OrderLine } from "./orders";

/** Lines of an order or preview, with price calculation. */
export function OrderLines({ order }: { order: Pick<Order, "lines" | "taxIncluded"> }) {
  const t = useMessages(orderMessages);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (line: number) =>
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(line)) after.add(line);
      return after;
    });
  const shown = {
    candidates: order.lines.some(({ allocations }) => allocations.length > 0),
    dates: order.lines.some(({ dateRequired }) => dateRequired),
    discounts: order.lines.some(isDiscounted),
  };
  const columns = 6 + Object.values(shown).filter(Boolean).length;
  return (
    <div className={classes.scroll}>
      <table className={classes.table} data-lines aria-label={t("lines")}>
        <thead>
          <tr>
            <th scope="col">{t("line")}</th>
            <th scope="col">{t("product")}</th>
            <th scope="col" data-numeric>
              {t("qty")}
            </th>
            <th scope="col" data-numeric>
              {t("price")}
            </th>
            {shown.discounts && (
              <th scope="col" data-numeric>
                {t("discount")}
              </th>
            )}
            <th scope="col" data-numeric>
              {t("tax")}
            </th>
            {shown.dates && <th scope="col">{t("dateRequired")}</th>}
            {shown.candidates && (
              <th scope="col" className="no-print">
                {t("candidate")}
              </th>
            )}
            <th scope="col" data-numeric>
              {t(order.taxIncluded ? "amount" : "net")}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <Fragment key={line.line}>
              <LineRow line={line} open={open.has(line.line)} toggle={() => toggle(line.line)} shown={shown} />
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

function isDiscounted({ discount }: OrderLine): boolean {
  return /[1-9]/.test(String(discount));
}

/** Label instead of a price of 0, with the reason. */
function FreeOfCharge({ line }: { line: OrderLine }) {
  const t = useMessages(orderMessages);
  return (
    <>
      {t("freeOfCharge")}
      {line.reason && <div className="quiet">{line.reason}</div>}
    </>
  );
}

/** Returns descriptions and promotion code. */
function textsOf(line: OrderLine, promotionCode: string): (string | null | undefined)[] {
  const code = line.promotionCode && `${promotionCode}: ${line.promotionCode}`;
  return [line.productDescription, line.description, code];
}

interface LineRowProps {
  line: OrderLine;
  open: boolean;
  toggle: () => void;
  /** Optional columns. */
  shown: Record<"candidates" | "dates" | "discounts", boolean>;
}

function LineRow({ line, open, toggle, shown }: LineRowProps) {
  const language = useLanguage();
  const t = useMessages(orderMessages);
  const tMember = useMessages(memberMessages);
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
        <b>{line.productName}</b> <span className="quiet">{line.productCode}</span>
        {textsOf(line, tMember("promotionCode")).map(
          (words, index) =>
            words &&
            words !== line.productName && (
              // biome-ignore lint/suspicious/noArrayIndexKey: texts have a fixed order
              <div key={index} className="quiet">
                {words}
              </div>
            ),
        )}
        {Object.entries(line.extendedProps ?? {}).map(([name, value]) => (
          <div key={name} className="quiet no-print">
            {name}: {propertyText(value)}
          </div>
        ))}
      </td>
      <td data-numeric>
        <DecimalText value={line.qty} /> {unitText(line.uomCode, language, line.qty)}
      </td>
      <td data-numeric data-part={t("price")}>
        {line.isWithoutCharge ? <FreeOfCharge line={line} /> : <MoneyText value={line.priceEntered} />}
        {!line.isWithoutCharge && line.priceUom !== line.uomCode && (
          <span className="quiet"> / {unitText(line.priceUom, language)}</span>
        )}
      </td>
      {shown.discounts && (
        <td data-numeric data-part={isDiscounted(line) ? t("discount") : undefined}>
          {isDiscounted(line) && <DecimalText value={line.discount} />}
        </td>
      )}
      <td data-numeric data-part={t("tax")}>
        {line.taxRate == null ? t("exempt") : <DecimalText value={line.taxRate} />}
      </td>
      {shown.dates && (
        <td data-part={t("dateRequired")}>
          <DayText day={line.dateRequired} />
        </td>
      )}
      {shown.candidates && (
        <td className="no-print" data-part={t("candidate")}>
          {line.allocations.map(({ candidateId }, index) => (
            <Fragment key={candidateId}>
              {index > 0 && ", "}
              <Link href={`/candidates/${candidateId}`} className={classes.link}>
                {candidateId}
              </Link>
            </Fragment>
          ))}
        </td>
      )}
      <td data-numeric data-net>
        <MoneyText value={line.net} />
      </td>
    </tr>
  );
}
