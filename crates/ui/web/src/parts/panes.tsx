// List of items at the left and the selected one at the right; steps of their own on narrow screens.
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { clsx } from "clsx";
import { ArrowLeft, type LucideIcon } from "lucide-react";
import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from "react";
import { useSearchParams } from "wouter";
import { useLanguage } from "../i18n";
import { localeOf } from "../values/locale";
import { useFocusFallback } from "./focus-fallback";
import classes from "./panes.module.css";

/** List and item are steps instead of panes. */
const NARROW = "(max-width: 767.98px)";

/** Returns whether only one pane is visible. */
export function useNarrow(): boolean {
  return useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
}

export interface PaneSection<Item> {
  key: string;
  /** Absent in a list without sections. */
  heading?: { label: string; icon: LucideIcon; count: number };
  items: Item[];
}

export interface PanesHandle {
  /** Moves the focus to the selected item of the list. */
  focus: () => void;
}

interface PanesProps<Item> {
  label: string;
  sections: PaneSection<Item>[];
  /** URL parameters that name the selected item. */
  parameters: readonly string[];
  addressOf: (item: Item) => Record<string, string>;
  narrow: boolean;
  /** Below the list. */
  more?: ReactNode;
  option: (item: Item) => ReactNode;
  /** `back` returns to the list, if only one pane is visible. */
  detail: (item: Item, back: (() => void) | undefined) => ReactNode;
  /** Handles the keys that do not move the selection; returns whether the key was used. */
  onKey: (event: KeyboardEvent, item: Item, inList: boolean) => boolean;
  handle?: Ref<PanesHandle>;
}

export function Panes<Item>({ label, sections, narrow, more, option, detail, onKey, ...props }: PanesProps<Item>) {
  const list = useRef<HTMLDivElement>(null);
  const right = useRef<HTMLDivElement>(null);
  const items = sections.flatMap((section) => section.items);
  const { parameters, addressOf } = props;
  const nameOf = (item: Item) => nameIn(parameters, (name) => addressOf(item)[name]);
  const { at, named, select, open, leave } = useSelectedItem(items, parameters, nameOf, addressOf);
  const focus = (to: number) => list.current?.querySelectorAll<HTMLElement>("[role=option]")[to]?.focus();
  useImperativeHandle(props.handle, () => ({ focus: () => focus(at) }));
  // the selected item has the focus; on narrow screens, its first button
  useFocusFallback(() => {
    if (list.current) focus(at);
    else right.current?.querySelector<HTMLElement>("button")?.focus();
  });
  const item = items[at];
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("[role=grid], input, textarea")) return;
    const inList = target.role === "option";
    const to = inList ? stepTo(event.key, at, items.length) : undefined;
    if (to !== undefined) focus(to);
    else if (!item || !onKey(event, item, inList)) return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of both panes
    <div className={classes.panes} onKeyDown={onKeyDown}>
      {!(narrow && named) && (
        <div className={classes.left}>
          <SectionList
            {...{ label, sections, list, option, nameOf }}
            selected={item}
            onSelect={select}
            onOpen={narrow ? open : select}
          />
          {more}
        </div>
      )}
      {item && (!narrow || named) && (
        <div ref={right} className={classes.right}>
          {detail(item, narrow ? leave : undefined)}
        </div>
      )}
    </div>
  );
}

function stepTo(key: string, at: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: Math.min(count - 1, at + 1),
    ArrowUp: Math.max(0, at - 1),
    Home: 0,
    End: count - 1,
  };
  return steps[key];
}

interface SectionListProps<Item> extends Pick<PanesProps<Item>, "label" | "sections" | "option"> {
  selected: Item | undefined;
  list: RefObject<HTMLDivElement | null>;
  nameOf: (item: Item) => string;
  onSelect: (item: Item) => void;
  onOpen: (item: Item) => void;
}

