import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Toned } from "../parts/status";

interface StateProps {
  good: boolean;
  link?: { href: string; label: string };
  children: ReactNode;
}

/** Line of the status. */
export function State({ good, link, children }: StateProps) {
  return (
    <li>
      <Toned tone={good ? "processed" : "error"}>{children}</Toned>{" "}
      {link && (
        <Anchor size="sm" component={Link} href={link.href}>
          {link.label}
        </Anchor>
      )}
    </li>
  );
}
