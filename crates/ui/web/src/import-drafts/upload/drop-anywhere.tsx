// Files dropped anywhere on a page are imported.
import { Upload } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useMessages } from "../../i18n";
import { useMay, useSession } from "../../session/session";
import { uploadMessages } from "./messages";
import classes from "./upload.module.css";
import { addFiles } from "./uploads";

/** Returns the number of dragged files. */
function draggedFiles({ dataTransfer }: DragEvent): number {
  return [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === "file").length;
}

/** Other drop zones, such as those of attachments, keep their files. */
function isElsewhere({ target }: DragEvent): boolean {
  const element = target instanceof Element ? target : undefined;
  return element?.closest(".mantine-Dropzone-root, [aria-modal=true]") != null;
}

/** Returns a function that uploads files and opens the list of imports. */
export function useImportFiles(): (files: readonly File[]) => void {
  const [path, go] = useLocation();
  const { organisations } = useSession();
  return (files) => {
    if (files.length === 0) return;
    const [only] = organisations.length === 1 ? organisations : [];
    addFiles(files, only?.code ?? undefined);
    if (path !== "/imports") go("/imports");
  };
}

/** Lists that import dropped files. */
const LISTS = ["/imports", "/inbox", "/on-hold", "/rejected", "/candidates", "/orders"];

/** Listens for files that are dragged over a list; covers the page while they are. */
export function DropAnywhere() {
  const t = useMessages(uploadMessages);
  const [path] = useLocation();
  const mayImport = useMay("candidates:write");
  const importFiles = useImportFiles();
  const count = useDroppedFiles(mayImport && LISTS.includes(path), importFiles);
  if (count === 0) return null;
  return (
    <div className={classes.overlay} role="status">
      <div className={classes.overlayText}>
        <Upload size={32} strokeWidth={1.5} aria-hidden />
        {t("dropToImport", { count })}
      </div>
    </div>
  );
}

/** Returns the number of files that are dragged over the window. */
function useDroppedFiles(enabled: boolean, onFiles: (files: readonly File[]) => void): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!enabled) return undefined;
    const over = (event: DragEvent) => {
      const files = draggedFiles(event);
      if (files === 0 || isElsewhere(event)) return setCount(0);
      event.preventDefault();
      return setCount(files);
    };
    const leave = (event: DragEvent) => {
      // the pointer left the window
      if (event.relatedTarget === null) setCount(0);
    };
    const drop = (event: DragEvent) => {
      setCount(0);
      if (draggedFiles(event) === 0 || isElsewhere(event) || event.defaultPrevented) return;
      event.preventDefault();
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const handlers = { dragover: over, dragleave: leave, drop } as const;
    const names = ["dragover", "dragleave", "drop"] as const;
    for (const name of names) window.addEventListener(name, handlers[name]);
    return () => {
      for (const name of names) window.removeEventListener(name, handlers[name]);
    };
  }, [enabled, onFiles]);
  return count;
}
