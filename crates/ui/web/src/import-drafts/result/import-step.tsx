// Step 4: what the import does, its progress, and its result.
import { Alert, Button, Checkbox, Progress, Text, TextInput, Title } from "@mantine/core";
import { Inbox as InboxIcon, ListX, PackagePlus, Repeat, UserPlus } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useMessages } from "../../i18n";
import { startImport, stopJob } from "../drafts";
import { StepFrame } from "../step-frame";
import type { CheckCounts, ImportDraft } from "../types";
import { useDraft } from "../use-draft";
import wizard from "../wizard.module.css";
import { ImportResult } from "./import-result";
import { resultMessages } from "./messages";
import { MAX_NAME, nameOfMapping, planOf } from "./plan";
import classes from "./result.module.css";

export function ImportStep({ onBack }: { onBack: () => void }) {
  const { draft } = useDraft();
  const { status } = draft;
  if (status === "importing" || status === "stopped") return <Running onBack={onBack} />;
  if (status === "imported" || status === "undone") return <ImportResult onBack={onBack} />;
  return draft.checks ? <PlannedImport checks={draft.checks} onBack={onBack} /> : null;
}

function PlannedImport({ checks, onBack }: { checks: CheckCounts; onBack: () => void }) {
  const t = useMessages(resultMessages);
  const { draft, editable, saving, run } = useDraft();
  const [saves, setSaves] = useState(true);
  const [name, setName] = useState(() => nameOfMapping(draft));
  const [missing, setMissing] = useState(false);
  const plan = planOf(checks, draft.errorPolicy);
  const isBlocked = plan.blocked || plan.lines === 0;
  const start = () => {
    const isMissing = saves && name.trim() === "";
    setMissing(isMissing);
    if (isBlocked || isMissing) return;
    void run((at) => startImport(at, saves ? name.trim() : undefined));
  };
  return (
    <StepFrame
      onBack={onBack}
      onNext={editable ? start : undefined}
      next={t("start", { count: plan.lines })}
      nextBusy={saving}
      blocked={isBlocked}>
      {plan.blocked && (
        <Alert color="red" role="alert" title={t("blocked")}>
          {t("policy_all")}
        </Alert>
      )}
      <PlanList checks={checks} />
      {editable && (
        <section className={wizard.card}>
          <Checkbox
            label={t("saveMapping")}
            description={t("saveMappingHint")}
            checked={saves}
            onChange={(event) => setSaves(event.currentTarget.checked)}
          />
          {saves && (
            <TextInput
              label={t("mappingName")}
              w={320}
              maw="100%"
              maxLength={MAX_NAME}
              value={name}
              error={missing && t("mappingNameNeeded")}
              onChange={(event) => {
                setName(event.currentTarget.value);
                setMissing(false);
              }}
            />
          )}
        </section>
      )}
    </StepFrame>
  );
}

/** Sentences with the numbers of the import. */
function PlanList({ checks }: { checks: CheckCounts }) {
  const t = useMessages(resultMessages);
  const { draft } = useDraft();
  const { lines, problems, staysOut, unchanged } = planOf(checks, draft.errorPolicy);
  const created = useCreated(draft);
  return (
    <section className={wizard.card} aria-labelledby="import-plan">
      <Title order={2} id="import-plan">
        {t("plan")}
      </Title>
      <ul className={classes.plan}>
        <Line icon={<PackagePlus size={18} strokeWidth={1.5} aria-hidden />} main>
          {t("stores", { count: lines, orders: t("ordersIn", { count: draft.totals.orders }) })}
        </Line>
        {problems > 0 && (
          <Line icon={<InboxIcon size={18} strokeWidth={1.5} aria-hidden />}>
            {t("withProblems", { count: problems })}
          </Line>
        )}
        {created && (
          <Line icon={<UserPlus size={18} strokeWidth={1.5} aria-hidden />}>{t("creates", { what: created })}</Line>
        )}
        {staysOut > 0 && (
          <Line icon={<ListX size={18} strokeWidth={1.5} aria-hidden />}>
            {t("staysOut", { count: staysOut })} {t(`policy_${draft.errorPolicy}`)}
          </Line>
        )}
        {unchanged > 0 && (
          <Line icon={<Repeat size={18} strokeWidth={1.5} aria-hidden />}>{t("unchanged", { count: unchanged })}</Line>
        )}
      </ul>
    </section>
  );
}

function Line({ icon, main, children }: { icon: ReactNode; main?: boolean; children: ReactNode }) {
  return (
    <li data-main={main}>
      {icon}
      <span>{children}</span>
    </li>
  );
}

const CREATED = ["bpartner", "location", "contact", "product", "productPrice"] as const;

/** Returns the master data that the import creates, in words. */
function useCreated({ created = {} }: ImportDraft): string {
  const t = useMessages(resultMessages);
  const parts = Object.entries(created).flatMap(([kind, count]) => {
    if (count === 0) return [];
    const known = CREATED.find((one) => one === kind);
    return [known ? t(`created_${known}`, { count }) : t("created_record", { count, kind })];
  });
  return parts.join(", ");
}

/** Import in progress, or stopped between two orders. */
function Running({ onBack }: { onBack: () => void }) {
  const t = useMessages(resultMessages);
  const { draft, mayChange, run, saving } = useDraft();
  const [stopRequested, setStopRequested] = useState(false);
  const { rows = 0, total = 0 } = draft.progress ?? {};
  const stopped = draft.status === "stopped";
  const resume = () => {
    setStopRequested(false);
    void run((at) => startImport(at, undefined));
  };
  const stop = () => {
    setStopRequested(true);
    void run(stopJob);
  };
  return (
    <StepFrame
      {...(stopped && { onBack })}
      onNext={stopped && mayChange ? resume : undefined}
      next={t("continue")}
      nextBusy={saving}>
      <section className={wizard.card} aria-label={t("progress")}>
        {stopped && <Title order={2}>{t(draft.failure ? "failure" : "stopped")}</Title>}
        {stopped && draft.failure && <Text size="sm">{draft.failure}</Text>}
        <Progress
          value={total > 0 ? (rows / total) * 100 : 100}
          animated={total === 0 && !stopped}
          size="lg"
          aria-label={t("progress")}
        />
        <div className={classes.running}>
          <Text size="sm" aria-live="polite">
            {stopped
              ? t("stoppedText", { done: rows, total })
              : stopRequested
                ? t("stopping")
                : t("importing", { done: rows, total })}
          </Text>
          {!stopped && mayChange && (
            <Button variant="default" disabled={stopRequested || saving} onClick={stop}>
              {t("stop")}
            </Button>
          )}
        </div>
      </section>
    </StepFrame>
  );
}
