// The types of events that a webhook may ask for.
import type { Schemas } from "../api/client";

export type EventType = NonNullable<Schemas["WebhookBody"]["types"]>[number];

/** Each with the name of its words; a new one of the API is missing here until it has some. */
export const EVENT_TYPES = {
  "orderdock.candidate.received": "candidateReceived",
  "orderdock.candidate.corrected": "candidateCorrected",
  "orderdock.candidate.ready": "candidateReady",
  "orderdock.candidate.error": "candidateError",
  "orderdock.candidate.inactive": "candidateInactive",
  "orderdock.candidate.reactivated": "candidateReactivated",
  "orderdock.candidate.ordered": "candidateOrdered",
  "orderdock.order.completed": "orderCompleted",
  "orderdock.order.handed-over": "orderHandedOver",
  "orderdock.order.voided": "orderVoided",
  "orderdock.attachment.added": "attachmentAdded",
  "orderdock.request.rejected": "requestRejected",
  "orderdock.run.finished": "runFinished",
  "orderdock.masterdata.changed": "masterdataChanged",
} as const satisfies Record<EventType, string>;

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENT_TYPES, text);
}
