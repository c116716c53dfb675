import { useMemo } from "react";
import { jsonLines, type JsonLine } from "./json-lines";
import classes from "./json-text.module.css";

/** A line of JSON, as far in as it is within what is shown. */
export function JsonCode({ line, within = 0 }: { line: JsonLine; within?: number }) {
  return (
    <code style={{ paddingLeft: `${(line.depth - within) * 2}ch` }}>
      {line.tokens.map(({ text, kind }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line may have the same sign twice
        <span key={index} data-kind={kind}>
          {text}
        </span>
      ))}
    </code>
  );
}

/** A JSON text in lines; anything else as it is. */
export function JsonText({ text, label }: { text: string; label: string }) {
  const lines = useMemo(() => jsonLines(text), [text]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <div className={classes.text} data-short role="region" tabIndex={0} aria-label={label}>
      {lines?.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines stay in their order
        <div key={index} className={classes.line}>
          <span className={classes.number} aria-hidden>
            {index + 1}
          </span>
          <JsonCode line={line} />
        </div>
      )) ?? <pre className={classes.plain}>{text}</pre>}
    </div>
  );
}