/** One item is selected; arrows move the selection. */
function SectionList<Item>(props: SectionListProps<Item>) {
  const { label, sections, selected, list, option, nameOf, onSelect, onOpen } = props;
  const number = new Intl.NumberFormat(localeOf(useLanguage()));
  return (
    <div ref={list} role="listbox" aria-label={label} className={classes.list}>
      {sections.map(({ key, heading, items }) => (
        <div key={key} {...(heading ? { role: "group", "aria-label": heading.label } : { role: "presentation" })}>
          {heading && (
            <div className={classes.section} role="presentation" aria-hidden>
              <heading.icon size={16} strokeWidth={1.5} />
              {heading.label}
              <span className={classes.end}>{number.format(heading.count)}</span>
            </div>
          )}
          {items.map((item) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the panes handle the keys of the list
            <div
              key={nameOf(item)}
              role="option"
              aria-selected={item === selected}
              tabIndex={item === selected ? 0 : -1}
              className={clsx(classes.option, item === selected && classes.selected)}
              onFocus={item === selected ? undefined : () => onSelect(item)}
              onClick={() => onOpen(item)}>
              {option(item)}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionTextProps {
  title: ReactNode;
  count: number;
  /** The count for screen readers. */
  countText: string;
  text: ReactNode;
  foot: ReactNode;
  /** At the right of the last line. */
  end?: ReactNode;
}

/** Title with a count, explanation, and a last line. */
export function OptionText({ title, count, countText, text, foot, end }: OptionTextProps) {
  const number = new Intl.NumberFormat(localeOf(useLanguage()));
  return (
    <>
      <span className={classes.optionHead}>
        <span className={classes.optionTitle}>{title}</span>
        <span className={classes.count}>
          <span aria-hidden>{number.format(count)}</span>
          <span className={classes.unseen}>{countText}</span>
        </span>
      </span>
      {text && <span className={classes.optionText}>{text}</span>}
      <span className={classes.optionFoot}>
        {foot}
        <span className={classes.end}>{end}</span>
      </span>
    </>
  );
}

/** Returns to the list, as the first button of an item that is a step of its own. */
export function BackButton({ label, onBack }: { label: string; onBack: (() => void) | undefined }) {
  if (!onBack) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.back}
      leftSection={<ArrowLeft size={16} strokeWidth={1.5} aria-hidden />}
      onClick={onBack}>
      {label}
    </Button>
  );
}

/** Delay until a selection by key is written to the URL, in milliseconds. */
const STILL = 300;

function nameIn(parameters: readonly string[], value: (name: string) => string | null | undefined): string {
  return JSON.stringify(parameters.map((name) => value(name) ?? null));
}

/** The selected item, by default the first one; named in the URL, so that it is kept on return. */
function useSelectedItem<Item>(
  items: readonly Item[],
  parameters: readonly string[],
  nameOf: (item: Item) => string,
  addressOf: (item: Item) => Record<string, string>,
) {
  const [search, setSearch] = useSearchParams();
  const named = parameters.some((parameter) => search.has(parameter));
  const [name, setName] = useState(named ? nameIn(parameters, (parameter) => search.get(parameter)) : "");
  // an item that disappears is followed by the next one
  const place = useRef(0);
  const found = items.findIndex((one) => nameOf(one) === name);
  const at = found < 0 ? Math.max(0, Math.min(place.current, items.length - 1)) : found;
  place.current = at;
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const write = (one: Item | undefined, replace: boolean) => {
    clearTimeout(waiting.current);
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        for (const parameter of parameters) after.delete(parameter);
        for (const [parameter, value] of Object.entries(one ? addressOf(one) : {})) after.set(parameter, value);
        return after;
      },
      { replace },
    );
  };
  return {
    at,
    /** The URL names an item. */
    named,
    select: (one: Item) => {
      setName(nameOf(one));
      clearTimeout(waiting.current);
      const here = location.pathname;
      // another page may already be loading
      waiting.current = setTimeout(() => location.pathname === here && write(one, true), STILL);
    },
    /** Opens an item as a step of its own. */
    open: (one: Item) => {
      setName(nameOf(one));
      write(one, false);
    },
    /** Returns to the list. */
    leave: () => write(undefined, true),
  };
}
