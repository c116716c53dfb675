import { Anchor, Button, Title } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Circle, CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { useMessages } from "../i18n";
import { useMay, useSession } from "../session/session";
import classes from "./dashboard.module.css";
import { dashboardMessages } from "./messages";
import { endSetup, isSetupOver, stepQuery, STEPS, type Step } from "./setup";

/** Page on which a step is done; the guide is served outside of the interface. */
const PAGES: Record<Step, string> = {
  organisation: "/docs/guide/master-data.html",
  prices: "/docs/guide/master-data.html",
  token: "/docs/guide/users-and-tokens.html",
  line: "/docs/guide/quickstart.html",
  order: "/candidates",
};

/** First steps of an administrator, until all are complete or the list is hidden. */
export function Setup() {
  const { user } = useSession();
  const mayAdminister = useMay("admin");
  const [over, setOver] = useState(() => isSetupOver(user));
  if (over || !mayAdminister) return null;
  const end = () => {
    endSetup(user);
    setOver(true);
  };
  return <SetupList onEnd={end} />;
}

function SetupList({ onEnd }: { onEnd: () => void }) {
  const t = useMessages(dashboardMessages);
  const done = useQueries({ queries: STEPS.map(stepQuery) }).map(({ data }) => data);
  const complete = done.every(Boolean);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when all steps become complete
  useEffect(() => {
    if (complete) onEnd();
  }, [complete]);
  // hidden until loaded, because it would flash in a complete installation
  if (complete || done.includes(undefined)) return null;
  const next = done.indexOf(false);
  return (
    <section className={classes.card} aria-label={t("setup")}>
      <div className={classes.cardHead}>
        <Title order={2}>{t("setup")}</Title>
        <span className={classes.setupEnd}>
          <span className="quiet">{t("setupDone", { count: done.filter(Boolean).length, of: STEPS.length })}</span>
          <Button variant="subtle" size="compact-sm" onClick={onEnd}>
            {t("setupHide")}
          </Button>
        </span>
      </div>
      <ol className={classes.setup}>
        {STEPS.map((step, index) => (
          <SetupStep key={step} step={step} done={!!done[index]} isNext={index === next} />
        ))}
      </ol>
    </section>
  );
}

interface SetupStepProps {
  step: Step;
  done: boolean;
  isNext: boolean;
}

function SetupStep({ step, done, isNext }: SetupStepProps) {
  const t = useMessages(dashboardMessages);
  const Icon = done ? CircleCheck : Circle;
  const page = PAGES[step];
  const link = t(`setupLink_${step}`);
  return (
    <li data-done={done || undefined} aria-current={isNext ? "step" : undefined}>
      <Icon size={18} strokeWidth={1.75} role="img" aria-label={t(done ? "stepDone" : "stepOpen")} />
      <div>
        <span className={classes.step}>{t(`setup_${step}`)}</span>
        {!done && (
          <>
            <span className="quiet">{t(`setupText_${step}`)}</span>
            {page.startsWith("/docs/") ? (
              <Anchor size="sm" underline="hover" href={page}>
                {link}
              </Anchor>
            ) : (
              <Anchor size="sm" underline="hover" component={Link} href={page}>
                {link}
              </Anchor>
            )}
          </>
        )}
      </div>
    </li>
  );
}
