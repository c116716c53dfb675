// Keys: each part of the interface says which it answers to and in what words; the overview is made of that.
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { tinykeys } from "tinykeys";

export interface Key {
  /** As tinykeys reads it: `g d`, `$mod+k`, `Shift+?`; empty where only the palette offers it. */
  press: string;
  /** As it is written for people: `g d`, `Ctrl+K`, `?`. */
  shown?: string;
  label: string;
  run: (event?: KeyboardEvent) => void;
  /** Also answers while a text is being typed. */
  whileTyping?: boolean;
  /** The palette offers it as well, to those who know no keys. */
  offered?: boolean;
}

/** Keys under a heading of the overview. */
export interface KeyGroup {
  heading: string;
  keys: Key[];
  /** The page answers to them; others are shown only. */
  answered?: boolean;
}

interface Registry {
  groups: KeyGroup[];
  add: (group: KeyGroup) => () => void;
  /** Keys that a part handles itself, for the overview only. */
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

/** All keys that work now, by heading; and whether those without Ctrl are on. */
export function useKeyOverview() {
  const { groups, singleKeys, setSingleKeys } = useRegistry();
  return { groups, singleKeys, setSingleKeys };
}

/** So long the keys of a sequence belong together, in milliseconds; the library's own time. */
const SEQUENCE_TIMEOUT = 1_000;

/** The last key and the one before it. */
const pressed: KeyboardEvent[] = [];
window.addEventListener("keydown", (event) => pressed.splice(0, pressed.length, ...pressed.slice(-1), event), true);

/** Whether the key that is handled now ends a sequence such as `g o`: then it means nothing by itself. */
export function useEndsSequence(): () => boolean {
  const { groups, singleKeys } = useRegistry();
  return () => {
    const [before, now] = pressed;
    if (!singleKeys || !before || !now || now.timeStamp - before.timeStamp > SEQUENCE_TIMEOUT) return false;
    if (typing(before) || inTextCell(before)) return false;
    return groups.some(
      ({ keys, answered }) => answered && keys.some(({ press }) => press === `${before.key} ${now.key}`),
    );
  };
}

function typing(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Whether a cell of the grid that holds text has the focus: letters begin to edit there, and keys with Ctrl work. */
function inTextCell(event: KeyboardEvent): boolean {
  return event.target instanceof HTMLElement && event.target.closest("[data-letters]") !== null;
}

/** Shows keys in the overview that a part answers to by itself. */
export function useShownKeys(group: KeyGroup) {
  const { add } = useRegistry();
  const told = JSON.stringify([
    group.heading,
    group.keys.map(({ press, shown, label: words }) => [press, shown, words]),
  ]);
  const addRef = useRef(add);
  addRef.current = add;
  const latest = useRef(group);
  latest.current = group;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the group is another when it reads otherwise
  useEffect(() => {
    // what a key does is looked up when it is wanted
    const keys = group.keys.map((key, index) => ({
      ...key,
      run: (event?: KeyboardEvent) => latest.current.keys[index]?.run(event),
    }));
    return addRef.current({ ...group, keys });
  }, [told]);
}

export interface KeyHandler {
  label: string;
  /** Absent where it may not be done. */
  run: (() => void) | undefined;
}

/** Lets the palette offer what has no key. */
export function useKeyHandlers(heading: string, handlers: KeyHandler[]) {
  useShownKeys({ heading, keys: keysOf(handlers) });
}

/** The same among keys. */
export function keysOf(handlers: KeyHandler[]): Key[] {
  return handlers.flatMap(({ label, run }) => (run ? [{ press: "", label, run, offered: true }] : []));
}

/** Makes the page answer to keys while the part is there. */
export function useKeys(group: KeyGroup) {
  const { singleKeys } = useRegistry();
  const latest = useRef(group);
  latest.current = group;
  useShownKeys({ ...group, answered: true });
  const presses = group.keys.map(({ press }) => press).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a key does is looked up when it is pressed
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
