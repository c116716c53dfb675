// Row height of all lists, stored in the browser.
import { useState } from "react";

export const ROW_HEIGHTS = { compact: 26, normal: 32, comfortable: 40 } as const;
export type RowHeight = keyof typeof ROW_HEIGHTS;
const STORAGE_KEY = "orderdock.rows";

export function useRowHeight() {
  const [rows, setRows] = useState<RowHeight>(() => {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored && stored in ROW_HEIGHTS ? (stored as RowHeight) : "normal";
  });
  const keep = (to: RowHeight) => {
    localStorage.setItem(STORAGE_KEY, to);
    setRows(to);
  };
  return [rows, keep] as const;
}
