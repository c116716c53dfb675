import { notifications, type NotificationData } from "@mantine/notifications";
import { useWords } from "../i18n";
import { partsWords } from "./words";

/** Says what was done, in a corner; its button to close is named in the reader's language. */
export function useNotify(): (message: string, more?: Partial<NotificationData>) => void {
  const t = useWords(partsWords);
  return (message, more) =>
    void notifications.show({ message, closeButtonProps: { "aria-label": t("close") }, ...more });
}
