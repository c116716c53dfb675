import { Anchor, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import classes from "./dashboard.module.css";

interface CardProps {
  title: string;
  link?: { href: string; label: string };
  children: ReactNode;
}

/** Section with a heading and a link to its page. */
export function Card({ title, link, children }: CardProps) {
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.cardHead}>
        <Title order={2}>{title}</Title>
        {link && (
          <Anchor size="sm" underline="hover" component={Link} href={link.href}>
            {link.label}
          </Anchor>
        )}
      </div>
      {children}
    </section>
  );
}
