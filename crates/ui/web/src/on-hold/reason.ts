import { useCallback } from "react";
import { useMessages } from "../i18n";
import { onHoldMessages } from "./messages";

const KEYS = {
  waiting: "waiting",
  "header.incomplete": "header_incomplete",
  "sibling.error": "sibling_error",
  "sibling.rejected": "sibling_rejected",
  release: "release",
  destination: "destination",
} as const;

function isKnown(hold: string): hold is keyof typeof KEYS {
  return Object.hasOwn(KEYS, hold);
}

/** Returns a function with title and explanation of a hold reason. Newer servers may send unknown ones. */
export function useReason(): (hold: string) => { title: string; text: string } {
  const t = useMessages(onHoldMessages);
  return useCallback(
    (hold) => {
      if (!isKnown(hold)) return { title: hold, text: "" };
      const key = KEYS[hold];
      return { title: t(`hold_${key}`), text: t(`holdText_${key}`) };
    },
    [t],
  );
}
