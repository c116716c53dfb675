import { Group, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./page.module.css";
import { useWindowTitle } from "./window-title";

interface PageProps {
  title: string;
  /** Window title if it differs from the heading. */
  window?: string;
  /** Beside the heading, for example a status. */
  beside?: ReactNode;
  actions?: ReactNode;
  /** Fills the window, so that a list scrolls inside. */
  fill?: boolean;
  children: ReactNode;
}

/** Page with heading and window title. */
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
