import { ArrowRight } from "lucide-react";
import { useMessages } from "../../i18n";
import classes from "./file.module.css";
import { fileMessages } from "./messages";
import type { Reading } from "./settings";

/** Texts of the file with their cells, and how they are read. */
export function Samples({ samples, label }: { samples: readonly Reading[]; label: string }) {
  const t = useMessages(fileMessages);
  if (samples.length === 0) return null;
  return (
    <ul className={classes.samples} aria-label={t("examples", { name: label })}>
      {samples.map(({ cell, text, read }) => (
        <li key={cell}>
          <span className={classes.cellName}>{cell}</span>
          <bdi>{text}</bdi>
          {read !== undefined && read !== text && (
            <>
              <ArrowRight size={12} aria-hidden />
              <b>{read}</b>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
