import { useLanguage, useMessages } from "../i18n";
import { MoneyText } from "../parts/values";
import { showDecimal, type Decimal } from "../values/decimal";
import classes from "./order.module.css";
import { orderMessages } from "./order-messages";
import type { PlannedOrder } from "./orders";

/** Taxes and totals of an order or preview. */
export function Totals({ order }: { order: PlannedOrder }) {
  const t = useMessages(orderMessages);
  const language = useLanguage();
  const money = (value: Decimal) => showDecimal(value, language, String(value).split(".")[1]?.length ?? 0);
  return (
    <table className={classes.totals} aria-label={t("totals")}>
      <tbody>
        <tr>
          <th scope="row">{t("totalLines")}</th>
          <td>
            <MoneyText value={order.totalLines} />
          </td>
          <td>{order.currencyCode}</td>
        </tr>
        {order.taxes.map((tax) => (
          <tr key={tax.taxCode} className={classes.tax}>
            <th scope="row">
              {t("taxOn", {
                name: tax.name ?? tax.taxCode,
                rate: showDecimal(tax.rate, language),
                base: money(tax.base),
              })}
              {tax.reverseCharge && <div>{t("reverseCharge")}</div>}
            </th>
            <td>
              <MoneyText value={tax.amount} />
            </td>
            <td>{order.currencyCode}</td>
          </tr>
        ))}
        {order.taxes.length !== 1 && (
          <tr>
            <th scope="row">{t(order.taxIncluded ? "includedTax" : "totalTax")}</th>
            <td>
              <MoneyText value={order.totalTax} />
            </td>
            <td>{order.currencyCode}</td>
          </tr>
        )}
        <tr className={classes.grand}>
          <th scope="row">{t("grandTotal")}</th>
          <td>
            <MoneyText value={order.grandTotal} />
          </td>
          <td>{order.currencyCode}</td>
        </tr>
      </tbody>
    </table>
  );
}
