import type { ReactNode } from "react";
import classes from "./outgoing.module.css";

/** Definition list without empty values. */
export function Facts({ label, facts }: { label: string; facts: [string, ReactNode][] }) {
  return (
    <dl className={classes.facts} aria-label={label}>
      {facts
        .filter(([, value]) => value != null && value !== "" && value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
