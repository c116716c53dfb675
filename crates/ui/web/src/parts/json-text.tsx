import { useMemo } from "react";
import { jsonLines, type JsonLine } from "./json-lines";
import classes from "./json-text.module.css";

/** Line of JSON with relative indentation. */
export function JsonCode({ line, within = 0 }: { line: JsonLine; within?: number }) {
  return (
    <code style={{ paddingLeft: `${(line.depth - within) * 2}ch` }}>
      {line.tokens.map(({ text, kind }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tokens may repeat
        <span key={index} data-kind={kind}>
          {text}
        </span>
      ))}
    </code>
  );
}

/** Formatted JSON; other text unchanged. */
export function JsonText({ text, label }: { text: string; label: string }) {
  const lines = useMemo(() => jsonLines(text), [text]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll regions need keyboard access
    <div className={classes.text} data-short role="region" tabIndex={0} aria-label={label}>
      {lines?.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have a fixed order
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
