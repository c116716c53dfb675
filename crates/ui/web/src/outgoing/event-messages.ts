// Events in the words of the order desk.
import { defineMessages, useMessages } from "../i18n";
import { EVENT_TYPES, isEventType } from "./event-types";

export const eventMessages = defineMessages("events", {
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

type EventMessage = keyof (typeof eventMessages)["translations"];

/** What is sent unasked. */
const SERVER_EVENTS: Record<string, EventMessage> = {
  "orderdock.webhook.test": "webhookTest",
  "orderdock.notification.raised": "notificationRaised",
};

/** Words of a type of events; one that came with a newer service stands as it is. */
export function useEventText(): (type: string) => string {
  const t = useMessages(eventMessages);
  return (type) => {
    const key = isEventType(type) ? EVENT_TYPES[type] : SERVER_EVENTS[type];
    return key ? t(key) : type;
  };
}
