import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";

interface DataSource {
  id: number;
  name: string;
  internalNames: string[];
}

export const dataSourcesQuery = queryOptions({
  queryKey: ["masterdata", "data-sources", "all"],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const params = { path: { kind: "data-sources" }, query: { limit: 200 } };
    const page = await unwrap(api.GET("/api/masterdata/{kind}", { params, signal }));
    return page.items.flatMap((record) => dataSourceOf(record) ?? []);
  },
});

/** Reads a master data record, which the document does not type. */
function dataSourceOf(record: Readonly<Record<string, unknown>>): DataSource | undefined {
  const { id, name, internalNames } = record;
  if (typeof id !== "number" || typeof name !== "string" || !Array.isArray(internalNames)) return undefined;
  return { id, name, internalNames: internalNames.filter((one) => typeof one === "string") };
}

/** Returns the active data sources. */
export function senders(all: DataSource[] | undefined): DataSource[] {
  return (all ?? []).filter(({ internalNames: [name] }) => name && !name.startsWith("DEST."));
}
