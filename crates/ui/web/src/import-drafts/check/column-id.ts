/** Returns the id of a column of the file in the grid. */
export function columnId(column: number): string {
  return `c${column}`;
}

/** Returns the number of a column of the file; undefined for other columns. */
export function numberOfColumn(id: string): number | undefined {
  return /^c\d+$/.test(id) ? Number(id.slice(1)) : undefined;
}
