// Corrections of candidates: sent per field, shown optimistically, kept when rejected. Shared by grid and panel.
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { api, ApiError, unwrap, type Item } from "../api/client";
import { useConnected } from "../api/events";
import { useFailureText } from "../parts/failure";
import { clearAnnouncement } from "../parts/announce";
import { useMessages } from "../i18n";
import { useSession } from "../session/session";
import { removeUnsent, onUnsentDiscarded, setUnsaved, registerUnsent, loadUnsent } from "../session/unsent-texts";
import { sessionMessages } from "../session/messages";
import type { Candidate, Member } from "./candidate";
import { candidateQuery, CANDIDATES, putCandidates, showCandidates } from "./candidates";
import { membersOf, reverse, type Change } from "./change";
import { correctionQueue } from "./correction-queue";
import { fieldAt } from "./fields";
import { fixesOf, type Fix } from "./panel/fixes";
import { pending } from "./pending-corrections";
import { useRemember, type Done } from "./undo";

export interface Correction {
  /** Candidate as shown when the correction started. */
  candidate: Candidate;
  change: Change;
  /** Typed text, kept if the correction is rejected. */
  text?: string;
}

/** Rejected text and the reason. */
export interface Rejection {
  text: string;
  message: string;
  fixes?: Fix[];
  /** Correction to send again because the server was unreachable. */
  unsent?: Correction;
}

/** Conflict with a change of another user. */
export interface Conflict extends Correction {
  user: string;
  time: string | undefined;
  /** Fields changed by the other user. */
  fields: string[];
}

interface Kept {
  rejections: ReadonlyMap<string, Rejection>;
  conflict: Conflict | undefined;
}

let kept: Kept = { rejections: new Map(), conflict: undefined };
const listeners = new Set<() => void>();

