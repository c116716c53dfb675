// Number of lines with errors, shown at the menu entry of the inbox.
import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import { useRefresh } from "../parts/refresh";

const INBOX_COUNT = ["inbox-count"] as const;
/** Minimum refresh interval, in milliseconds. */
const REFRESH = 5_000;
/** Larger counts are abbreviated. */
const MOST = 999;

interface InboxCount {
  value: number;
  /** Text of the badge. */
  shown: string;
}

export function useInboxCount(): InboxCount | undefined {
  const counts = useQuery({
    queryKey: INBOX_COUNT,
    queryFn: ({ signal }) => unwrap(api.GET("/api/sales/order/candidates/counts", { signal })),
  });
  useRefresh(INBOX_COUNT, REFRESH);
  const value = counts.data?.error.value ?? 0;
  return value > 0 ? { value, shown: value > MOST ? `${MOST}+` : String(value) } : undefined;
}
