import type { ReactNode } from "react";
import { Link } from "wouter";
import classes from "./dashboard.module.css";

interface TileProps {
  label: string;
  value: string;
  href: string;
  tone?: "new" | "error" | "processed" | undefined;
  footer?: ReactNode;
}

/** Figure with a link to its list. */
export function Tile({ label: words, value: figure, href, tone, footer: beneath }: TileProps) {
  return (
    <li>
      <Link href={href} className={classes.tile} data-tone={tone}>
        <span className={classes.tileWords}>{words}</span>
        <span className={classes.figure}>{figure}</span>
        {beneath && <span className={classes.tileWords}>{beneath}</span>}
      </Link>
    </li>
  );
}
