// Names of event types.
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
  orderHandedOver: ["Transfer confirmed", "Übergabe bestätigt"],
  orderVoided: ["Sales order voided", "Auftrag storniert"],
  attachmentAdded: ["Attachment added", "Anhang hinzugefügt"],
  requestRejected: ["Request rejected", "Übermittlung abgelehnt"],
  runFinished: ["Run finished", "Lauf beendet"],
  masterdataChanged: ["Master data changed", "Stammdaten geändert"],
  webhookTest: ["Test", "Test"],
  notificationRaised: ["Notification", "Benachrichtigung"],
});

type EventMessage = keyof (typeof eventMessages)["translations"];

/** Events sent without subscription. */
const SERVER_EVENTS: Record<string, EventMessage> = {
  "orderdock.webhook.test": "webhookTest",
  "orderdock.notification.raised": "notificationRaised",
};

/** Returns the name of an event type; unknown types are shown as is. */
export function useEventText(): (type: string) => string {
  const t = useMessages(eventMessages);
  return (type) => {
    const key = isEventType(type) ? EVENT_TYPES[type] : SERVER_EVENTS[type];
    return key ? t(key) : type;
  };
}
