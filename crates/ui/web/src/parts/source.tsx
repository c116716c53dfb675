import { useQuery } from "@tanstack/react-query";
import { dataSourcesQuery } from "./data-sources";

/** Returns the distinctive last part of an internal name. */
export function shortSource(name: string): string {
  return name.split(".").at(-1) ?? name;
}

/** Returns the display name of a data source. */
export function useSourceName(): (internalName: string) => string {
  const sources = useQuery(dataSourcesQuery);
  return (internalName) =>
    sources.data?.find(({ internalNames }) => internalNames.includes(internalName))?.name ?? shortSource(internalName);
}

export function SourceText({ name }: { name: string }) {
  return <>{useSourceName()(name)}</>;
}
