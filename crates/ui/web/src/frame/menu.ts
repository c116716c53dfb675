import { CalendarClock, CircleAlert, Inbox, LayoutDashboard, ReceiptText, Send, type LucideIcon } from "lucide-react";
import { useSession, type Scope } from "../session/session";

interface MenuItem {
  path: string;
  label: "dashboard" | "inbox" | "candidates" | "orders" | "scheduler" | "outgoing";
  press: string;
  icon: LucideIcon;
  /** Required scope. */
  scope?: Scope;
}

/** Pages of the menu. */
const MENU_ITEMS: MenuItem[] = [
  { path: "/", label: "dashboard", press: "g d", icon: LayoutDashboard },
  { path: "/inbox", label: "inbox", press: "g n", icon: CircleAlert },
  { path: "/candidates", label: "candidates", press: "g c", icon: Inbox },
  { path: "/orders", label: "orders", press: "g o", icon: ReceiptText },
  { path: "/scheduler", label: "scheduler", press: "g t", icon: CalendarClock },
  { path: "/outgoing", label: "outgoing", press: "g w", icon: Send, scope: "admin" },
];

/** Returns the pages for the current user. */
export function useMenuItems(): MenuItem[] {
  const { scopes, role } = useSession();
  const places = MENU_ITEMS.filter(({ scope }) => !scope || scopes.includes(scope));
  // clerks start with the inbox
  const isFirst = ({ label: words }: MenuItem) => role === "clerk" && words === "inbox";
  return [...places.filter(isFirst), ...places.filter((place) => !isFirst(place))];
}
