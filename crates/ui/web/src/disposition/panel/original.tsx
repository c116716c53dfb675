// Original data and attachments of a candidate.
import { Select } from "@mantine/core";
import { useMessages } from "../../i18n";
import type { Candidate } from "../candidate";
import { isPreviewed, Preview } from "./preview";
import { Request } from "./request";
import { panelMessages } from "./messages";
import classes from "./original.module.css";

/** Option of the data among the files. */
export const REQUEST = "request";

interface OriginalProps {
  candidate: Candidate;
  /** Selected file or data; the default is a document. */
  chosen: string | undefined;
  onChoose: (chosen: string) => void;
}

/** Shows a document or picture first, otherwise the data. */
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
