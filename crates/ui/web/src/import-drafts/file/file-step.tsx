// Step 1: how the file is read.
import { Anchor, Text, Title } from "@mantine/core";
import { Copy } from "lucide-react";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../../i18n";
import { announce } from "../../parts/announce";
import { showInstant } from "../../values/day";
import { isOfFile } from "../state";
import { importMessages } from "../messages";
import { StepFrame } from "../step-frame";
import type { ImportDraft } from "../types";
import { useDraft } from "../use-draft";
import classes from "../wizard.module.css";
import { QuestionCards } from "./question-cards";
import { fileMessages } from "./messages";
import { HeadPreview } from "./preview";
import { FileSettingsForm } from "./settings-form";
import { withSetting, type SettingName } from "./settings";

export function FileStep({ onNext }: { onNext: () => void }) {
  const t = useMessages(fileMessages);
  const { draft, change } = useDraft();
  const open = draft.questions.filter(isOfFile);
  const set = (name: SettingName, value: string | number) =>
    void change({ mapping: { file: withSetting(draft.mapping.file, name, value) } });
  const next = () => {
    if (open.length === 0) return onNext();
    announce(t("questions", { count: open.length }));
    return document.querySelector<HTMLElement>("[data-question] button")?.focus();
  };
  return (
    <StepFrame onNext={next} blocked={open.length > 0} foot={<FileSummary draft={draft} />}>
      <SameFile draft={draft} />
      <QuestionCards questions={open} onAnswer={(setting, value) => set(setting as SettingName, value)} />
      <section className={classes.card} aria-labelledby="file-settings">
        <div>
          <Title order={2} id="file-settings">
            {t("settings")}
          </Title>
          <Text size="sm" className="quiet">
            {t("settingsHint")}
          </Text>
        </div>
        <FileSettingsForm draft={draft} onSet={set} />
      </section>
      <HeadPreview onChoose={(row) => set("headerRow", row)} />
    </StepFrame>
  );
}

function FileSummary({ draft: { columns, file, totals } }: { draft: ImportDraft }) {
  const t = useMessages(fileMessages);
  const { skipped } = totals;
  const parts = [
    t("rowCount", { count: file.rows }),
    t("columnCount", { count: columns.length }),
    file.hiddenRows > 0 && t("hiddenCount", { count: file.hiddenRows }),
    file.mergedCells > 0 && t("merged", { count: file.mergedCells }),
  ];
  return <span data-skipped={skipped.subtotals + skipped.headers}>{parts.filter(Boolean).join(" · ")}</span>;
}

/** The same file was uploaded before. */
function SameFile({ draft: { sameFile } }: { draft: ImportDraft }) {
  const t = useMessages(fileMessages);
  const tImport = useMessages(importMessages);
  const language = useLanguage();
  if (!sameFile) return null;
  const { id, createdBy, createdAt, status } = sameFile;
  const values = { who: createdBy, at: showInstant(createdAt, language), status: tImport(`status_${status}`) };
  return (
    <div className={classes.notice} role="note">
      <Copy size={18} strokeWidth={1.5} aria-hidden />
      <div>
        <b>{t("sameFile")}</b>
        <Text size="sm">
          {t("sameFileText", values)} {status === "imported" && t("sameFileImported")}
        </Text>
      </div>
      <Anchor component={Link} href={`/imports/${id}`} size="sm" underline="hover">
        {t("openOther")}
      </Anchor>
    </div>
  );
}
