// History of an order, newest first: events, transfers and attachments.
import type { Schemas } from "../api/client";

type Entry = Schemas["OrderHistoryEntry"];

export interface HistoryItem {
  at: string;
  what: "created" | "voided" | "taken" | "refused" | "attached" | "commented";
  actor?: string | null | undefined;
  /** Reason or name. */
  words?: string | null | undefined;
  handover?: Schemas["Handover"];
  entry?: Entry;
}

const OWN = ["created", "voided", "commented"] as const;

interface Told {
  handedOver?: Schemas["Handover"] | null;
  attachments?: Pick<Schemas["Attachment"], "createdAt" | "createdBy" | "filename">[] | null;
}

export function orderHistory({ handedOver, attachments }: Told, history: readonly Entry[]): HistoryItem[] {
  const own = history.map(
    (entry): HistoryItem => ({
      at: entry.at,
      what: OWN.find((event) => event === entry.event) ?? "created",
      actor: entry.actor,
      words: entry.reason ?? entry.comment,
      entry,
    }),
  );
  const files = (attachments ?? []).map(
    ({ createdAt, createdBy, filename }): HistoryItem => ({
      at: createdAt,
      what: "attached",
      actor: createdBy,
      words: filename,
    }),
  );
  const taken: HistoryItem[] = handedOver
    ? [
        {
          at: handedOver.at,
          what: handedOver.refused == null ? "taken" : "refused",
          words: handedOver.refused,
          handover: handedOver,
        },
      ]
    : [];
  return [...own, ...taken, ...files].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
