// Mail rules and what they sent, as they are asked for. The API calls them notification rules.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import type { MessageStatus } from "./rule";
import { OUTGOING } from "./webhooks";

export const RULES = [...OUTGOING, "rules"] as const;

/** So many come at once. */
const PAGE = 50;
/** Milliseconds until it is looked again: no event says what was sent. */
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
