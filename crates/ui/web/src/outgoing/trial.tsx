import { Stack, Text } from "@mantine/core";
import { useLanguage, useMessages } from "../i18n";
import { InstantText } from "../parts/values";
import { showInstant } from "../values/day";
import classes from "./outgoing.module.css";
import { ruleMessages } from "./rule-messages";
import type { Trial } from "./rule";

/** Preview of the messages of a rule. */
export function TrialOutcome({ trial: { days, from, messages, more } }: { trial: Trial }) {
  const t = useMessages(ruleMessages);
  const language = useLanguage();
  const count = messages.length;
  const words = count === 0 ? t("trialNothing") : t(more ? "trialMore" : "trialCount", { count });
  return (
    <section aria-label={t("trial", { days })}>
      <Stack gap={6}>
        <Text size="sm" role="status">
          <b>{t("trial", { days })}:</b> {words}{" "}
          <span className="quiet">{t("trialFrom", { at: showInstant(from, language) })}</span>
        </Text>
        {count > 0 && (
          <ol className={classes.trial}>
            {messages.map(({ at, subject, text }) => (
              <li key={`${at} ${subject}`}>
                <details>
                  <summary>
                    <InstantText instant={at} /> · {subject}
                  </summary>
                  <pre className={classes.message}>{text}</pre>
                </details>
              </li>
            ))}
          </ol>
        )}
      </Stack>
    </section>
  );
}
