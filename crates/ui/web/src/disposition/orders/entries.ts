// Orders to be: candidates that belong together by the sender's ids, one entry for each.
import { api, unwrap, type Schemas } from "../../api/client";
import type { operations } from "../../api/schema.gen";
import type { Candidate } from "../candidate";

/** An order to be. Its id is that of the candidate that stands for it, below zero: a line is no order. */
export type OrderRow = Schemas["CandidateHeader"] & { id: number };
export type Entry = Candidate | OrderRow;

export function isOrder(entry: Entry): entry is OrderRow {
  return entry.id < 0;
}

/** What a list of candidates can be asked for. */
export type Query = NonNullable<operations["listCandidates"]["parameters"]["query"]>;

export async function headersPage(query: Query, signal?: AbortSignal) {
  const page = await unwrap(
    api.GET("/api/sales/order/candidates/headers", { params: { query }, ...(signal && { signal }) }),
  );
  return { ...page, items: page.items.map((item): OrderRow => ({ ...item, id: -item.candidateId })) };
}

/** An order by a candidate of it, as it is now, wherever that stands among its candidates. */
export async function entryOf(candidate: number): Promise<OrderRow | undefined> {
  const { items } = await headersPage({ headerOf: String(candidate), limit: 1 });
  return items[0] && { ...items[0], id: -candidate, candidateId: candidate };
}
