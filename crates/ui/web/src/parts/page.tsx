import { Group, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./page.module.css";
import { useWindowTitle } from "./window-title";

interface PageProps {
  title: string;
  /** What the browser's window is called, where the heading alone says too little. */
  window?: string;
  /** Beside the title, for example a status. */
  beside?: ReactNode;
  actions?: ReactNode;
  /** As high as the window, so that a list in it scrolls by itself. */
  fill?: boolean;
  children: ReactNode;
}

/** A page with its heading, which is also the title of the browser's window. */
export function Page({ title, window = title, beside, actions, fill, children }: PageProps) {
  useWindowTitle(window);
  return (
    <div className={classes.page} data-fill={fill || undefined}>
      <div className={classes.head}>
        <div className={classes.title}>
          <Title order={1}>{title}</Title>
          {beside}
        </div>
        {actions && (
          <Group gap={6} className="no-print">
            {actions}
          </Group>
        )}
      </div>
      {children}
    </div>
  );
}
