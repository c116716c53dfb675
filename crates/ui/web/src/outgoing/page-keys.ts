import { useMessages } from "../i18n";
import { useEndsSequence, useKeys, type Key } from "../keys/keys";
import { outgoingMessages } from "./messages";

/** Keys of a page: not while a dialog is open, and not as the end of a sequence such as `g t`. */
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
