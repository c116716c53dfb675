// List that opens if the URL names none: orders unless the user chose rows.
import { useState } from "react";
import { useSession } from "../session/session";
import type { List } from "./scroll-position";

const storageKey = (user: string) => `orderdock.opens.${user}`;

/** Returns the default list and its setter; stored per user. */
export function useDefaultList() {
  const { user } = useSession();
  const [opens, open] = useState<List>(() => (localStorage.getItem(storageKey(user)) === "rows" ? "rows" : "orders"));
  const choose = (list: List) => {
    localStorage.setItem(storageKey(user), list);
    open(list);
  };
  return [opens, choose] as const;
}
