// Queries of notification rules and messages.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import { definedOf, type CursorSource } from "../grid/record-rows";
import type { Message, MessageStatus } from "./rule";
import { OUTGOING } from "./webhooks";

export const RULES = [...OUTGOING, "rules"] as const;

/** Polling interval in milliseconds; no event reports sent messages. */
const LOOK_AGAIN = 5_000;

export const rulesQuery = queryOptions({
  queryKey: [...RULES, "list"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/notification-rules", { signal })),
  refetchInterval: LOOK_AGAIN,
});

export function ruleQuery(id: number) {
  return queryOptions({
    queryKey: [...RULES, id],
    queryFn: ({ signal }) => unwrap(api.GET("/api/notification-rules/{id}", { params: { path: { id } }, signal })),
    refetchInterval: LOOK_AGAIN,
  });
}

export function messagesSource(ruleId: number | undefined, status: MessageStatus | undefined): CursorSource<Message> {
  return {
    queryKey: [...RULES, "messages", ruleId, status],
    load: ({ reversed: _, ...ask }, signal) => {
      const query = { ...definedOf(ask), ...(status && { status }), ...(ruleId !== undefined && { ruleId }) };
      return unwrap(api.GET("/api/notification-rules/messages", { params: { query }, ...(signal && { signal }) }));
    },
    refetchInterval: LOOK_AGAIN,
  };
}
