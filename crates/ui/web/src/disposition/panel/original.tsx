// What a candidate was made of, as it came: the data with the place at fault, and the files that are looked at.
import { Select } from "@mantine/core";
import { useMessages } from "../../i18n";
import type { Candidate } from "../candidate";
import { isPreviewed, Preview } from "./preview";
import { Request } from "./request";
import { panelMessages } from "./messages";
import classes from "./original.module.css";

/** Stands for the data among the files. */
export const REQUEST = "request";

interface OriginalProps {
  candidate: Candidate;
  /** The id of a file, or the data; as long as nothing was chosen, what people read best. */
  chosen: string | undefined;
  onChoose: (chosen: string) => void;
}

/** A paper or picture first, which is what people read; else the data. */
export function Original({ candidate, chosen, onChoose }: OriginalProps) {
  const t = useMessages(panelMessages);
  const files = candidate.attachments.filter(isPreviewed);
  const first = files.find(({ attachmentId }) => String(attachmentId) === chosen) ?? files[0];
  const shown = chosen === REQUEST ? undefined : first;
  return (
    <section className={classes.original} aria-label={t("original")}>
      {files.length > 0 && (
        <Select
          className={classes.choice}
          aria-label={t("originalOf")}
          allowDeselect={false}
          value={shown ? String(shown.attachmentId) : REQUEST}
          onChange={(to) => to && onChoose(to)}
          data={[
            ...files.map(({ attachmentId, filename }) => ({ value: String(attachmentId), label: filename })),
            { value: REQUEST, label: t("originalRequest") },
          ]}
        />
      )}
      {shown ? (
        <Preview key={shown.attachmentId} attachment={shown} />
      ) : (
        <Request key={candidate.id} candidate={candidate} />
      )}
    </section>
  );
}
