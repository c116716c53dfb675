import { CalendarClock, CircleAlert, Inbox, LayoutDashboard, ReceiptText, Send, type LucideIcon } from "lucide-react";
import { useSession, type Scope } from "../session/session";

interface Place {
  path: string;
  words: "dashboard" | "inbox" | "candidates" | "orders" | "scheduler" | "outgoing";
  press: string;
  icon: LucideIcon;
  /** Who may not do this does not see it. */
  scope?: Scope;
}

/** The pages of the menu. */
const PLACES: Place[] = [
  { path: "/", words: "dashboard", press: "g d", icon: LayoutDashboard },
  { path: "/inbox", words: "inbox", press: "g n", icon: CircleAlert },
  { path: "/candidates", words: "candidates", press: "g c", icon: Inbox },
  { path: "/orders", words: "orders", press: "g o", icon: ReceiptText },
  { path: "/scheduler", words: "scheduler", press: "g t", icon: CalendarClock },
  { path: "/outgoing", words: "outgoing", press: "g w", icon: Send, scope: "admin" },
];

/** Those of who is signed in. */
export function usePlaces(): Place[] {
  const { scopes, role } = useSession();
  const places = PLACES.filter(({ scope }) => !scope || scopes.includes(scope));
  // clerks begin with what is to be settled
  const isFirst = ({ words }: Place) => role === "clerk" && words === "inbox";
  return [...places.filter(isFirst), ...places.filter((place) => !isFirst(place))];
}
