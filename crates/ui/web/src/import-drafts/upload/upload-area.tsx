// Drop zone with button and paste, and the files that are being uploaded.
import { Alert, Button, FileButton, Group, Progress, Select, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { FileUp, RotateCw, X } from "lucide-react";
import { useEffect, useRef, type RefObject } from "react";
import { useLocation } from "wouter";
import { useLanguage, useMessages } from "../../i18n";
import { announce } from "../../parts/announce";
import { FailureText } from "../../parts/failure";
import { useSession } from "../../session/session";
import { showInstant } from "../../values/day";
import { draftQuery, IMPORT_DRAFTS } from "../drafts";
import { importMessages } from "../messages";
import { useImportFiles } from "./drop-anywhere";
import { uploadMessages } from "./messages";
import { pastedFile } from "./pasted";
import { chooseOrganisation, MAX_SIZE, removeUpload, retryUpload, useUploads, type Upload } from "./uploads";
import classes from "./upload.module.css";

const ACCEPTED = ".csv,.tsv,.txt,.xlsx,.xlsm,.xls,.ods";

/** `choose` opens the file dialog. */
export function UploadArea({ choose }: { choose: RefObject<HTMLButtonElement | null> }) {
  const t = useMessages(uploadMessages);
  const importFiles = useImportFiles();
  const again = useRef<() => void>(null);
  usePastedCells(importFiles);
  return (
    <section className={classes.area} aria-label={t("drop")}>
      <FileUp size={24} strokeWidth={1.5} aria-hidden />
      <div className={classes.areaText}>
        <b>{t("drop")}</b>
        <span>{t("dropHint")}</span>
      </div>
      <FileButton
        multiple
        accept={ACCEPTED}
        resetRef={again}
        onChange={(files) => {
          importFiles(files);
          again.current?.();
        }}>
        {(button) => (
          <Button {...button} ref={choose} aria-keyshortcuts="u">
            {t("choose")}
          </Button>
        )}
      </FileButton>
    </section>
  );
}

/** Imports a block of cells that is pasted outside of text fields. */
function usePastedCells(importFiles: (files: readonly File[]) => void): void {
  const t = useMessages(uploadMessages);
  const language = useLanguage();
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const target = event.target instanceof Element ? event.target : undefined;
      if (target?.closest("input, textarea, [aria-modal=true]")) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData("text/plain") ?? "";
      // a spreadsheet program also offers a picture of the cells
      if (!text && files.length > 0) return importFiles(files);
      const at = showInstant(new Date().toISOString(), language).replaceAll(/[:/]/g, "-");
      const file = pastedFile(text, t("pastedName", { at }));
      if (!file) return announce(t("pastedNothing"));
      event.preventDefault();
      return importFiles([file]);
    };
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  }, [importFiles, language, t]);
}

/** Uploads in progress and failed ones. A single finished upload opens its import. */
export function Uploads() {
  const t = useMessages(uploadMessages);
  const uploads = useUploads();
  useFinishedUploads(uploads);
  if (uploads.length === 0) return null;
  return (
    <>
      {uploads.some(({ org }) => org === undefined) && <OrganisationChoice />}
      <ul className={classes.uploads} aria-label={t("uploads")}>
        {uploads.map((upload) => (
          <li key={upload.id}>
            {upload.state === "failed" ? <FailedUpload upload={upload} /> : <RunningUpload upload={upload} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Opens the draft of a single file; several ones stay in the list. */
function useFinishedUploads(uploads: readonly Upload[]): void {
  const t = useMessages(uploadMessages);
  const queryClient = useQueryClient();
  const [, go] = useLocation();
  const started = useRef(0);
  useEffect(() => {
    started.current = Math.max(started.current, uploads.length);
    const busy = uploads.some(({ state }) => state === "waiting" || state === "sending");
    for (const { id, draft, file } of uploads) {
      if (!draft) continue;
      queryClient.setQueryData(draftQuery(draft.id).queryKey, draft);
      void queryClient.invalidateQueries({ queryKey: [...IMPORT_DRAFTS, "list"] });
      announce(t("read", { name: file.name }));
      removeUpload(id);
      if (!busy && started.current === 1) go(`/imports/${draft.id}`);
    }
    if (uploads.length === 0) started.current = 0;
  }, [uploads, queryClient, go, t]);
}

function RunningUpload({ upload: { file, share } }: { upload: Upload }) {
  const t = useMessages(uploadMessages);
  const label = t("uploading", { name: file.name });
  return (
    <div role="status">
      <Text size="sm">{label}</Text>
      {/* sent, but not read yet */}
      <Progress value={share * 100} animated={share === 1} aria-label={label} />
    </div>
  );
}

function FailedUpload({ upload: { id, file, failure } }: { upload: Upload }) {
  const t = useMessages(uploadMessages);
  return (
    <Alert color="red" role="alert" title={t("failed", { name: file.name })}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{file.size > MAX_SIZE ? t("tooLarge") : <FailureText failure={failure} />}</Text>
        <Group gap="xs">
          <Button variant="default" leftSection={<RotateCw size={14} aria-hidden />} onClick={() => retryUpload(id)}>
            {t("retry")}
          </Button>
          <Button variant="default" leftSection={<X size={14} aria-hidden />} onClick={() => removeUpload(id)}>
            {t("remove")}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}

/** Asked if the user imports for several organisations. */
function OrganisationChoice() {
  const t = useMessages(uploadMessages);
  const tImport = useMessages(importMessages);
  const { organisations } = useSession();
  return (
    <Select
      label={t("organisation")}
      description={tImport("orgHint")}
      w={280}
      data-autofocus
      value={null}
      onChange={(code) => code && chooseOrganisation(code)}
      data={organisations.map(({ code, name }) => ({ value: code ?? "", label: name ?? code ?? "" }))}
    />
  );
}
