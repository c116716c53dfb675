// A text that is being typed and not sent yet: it is kept in this browser for who types it, whatever they look at meanwhile.
import { useState } from "react";
import { useSession } from "../session/session";

const place = (user: string, what: string) => `orderdock.draft.${user.toLowerCase()}.${what}`;

/** The text under a name, and how to change it; an empty one is forgotten. */
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
