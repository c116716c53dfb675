// First rows of the sheet; one of them contains the column names.
import { Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useLanguage, useMessages } from "../../i18n";
import { rowsSource } from "../drafts";
import { useDraft } from "../use-draft";
import wizard from "../wizard.module.css";
import classes from "./file.module.css";
import { fileMessages } from "./messages";

/** Number of previewed rows. */
const PREVIEWED = 12;

interface PreviewRow {
  row: number;
  cells: readonly string[];
}

/** Returns the first rows of the sheet, with the column names among them. */
function useHead(): PreviewRow[] {
  const { draft } = useDraft();
  const { id, version, file, columns } = draft;
  const source = rowsSource(id, [], `preview ${version}`, useLanguage());
  const rows = useQuery({
    queryKey: [...source.queryKey, "head"],
    queryFn: ({ signal }) => source.load({ reversed: false, limit: PREVIEWED, offset: 0 }, signal),
    placeholderData: (before) => before,
  });
  const names = { row: file.headerRow, cells: columns.map(({ header }) => header) };
  return [...(file.headerRow > 0 ? [names] : []), ...(rows.data?.items ?? [])];
}

export function HeadPreview({ onChoose }: { onChoose: (row: number) => void }) {
  const t = useMessages(fileMessages);
  const { draft, editable } = useDraft();
  const head = useHead();
  const { file, columns } = draft;
  if (head.length === 0) return null;
  const letters = columns.map((column) => column.letters);
  return (
    <div className={wizard.card}>
      <div>
        <Title order={2} id="file-preview">
          {t("preview")}
        </Title>
        <Text size="sm" className="quiet">
          {t("previewHint")}
        </Text>
      </div>
      <div
        className={classes.scroll}
        role="region"
        aria-labelledby="file-preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the keyboard
        tabIndex={0}>
        <table className={classes.preview}>
          <thead>
            <tr>
              <th scope="col">{t("headerRow")}</th>
              {letters.map((letter) => (
                <th key={letter} scope="col">
                  {letter}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {head.map(({ row, cells }) => (
              <tr
                key={row}
                className={clsx(row === file.headerRow && classes.names, row < file.firstRow && classes.above)}
                onClick={() => editable && row !== file.headerRow && onChoose(row)}>
                <th scope="row">
                  <label>
                    <input
                      type="radio"
                      name="header-row"
                      checked={row === file.headerRow}
                      disabled={!editable}
                      aria-label={t("chooseRow", { row })}
                      onChange={() => onChoose(row)}
                    />
                    {row}
                  </label>
                </th>
                {letters.map((letter, place) => (
                  <td key={letter}>{cells[place]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
