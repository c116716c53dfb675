// Corrections of candidates: sent field by field as they are made, shown at once, and never lost when they are
// refused. Grid and panel share what is kept here.
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
  /** As the clerk saw it when the correction began. */
  candidate: Candidate;
  change: Change;
  /** What was typed; it is kept when it is refused. */
  text?: string;
}

/** What was typed and not taken, with the reason in words. */
export interface Rejection {
  text: string;
  message: string;
  /** What was probably meant. */
  fixes?: Fix[];
  /** The service was not reached: sent again when it is back. */
  unsent?: Correction;
}

/** Someone else was quicker. */
export interface Conflict extends Correction {
  user: string;
  time: string | undefined;
  /** What they changed. */
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

/** Keeps what was typed into a member and not taken; without a rejection there is none any more. */
export function reject(candidate: Candidate, member: Member | "active", rejection: Rejection | undefined): void {
  const at = place(candidate.id, member);
  if (!rejection && !kept.rejections.has(at)) return;
  const rejections = new Map(kept.rejections);
  if (rejection) rejections.set(at, rejection);
  else rejections.delete(at);
  if (owner) removeUnsent(owner, at);
  keep({ rejections });
}

/** Whose texts of before were put back. */
let owner: string | undefined;
/** What was typed and is on its way, perhaps until somebody signs in again. */
const onTheWay = new Set<Correction>();

/** Tells how much is not saved. */
function count(): void {
  const sent = [...onTheWay].map((one) => ({ id: one.candidate.id, member: memberOf(one), sending: true }));
  const refused = [...kept.rejections.keys()].map((at) => {
    const [id, member = ""] = at.split("/");
    return { id: Number(id), member, sending: false };
  });
  setUnsaved([...refused, ...sent]);
}

/** Counts as not saved what is sent as soon as it is known what was meant; the answer ends that. */
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

/** Sends what the service was not reached with as soon as it is back. */
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

/** Puts what somebody typed, before another person signed in after them, back where they typed it. */
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

/** What was typed and not taken, by candidate and member. */
export function useRejections(): (id: number, member: Member | "active") => Rejection | undefined {
  const { rejections } = useSyncExternalStore(subscribe, () => kept);
  return (id, member) => rejections.get(place(id, member));
}

/** The same at once, for those who just corrected something. */
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

/** Keeps what was typed under each member at fault; what names no member belongs to the first. */
function keepRefused({ candidate, change, text }: Correction, failure: unknown, words: string): void {
  const members = membersOf(change);
  const told = failure instanceof ApiError ? failure.errors : [];
  const faultsOf = (member: string) => told.filter(({ pointer }) => fieldAt(pointer, change.clear) === member);
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

/** Asks again for what a correction changes beside the candidate itself. */
function askAgain(queries: QueryClient, id: number): void {
  void queries.invalidateQueries({ queryKey: [...CANDIDATES, "counts"] });
  void queries.invalidateQueries({ queryKey: [...candidateQuery(id).queryKey, "history"] });
}

/**
 * Corrects a candidate: shown at once, sent with the version that the clerk saw. Answers the candidate, or nothing if
 * it was refused (then `useRejections` has the text and why) or changed by another meanwhile (then `useConflict` has it).
 */
export function useCorrect(): (correction: Correction) => Promise<Candidate | undefined> {
  const queryClient = useQueryClient();
  const failureText = useFailureText();
  const remember = useRemember();

  const send = async (correction: Correction): Promise<Done | undefined> => {
    const { candidate, change } = correction;
    onTheWay.add(correction);
    count();
    // whatever was wrong before is being mended, or will be said again
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
      // what the service had no room for can be tried once more, as what it was not reached by
      if (!(failure instanceof ApiError) || failure.status >= 500) throw failure;
      if (failure.status === 412) keep({ conflict: conflictOf(correction, failure) });
      return undefined;
    }
  };

  return async (correction) => {
    const sent = send(correction).catch(() => undefined);
    // what takes a change back is not itself offered to be taken back
    remember(sent, ({ before, after, change }) => send({ candidate: after, change: reverse(before, change) }));
    return (await sent)?.after;
  };
}

/** The correction that met another's, and the two ways on. */
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
    /** Shows what the other made of it; what was typed is dropped. */
    reload: async () => {
      if (conflict) await fresh(conflict);
    },
    /** Corrects what the other made of it. */
    overwrite: async () => {
      if (!conflict) return;
      const { change, text } = conflict;
      const candidate = await fresh(conflict);
      await correct(text === undefined ? { candidate, change } : { candidate, change, text });
    },
    /** Decides later: what was typed stays where it was typed. */
    dismiss: () => keep({ conflict: undefined }),
  };
}
