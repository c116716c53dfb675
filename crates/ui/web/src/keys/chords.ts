// Keys that write are pressed together with Ctrl: a sentence that is typed in the wrong place changes nothing.

/** How people see them; Ctrl is Cmd on a Mac. */
export const CHORDS = { createOrders: "Ctrl+Enter", edit: "Ctrl+E", revalidate: "Ctrl+Shift+V" } as const;

/** The same for `aria-keyshortcuts`. */
export const SHORTCUTS = {
  createOrders: "Control+Enter",
  edit: "Control+E",
  revalidate: "Control+Shift+V",
} as const satisfies Record<keyof typeof CHORDS, string>;

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** The command that a key press stands for, if any. */
export function chordOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): keyof typeof CHORDS | undefined {
  if ((!ctrlKey && !metaKey) || altKey) return undefined;
  if (key === "Enter" && !shiftKey) return "createOrders";
  if (key.toLowerCase() === "e" && !shiftKey) return "edit";
  return key.toLowerCase() === "v" && shiftKey ? "revalidate" : undefined;
}
