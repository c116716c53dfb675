// Result of an import with links, rejected rows, and undo.
import { Alert, Anchor, Button, Text, Title } from "@mantine/core";
import { CircleCheckBig, Download, FileUp, Undo2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../../i18n";
import { DialogFrame } from "../../parts/dialog-frame";
import { localeOf } from "../../values/locale";
import { rejectedHref, undoImport } from "../drafts";
import { importedRows, refusedRows } from "../state";
import { StepFrame } from "../step-frame";
import { CHECKS, type CheckCounts, type ImportDraft } from "../types";
import { useDraft } from "../use-draft";
import wizard from "../wizard.module.css";
import { resultMessages } from "./messages";
import classes from "./result.module.css";

/** Number of requests that are listed. */
const LISTED = 5;

const NO_ROWS: CheckCounts = { ready: 0, problems: 0, rejected: 0, unchanged: 0, conflict: 0 };

export function ImportResult({ onBack }: { onBack: () => void }) {
  const t = useMessages(resultMessages);
  const { draft, mayChange } = useDraft();
  const [asking, ask] = useState(false);
  const checks = draft.checks ?? NO_ROWS;
  const refused = refusedRows(checks);
  const isUndone = draft.status === "undone";
  return (
    <StepFrame onBack={onBack}>
      {isUndone && (
        <Alert color="gray" role="status" title={t("undone")}>
          {t("undoneText")}{" "}
          {draft.undoRun !== undefined && (
            <Anchor component={Link} href={`/runs/${draft.undoRun}`} size="sm">
              {t("undoRun")}
            </Anchor>
          )}
        </Alert>
      )}
      <section className={classes.result} role="status">
        <div className={classes.head}>
          {!isUndone && <CircleCheckBig size={32} strokeWidth={1.6} aria-hidden className={classes.check} />}
          <div>
            <Title order={2} className={classes.title}>
              {t("done", { count: importedRows(checks) })}
            </Title>
            <Text className="quiet">{t("doneIn", { orders: t("ordersIn", { count: ordersOf(draft) }) })}</Text>
          </div>
        </div>
        <Figures checks={checks} />
      </section>
      <section className={wizard.card} aria-labelledby="import-links">
        <Title order={2} id="import-links">
          {t("links")}
        </Title>
        <ResultLinks draft={draft} inbox={checks.problems > 0} />
      </section>
      <div className={classes.actions}>
        {refused > 0 && (
          <div className={classes.action}>
            {mayChange && !isUndone && <Button onClick={onBack}>{t("correct", { count: refused })}</Button>}
            <Button
              component="a"
              variant="default"
              href={rejectedHref(draft.id)}
              download
              leftSection={<Download size={14} aria-hidden />}>
              {t("download", { count: refused })}
            </Button>
            <span className={classes.hint}>{t("downloadHint")}</span>
          </div>
        )}
        {mayChange && (
          <div className={classes.action}>
            <Button component={Link} href="/imports" variant="default" leftSection={<FileUp size={14} aria-hidden />}>
              {t("nextFile")}
            </Button>
            {!isUndone && (
              <Button variant="default" leftSection={<Undo2 size={14} aria-hidden />} onClick={() => ask(true)}>
                {t("undo")}
              </Button>
            )}
          </div>
        )}
      </div>
      {asking && <UndoDialog onClose={() => ask(false)} />}
    </StepFrame>
  );
}

function ordersOf({ result, totals }: ImportDraft): number {
  return result?.orders ?? totals.orders;
}

function Figures({ checks }: { checks: CheckCounts }) {
  const t = useMessages(resultMessages);
  const number = new Intl.NumberFormat(localeOf(useLanguage()));
  return (
    <dl className={classes.figures} aria-label={t("figures")}>
      {CHECKS.filter((one) => checks[one] > 0).map((one) => (
        <div key={one} data-check={one}>
          <dt>{t(`figure_${one}`)}</dt>
          <dd>{number.format(checks[one])}</dd>
        </div>
      ))}
    </dl>
  );
}

function ResultLinks({ draft, inbox }: { draft: ImportDraft; inbox: boolean }) {
  const t = useMessages(resultMessages);
  const requests = draft.result?.requests ?? [];
  const link = (href: string, text: ReactNode) => (
    <li key={href}>
      <Anchor component={Link} href={href} size="sm">
        {text}
      </Anchor>
    </li>
  );
  const listed = requests.slice(0, LISTED);
  return (
    <ul className={classes.links}>
      {link(`/candidates?list=rows&importDraft=${draft.id}`, t("showLines"))}
      {inbox && link("/inbox", t("showInbox"))}
      {listed.map((id) => link(`/requests/${id}`, t("showRequest", { id })))}
      {requests.length > LISTED && <li>{t("moreRequests", { count: requests.length - LISTED })}</li>}
    </ul>
  );
}

function UndoDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(resultMessages);
  const { run, saving } = useDraft();
  const submit = async () => {
    await run(undoImport);
    onClose();
  };
  return (
    <DialogFrame
      title={t("undoTitle")}
      submit={t("undoDo")}
      busy={saving}
      grave
      onClose={onClose}
      onSubmit={() => void submit()}>
      <Text size="sm">{t("undoText")}</Text>
    </DialogFrame>
  );
}
