// Subject of an event: a path of the API.

export type SubjectKind = "candidate" | "order" | "run" | "request" | "attachment" | "record" | "webhook";

export interface Subject {
  kind: SubjectKind;
  id: string;
  /** Page of the order desk. */
  href?: string;
}

const SUBJECTS: [RegExp, SubjectKind, ((id: string) => string)?][] = [
  [/^\/api\/sales\/order\/candidates\/(\d+)$/, "candidate", (id) => `/candidates/${id}`],
  [/^\/api\/sales\/order\/(\d+)$/, "order", (id) => `/orders/${id}`],
  [/^\/api\/process-runs\/(\d+)$/, "run", (id) => `/runs/${id}`],
  [/^\/api\/requests\/(\d+)$/, "request"],
  [/^\/api\/attachments\/(\d+)\/content$/, "attachment"],
  [/^\/api\/webhooks\/(\d+)$/, "webhook", (id) => `/outgoing/webhooks/${id}`],
  [/^\/api\/masterdata\/.+\/(\d+)$/, "record"],
];

export function readSubject(subject: string): Subject | undefined {
  for (const [pattern, kind, href] of SUBJECTS) {
    const id = pattern.exec(subject)?.[1];
    if (id) return { kind, id, ...(href && { href: href(id) }) };
  }
  return undefined;
}
