// Suggested fixes from the API.
import type { Schemas } from "../../api/client";
import { fieldAt } from "../fields";
import type { Candidate, Member } from "../candidate";
import type { Change } from "../change";

type Told = Candidate["problems"][number];

/** Suggested fix that the interface can apply. */
export interface Fix {
  kind: string;
  words: string;
  sureness: "certain" | "likely" | "possible";
  /** Required scope, and whether the user has it. */
  needs: string;
  allowed: boolean;
  /** Changes data shared by all organisations. */
  shared?: boolean;
  /** Correction of the candidate … */
  patch?: Change;
  /** … or a request. */
  request?: { method: string; path: string; body: unknown };
  /** Pointers of values that the user must enter. */
  fill?: string[];
  /** Codes of remaining problems. */
  leaves?: string[];
  /** Members whose effective value changes. */
  members?: string[];
  /** Reason why the fix is never the default. */
  caution?: "tax_class" | "past_date";
  /** The same change for a bulk edit. */
  changes?: Schemas["EditChanges"];
}

/** Returns the message key that names the contact for a fix that is not allowed. */
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

/** Returns the default fix: the best one that needs no attention. */
export function firstChoice(fixes: readonly Fix[]): Fix | undefined {
  return fixes[0]?.caution ? undefined : fixes[0];
}

/** Returns whether the fix needs no input. */
export function isWhole({ fill }: Fix): boolean {
  return !fill || fill.length === 0;
}

/** Returns the candidate member to enter, if that is the only input. */
export function memberToFill({ patch, fill }: Fix): Member | undefined {
  return patch && fill?.length === 1 ? fieldAt(fill[0] ?? "") : undefined;
}

/** Returns the member that fixes a problem: the input of its first fix, otherwise its own member. */
export function memberOfFix(problem: Told, cleared: readonly string[]): Member | undefined {
  const allowedFixes = fixesOf(problem).filter(({ allowed }) => allowed);
  const filled = allowedFixes.map(memberToFill).find((member) => member !== undefined);
  const [first] = allowedFixes;
  const patched = first && isWhole(first) ? Object.keys(first.patch?.override ?? {})[0] : undefined;
  return filled ?? (patched ? fieldAt(`/override/${patched}`) : undefined) ?? fieldAt(problem.pointer, cleared);
}

/** Inserts the entered values into a body. */
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

/** Returns the change of a fix with the entered value. */
export function filledChange({ patch }: Fix, member: Member, value: unknown): Change {
  return { ...patch, override: { ...patch?.override, [member]: value } };
}
