import { useMessages } from "../i18n";
import { useEndsSequence, useKeys, type Key } from "../keys/keys";
import { outgoingMessages } from "./messages";

/** Shortcuts of a page; inactive in dialogs and at the end of sequences such as `g t`. */
export function usePageKeys(keys: Key[]): void {
  const t = useMessages(outgoingMessages);
  const endsSequence = useEndsSequence();
  useKeys({
    heading: t("keys"),
    keys: keys.map((key) => ({
      ...key,
      run: (event) => {
        if (!endsSequence() && !document.querySelector("[aria-modal=true]")) key.run(event);
      },
    })),
  });
}
