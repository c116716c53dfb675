// Empty state of a window whose work is done.
import { Text, Title } from "@mantine/core";
import { CircleCheckBig } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./all-clear.module.css";
import { Dock } from "./dock";
import { FocusPlace } from "./focus-place";

interface AllClearProps {
  title: string;
  text: string;
  /** Whether a mark shows that everything is done. */
  done?: boolean;
  /** At most one action, or links to other work. */
  children?: ReactNode;
}

export function AllClear({ title, text, done = true, children }: AllClearProps) {
  return (
    <FocusPlace label={title}>
      <div className={classes.clear} role="status">
        <span className={classes.done}>
          <Dock />
          {done && <CircleCheckBig size={28} strokeWidth={1.6} aria-hidden className={classes.check} />}
        </span>
        <Title order={2}>{title}</Title>
        <Text className="quiet">{text}</Text>
        {children}
      </div>
    </FocusPlace>
  );
}
