// Files that are being uploaded; they are kept while the page changes.
import { useSyncExternalStore } from "react";
import { apiErrorOf, changeHeaders, NetworkError } from "../../api/client";
import { parseJson } from "../../values/decimal";
import type { ImportDraft } from "../types";

/** Limit of the service, in bytes. */
export const MAX_SIZE = 64 * 1024 * 1024;

export interface Upload {
  id: number;
  file: File;
  /** Organisation by code; undefined while the user has to choose. */
  org: string | undefined;
  /** Share that was sent, from 0 to 1. */
  share: number;
  state: "waiting" | "sending" | "failed" | "done";
  failure?: unknown;
  draft?: ImportDraft;
}

let uploads: readonly Upload[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(to: readonly Upload[]): void {
  uploads = to;
  for (const listener of listeners) listener();
}

function change(id: number, changes: Partial<Upload>): void {
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
}

export function useUploads(): readonly Upload[] {
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return useSyncExternalStore(subscribe, () => uploads);
}

/** Adds files, which are sent one after the other. */
export function addFiles(files: readonly File[], org: string | undefined): void {
  const added = files.map((file): Upload => {
    lastId += 1;
    return { id: lastId, file, org, share: 0, state: "waiting" };
  });
  set([...uploads, ...added]);
  sendNext();
}

export function removeUpload(id: number): void {
  set(uploads.filter((upload) => upload.id !== id));
}

export function retryUpload(id: number): void {
  change(id, { state: "waiting", share: 0, failure: undefined });
  sendNext();
}

/** Sets the organisation of files that wait for it. */
export function chooseOrganisation(org: string): void {
  set(uploads.map((upload) => (upload.org === undefined ? { ...upload, org } : upload)));
  sendNext();
}

function sendNext(): void {
  if (uploads.some(({ state }) => state === "sending")) return;
  const next = uploads.find(({ state, org }) => state === "waiting" && org !== undefined);
  if (next?.org === undefined) return;
  change(next.id, { state: "sending" });
  send(next.file, next.org, (share) => change(next.id, { share }))
    .then((draft) => change(next.id, { state: "done", share: 1, draft }))
    .catch((failure: unknown) => change(next.id, { state: "failed", failure }))
    .finally(sendNext);
}

/** Uploads a file with progress, which `fetch` does not report. */
function send(file: File, org: string, onProgress: (share: number) => void): Promise<ImportDraft> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/import-drafts?${new URLSearchParams({ filename: file.name, org }).toString()}`);
    for (const [name, value] of Object.entries(changeHeaders())) request.setRequestHeader(name, value);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new NetworkError(file.name));
    request.onload = () => {
      if (request.status >= 300) reject(apiErrorOf(request.status, request.responseText));
      else resolve(parseJson(request.responseText) as ImportDraft);
    };
    request.send(file);
  });
}
