// Editable cells in the list of orders: line columns edit lines, order columns edit all lines of an order.
import type { Member } from "../candidate";
import { fieldOf, type TypedField } from "../fields";

/** Members shown by line columns. */
const OF_LINE: Readonly<Record<string, Member>> = {
  lines: "qty",
  total: "price",
  dateRequired: "dateRequired",
  discount: "discount",
  poReference: "poReference",
  customer: "productCode",
  uom: "uomCode",
  currency: "currencyCode",
};

const LINE_FIELDS = new Map<string, TypedField>(
  Object.entries(OF_LINE).map(([column, name]) => {
    const { member, kind } = fieldOf(name);
    return [column, { member, kind }];
  }),
);

/** Returns the editable field of a line column. */
export function lineFieldIn(column: string): TypedField | undefined {
  return LINE_FIELDS.get(column);
}

/** Returns the line column that edits a member. */
export function lineColumnOf(member: string): string | undefined {
  return LINE_COLUMNS.find((column) => OF_LINE[column] === member);
}

/** Editable line columns, in the order of stepping through problems. */
export const LINE_COLUMNS: readonly string[] = [...LINE_FIELDS.keys()];

const OF_ORDER: Readonly<Record<string, Member>> = {
  customer: "bpartner",
  poReference: "poReference",
  dateRequired: "dateRequired",
  discount: "discount",
  uom: "uomCode",
  currency: "currencyCode",
};

/** Returns the member that an order cell edits in all lines. */
export function orderMemberIn(column: string): Member | undefined {
  return Object.hasOwn(OF_ORDER, column) ? OF_ORDER[column] : undefined;
}
