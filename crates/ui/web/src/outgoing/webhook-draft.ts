// Draft of a webhook and its request body.
import { nonEmpty, object, pipe, string, trim } from "valibot";
import type { Schemas } from "../api/client";
import { isEventType, type EventType } from "./event-types";
import type { Webhook } from "./webhook";

export interface WebhookDraft {
  url: string;
  description: string;
  /** Empty for all. */
  types: EventType[];
  /** "" for all. */
  orgCode: string;
  /** Id; "" for all. */
  dataSource: string;
  withRecord: boolean;
}

/** Fields of the form by members of the request. */
export const WEBHOOK_FIELDS = {
  url: "url",
  description: "description",
  types: "types",
  orgCode: "orgCode",
  dataSource: "dataSource",
  include: "withRecord",
} as const satisfies Record<string, keyof WebhookDraft>;

/** Schema of the draft; the server checks the rest. */
export function webhookSchema(required: string) {
  return object({ url: pipe(string(), trim(), nonEmpty(required)) });
}

export const NEW_WEBHOOK: WebhookDraft = {
  url: "",
  description: "",
  types: [],
  orgCode: "",
  dataSource: "",
  withRecord: false,
};

export function draftOf({ url, description, types, orgCode, dataSourceId, include }: Webhook): WebhookDraft {
  return {
    url,
    description: description ?? "",
    types: types.filter(isEventType),
    orgCode: orgCode ?? "",
    dataSource: dataSourceId == null ? "" : String(dataSourceId),
    withRecord: include === "record",
  };
}

export function newWebhookBody(draft: WebhookDraft): Schemas["WebhookBody"] {
  const { url, description, types, orgCode, dataSource, withRecord } = draft;
  return {
    url: url.trim(),
    ...(description.trim() && { description: description.trim() }),
    ...(types.length > 0 && { types }),
    ...(orgCode && { orgCode }),
    ...(dataSource && { dataSource }),
    ...(withRecord && { include: "record" as const }),
  };
}

/** Returns the changed members only. */
export function webhookPatch(before: Webhook, draft: WebhookDraft): Schemas["WebhookPatch"] {
  const was = draftOf(before);
  const patch: Schemas["WebhookPatch"] = { version: before.version };
  const url = draft.url.trim();
  if (url !== was.url) patch.url = url;
  const description = draft.description.trim();
  if (description !== was.description) patch.description = description || null;
  if ([...draft.types].sort().join() !== [...was.types].sort().join()) patch.types = draft.types;
  if (draft.orgCode !== was.orgCode) patch.orgCode = draft.orgCode || null;
  if (draft.dataSource !== was.dataSource) patch.dataSource = draft.dataSource || null;
  if (draft.withRecord !== was.withRecord) patch.include = draft.withRecord ? "record" : null;
  return patch;
}
