// The orders in which both lists can be asked for.

export const NEWEST_FIRST = "-createdAt";

const OF_ORDERS = ["createdAt", "dateRequired", "poReference", "bpartner"];

/** The sort of a list of orders: one that is only of candidates is none. */
export function orderSort(sort: string): string {
  return OF_ORDERS.includes(sort.replace("-", "")) ? sort : NEWEST_FIRST;
}
