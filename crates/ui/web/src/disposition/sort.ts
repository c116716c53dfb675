// Sort orders of both lists.

export const NEWEST_FIRST = "-createdAt";

const OF_ORDERS = ["createdAt", "dateRequired", "poReference", "bpartner"];

/** Returns the sort of the list of orders; undefined for sorts of candidates only. */
export function orderSort(sort: string): string {
  return OF_ORDERS.includes(sort.replace("-", "")) ? sort : NEWEST_FIRST;
}
