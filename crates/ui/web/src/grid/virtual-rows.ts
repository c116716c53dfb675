// Visible rows by arithmetic on a fixed row height, without state per row.
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";

/** Maximum element height in browsers; taller lists scale the scroll bar. */
const TALLEST = 8_000_000;
/** Overscan rows. */
const SPARE = 8;
/** Room for the message of the last row, in pixels. */
const TAIL = 48;
const WHEEL_LINE = 40;

export interface View {
  /** Offset in all rows, in pixels. */
  top: number;
  /** Scroll offset of the element. */
  scrolled: number;
  height: number;
}

/** Calculates the visible range. */
export function measured(view: View, count: number, rowHeight: number, tail = TAIL) {
  const total = count * rowHeight + tail;
  const shownHeight = Math.min(total, TALLEST);
  const shift = view.scrolled - view.top;
  return {
    total,
    shownHeight,
    /** Pixels of rows per pixel of scrolling. */
    scale: total > shownHeight ? (total - view.height) / (shownHeight - view.height) : 1,
    first: Math.max(0, Math.min(count - 1, Math.floor(view.top / rowHeight) - SPARE)),
    last: Math.min(count - 1, Math.ceil((view.top + view.height) / rowHeight) + SPARE),
    fitting: Math.max(1, Math.floor(view.height / rowHeight)),
    topOf: (row: number) => row * rowHeight + shift,
  };
}

/** Returns the offset that reveals a row, if needed. */
export function topToReveal(row: number, rowHeight: number, { top, height }: Pick<View, "top" | "height">) {
  const y = row * rowHeight;
  if (y < top) return y;
  return y + rowHeight > top + height ? y + rowHeight - height : undefined;
}

export interface VirtualRows {
  first: number;
  last: number;
  shownHeight: number;
  /** Returns the position of a row in the element. */
  topOf: (row: number) => number;
  /** Rows per page. */
  fitting: number;
  onScroll: () => void;
  /** Scrolls until a row is visible. */
  reveal: (row: number) => void;
}

export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  headHeight: number,
  tail?: number,
): VirtualRows {
  const [view, setView] = useState<View>({ top: 0, scrolled: 0, height: 600 });
  // position set by code, whose scroll event is not a drag
  const own = useRef({ top: 0, scrolled: 0 });
  const { total, scale, ...shown } = measured(view, count, rowHeight, tail);
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

  // wheel distances are not scaled
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
