// Whether what was sent stands beside the values.
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";

const STORAGE_KEY = "orderdock.original";
/** Narrower, the two are two pages. */
const TWO = "(min-width: 1024px)";
/** So wide, list, values and original stand side by side without anybody asking for it. */
const THREE = "(min-width: 1700px)";

/** A page of its own always has room for it; beside the list it is there when wanted, which is remembered. */
export function useSplitView(alone: boolean): { beside: boolean; toggle: (() => void) | undefined } {
  const two = useMediaQuery(TWO, undefined, { getInitialValueInEffect: false }) ?? false;
  const three = useMediaQuery(THREE, undefined, { getInitialValueInEffect: false }) ?? false;
  const [kept, keep] = useState(() => localStorage.getItem(STORAGE_KEY));
  if (!two || alone) return { beside: two, toggle: undefined };
  const beside = kept ? kept === "on" : three;
  const toggle = () => {
    const to = beside ? "off" : "on";
    localStorage.setItem(STORAGE_KEY, to);
    keep(to);
  };
  return { beside, toggle };
}
