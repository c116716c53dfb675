import type { Run } from "../api/events";
import type { Translate } from "../i18n";
import type { runMessages } from "./run-messages";

type TranslateRun = Translate<keyof (typeof runMessages)["translations"]>;

/** Returns the results of a run as sentences. */
export function runSummary(t: TranslateRun, { kind, counts }: Pick<Run, "kind" | "counts">): string[] {
  const { processed, orders, stayed, failed } = counts;
  const sentenceIf = (sentence: string, count: number) => (count > 0 ? [sentence] : []);
  switch (kind) {
    case "revalidate":
      return [
        ...sentenceIf(t("fine", { count: stayed }), stayed),
        ...sentenceIf(t("failed_revalidate", { count: failed }), failed),
      ];
    case "edit":
      return [
        t("edited", { count: processed }),
        ...sentenceIf(t("stayed_edit", { count: stayed }), stayed),
        ...sentenceIf(t("failed_edit", { count: failed }), failed),
      ];
    case "map":
      return [
        t("mapped", { count: processed }),
        ...sentenceIf(t("stayed_map", { count: stayed }), stayed),
        ...sentenceIf(t("failed_map", { count: failed }), failed),
      ];
    case "undo":
      return [
        orders > 0
          ? t("voided", { count: orders, aside: t("aside", { count: processed }) })
          : t("cameBack", { count: processed }),
        ...sentenceIf(t("failed_undo", { count: failed }), failed),
      ];
    default:
      return [
        processed > 0 ? t("became", { count: processed, orders: t("orders", { count: orders }) }) : t("becameNone"),
        ...sentenceIf(t("failed_process", { count: failed }), failed),
        ...sentenceIf(t("stayed_process", { count: stayed }), stayed),
      ];
  }
}
