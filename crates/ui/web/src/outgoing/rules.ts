// Queries of notification rules and messages.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import type { MessageStatus } from "./rule";
import { OUTGOING } from "./webhooks";

export const RULES = [...OUTGOING, "rules"] as const;

/** Page size. */
const PAGE = 50;
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

export function messagesQuery(ruleId: number | undefined, status: MessageStatus | undefined) {
  return infiniteQueryOptions({
    queryKey: [...RULES, "messages", ruleId, status],
    queryFn: ({ pageParam: before, signal }) => {
      const query = { limit: PAGE, before, status, ruleId };
      return unwrap(api.GET("/api/notification-rules/messages", { params: { query }, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: LOOK_AGAIN,
  });
}
