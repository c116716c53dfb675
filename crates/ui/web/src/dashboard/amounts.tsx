import type { Schemas } from "../api/client";
import { Amount } from "../parts/values";
import classes from "./dashboard.module.css";

/** Amounts per currency; currencies are never added. */
export function Amounts({ worth }: { worth: Schemas["GroupWorth"][] }) {
  return worth.map(({ currencyCode, net }) => (
    <span key={currencyCode} className={classes.amount}>
      <Amount value={net} currency={currencyCode} />
    </span>
  ));
}
