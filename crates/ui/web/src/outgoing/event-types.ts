// Event types of webhooks.
import type { Schemas } from "../api/client";

export type EventType = NonNullable<Schemas["WebhookBody"]["types"]>[number];

/** Message key per type; a new type of the API does not compile without one. */
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
