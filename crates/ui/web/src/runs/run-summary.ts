import type { Run } from "../api/events";
import type { Tell } from "../i18n";
import type { runWords } from "./run-words";

type TellRun = Tell<keyof (typeof runWords)["pairs"]>;

/** What became of a run, in sentences. */
export function runSummary(t: TellRun, { kind, counts }: Pick<Run, "kind" | "counts">): string[] {
  const { processed, orders, stayed, failed } = counts;
  const some = (sentence: string, count: number) => (count > 0 ? [sentence] : []);
  switch (kind) {
    case "revalidate":
      return [
        ...some(t("fine", { count: stayed }), stayed),
        ...some(t("failed_revalidate", { count: failed }), failed),
      ];
    case "edit":
      return [
        t("edited", { count: processed }),
        ...some(t("stayed_edit", { count: stayed }), stayed),
        ...some(t("failed_edit", { count: failed }), failed),
      ];
    case "undo":
      return [
        orders > 0
          ? t("voided", { count: orders, aside: t("aside", { count: processed }) })
          : t("cameBack", { count: processed }),
        ...some(t("failed_undo", { count: failed }), failed),
      ];
    default:
      return [
        processed > 0 ? t("became", { count: processed, orders: t("orders", { count: orders }) }) : t("becameNone"),
        ...some(t("failed_process", { count: failed }), failed),
        ...some(t("stayed_process", { count: stayed }), stayed),
      ];
  }
}
