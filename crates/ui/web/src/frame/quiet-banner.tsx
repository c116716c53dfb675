import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { api, unwrap } from "../api/client";
import { useMessages } from "../i18n";
import classes from "./frame.module.css";
import { frameMessages } from "./messages";

/** Interval of checks, in milliseconds; no event reports an activation. */
const CHECK_AGAIN = 60_000;
/** In pixels. */
export const QUIET_BANNER = 30;

/** Returns whether schedules, webhooks and mail are off on the server. */
export function useQuiet(): boolean {
  const ready = useQuery({
    queryKey: ["ready"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/ready", { signal })),
    refetchInterval: CHECK_AGAIN,
  });
  return ready.data?.quiet === true;
}

/** Banner on every page while nothing is sent. */
export function QuietBanner() {
  const t = useMessages(frameMessages);
  return (
    <Group h={QUIET_BANNER} px="sm" gap={8} wrap="nowrap" className={classes.quiet} role="status">
      <TriangleAlert size={16} aria-hidden />
      <Text size="sm" truncate>
        {t("quiet")}
      </Text>
    </Group>
  );
}
