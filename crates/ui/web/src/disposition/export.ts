// The list as a file for spreadsheets, in the language of the interface rather than that of the browser.
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { Refusal } from "../api/client";
import { language } from "../i18n";
import { useFailureText } from "../parts/failure";
import { askedWithTab, type View } from "./view";

async function save(view: View): Promise<void> {
  const query = new URLSearchParams({ ...askedWithTab(view), sort: view.sort });
  const answer = await fetch(`/api/sales/order/candidates/export?${query}`, { headers: { "Accept-Language": language() } });
  if (!answer.ok) throw new Refusal(answer.status, undefined, undefined);
  const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
  // the browser keeps it on its disk while it comes, however long it is
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name ?? "candidates.csv";
  link.click();
  URL.revokeObjectURL(address);
}

/** Saves what the list shows, all of it. */
export function useExport() {
  const failureText = useFailureText();
  return useMutation({
    mutationFn: save,
    onError: (failure) => notifications.show({ color: "red", message: failureText(failure) }),
  });
}
