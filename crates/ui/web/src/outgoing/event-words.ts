// Events in the words of the order desk.
import { defineWords, useWords } from "../i18n";
import { EVENT_TYPES, isEventType } from "./event-types";

export const eventWords = defineWords("events", {
  candidateReceived: ["Line received", "Position eingegangen"],
  candidateCorrected: ["Line corrected", "Position korrigiert"],
  candidateReady: ["Line errors resolved", "Fehler der Position behoben"],
  candidateError: ["Line with errors", "Position mit Fehlern"],
  candidateInactive: ["Line excluded", "Position ausgeschlossen"],
  candidateReactivated: ["Line restored", "Position wiederhergestellt"],
  candidateOrdered: ["Line processed", "Position verarbeitet"],
  orderCompleted: ["Sales order completed", "Auftrag fertiggestellt"],
  orderHandedOver: ["Transfer confirmed or rejected", "Übergabe bestätigt oder abgelehnt"],
  orderVoided: ["Sales order voided", "Auftrag storniert"],
  attachmentAdded: ["Attachment added", "Anhang hinzugefügt"],
  requestRejected: ["Request rejected", "Übermittlung abgelehnt"],
  runFinished: ["Run finished", "Lauf beendet"],
  masterdataChanged: ["Master data changed", "Stammdaten geändert"],
  webhookTest: ["Test", "Test"],
  notificationRaised: ["Notification", "Benachrichtigung"],
});

type EventWord = keyof (typeof eventWords)["pairs"];

/** What is sent unasked. */
const OWN: Record<string, EventWord> = {
  "orderdock.webhook.test": "webhookTest",
  "orderdock.notification.raised": "notificationRaised",
};

/** Words of a type of events; one that came with a newer service stands as it is. */
export function useEventText(): (type: string) => string {
  const t = useWords(eventWords);
  return (type) => {
    const word = isEventType(type) ? EVENT_TYPES[type] : OWN[type];
    return word ? t(word) : type;
  };
}
