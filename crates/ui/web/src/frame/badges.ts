// Numbers at menu entries.
import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import { useLanguage, useMessages } from "../i18n";
import { HOLDS, holdsQuery } from "../on-hold/holds";
import { useRefresh } from "../parts/refresh";
import { openCausesQuery, REJECTED } from "../rejected/rejected";
import { frameMessages } from "./messages";

const INBOX_COUNT = ["inbox-count"] as const;
/** Minimum refresh intervals, in milliseconds. */
const REFRESH = 5_000;
const SELDOM = 15_000;
/** Larger counts are abbreviated. */
const MOST = 999;

export interface Badge {
  /** Abbreviated count. */
  shown: string;
  /** Text for screen readers. */
  text: string;
}

function badgeOf(count: number | undefined, text: (count: number) => string): Badge | undefined {
  if (!count) return undefined;
  return { shown: count > MOST ? `${MOST}+` : String(count), text: text(count) };
}

/** Lines with errors. */
export function useInboxBadge(): Badge | undefined {
  const t = useMessages(frameMessages);
  const counts = useQuery({
    queryKey: INBOX_COUNT,
    queryFn: ({ signal }) => unwrap(api.GET("/api/sales/order/candidates/counts", { signal })),
  });
  useRefresh(INBOX_COUNT, REFRESH);
  return badgeOf(counts.data?.error.value, (count) => t("linesWithErrors", { count }));
}

/** Incoming orders on hold. */
export function useOnHoldBadge(): Badge | undefined {
  const t = useMessages(frameMessages);
  const held = useQuery(holdsQuery());
  useRefresh(HOLDS, SELDOM);
  return badgeOf(held.data?.orders, (count) => t("ordersOnHold", { count }));
}

/** Rejected rows that are open. */
export function useRejectedBadge(): Badge | undefined {
  const t = useMessages(frameMessages);
  const causes = useQuery(openCausesQuery(useLanguage()));
  useRefresh(REJECTED, SELDOM);
  return badgeOf(causes.data?.rows, (count) => t("rejectedRows", { count }));
}
