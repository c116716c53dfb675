import { Button, Group, Kbd, Menu, Stack, Text } from "@mantine/core";
import { clsx } from "clsx";
import { ChevronDown, CircleAlert, Clock, CornerDownLeft } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from "react";
import { useLanguage, useMessages } from "../../i18n";
import { useProblemTitle } from "../../parts/problem-title";
import { withUnitNames } from "../../parts/unit-names";
import { useMay } from "../../session/session";
import type { Candidate, Member } from "../candidate";
import { isOpen } from "../values";
import { withOverride } from "../change";
import { reject, useRejections } from "../correct";
import { fieldOf } from "../fields";
import { memberMessages } from "../members";
import { EntryForm } from "./entry-form";
import { Effects } from "./effects";
import {
  memberOfFix,
  filledChange,
  firstChoice,
  fixesOf,
  holdFixesOf,
  isWhole,
  memberToFill,
  reasonNotAllowed,
  type Fix,
} from "./fixes";
import { DidYouMean } from "./did-you-mean";
import { useFix } from "./use-fix";
import { ValueInput } from "./value-input";
import { panelMessages } from "./messages";
import { WritePreview } from "./write-preview";
import { writesMasterdata } from "./written-records";
import classes from "./fix-card.module.css";

export interface FixCardProps {
  candidate: Candidate;
  /** Focus the field on open. */
  focused: boolean;
  /** No problem remains. */
  onResolved: () => void;
}

/** First problem with its message and suggested fixes. */
export function FixCard({ candidate, focused, onResolved: onCured }: FixCardProps) {
  const [problem] = candidate.problems;
  if (!isOpen(candidate)) return null;
  if (problem) {
    const key = `${problem.code} ${problem.pointer} ${JSON.stringify(problem.params)}`;
    return <Problem key={key} {...{ candidate, focused, onResolved: onCured }} problem={problem} />;
  }
  const fixes = holdFixesOf(candidate);
  return candidate.holdMessage && fixes.length > 0 ? <Hold {...{ candidate, fixes, onCured }} /> : null;
}

function Problem({
  candidate,
  focused,
  onResolved: onCured,
  problem,
}: FixCardProps & { problem: Candidate["problems"][number] }) {
  const t = useMessages(panelMessages);
  const title = useProblemTitle();
  const mayWrite = useMay("candidates:write");
  const fix = useFix(candidate, onCured);
  const language = useLanguage();
  const fixes = useMemo(
    () => fixesOf(problem).map((one) => ({ ...one, words: withUnitNames(one.words, problem.params, language) })),
    [problem, language],
  );
  const allowed = fixes.filter((one) => one.allowed);
  const member = mayWrite ? memberOfFix(problem, candidate.clear) : undefined;
  const filling = allowed.find((one) => memberToFill(one) === member && member !== undefined);
  const card = useFocusedField(focused);
  const [entering, enter] = useState<Fix>();
  const act = (one: Fix) => (isDone(one) ? fix.apply(one) : enter(entering === one ? undefined : one));
  return (
    <section ref={card} className={classes.card} aria-label={t("cure")}>
      <Group gap={8} wrap="nowrap" align="flex-start">
        <CircleAlert size={18} aria-hidden className={classes.mark} />
        <div className={classes.words}>
          <Text fw={600}>{title(problem.code, problem.message)}</Text>
          <Text size="sm">{withUnitNames(problem.message, problem.params, language)}</Text>
          {candidate.problems.length > 1 && (
            <Text size="xs" className="quiet">
              {t("cureFirst", { count: candidate.problems.length })}
            </Text>
          )}
        </div>
      </Group>
      <Actions {...{ fix, entering, enter, act }} fixes={allowed} covered={filling} focused={!member} />
      {/* one input at a time */}
      {member && !entering && (
        <FixField
          {...{ candidate, member }}
          onValue={(value, typed) =>
            fix.change(
              filling ? filledChange(filling, member, value) : { override: withOverride(member, value) },
              typed,
            )
          }
          hint={filling?.words}
        />
      )}
      <Asking fixes={fixes} none={allowed.length === 0 && !member} />
    </section>
  );
}

/** Hold with its releases. */
function Hold({ candidate, fixes, onCured }: { candidate: Candidate; fixes: Fix[]; onCured: () => void }) {
  const t = useMessages(panelMessages);
  const fix = useFix(candidate, onCured);
  const [entering, enter] = useState<Fix>();
  const act = (one: Fix) => (isDone(one) ? fix.apply(one) : enter(entering === one ? undefined : one));
  const allowed = fixes.filter((one) => one.allowed);
  return (
    <section className={classes.card} data-holds aria-label={t("holdCure")}>
      <Group gap={8} wrap="nowrap" align="flex-start">
        <Clock size={18} aria-hidden className={classes.mark} />
        <div className={classes.words}>
          <Text fw={600}>{t(candidate.status === "inactive" ? "excluded" : "hold")}</Text>
          <Text size="sm">{candidate.holdMessage}</Text>
        </div>
      </Group>
      <Actions {...{ fix, entering, enter, act }} fixes={allowed} covered={undefined} focused />
      <Asking fixes={fixes} none={false} />
    </section>
  );
}

