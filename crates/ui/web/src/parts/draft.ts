// Unsent text, stored per user in the browser.
import { useState } from "react";
import { useSession } from "../session/session";

const place = (user: string, what: string) => `orderdock.draft.${user.toLowerCase()}.${what}`;

/** Returns the text of a key and its setter; empty texts are removed. */
export function useDraft(what: string): readonly [string, (text: string) => void] {
  const { user } = useSession();
  const at = place(user, what);
  const [typed, setTyped] = useState<{ at: string; text: string }>();
  const text = typed?.at === at ? typed.text : (localStorage.getItem(at) ?? "");
  const type = (to: string) => {
    if (to) localStorage.setItem(at, to);
    else localStorage.removeItem(at);
    setTyped({ at, text: to });
  };
  return [text, type];
}
