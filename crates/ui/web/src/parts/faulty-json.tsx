// JSON with its faults.
import { useEffect, useRef } from "react";
import { linesOf, type JsonLine } from "./json-lines";
import { JsonCode } from "./json-text";
import classes from "./json-text.module.css";

interface FaultyJsonProps {
  label: string;
  lines: JsonLine[];
  faults: readonly { pointer: string; message: string }[];
  /** JSON pointer of the value that the faults refer to. */
  within?: string;
  /** Visible range of lines. */
  shown?: [number, number] | undefined;
  /** Marked range of lines. */
  row?: [number, number] | undefined;
}

/** Marks faulty values, with the message in their first line; scrolls to the first one. */
export function FaultyJson({ label, lines, faults, within = "", shown, row }: FaultyJsonProps) {
  const text = useRef<HTMLDivElement>(null);
  const placed = faults.map((fault) => ({ fault, at: linesOf(lines, within + fault.pointer) }));
  const [from, to] = shown ?? [0, lines.length - 1];
  const first = placed.find(({ at }) => at)?.at?.[0];
  const start = lines[from]?.depth ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll again for other lines or faults
  useEffect(() => {
    const region = text.current;
    const fault =
      region?.querySelector<HTMLElement>("[data-fault]") ?? region?.querySelector<HTMLElement>("[data-row]");
    // scroll only the text, not the page
    if (region && fault) region.scrollTop = fault.offsetTop - region.clientHeight / 2;
  }, [from, to, first]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll regions need keyboard access
    <div ref={text} className={classes.text} role="region" tabIndex={0} aria-label={label}>
      {lines.slice(from, to + 1).map((line, index) => {
        const number = from + index;
        const here = placed.filter(({ at }) => at && at[0] <= number && number <= at[1]);
        const inRow = row && row[0] <= number && number <= row[1];
        return (
          <div
            key={number}
            className={classes.line}
            data-fault={here.length > 0 ? "" : undefined}
            data-row={inRow ? "" : undefined}>
            <span className={classes.number} aria-hidden>
              {number + 1}
            </span>
            <JsonCode line={line} within={start} />
            {here
              .filter(({ at }) => at?.[0] === number)
              .map(({ fault }) => (
                <span key={`${fault.pointer} ${fault.message}`} className={classes.message}>
                  {fault.message}
                </span>
              ))}
          </div>
        );
      })}
    </div>
  );
}
