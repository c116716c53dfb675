import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import { useLanguage, useMessages } from "../../i18n";
import { localeOf } from "../../values/locale";
import { CHECKS, type CheckCounts, type RowCheck } from "../types";
import classes from "./check.module.css";
import { checkMessages } from "./messages";

export type ResultTab = "all" | RowCheck;

interface ResultTabsProps {
  tab: ResultTab;
  /** Undefined before the first check. */
  counts: CheckCounts | undefined;
  total: number;
  onTab: (tab: ResultTab) => void;
  children: ReactNode;
}

/** Tabs of the results with their number of rows. */
export function ResultTabs({ tab, counts, total, onTab, children }: ResultTabsProps) {
  const t = useMessages(checkMessages);
  const number = new Intl.NumberFormat(localeOf(useLanguage()));
  return (
    <Tabs value={tab} onChange={(to) => onTab((to ?? "all") as ResultTab)} activateTabWithKeyboard={false} keepMounted>
      <div className={classes.tabs}>
        <Tabs.List aria-label={t("results")} className={classes.tabList}>
          <Tabs.Tab value="all" py={7} aria-controls="import-rows">
            {t("tab_all")} <span className={classes.count}>{number.format(total)}</span>
          </Tabs.Tab>
          {CHECKS.map((one) => (
            <Tabs.Tab key={one} value={one} py={7} aria-controls="import-rows" disabled={!counts}>
              {t(`tab_${one}`)}
              {counts && (
                <span className={classes.count} data-check={counts[one] > 0 ? one : undefined}>
                  {number.format(counts[one])}
                </span>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {children}
      </div>
    </Tabs>
  );
}
