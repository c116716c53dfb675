// Registry of keyboard shortcuts, also shown in the overview and the palette.
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { tinykeys } from "tinykeys";

export interface Key {
  /** tinykeys syntax: `g d`, `$mod+k`, `Shift+?`; empty if only the palette offers it. */
  press: string;
  /** Display form: `g d`, `Ctrl+K`, `?`. */
  shown?: string;
  label: string;
  run: (event?: KeyboardEvent) => void;
  /** Also active in text fields. */
  whileTyping?: boolean;
  /** Offered by the palette. */
  offered?: boolean;
}

export interface KeyGroup {
  heading: string;
  keys: Key[];
  /** Handled by the page; others are only shown. */
  handled?: boolean;
}

interface Registry {
  groups: KeyGroup[];
  add: (group: KeyGroup) => () => void;
  /** Shortcuts without Ctrl are enabled. */
  singleKeys: boolean;
  setSingleKeys: (on: boolean) => void;
}

const RegistryContext = createContext<Registry | undefined>(undefined);
const STORAGE_KEY = "orderdock.singleKeys";

function useRegistry(): Registry {
  const registry = useContext(RegistryContext);
  if (!registry) throw new Error("keys are used outside their provider");
  return registry;
}

export function KeysProvider({ children }: { children: ReactNode }) {
  const [groups, setGroups] = useState<KeyGroup[]>([]);
  const [singleKeys, setSingle] = useState(() => localStorage.getItem(STORAGE_KEY) !== "off");
  const registry = useMemo<Registry>(
    () => ({
      groups,
      singleKeys,
      setSingleKeys: (on) => {
        localStorage.setItem(STORAGE_KEY, on ? "on" : "off");
        setSingle(on);
      },
      add: (group) => {
        setGroups((before) => [...before, group]);
        return () => setGroups((before) => before.filter((one) => one !== group));
      },
    }),
    [groups, singleKeys],
  );
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

/** Returns all active shortcuts by heading and the setting for single keys. */
export function useKeyOverview() {
  const { groups, singleKeys, setSingleKeys } = useRegistry();
  return { groups, singleKeys, setSingleKeys };
}

/** Timeout of key sequences in milliseconds, as in tinykeys. */
const SEQUENCE_TIMEOUT = 1_000;

/** The last two keys. */
const pressed: KeyboardEvent[] = [];
window.addEventListener("keydown", (event) => pressed.splice(0, pressed.length, ...pressed.slice(-1), event), true);

/** Returns a function that checks whether the current key ends a sequence such as `g o`. */
export function useEndsSequence(): () => boolean {
  const { groups, singleKeys } = useRegistry();
  return () => {
    const [before, now] = pressed;
    if (!singleKeys || !before || !now || now.timeStamp - before.timeStamp > SEQUENCE_TIMEOUT) return false;
    if (typing(before) || inTextCell(before)) return false;
    return groups.some(
      ({ keys, handled }) => handled && keys.some(({ press }) => press === `${before.key} ${now.key}`),
    );
  };
}

function typing(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Returns whether a text cell has the focus, where letters start editing. */
function inTextCell(event: KeyboardEvent): boolean {
  return event.target instanceof HTMLElement && event.target.closest("[data-letters]") !== null;
}

/** Shows shortcuts that a component handles itself. */
export function useShownKeys(group: KeyGroup) {
  const { add } = useRegistry();
  const serialized = JSON.stringify([
    group.heading,
    group.keys.map(({ press, shown, label: words }) => [press, shown, words]),
  ]);
  const addRef = useRef(add);
  addRef.current = add;
  const latest = useRef(group);
  latest.current = group;
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared by content
  useEffect(() => {
    // resolve the handler when the key is pressed
    const keys = group.keys.map((key, index) => ({
      ...key,
      run: (event?: KeyboardEvent) => latest.current.keys[index]?.run(event),
    }));
    return addRef.current({ ...group, keys });
  }, [serialized]);
}

export interface KeyHandler {
  label: string;
  /** Absent without permission. */
  run: (() => void) | undefined;
}

/** Offers actions without shortcut in the palette. */
export function useKeyHandlers(heading: string, handlers: KeyHandler[]) {
  useShownKeys({ heading, keys: keysOf(handlers) });
}

/** Converts actions without shortcut to keys. */
export function keysOf(handlers: KeyHandler[]): Key[] {
  return handlers.flatMap(({ label, run }) => (run ? [{ press: "", label, run, offered: true }] : []));
}

/** Registers shortcuts while the component is mounted. */
export function useKeys(group: KeyGroup) {
  const { singleKeys } = useRegistry();
  const latest = useRef(group);
  latest.current = group;
  useShownKeys({ ...group, handled: true });
  const presses = group.keys.map(({ press }) => press).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handler is resolved on key press
  useEffect(() => {
    const bindings = latest.current.keys.map(({ press }, index) => {
      const answer = (event: KeyboardEvent) => {
        const key = latest.current.keys[index];
        const single = !/\$mod|Control|Escape|^F\d/.test(press);
        if (!key || (typing(event) && !key.whileTyping)) return;
        if (single && (!singleKeys || (inTextCell(event) && !key.whileTyping))) return;
        event.preventDefault();
        key.run(event);
      };
      return [press, answer] as const;
    });
    return tinykeys(window, Object.fromEntries(bindings));
  }, [presses, singleKeys]);
}
