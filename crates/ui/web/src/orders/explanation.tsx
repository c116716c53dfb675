import { useLanguage, useMessages } from "../i18n";
import { unitText } from "../parts/common-names";
import { showDay } from "../values/day";
import { showDecimal, type Decimal } from "../values/decimal";
import { explanationMessages } from "./order-messages";
import type { OrderLine } from "./orders";
import classes from "./order.module.css";

type Found = "price" | "noPrice" | "belowScales" | "otherTerms";

/** Calculation steps of a price. */
export function Explanation({ line }: { line: OrderLine }) {
  return (
    <ol className={classes.steps}>
      {useSteps(line).map((words, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have a fixed order
        <li key={index}>{words}</li>
      ))}
    </ol>
  );
}

function useSteps(line: OrderLine): string[] {
  const t = useMessages(explanationMessages);
  const language = useLanguage();
  const how = line.priceExplanation;
  const number = (value: Decimal) => showDecimal(value, language);
  const money = (value: Decimal) => showDecimal(value, language, digitsOf(line.priceEntered));
  const price = money(line.priceEntered);
  const steps = [t("system", { name: how.pricingSystemCode })];
  if (how.source === "withoutCharge") {
    steps.push(line.reason ? t("freeOfChargeBecause", { reason: line.reason }) : t("freeOfCharge"));
    if (line.value != null) steps.push(t("value", { value: money(line.value) }));
    return steps;
  }
  if (how.source === "manual") {
    const sent = how.sent ?? line.priceEntered;
    const words = t("manual", { price: money(sent), uom: unitText(line.priceUom, language) });
    // skip the step if both read alike
    steps.push(money(sent) === price || how.removedTax ? words : `${words}, ${t("roundedTo", { price })}`);
  }
  for (const step of how.steps ?? []) {
    const found = t(`found_${step.found as Found}`, {
      price: money(how.listPrice ?? line.priceEntered),
      uom: unitText(line.priceUom, language),
    });
    steps.push(t("step", { list: step.priceListCode, date: showDay(step.validFrom, language), found }));
  }
  if (how.scaleFrom != null) steps.push(t("scale", { from: number(how.scaleFrom) }));
  if (line.uomCode !== line.priceUom) {
    steps.push(
      t("converted", {
        qty: number(line.qty),
        uom: unitText(line.uomCode, language, line.qty),
        priced: number(line.qtyInPriceUom),
        pricedUom: unitText(line.priceUom, language, line.qtyInPriceUom),
      }),
    );
  }
  if (how.removedTax) {
    const { taxCode, rate } = how.removedTax;
    steps.push(t("removedTax", { code: taxCode, rate: number(rate), price }));
  }
  const discounted = {
    discount: number(how.discount),
    price: money(line.price),
    unrounded: money(how.unrounded ?? line.price),
  };
  const exact = how.unrounded == null || money(how.unrounded) === discounted.price;
  if (number(how.discount) !== "0") steps.push(t(exact ? "discount" : "discountRounded", discounted));
  steps.push(t("rounding", { count: how.precision }));
  return steps;
}

function digitsOf(money: Decimal): number {
  return String(money).split(".")[1]?.length ?? 0;
}
