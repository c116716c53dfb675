// Original data beside the values.
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";

const STORAGE_KEY = "orderdock.original";
/** Minimum width of two columns. */
const TWO = "(min-width: 1024px)";
/** Minimum width of list, values and original data side by side by default. */
const THREE = "(min-width: 1700px)";

/** Returns whether the original data is beside the values; the choice is stored. */
export function useSplitView(alone: boolean): { beside: boolean; toggle: (() => void) | undefined } {
  const two = useMediaQuery(TWO, undefined, { getInitialValueInEffect: false }) ?? false;
  const three = useMediaQuery(THREE, undefined, { getInitialValueInEffect: false }) ?? false;
  const [stored, setStored] = useState(() => localStorage.getItem(STORAGE_KEY));
  if (!two || alone) return { beside: two, toggle: undefined };
  const beside = stored ? stored === "on" : three;
  const toggle = () => {
    const to = beside ? "off" : "on";
    localStorage.setItem(STORAGE_KEY, to);
    setStored(to);
  };
  return { beside, toggle };
}
