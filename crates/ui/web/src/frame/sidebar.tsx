import { ActionIcon, AppShell, Menu, Tooltip, UnstyledButton } from "@mantine/core";
import { CircleHelp, Keyboard, PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { clsx } from "clsx";
import { useId, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useMessages } from "../i18n";
import { LanguageSwitch } from "../parts/language-switch";
import { Mark } from "../parts/mark";
import { useSession } from "../session/session";
import classes from "./sidebar.module.css";
import { isCurrent, useMenu, type MenuGroup, type MenuItem } from "./menu";
import { MenuBadge } from "./menu-badge";
import { AccountItems, HelpItems, SchemeItems, useRoleText, useSchemeIcon } from "./settings-menu";
import { frameMessages } from "./messages";

interface SidebarProps {
  expanded: boolean;
  onToggle: () => void;
  showKeys: () => void;
}

/** Main menu with account and settings at its foot. */
export function Sidebar({ expanded, onToggle, showKeys }: SidebarProps) {
  const t = useMessages(frameMessages);
  const groups = useMenu();
  return (
    <AppShell.Navbar
      aria-label={t("menu")}
      className={clsx(classes.sidebar, "no-print")}
      data-collapsed={!expanded || undefined}>
      <Link href="/" className={classes.brand} aria-label="Orderdock">
        <Mark size={24} />
        {expanded && <span>Orderdock</span>}
      </Link>
      <div className={classes.groups}>
        {groups.map((group) => (
          <Group key={group.label} group={group} expanded={expanded} />
        ))}
      </div>
      <div className={classes.foot}>
        <Account expanded={expanded} showKeys={showKeys} />
        <Tools expanded={expanded} onToggle={onToggle} showKeys={showKeys} />
      </div>
    </AppShell.Navbar>
  );
}

function Group({ group: { label, items }, expanded }: { group: MenuGroup; expanded: boolean }) {
  const t = useMessages(frameMessages);
  const id = useId();
  return (
    <div className={classes.group}>
      {expanded && (
        <div id={id} className={classes.label}>
          {t(label)}
        </div>
      )}
      <ul {...(expanded ? { "aria-labelledby": id } : { "aria-label": t(label) })}>
        {items.map((item) => (
          <li key={item.path}>
            <Item item={item} expanded={expanded} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Item({ item, expanded }: { item: MenuItem; expanded: boolean }) {
  const t = useMessages(frameMessages);
  const [at] = useLocation();
  const { path, label, icon: Icon, external } = item;
  const shared = {
    className: classes.item,
    "aria-current": isCurrent(item, at) ? ("page" as const) : undefined,
    children: (
      <>
        <Icon size={16} strokeWidth={1.75} aria-hidden />
        <span className={classes.name}>{t(label)}</span>
        <MenuBadge label={label} />
      </>
    ),
  };
  return (
    <Tooltip
      label={t(label)}
      position="right"
      disabled={expanded}
      // for screen readers
      portalProps={{ target: "#main" }}
      events={{ hover: true, focus: true, touch: false }}>
      {external ? <a href={path} {...shared} /> : <Link href={path} {...shared} />}
    </Tooltip>
  );
}

function Account({ expanded, showKeys }: Omit<SidebarProps, "onToggle">) {
  const t = useMessages(frameMessages);
  const { user } = useSession();
  const role = useRoleText();
  const name = t("user", { user });
  return (
    <Menu position="right-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={classes.account} title={name}>
          <span className={classes.unseen}>{name}</span>
          <span className={classes.avatar} aria-hidden>
            {user.slice(0, 1).toUpperCase()}
          </span>
          {expanded && (
            <span className={classes.who}>
              <span aria-hidden>{user}</span>
              <span>{role}</span>
            </span>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <AccountItems settings={!expanded} showKeys={showKeys} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Tools({ expanded, onToggle, showKeys }: SidebarProps) {
  const t = useMessages(frameMessages);
  const SchemeIcon = useSchemeIcon();
  const toggle = t(expanded ? "collapse" : "expand");
  const Toggle = expanded ? PanelLeftClose : PanelLeftOpen;
  return (
    <div className={classes.tools}>
      {expanded && (
        <>
          <LanguageSwitch />
          <IconMenu label={t("theme")} icon={SchemeIcon}>
            <SchemeItems />
          </IconMenu>
          <ActionIcon aria-label={t("keys")} title={`${t("keys")} (?)`} onClick={showKeys}>
            <Keyboard size={16} aria-hidden />
          </ActionIcon>
          <IconMenu label={t("help")} icon={CircleHelp}>
            <HelpItems showKeys={showKeys} />
          </IconMenu>
        </>
      )}
      <ActionIcon aria-label={toggle} title={`${toggle} (g b)`} aria-expanded={expanded} onClick={onToggle}>
        <Toggle size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

interface IconMenuProps {
  label: string;
  icon: typeof CircleHelp;
  children: ReactNode;
}

function IconMenu({ label, icon: Icon, children }: IconMenuProps) {
  return (
    <Menu position="top-start" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon aria-label={label} title={label}>
          <Icon size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
