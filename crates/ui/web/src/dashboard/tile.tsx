import { Link } from "wouter";
import classes from "./dashboard.module.css";

interface TileProps {
  words: string;
  figure: string;
  href: string;
  /** Which colour the figure has. */
  tone?: "new" | "error" | "processed" | undefined;
  beneath?: string | false | undefined | null;
}

/** A figure that leads to what it counts. */
export function Tile({ words, figure, href, tone, beneath }: TileProps) {
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
