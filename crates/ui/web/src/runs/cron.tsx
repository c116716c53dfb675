import { useQuery } from "@tanstack/react-query";
import { useLanguage } from "../i18n";

/** Returns the schedule as a sentence; undefined if invalid or loading. */
export function useCronDescription(cron: string): string | undefined {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ["cron-words", cron, language],
    staleTime: Infinity,
    queryFn: async () => (await import("./cron-messages")).cronWords(cron, language) ?? null,
  });
  return data ?? undefined;
}
