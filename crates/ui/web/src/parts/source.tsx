/** The last part of a data source's internal name, which tells it from others. */
export function shortSource(name: string): string {
  return name.split(".").at(-1) ?? name;
}

export function SourceText({ name }: { name: string }) {
  return <span title={name}>{shortSource(name)}</span>;
}
