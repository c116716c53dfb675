// What is edited in the list of orders to be: in the columns of a line its own values, in those of an order what all of
// its lines have in common.
import type { Member } from "../candidate";
import { fieldOf, type TypedField } from "../fields";

/** The value of a line that a column shows; its turn when problems are gone through is that of the list of rows. */
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

/** What is edited in a column of a line, if anything is. */
export function lineFieldIn(column: string): TypedField | undefined {
  return LINE_FIELDS.get(column);
}

/** The column of a line in which a value is edited, if it is. */
export function lineColumnOf(member: string): string | undefined {
  return LINE_COLUMNS.find((column) => OF_LINE[column] === member);
}

/** The columns in which lines are edited, in the order in which problems are mended. */
export const LINE_COLUMNS: readonly string[] = [...LINE_FIELDS.keys()];

const OF_ORDER: Readonly<Record<string, Member>> = {
  customer: "bpartner",
  poReference: "poReference",
  dateRequired: "dateRequired",
  discount: "discount",
  uom: "uomCode",
  currency: "currencyCode",
};

/** The value that all lines of an order are given where its own cell is edited. */
export function orderMemberIn(column: string): Member | undefined {
  return Object.hasOwn(OF_ORDER, column) ? OF_ORDER[column] : undefined;
}
