import { Button, Tabs } from "@mantine/core";
import { ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { useLanguage, useMessages } from "../i18n";
import { showDecimal } from "../values/decimal";
import classes from "./disposition.module.css";
import type { Counts } from "./list";
import { TABS, type Tab } from "./view";
import { dispositionMessages } from "./messages";

interface StatusTabsProps {
  /** Undefined while a saved view is shown. */
  tab: Tab | undefined;
  counts: Counts | undefined;
  /** Tab of the saved view. */
  other: string | undefined;
  onTab: (tab: string) => void;
  children: ReactNode;
}

export function StatusTabs({ tab, counts, other, onTab, children }: StatusTabsProps) {
  const t = useMessages(dispositionMessages);
  const language = useLanguage();
  return (
    <Tabs
      value={other ?? tab ?? "all"}
      onChange={(to) => onTab(to ?? "all")}
      activateTabWithKeyboard={false}
      keepMounted>
      <Tabs.List aria-label={t("tabs")} px="xs">
        {TABS.map((one) => {
          // a saved view has its own count
          const count = other ? undefined : counts?.[one];
          return (
            <Tabs.Tab key={one} value={one} py={7} aria-controls="candidates">
              {t(`tab_${one}`)}
              {count && (
                <span className={classes.count}>
                  {showDecimal(count.value, language)}
                  {count.exact ? "" : "+"}
                </span>
              )}
            </Tabs.Tab>
          );
        })}
        {children}
      </Tabs.List>
    </Tabs>
  );
}

/** Offers new lines instead of inserting them while the user works. */
export function Arrived({ count, onShow }: { count: number; onShow: () => void }) {
  const t = useMessages(dispositionMessages);
  return (
    <div role="status" className={classes.arrived}>
      {count > 0 && (
        <Button size="compact-sm" radius="xl" leftSection={<ArrowUp size={13} aria-hidden />} onClick={onShow}>
          {t("arrived", { count })}
        </Button>
      )}
    </div>
  );
}
