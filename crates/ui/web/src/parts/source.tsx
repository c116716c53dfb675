import { useQuery } from "@tanstack/react-query";
import { dataSourcesQuery } from "./data-sources";

/** The last part of a data source's internal name, which tells it from others. */
export function shortSource(name: string): string {
  return name.split(".").at(-1) ?? name;
}

/** What a data source is called by those who work here; its internal name is the senders'. */
export function useSourceName(): (internalName: string) => string {
  const sources = useQuery(dataSourcesQuery);
  return (internalName) =>
    sources.data?.find(({ internalNames }) => internalNames.includes(internalName))?.name ?? shortSource(internalName);
}

export function SourceText({ name }: { name: string }) {
  return <>{useSourceName()(name)}</>;
}