function keep(change: Partial<Kept>): void {
  kept = { ...kept, ...change };
  for (const listener of listeners) listener();
  count();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const place = (id: number, member: string) => `${id}/${member}`;

/** Sets or clears the rejection of a member. */
export function reject(candidate: Candidate, member: Member | "active", rejection: Rejection | undefined): void {
  const at = place(candidate.id, member);
  if (!rejection && !kept.rejections.has(at)) return;
  const rejections = new Map(kept.rejections);
  if (rejection) rejections.set(at, rejection);
  else rejections.delete(at);
  if (owner) removeUnsent(owner, at);
  keep({ rejections });
}

/** User whose unsent texts were restored. */
let owner: string | undefined;
/** Corrections being sent, including those waiting for a sign-in. */
const onTheWay = new Set<Correction>();

/** Publishes the unsaved texts. */
function count(): void {
  const sent = [...onTheWay].map((one) => ({ id: one.candidate.id, member: memberOf(one), sending: true }));
  const refused = [...kept.rejections.keys()].map((at) => {
    const [id, member = ""] = at.split("/");
    return { id: Number(id), member, sending: false };
  });
  setUnsaved([...refused, ...sent]);
}

/** Counts a correction as unsaved until its lookup settles. */
export function waitToSend(correction: Correction): () => void {
  onTheWay.add(correction);
  count();
  return () => {
    onTheWay.delete(correction);
    count();
  };
}

const memberOf = ({ change }: Correction): string => Object.keys(change.override ?? {})[0] ?? "";

registerUnsent(() => {
  const sent = [...onTheWay].map((one) => [place(one.candidate.id, memberOf(one)), one.text]);
  const refused = [...kept.rejections].map(([at, { text }]) => [at, text]);
  return Object.fromEntries([...refused, ...sent].filter(([, text]) => text)) as Record<string, string>;
});

onUnsentDiscarded((places) =>
  keep({ rejections: new Map([...kept.rejections].filter(([at]) => !places.includes(at))) }),
);

/** Sends unsent corrections when the server is reachable again. */
export function useResend(): void {
  const connected = useConnected();
  const correct = useCorrect();
  const before = useRef(connected);
  const latest = useRef(correct);
  latest.current = correct;
  useEffect(() => {
    const isBack = connected && !before.current;
    before.current = connected;
    if (!isBack) return;
    for (const unsent of new Set([...kept.rejections.values()].flatMap((one) => one.unsent ?? [])))
      void latest.current(unsent);
  }, [connected]);
}

/** Restores the texts that the user typed before another user signed in. */
export function useUnsent(): void {
  const t = useMessages(sessionMessages);
  const { user } = useSession();
  useEffect(() => {
    owner = user;
    const back = Object.entries(loadUnsent(user)).filter(([at]) => !kept.rejections.has(at));
    if (back.length === 0) return;
    const rejections = back.map(([at, text]) => [at, { text, message: t("unsentField") }] as const);
    keep({ rejections: new Map([...kept.rejections, ...rejections]) });
  }, [user, t]);
}

/** Returns rejections by candidate and member. */
export function useRejections(): (id: number, member: Member | "active") => Rejection | undefined {
  const { rejections } = useSyncExternalStore(subscribe, () => kept);
  return (id, member) => rejections.get(place(id, member));
}

/** Returns a rejection without waiting for a render. */
export function rejectionOf(candidate: Candidate, member: Member | "active"): Rejection | undefined {
  return kept.rejections.get(place(candidate.id, member));
}

const sendInTurn = correctionQueue(async (id, from, change: Change) => {
  const params = { path: { id }, header: { "If-Match": `"${from}"` } };
  const after = await unwrap(api.PATCH("/api/sales/order/candidates/{id}", { params, body: change }));
  return { after, from, version: after.version };
});

function conflictOf(correction: Correction, failure: ApiError): Conflict {
  const item = failure.errors[0] as Item | undefined;
  const params = (item?.params ?? {}) as { user?: string; actor?: string; time?: string; fields?: string[] };
  return { ...correction, user: params.user ?? params.actor ?? "?", time: params.time, fields: params.fields ?? [] };
}

/** Stores the text under each rejected member; errors without member go to the first. */
function keepRefused({ candidate, change, text }: Correction, failure: unknown, words: string): void {
  const members = membersOf(change);
  const errors = failure instanceof ApiError ? failure.errors : [];
  const faultsOf = (member: string) => errors.filter(({ pointer }) => fieldAt(pointer, change.clear) === member);
  const unsent =
    failure instanceof ApiError ? {} : { unsent: { candidate, change, ...(text !== undefined && { text }) } };
  const faulty = members.filter((member) => faultsOf(member).length > 0);
  for (const member of faulty.length > 0 ? faulty : members.slice(0, 1)) {
    const own = faultsOf(member).map(({ message }) => message);
    const message = own.length > 0 ? own.join(" ") : words;
    const fixes = faultsOf(member).flatMap((item) => fixesOf(item));
    const value = member === "active" ? undefined : change.override?.[member];
    reject(candidate, member, { text: text ?? String(value ?? ""), message, fixes, ...unsent });
  }
}

/** Invalidates other data that a correction affects. */
function askAgain(queries: QueryClient, id: number): void {
  void queries.invalidateQueries({ queryKey: [...CANDIDATES, "counts"] });
  void queries.invalidateQueries({ queryKey: [...candidateQuery(id).queryKey, "history"] });
}

/**
 * Corrects a candidate optimistically. Returns undefined if it was rejected (see `useRejections`) or in conflict
 * (see `useConflict`).
 */
export function useCorrect(): (correction: Correction) => Promise<Candidate | undefined> {
  const queryClient = useQueryClient();
  const failureText = useFailureText();
  const remember = useRemember();

  const send = async (correction: Correction): Promise<Done | undefined> => {
    const { candidate, change } = correction;
    onTheWay.add(correction);
    count();
    // the previous error is obsolete
    clearAnnouncement();
    for (const member of membersOf(change)) reject(candidate, member, undefined);
    showCandidates(queryClient, [pending.begin(candidate, change)]);
    const end = (after?: Candidate, from?: number): Candidate => {
      const { before, shown } = pending.end(candidate, change, after, from);
      showCandidates(queryClient, [shown]);
      onTheWay.delete(correction);
      count();
      askAgain(queryClient, candidate.id);
      return before;
    };
    try {
      const { after, from } = await sendInTurn(candidate, change);
      return { before: end(after, from), after, change };
    } catch (failure) {
      end();
      keepRefused(correction, failure, failureText(failure));
      // overload is retried like an unreachable server
      if (!(failure instanceof ApiError) || failure.status >= 500) throw failure;
      if (failure.status === 412) keep({ conflict: conflictOf(correction, failure) });
      return undefined;
    }
  };

  return async (correction) => {
    const sent = send(correction).catch(() => undefined);
    // the inverse change is not undoable itself
    remember(sent, ({ before, after, change }) => send({ candidate: after, change: reverse(before, change) }));
    return (await sent)?.after;
  };
}

/** Current conflict and its resolutions. */
export function useConflict() {
  const queryClient = useQueryClient();
  const correct = useCorrect();
  const { conflict } = useSyncExternalStore(subscribe, () => kept);

  const fresh = async ({ candidate, change }: Conflict) => {
    const now = await queryClient.fetchQuery({ ...candidateQuery(candidate.id), staleTime: 0 });
    putCandidates(queryClient, [now]);
    for (const member of membersOf(change)) reject(candidate, member, undefined);
    keep({ conflict: undefined });
    return now;
  };
  return {
    conflict,
    /** Shows the other user's values and discards the text. */
    reload: async () => {
      if (conflict) await fresh(conflict);
    },
    /** Applies the correction to the new version. */
    overwrite: async () => {
      if (!conflict) return;
      const { change, text } = conflict;
      const candidate = await fresh(conflict);
      await correct(text === undefined ? { candidate, change } : { candidate, change, text });
    },
    /** Keeps the text in its field. */
    dismiss: () => keep({ conflict: undefined }),
  };
}
