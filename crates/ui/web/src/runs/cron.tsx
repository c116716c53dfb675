import { useQuery } from "@tanstack/react-query";
import { useLanguage } from "../i18n";

/** A schedule in words; undefined if it is none, or while the words are loading. */
export function useCronDescription(cron: string): string | undefined {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ["cron-words", cron, language],
    staleTime: Infinity,
    queryFn: async () => (await import("./cron-messages")).cronWords(cron, language) ?? null,
  });
  return data ?? undefined;
}
