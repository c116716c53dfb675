import { useMessages } from "../i18n";
import { partsMessages } from "./messages";
import classes from "./skeleton.module.css";

interface SkeletonProps {
  /** Shape of the content that is being loaded. */
  as: "lines" | "cards" | "paper";
}

const PARTS = { lines: 8, cards: 4, paper: 3 };

/** Placeholder of a page or list while it loads. */
export function Skeleton({ as }: SkeletonProps) {
  const t = useMessages(partsMessages);
  return (
    <div className={classes.skeleton} data-as={as} role="status" aria-busy aria-label={t("loading")}>
      {Array.from({ length: PARTS[as] }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all are alike
        <span key={index} />
      ))}
    </div>
  );
}
