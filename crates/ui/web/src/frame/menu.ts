import {
  ArrowRightLeft,
  BookOpen,
  CalendarClock,
  CirclePause,
  CircleX,
  FileSpreadsheet,
  Inbox,
  LayoutDashboard,
  Rows3,
  ReceiptText,
  ScrollText,
  Send,
  type LucideIcon,
} from "lucide-react";
import { useSession, type Scope } from "../session/session";

export interface MenuItem {
  path: string;
  label:
    | "dashboard"
    | "inbox"
    | "onHold"
    | "rejected"
    | "imports"
    | "candidates"
    | "orders"
    | "crossReferences"
    | "scheduler"
    | "outgoing"
    | "requests"
    | "documentation";
  press: string;
  icon: LucideIcon;
  /** Required scope. */
  scope?: Scope;
  /** Served outside the interface. */
  external?: boolean;
}

export interface MenuGroup {
  label: "work" | "overview" | "masterData" | "connect" | "administration";
  items: MenuItem[];
}

/** Pages of the menu. */
const MENU: MenuGroup[] = [
  {
    label: "work",
    items: [
      { path: "/inbox", label: "inbox", press: "g n", icon: Inbox },
      { path: "/on-hold", label: "onHold", press: "g f", icon: CirclePause },
      { path: "/rejected", label: "rejected", press: "g x", icon: CircleX },
      { path: "/candidates", label: "candidates", press: "g c", icon: Rows3 },
      { path: "/orders", label: "orders", press: "g o", icon: ReceiptText },
      { path: "/imports", label: "imports", press: "g m", icon: FileSpreadsheet },
    ],
  },
  { label: "overview", items: [{ path: "/", label: "dashboard", press: "g d", icon: LayoutDashboard }] },
  {
    label: "masterData",
    items: [{ path: "/cross-references", label: "crossReferences", press: "g r", icon: ArrowRightLeft }],
  },
  {
    label: "connect",
    items: [
      { path: "/outgoing", label: "outgoing", press: "g w", icon: Send, scope: "admin" },
      { path: "/requests", label: "requests", press: "g q", icon: ScrollText },
      { path: "/docs/", label: "documentation", press: "g i", icon: BookOpen, scope: "admin", external: true },
    ],
  },
  {
    label: "administration",
    items: [{ path: "/scheduler", label: "scheduler", press: "g t", icon: CalendarClock }],
  },
];

/** Returns the groups for the current user, without empty ones. */
export function useMenu(): MenuGroup[] {
  const { scopes } = useSession();
  return MENU.map(({ label, items }) => ({
    label,
    items: items.filter(({ scope }) => !scope || scopes.includes(scope)),
  })).filter(({ items }) => items.length > 0);
}

/** Returns the pages of the interface for the current user. */
export function useMenuItems(): MenuItem[] {
  return useMenu().flatMap(({ items }) => items.filter(({ external }) => !external));
}

/** Returns whether a path belongs to a menu item. */
export function isCurrent({ path }: MenuItem, at: string): boolean {
  // runs belong to the scheduler
  const within = at.replace(/^\/runs\b/, "/scheduler");
  return path === "/" ? at === "/" : within.startsWith(path);
}
