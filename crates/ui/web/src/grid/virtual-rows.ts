// Which rows of very many are on the screen, by arithmetic: all rows have the same height, so nothing is kept per row.
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";

/** Browsers cannot lay out taller elements; beyond this the scroll bar stands for more than it is long. */
const TALLEST = 8_000_000;
/** Rows beyond the edge, so that a short scroll shows no gap. */
const SPARE = 8;
/** Room under the last row, for the words under its fields. */
const TAIL = 48;
const WHEEL_LINE = 40;

export interface View {
  /** Of all rows, in pixels. */
  top: number;
  /** What the scroll bar says. */
  scrolled: number;
  height: number;
}

/** What arithmetic says about a view of so many rows. */
export function measured(view: View, count: number, rowHeight: number) {
  const total = count * rowHeight + TAIL;
  const shownHeight = Math.min(total, TALLEST);
  const shift = view.scrolled - view.top;
  return {
    total,
    shownHeight,
    /** So many pixels of rows a pixel of the scroll bar stands for. */
    scale: total > shownHeight ? (total - view.height) / (shownHeight - view.height) : 1,
    first: Math.max(0, Math.min(count - 1, Math.floor(view.top / rowHeight) - SPARE)),
    last: Math.min(count - 1, Math.ceil((view.top + view.height) / rowHeight) + SPARE),
    fitting: Math.max(1, Math.floor(view.height / rowHeight)),
    topOf: (row: number) => row * rowHeight + shift,
  };
}

/** Where to scroll to see a row, if it is not on the screen as a whole. */
export function topToReveal(row: number, rowHeight: number, { top, height }: Pick<View, "top" | "height">) {
  const y = row * rowHeight;
  if (y < top) return y;
  return y + rowHeight > top + height ? y + rowHeight - height : undefined;
}

export interface VirtualRows {
  first: number;
  last: number;
  /** How tall the scrolled element is. */
  shownHeight: number;
  /** Where a row stands in it. */
  topOf: (row: number) => number;
  /** Rows that fit. */
  fitting: number;
  onScroll: () => void;
  /** Scrolls as far as needed to see a row. */
  reveal: (row: number) => void;
}

export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  headHeight: number,
): VirtualRows {
  const [view, setView] = useState<View>({ top: 0, scrolled: 0, height: 600 });
  // where we scrolled ourselves: its scroll event must not be read as someone's drag
  const own = useRef({ top: 0, scrolled: 0 });
  const { total, scale, ...shown } = measured(view, count, rowHeight);
  const latest = useRef({ scale, total, height: view.height });
  latest.current = { scale, total, height: view.height };

  const scrollTo = useCallback(
    (wanted: number) => {
      const element = scroller.current;
      if (!element) return;
      const { scale: ratio, total: all, height } = latest.current;
      const top = Math.max(0, Math.min(wanted, all - height));
      element.scrollTop = top / ratio;
      own.current = { top, scrolled: element.scrollTop };
      setView({ top: ratio === 1 ? element.scrollTop : top, scrolled: element.scrollTop, height });
    },
    [scroller],
  );

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () =>
      setView((before) => ({ ...before, height: Math.max(100, element.clientHeight - headHeight) }));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [scroller, headHeight]);

  // a turn of the wheel means so many pixels of rows, however short the scroll bar is
  useEffect(() => {
    const element = scroller.current;
    if (!element || scale === 1) return undefined;
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.shiftKey || !event.deltaY) return;
      event.preventDefault();
      scrollTo(own.current.top + event.deltaY * (event.deltaMode === 1 ? WHEEL_LINE : 1));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [scroller, scale, scrollTo]);

  const onScroll = useCallback(() => {
    const scrolled = scroller.current?.scrollTop ?? 0;
    if (Math.abs(scrolled - own.current.scrolled) < 1) return;
    const top = scrolled * latest.current.scale;
    own.current = { top, scrolled };
    setView(({ height }) => ({ top, scrolled, height }));
  }, [scroller]);

  const reveal = useCallback(
    (row: number) => {
      const top = topToReveal(row, rowHeight, { top: own.current.top, height: latest.current.height });
      if (top !== undefined) scrollTo(top);
    },
    [rowHeight, scrollTo],
  );

  return { ...shown, onScroll, reveal };
}