/** Focuses the field or the first safe button of the card, unless the user is typing elsewhere. */
function useFocusedField(focused: boolean) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!focused || document.activeElement?.matches("input, textarea")) return;
    const target =
      card.current?.querySelector<HTMLElement>("input, textarea") ??
      card.current?.querySelector<HTMLElement>("button:not([data-caution])");
    target?.focus({ preventScroll: true });
  }, [focused]);
  return card;
}

/** Returns whether one click applies the fix. */
function isDone(fix: Fix): boolean {
  return isWhole(fix) && !writesMasterdata(fix);
}

interface ActionsProps {
  fixes: Fix[];
  /** Fix whose form or preview is open. */
  entering: Fix | undefined;
  enter: (fix: Fix | undefined) => void;
  act: (fix: Fix) => void;
  fix: ReturnType<typeof useFix>;
  /** Fix that the field represents. */
  covered: Fix | undefined;
  /** Focus the first button, so that Enter applies it. */
  focused: boolean;
}

/** Number of visible fixes. */
const SHOWN = 2;

function Actions({ fixes, fix, covered, focused, entering, enter, act }: ActionsProps) {
  const t = useMessages(panelMessages);
  const offered = fixes.filter((one) => one !== covered);
  const [first] = offered;
  if (!first) return null;
  const choice = firstChoice(offered);
  return (
    <>
      <Group gap={6} align="flex-start">
        {offered.slice(0, SHOWN).map((one) => (
          <Stack key={one.words} gap={2} align="flex-start">
            <Button
              variant={one === choice && one.sureness !== "possible" ? "filled" : "default"}
              loading={fix.busy && one === first}
              className={classes.action}
              {...(one.caution ? { "data-caution": one.caution } : {})}
              {...(focused && one === choice && isDone(one)
                ? { rightSection: <CornerDownLeft size={13} aria-hidden className={classes.enter} /> }
                : {})}
              onClick={() => act(one)}>
              {one.words}
            </Button>
            <Effects fix={one} />
          </Stack>
        ))}
        {offered.length > SHOWN && (
          <Menu position="bottom-end" withInitialFocusPlaceholder={false} portalProps={{ target: "#main" }}>
            <Menu.Target>
              <Button variant="subtle" rightSection={<ChevronDown size={14} aria-hidden />}>
                {t("cureMore")}
              </Button>
            </Menu.Target>
            <Menu.Dropdown maw={420}>
              {offered.slice(SHOWN).map((one) => (
                <Menu.Item key={one.words} onClick={() => act(one)}>
                  {one.words}
                  <Effects fix={one} />
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {entering && <WritePreview fix={entering} again={t("writtenAgain")} />}
      {entering && (
        <EntryForm
          key={entering.words}
          fix={entering}
          onEntries={(entries) => {
            enter(undefined);
            fix.apply(entering, entries);
          }}
        />
      )}
    </>
  );
}

/** Fixes that need another permission, with the contact for it. */
function Asking({ fixes, none }: { fixes: Fix[]; none: boolean }): ReactNode {
  const t = useMessages(panelMessages);
  const mayWrite = useMay("candidates:write");
  const others = fixes.filter(({ allowed }) => !allowed);
  const [first] = others;
  if (!first) {
    return none ? (
      <Text size="sm" className="quiet">
        {t(mayWrite ? "cureNone" : "cureViewer")}
      </Text>
    ) : null;
  }
  return (
    <Text size="sm" className="quiet">
      {t(reasonNotAllowed(first), { what: first.words })}
    </Text>
  );
}

interface FixFieldProps {
  candidate: Candidate;
  member: Member;
  hint: string | undefined;
  onValue: (value: unknown, typed: string) => void;
}

/** Field that fixes the problem. */
function FixField({ candidate, member, hint, onValue }: FixFieldProps) {
  const tMember = useMessages(memberMessages);
  const messageId = useId();
  const rejection = useRejections()(candidate.id, member);
  return (
    <div className={classes.field}>
      <Text size="sm" fw={500}>
        {tMember(member)}
      </Text>
      <div className={classes.input}>
        <ValueInput
          candidate={candidate}
          field={fieldOf(member)}
          label={tMember(member)}
          describedBy={rejection ? messageId : undefined}
          wrong={rejection !== undefined}
          rejected={rejection?.text}
          onValue={onValue}
          onUnreadable={(text, message) => reject(candidate, member, { text, message })}
        />
      </div>
      <Kbd size="xs" aria-hidden>
        ↵
      </Kbd>
      {(rejection || hint) && (
        <Text
          id={messageId}
          size="xs"
          className={clsx(classes.whole, rejection ? classes.refused : "quiet")}
          role={rejection ? "alert" : undefined}>
          {rejection?.message ?? hint}
        </Text>
      )}
      <div className={classes.whole}>
        <DidYouMean candidate={candidate} member={member} />
      </div>
    </div>
  );
}
