import type { Language } from "../../i18n";
import { typeDay } from "../../values/day";
import type { Member } from "../candidate";
import type { Entries } from "../dialogs/edit-changes";
import { named } from "../panel/member-value";
import type { OrderRow } from "./entries";

/** Returns the initial values of a bulk edit that starts in an order cell. */
export function initialValues(order: OrderRow, member: Member, language: Language): Entries {
  const partner = order.bpartner?.bpartner;
  const currencies = order.totals.map(({ currencyCode }) => currencyCode);
  const [currency = ""] = currencies.length === 1 ? currencies : [];
  const typed: Partial<Record<Member, string>> = {
    bpartner: partner ? named(partner) : "",
    poReference: order.poReference,
    dateRequired: order.dateRequired ? typeDay(order.dateRequired, language) : "",
    currencyCode: currency,
  };
  const value = member === "bpartner" && partner ? { value: String(partner.id) } : {};
  return { [member]: { how: "set", typed: typed[member] ?? "", ...value } };
}
