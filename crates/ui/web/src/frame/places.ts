import { CalendarClock, Inbox, LayoutDashboard, ReceiptText, type LucideIcon } from "lucide-react";

/** The pages of the menu. */
export const PLACES = [
  { path: "/", words: "dashboard", press: "g d", icon: LayoutDashboard },
  { path: "/candidates", words: "candidates", press: "g c", icon: Inbox },
  { path: "/orders", words: "orders", press: "g o", icon: ReceiptText },
  { path: "/scheduler", words: "scheduler", press: "g t", icon: CalendarClock },
] as const satisfies { path: string; words: string; press: string; icon: LucideIcon }[];
