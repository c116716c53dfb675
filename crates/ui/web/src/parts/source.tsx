/** A data source by its internal name, of which the last part tells it from others. */
export function SourceText({ name }: { name: string }) {
  const shown = name.replace(/^(int-)?(SOURCE|DEST)\./, "").split(".").at(-1);
  return <span title={name}>{shown}</span>;
}
