// Export of lists in the language of the interface.
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { apiErrorOf } from "../api/client";
import type { paths } from "../api/schema.gen";
import { language } from "../i18n";
import { useFailureText } from "./failure";

interface List {
  /** Path of an export operation. */
  path: Extract<keyof paths, `${string}/export`>;
  query: Record<string, string | number | boolean>;
}

/** Format and columns of an exported table. */
export type TableQuery = { format: "csv" } | { format: "xlsx"; columns?: string };

/** Returns the parameters of a workbook; without columns it has all of them. */
export function workbookOf(columns: readonly string[]): TableQuery {
  return { format: "xlsx", ...(columns.length > 0 && { columns: columns.join(",") }) };
}

async function save({ path, query }: List): Promise<void> {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await fetch(`${path}?${parameters}`, { headers: { "Accept-Language": language() } });
  if (!answer.ok) throw apiErrorOf(answer.status, await answer.text());
  const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
  saveFile(await answer.blob(), name ?? "export.csv");
}

/** Downloads a file. Blobs may be on disk, so size does not matter. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

export function useExport() {
  const failureText = useFailureText();
  return useMutation({
    mutationFn: save,
    onError: (failure) => notifications.show({ color: "red", message: failureText(failure) }),
  });
}
