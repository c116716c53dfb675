// Which list somebody opens where the address says nothing of it: that by orders, unless they chose rows.
import { useState } from "react";
import { useSession } from "../session/session";
import type { List } from "./scroll-position";

const kept = (user: string) => `orderdock.opens.${user}`;

/** What is opened, and a way to choose otherwise; it is remembered here for each person. */
export function useDefaultList() {
  const { user } = useSession();
  const [opens, open] = useState<List>(() => (localStorage.getItem(kept(user)) === "rows" ? "rows" : "orders"));
  const choose = (list: List) => {
    localStorage.setItem(kept(user), list);
    open(list);
  };
  return [opens, choose] as const;
}
