// What the service says would cure a problem, and how it is done.
import type { Schemas } from "../../api/client";
import { fieldAt } from "../fields";
import type { Candidate, Member } from "../candidate";
import type { Change } from "../change";

type Told = Candidate["problems"][number];

/** A remedy of one candidate's problem, as far as it is carried out here. */
export interface Fix {
  kind: string;
  words: string;
  sureness: "certain" | "likely" | "possible";
  /** The right that it takes, and whether the reader has it. */
  needs: string;
  allowed: boolean;
  /** It writes what all organisations share. */
  shared?: boolean;
  /** Either a correction of the candidate … */
  patch?: Change;
  /** … or a call of the service, as it is sent. */
  request?: { method: string; path: string; body: unknown };
  /** What a person must enter first, as places in the patch or in the body. */
  fill?: string[];
  /** Codes of what still stands against the candidate afterwards. */
  leaves?: string[];
  /** Every member whose effective value the patch changes. */
  members?: string[];
  /** Why the fix is never the first choice. */
  caution?: "tax_class" | "past_date";
  /** The same for many: what the edit of many takes. */
  changes?: Schemas["EditChanges"];
}

/** With whose help somebody gets a remedy who may not carry it out: the key of the words. */
export function reasonNotAllowed({ shared, needs }: Fix): "cureAskShared" | "cureAskMasterdata" | "cureAskClerk" {
  if (shared) return "cureAskShared";
  return needs === "masterdata:write" ? "cureAskMasterdata" : "cureAskClerk";
}

export function fixesOf({ fixes }: Pick<Schemas["Item"], "fixes">): Fix[] {
  return (fixes ?? []) as Fix[];
}

export function holdFixesOf(candidate: Candidate): Fix[] {
  return (candidate.holdFixes ?? []) as Fix[];
}

/** The fix that Enter and the filled button apply: the best one, unless it calls for caution. */
export function firstChoice(fixes: readonly Fix[]): Fix | undefined {
  return fixes[0]?.caution ? undefined : fixes[0];
}

/** Done by itself, without anything to be entered. */
export function isWhole({ fill }: Fix): boolean {
  return !fill || fill.length === 0;
}

/** The value of the candidate that is entered for a remedy, if that is all it lacks. */
export function memberToFill({ patch, fill }: Fix): Member | undefined {
  return patch && fill?.length === 1 ? fieldAt(fill[0] ?? "") : undefined;
}

/** The member of the candidate that cures a problem: what its first open remedy asks for, else what it is about. */
export function memberOfFix(problem: Told, cleared: readonly string[]): Member | undefined {
  const asked = fixesOf(problem).filter(({ allowed }) => allowed);
  const filled = asked.map(memberToFill).find((member) => member !== undefined);
  const [first] = asked;
  const patched = first && isWhole(first) ? Object.keys(first.patch?.override ?? {})[0] : undefined;
  return filled ?? (patched ? fieldAt(`/override/${patched}`) : undefined) ?? fieldAt(problem.pointer, cleared);
}

/** A body with what was entered in its places. */
export function withEntries(body: unknown, entries: Readonly<Record<string, unknown>>): unknown {
  const filled = structuredClone(body);
  for (const [pointer, value] of Object.entries(entries)) {
    const steps = pointer.split("/").slice(1);
    const last = steps.pop();
    let at = filled as Record<string, unknown>;
    for (const step of steps) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    if (last !== undefined) at[last] = value;
  }
  return filled;
}

/** A remedy that corrects the candidate, with the value that was entered for it. */
export function filledChange({ patch }: Fix, member: Member, value: unknown): Change {
  return { ...patch, override: { ...patch?.override, [member]: value } };
}
