// Uploads with progress, which `fetch` does not report.
import { changeHeaders, apiErrorOf, NetworkError, type Schemas } from "../../api/client";
import type { Candidate } from "../candidate";

export type Attachment = Schemas["Attachment"];

export interface Uploaded {
  attachment: Attachment;
  /** The file existed already. */
  known: boolean;
}

/** Returns the upload URL of an incoming order; its ids may contain any character. */
function target(candidate: Candidate): string {
  const { dataSourceInternalName, dataSourceId, externalHeaderId, externalSystemCode, org } = candidate;
  const source = encodeURIComponent(dataSourceInternalName ? `int-${dataSourceInternalName}` : String(dataSourceId));
  const of = new URLSearchParams();
  if (org.code) of.set("org", org.code);
  if (externalSystemCode) of.set("externalSystem", externalSystemCode);
  return `/api/sales/order/candidates/${source}/${encodeURIComponent(externalHeaderId)}/attachments?${of}`;
}

export function upload(candidate: Candidate, file: File, onProgress: (share: number) => void): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", target(candidate));
    for (const [name, value] of Object.entries(changeHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new NetworkError(file.name));
    request.onload = () => {
      if (request.status >= 300) reject(apiErrorOf(request.status, request.responseText));
      else resolve({ attachment: JSON.parse(request.responseText) as Attachment, known: request.status === 200 });
    };
    const form = new FormData();
    form.append("file", file, file.name);
    request.send(form);
  });
}
