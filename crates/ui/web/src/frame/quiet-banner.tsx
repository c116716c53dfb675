import { Alert, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { api, told } from "../api/client";
import { useWords } from "../i18n";
import { frameWords } from "./words";

/** Milliseconds between two checks; no event reports an activation. */
const CHECK_AGAIN = 60_000;

/** Says on every page that the database is a copy, from which nothing is sent. */
export function QuietBanner() {
  const t = useWords(frameWords);
  const ready = useQuery({
    queryKey: ["ready"],
    queryFn: ({ signal }) => told(api.GET("/api/ready", { signal })),
    refetchInterval: CHECK_AGAIN,
  });
  if (!ready.data?.quiet) return null;
  return (
    <Alert color="yellow" mx="sm" my={6} p={8} icon={<TriangleAlert size={16} aria-hidden />} role="status">
      <Text size="sm">{t("quiet")}</Text>
    </Alert>
  );
}
