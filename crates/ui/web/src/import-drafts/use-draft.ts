// The draft of the wizard, its changes, and what prevents them.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useRef, useState } from "react";
import { ApiError } from "../api/client";
import { useMessages } from "../i18n";
import { announce } from "../parts/announce";
import { useMay, useSession } from "../session/session";
import { draftQuery, IMPORT_DRAFTS, patchDraft } from "./drafts";
import { isEditable } from "./state";
import { importMessages } from "./messages";
import type { DraftChange, ImportDraft } from "./types";

type Versioned = Pick<ImportDraft, "id" | "version">;
/** An operation that changes the draft and returns it. */
export type DraftOperation = (draft: Versioned) => Promise<ImportDraft>;

/** A change that was not saved. */
export interface Unsaved {
  failure: unknown;
  operation: DraftOperation;
}

export interface DraftState {
  draft: ImportDraft;
  mayChange: boolean;
  /** Settings and cells can be changed now. */
  editable: boolean;
  saving: boolean;
  /** Returns the newest known draft, also after the step was left. */
  current: () => ImportDraft;
  unsaved: Unsaved | undefined;
  /** Saves a change. Returns the draft; undefined if it was not saved. */
  change: (change: DraftChange) => Promise<ImportDraft | undefined>;
  run: (operation: DraftOperation) => Promise<ImportDraft | undefined>;
  /** Executes an operation that the user did not ask for: if it fails, only the draft is loaded again. */
  runQuietly: (operation: DraftOperation) => Promise<void>;
  /** Loads the stored draft; repeats the unsaved change on it. */
  resolve: (apply: boolean) => Promise<void>;
}

export const DraftContext = createContext<DraftState | undefined>(undefined);

export function useDraft(): DraftState {
  const state = useContext(DraftContext);
  if (!state) throw new Error("a step is shown without a draft");
  return state;
}

/** Delay until a change is repeated while a job works, in milliseconds. */
const BUSY_DELAY = 500;
const BUSY_TRIES = 20;

export function useLoadedDraft(id: number) {
  return useQuery(draftQuery(id));
}

/** Serialises the changes of a draft, each with the version that the previous one returned. */
export function useDraftState(draft: ImportDraft): DraftState {
  const queryClient = useQueryClient();
  const mayChange = useMay("candidates:write");
  const [pending, setPending] = useState(0);
  const [unsaved, setUnsaved] = useState<Unsaved>();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const { queryKey } = draftQuery(draft.id);
  useOtherChanges(draft);

  const keep = (after: ImportDraft) => {
    queryClient.setQueryData(queryKey, after);
    void queryClient.invalidateQueries({ queryKey: [...IMPORT_DRAFTS, "list"] });
    return after;
  };

  const attempt = async (operation: DraftOperation): Promise<ImportDraft | undefined> => {
    await queryClient.cancelQueries({ queryKey });
    try {
      const after = await whenIdle(() => operation(queryClient.getQueryData<ImportDraft>(queryKey) ?? draft));
      setUnsaved(undefined);
      return keep(after);
    } catch (failure) {
      setUnsaved({ failure, operation });
      return undefined;
    }
  };

  const run = (operation: DraftOperation) => {
    setPending((count) => count + 1);
    const result = last.current.then(() => attempt(operation));
    last.current = result.finally(() => setPending((count) => count - 1));
    return result;
  };

  return {
    draft,
    mayChange,
    editable: mayChange && isEditable(draft),
    saving: pending > 0,
    current: () => queryClient.getQueryData<ImportDraft>(queryKey) ?? draft,
    unsaved,
    run,
    runQuietly: async (operation) => {
      // changes of the user go first
      await last.current.catch(() => undefined);
      try {
        keep(await operation(queryClient.getQueryData<ImportDraft>(queryKey) ?? draft));
      } catch {
        await queryClient.invalidateQueries({ queryKey });
      }
    },
    change: (change) => run((at) => patchDraft(at, change)),
    resolve: async (apply) => {
      const before = unsaved;
      await queryClient.refetchQueries({ queryKey });
      setUnsaved(undefined);
      if (apply && before) await run(before.operation);
    },
  };
}

/** Repeats an operation while a job works on the draft. */
async function whenIdle(operation: () => Promise<ImportDraft>): Promise<ImportDraft> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await operation();
    } catch (failure) {
      const busy = failure instanceof ApiError && failure.has("importDraft.busy");
      if (!busy || attempt >= BUSY_TRIES) throw failure;
      await new Promise((done) => setTimeout(done, BUSY_DELAY));
    }
  }
}

/** Announces changes of other users. */
function useOtherChanges({ changedAt, changedBy }: ImportDraft): void {
  const t = useMessages(importMessages);
  const { user } = useSession();
  const shown = useRef(changedAt);
  useEffect(() => {
    if (changedAt === shown.current) return;
    shown.current = changedAt;
    if (changedBy !== user) announce(t("byOther", { who: changedBy }));
  }, [changedAt, changedBy, user, t]);
}
