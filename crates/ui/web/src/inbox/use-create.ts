// Creates a missing record after a dry run, and makes it undoable.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api, errorItems, unwrap, unwrapWithId } from "../api/client";
import type { Selection } from "../disposition/candidate";
import type { MasterRecord } from "../disposition/panel/records";
import { useKeepWritten } from "../disposition/undo-write";
import { useMessages } from "../i18n";
import { randomKey } from "../parts/random-key";
import { createMessages } from "./create-messages";
import {
  createErrors,
  isCreated,
  recordOf,
  writtenKind,
  type CreatableKind,
  type Draft,
  type Owner,
} from "./create-record";
import { REFERENCES, sentValueOf, type OpenReference } from "./references";

/** A record with the keys exists, so that the request would change it. */
class RecordExists extends Error {}

interface CreateOptions {
  entry: OpenReference;
  kind: CreatableKind;
  owner: Owner;
  /** Shows messages at their fields. */
  onErrors: (messages: Draft) => void;
  onClose: () => void;
}

export function useCreate({ entry, kind, owner, onErrors, onClose }: CreateOptions) {
  const t = useMessages(createMessages);
  const queryClient = useQueryClient();
  const keep = useKeepWritten();
  const keyOf = useIdempotencyKey();
  const create = useMutation({
    mutationFn: async (draft: Draft) => {
      const body = [recordOf(kind, draft, owner)];
      const path = { kind: writtenKind(kind) };
      const put = (dryRun: boolean, header: { "Idempotency-Key"?: string }) =>
        api.PUT("/api/masterdata/{kind}", { params: { path, query: { dryRun }, header }, body });
      const exists = await isTaken(kind, draft, owner);
      if (exists || !isCreated(kind, await unwrap(put(true, {})))) throw new RecordExists();
      return unwrapWithId(put(false, { "Idempotency-Key": keyOf(body) }));
    },
    onSuccess: ({ data, requestId }, draft) => {
      const [row] = data.result;
      if (row?.id != null) {
        const words = t(`new_${kind}`, { value: draft.code?.trim() || sentValueOf(entry) });
        const isNew = row.outcome === "created";
        const written = { kind: writtenKind(kind), id: row.id, requestId, words, isNew, idempotencyKey: randomKey() };
        keep(written, Promise.resolve(linesOf(kind, draft)), t("created", { count: entry.lines }));
      }
      for (const queryKey of [REFERENCES, ["masterdata"]]) void queryClient.invalidateQueries({ queryKey });
      onClose();
    },
    onError: (failure) => onErrors(createErrors(kind, errorItems(failure)).fields),
  });
  const { error } = create;
  return {
    ...create,
    exists: error instanceof RecordExists,
    others: createErrors(kind, errorItems(error)).others,
    /** The server was unreachable, or named no cause. */
    failure: error && !(error instanceof RecordExists) && errorItems(error).length === 0 ? error : undefined,
  };
}

/** Number of records that are compared. */
const COMPARED = 100;

/** Returns whether the organisation has or shares a record with the code; a new one would take precedence over it. */
async function isTaken(kind: CreatableKind, { code }: Draft, { org }: Owner): Promise<boolean> {
  const sought = code?.trim();
  if (!sought) return false;
  const params = { path: { kind: writtenKind(kind) }, query: { q: sought, limit: COMPARED } };
  const { items } = await unwrap(api.GET("/api/masterdata/{kind}", { params }));
  return (items as MasterRecord[]).some((record) => {
    const isUsable = !record.org || record.org === "*" || record.org === org;
    return isUsable && record.code?.toLowerCase() === sought.toLowerCase();
  });
}

/** Returns a function that returns the same key for the same body, so that a retry creates nothing twice. */
function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef({ body: "", key: "" });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: randomKey() };
    return last.current.key;
  };
}

/** Returns the lines with the new record, as far as a filter selects them. */
function linesOf(kind: CreatableKind, { code }: Draft): Selection | undefined {
  if (kind === "product" && code) return { filter: { product: code.trim() } };
  return kind === "bpartner" && code ? { filter: { bpartner: code.trim() } } : undefined;
}
