import { Group, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./page.module.css";
import { useWindowTitle } from "./window-title";

interface PageProps {
  title: string;
  /** Name by which users identify the object; precedes the title. */
  about?: string | null | undefined;
  /** Window title if it differs from the heading. */
  window?: string;
  /** Beside the heading, for example a status. */
  beside?: ReactNode;
  actions?: ReactNode;
  /** Fills the window, so that a list scrolls inside. */
  fill?: boolean;
  /** Shows one object in a readable width. */
  object?: boolean;
  children: ReactNode;
}

/** Page with heading and window title. */
export function Page({ title, about, window = title, beside, actions, fill, object, children }: PageProps) {
  useWindowTitle(window);
  return (
    <div className={classes.page} data-fill={fill || undefined} data-object={object || undefined}>
      <div className={classes.head}>
        <div className={classes.title}>
          <Title order={1}>
            {about && `${about} `}
            <span className={about ? classes.id : undefined}>{title}</span>
          </Title>
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
