// Selected unresolved reference: sent keys, figures, mapping and lines.
import { Anchor, Text, Title } from "@mantine/core";
import { useId } from "react";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../i18n";
import { ageText } from "../parts/durations";
import { BackButton } from "../parts/panes";
import panes from "../parts/panes.module.css";
import { Amount } from "../parts/values";
import { Lines } from "./cause-lines";
import classes from "./inbox.module.css";
import { inboxMessages } from "./messages";
import { CreateActions, LineActions, type ReferenceAction } from "./reference-actions";
import { ReferenceMapping } from "./reference-mapping";
import { referenceMessages } from "./reference-messages";
import { useReferenceText } from "./reference-text";
import { linesFilter, listOf, REFERENCES, type OpenReference } from "./references";

interface ReferenceDetailProps {
  entry: OpenReference;
  /** Returns to the list, if only one of both is visible. */
  onBack: (() => void) | undefined;
  onAction: (action: ReferenceAction) => void;
}

export function ReferenceDetail({ entry, onBack, onAction }: ReferenceDetailProps) {
  const t = useMessages(referenceMessages);
  const tInbox = useMessages(inboxMessages);
  const titleId = useId();
  const { nameOf, originOf } = useReferenceText();
  return (
    <section className={panes.detail} aria-labelledby={titleId}>
      <BackButton label={t("back")} onBack={onBack} />
      <div>
        <Title order={2} id={titleId} className={panes.title}>
          {nameOf(entry)}
          <span className={panes.subject}> · {originOf(entry)}</span>
        </Title>
        <Text>{t("explanation")}</Text>
      </div>
      <Figures entry={entry} />
      <SentKeys entry={entry} />
      <ReferenceMapping entry={entry} />
      <CreateActions entry={entry} onAction={onAction} />
      <div className={panes.linesHead}>
        <Title order={3}>{tInbox("lines")}</Title>
        <div className={classes.linesTools}>
          <LineActions entry={entry} onAction={onAction} />
          <Anchor component={Link} href={listOf(entry)} size="sm" underline="hover">
            {tInbox("open")}
          </Anchor>
        </div>
      </div>
      <Lines within={REFERENCES} filter={linesFilter(entry)} count={entry.lines} />
    </section>
  );
}

/** Lines, incoming orders, value and age. */
function Figures({ entry }: { entry: OpenReference }) {
  const t = useMessages(inboxMessages);
  const tReference = useMessages(referenceMessages);
  const language = useLanguage();
  return (
    <ul className={panes.figures} aria-label={t("figures")}>
      <li>{t("candidates", { count: entry.lines })}</li>
      <li>{t("orders", { count: entry.orders })}</li>
      {entry.worth.map(({ currencyCode, net }) => (
        <li key={currencyCode}>
          <Amount value={net} currency={currencyCode} />
        </li>
      ))}
      {entry.unpriced > 0 && <li>{tReference("unpriced", { count: entry.unpriced })}</li>}
      <li>{t("oldest", { age: ageText(entry.oldest, language) })}</li>
    </ul>
  );
}

/** The reference as sent. */
function SentKeys({ entry }: { entry: OpenReference }) {
  const t = useMessages(referenceMessages);
  const { keyOf, sourceOf } = useReferenceText();
  const { bpartner, externalSystemCode } = entry;
  const rows = [
    ...entry.keys.map(({ key, value }) => [keyOf(key), value]),
    ...(bpartner ? [[t("partner"), [bpartner.name, bpartner.code].filter(Boolean).join(" · ")]] : []),
    [t("source"), sourceOf(entry)],
    ...(externalSystemCode ? [[t("system"), externalSystemCode]] : []),
  ];
  return (
    <dl className={classes.sent} aria-label={t("sent")}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
