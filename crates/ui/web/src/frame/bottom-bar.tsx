import { Menu, UnstyledButton } from "@mantine/core";
import { Ellipsis, Search } from "lucide-react";
import { Link, useLocation } from "wouter";
import { useMessages } from "../i18n";
import { partsMessages } from "../parts/messages";
import { useSession } from "../session/session";
import classes from "./bottom-bar.module.css";
import { isCurrent, useMenuItems, type MenuItem } from "./menu";
import { MenuBadge } from "./menu-badge";
import { AccountItems } from "./settings-menu";
import { openPalette } from "./open-palette";
import { frameMessages } from "./messages";

/** Pages with their own place in the bar; the others are in the menu. */
const FIRST: MenuItem["label"][] = ["inbox", "candidates", "orders"];

/** Main menu of phones. */
export function BottomBar({ showKeys }: { showKeys: () => void }) {
  const t = useMessages(frameMessages);
  const items = useMenuItems();
  const isFirst = ({ label }: MenuItem) => FIRST.includes(label);
  return (
    <nav aria-label={t("menu")} className={classes.bar}>
      {items.filter(isFirst).map((item) => (
        <Place key={item.path} item={item} />
      ))}
      <UnstyledButton className={classes.place} onClick={openPalette}>
        <Search size={20} strokeWidth={1.75} aria-hidden />
        <span>{t("search")}</span>
      </UnstyledButton>
      <More items={items.filter((item) => !isFirst(item))} showKeys={showKeys} />
    </nav>
  );
}

function Place({ item }: { item: MenuItem }) {
  const t = useMessages(frameMessages);
  const [at] = useLocation();
  const { path, label, icon: Icon } = item;
  return (
    <Link
      href={path}
      className={classes.place}
      aria-current={isCurrent(item, at) ? "page" : undefined}
      title={t(label)}>
      <span className={classes.icon}>
        <Icon size={20} strokeWidth={1.75} aria-hidden />
        <MenuBadge label={label} />
      </span>
      <span>{t(label === "candidates" ? "candidatesShort" : label)}</span>
    </Link>
  );
}

/** Other pages, account and settings. */
function More({ items, showKeys }: { items: MenuItem[]; showKeys: () => void }) {
  const t = useMessages(frameMessages);
  const tParts = useMessages(partsMessages);
  const [at, go] = useLocation();
  const { user } = useSession();
  const here = items.some((item) => isCurrent(item, at));
  return (
    <Menu position="top-end" withinPortal={false} withInitialFocusPlaceholder={false} width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.place} data-here={here || undefined}>
          <Ellipsis size={20} strokeWidth={1.75} aria-hidden />
          <span>{tParts("more")}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {items.map(({ path, label, icon: Icon }) => (
          <Menu.Item key={path} leftSection={<Icon size={14} aria-hidden />} onClick={() => go(path)}>
            {t(label)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t("user", { user })}</Menu.Label>
        <AccountItems settings showKeys={showKeys} />
      </Menu.Dropdown>
    </Menu>
  );
}
