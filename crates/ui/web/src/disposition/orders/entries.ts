// Incoming orders: candidates with the same sender ids.
import { api, unwrap, type Schemas } from "../../api/client";
import type { operations } from "../../api/schema.gen";
import type { Candidate } from "../candidate";

/** Incoming order. Its id is the negated id of its representative candidate, to differ from line ids. */
export type OrderRow = Schemas["CandidateHeader"] & { id: number };
export type Entry = Candidate | OrderRow;

export function isOrder(entry: Entry): entry is OrderRow {
  return entry.id < 0;
}

export type Query = NonNullable<operations["listCandidates"]["parameters"]["query"]>;

export async function headersPage(query: Query, signal?: AbortSignal) {
  const page = await unwrap(
    api.GET("/api/sales/order/candidates/headers", { params: { query }, ...(signal && { signal }) }),
  );
  return { ...page, items: page.items.map((item): OrderRow => ({ ...item, id: -item.candidateId })) };
}

/** Loads the incoming order of a candidate. */
export async function entryOf(candidate: number): Promise<OrderRow | undefined> {
  const { items } = await headersPage({ headerOf: String(candidate), limit: 1 });
  return items[0] && { ...items[0], id: -candidate, candidateId: candidate };
}
