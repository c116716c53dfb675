import { defineWords, useLanguage, useWords } from "../i18n";
import { kindOf, WEEKDAYS, weekdaysText, type Rule } from "./rule";

export const ruleWords = defineWords("rules", {
  list: ["Mail rules", "E-Mail-Regeln"],
  none: [
    "No mail rules yet. A mail rule notifies people when something needs attention.",
    "Noch keine E-Mail-Regeln. Eine Regel benachrichtigt per E-Mail, wenn etwas zu klären ist.",
  ],
  new: ["New mail rule", "Neue E-Mail-Regel"],
  rule: ["Mail rule", "E-Mail-Regel"],
  notFound: ["This mail rule does not exist.", "Diese E-Mail-Regel gibt es nicht."],
  facts: ["Rule details", "Angaben zur Regel"],
  noMail: [
    "No mail server is configured, so no mail is sent. Set it in the configuration under [mail] and test it with “orderdock mail test”.",
    "Es ist kein Mailserver eingerichtet, daher werden keine E-Mails gesendet. Tragen Sie ihn in der Konfiguration unter [mail] ein und prüfen Sie ihn mit „orderdock mail test“.",
  ],
  about: ["Notify about", "Anlass"],
  kind_candidatesInError: ["Lines with errors", "Positionen mit Fehlern"],
  kind_sourceSilent: ["Data source without data", "Datenquelle ohne Eingang"],
  kind_runFailed: ["Failed runs", "Fehlgeschlagene Läufe"],
  kind_webhookPaused: ["Paused webhooks", "Pausierte Webhooks"],
  kind_orderNotHandedOver: ["Orders not handed over", "Nicht übergebene Aufträge"],
  is_candidatesInError_one: [
    "Lines with errors for more than {{count}} minute",
    "Positionen seit mehr als {{count}} Minute mit Fehlern",
  ],
  is_candidatesInError_other: [
    "Lines with errors for more than {{count}} minutes",
    "Positionen seit mehr als {{count}} Minuten mit Fehlern",
  ],
  is_sourceSilent_one: [
    "No data from {{source}} for {{count}} hour",
    "Seit {{count}} Stunde kein Eingang von {{source}}",
  ],
  is_sourceSilent_other: [
    "No data from {{source}} for {{count}} hours",
    "Seit {{count}} Stunden kein Eingang von {{source}}",
  ],
  is_runFailed: ["A run failed", "Ein Lauf ist fehlgeschlagen"],
  is_webhookPaused: [
    "A webhook was paused after failed deliveries",
    "Ein Webhook wurde nach fehlgeschlagenen Zustellungen pausiert",
  ],
  is_orderNotHandedOver_one: [
    "Orders not handed over for more than {{count}} hour",
    "Aufträge seit mehr als {{count}} Stunde nicht übergeben",
  ],
  is_orderNotHandedOver_other: [
    "Orders not handed over for more than {{count}} hours",
    "Aufträge seit mehr als {{count}} Stunden nicht übergeben",
  ],
  ofSource: ["{{what}}, {{source}}", "{{what}}, {{source}}"],
  minutes: ["Notify after (minutes)", "Melden nach (Minuten)"],
  minutesHint: [
    "How long a line may have errors: up to 10,080 minutes (7 days).",
    "Wie lange eine Position Fehler haben darf: höchstens 10.080 Minuten (7 Tage).",
  ],
  hours: ["Notify after (hours)", "Melden nach (Stunden)"],
  hoursHint_sourceSilent: [
    "How long the source may send no data. Only the days and hours below count.",
    "Wie lange die Quelle nichts senden darf. Es zählen nur die Tage und Uhrzeiten unten.",
  ],
  hoursHint_orderNotHandedOver: [
    "How long an order may wait for its receiver.",
    "Wie lange ein Auftrag auf seinen Empfänger warten darf.",
  ],
  when: ["Notification times", "Meldezeiten"],
  weekdays: ["Days", "Tage"],
  everyDay: ["Every day", "Täglich"],
  wholeDay: ["whole day", "ganztägig"],
  from: ["From", "Von"],
  to: ["To", "Bis"],
  hoursOfDayHint: ["Leave empty to notify at any time of the day.", "Ohne Uhrzeiten wird rund um die Uhr gemeldet."],
  timeZone: ["Time zone", "Zeitzone"],
  language: ["Message language", "Sprache der Nachrichten"],
  language_en: ["English", "Englisch"],
  language_de: ["German", "Deutsch"],
  recipients: ["Recipients", "Empfänger"],
  recipientsHint: ["One mail address per line.", "Eine E-Mail-Adresse je Zeile."],
  webhook: ["Webhook", "Webhook"],
  webhookHint: ["Also receives an event.", "Erhält zusätzlich ein Ereignis."],
  noWebhook: ["None", "Keiner"],
  state_active: ["Active", "Aktiv"],
  state_paused: ["Paused", "Pausiert"],
  lastSent: ["Last sent", "Zuletzt gesendet"],
  lastError: ["Last error", "Letzter Fehler"],
  try: ["Test", "Testen"],
  tryHint: [
    "Show the messages that this rule would have sent in the last 7 days.",
    "Anzeigen, welche Nachrichten diese Regel in den letzten 7 Tagen gesendet hätte.",
  ],
  trial: ["Last {{days}} days", "Letzte {{days}} Tage"],
  trialNothing: ["This rule would have sent no messages.", "Diese Regel hätte keine Nachrichten gesendet."],
  trialCount_one: [
    "This rule would have sent {{count, number}} message.",
    "Diese Regel hätte {{count, number}} Nachricht gesendet.",
  ],
  trialCount_other: [
    "This rule would have sent {{count, number}} messages.",
    "Diese Regel hätte {{count, number}} Nachrichten gesendet.",
  ],
  trialMore: [
    "This rule would have sent more than {{count, number}} messages. The first ones are shown.",
    "Diese Regel hätte mehr als {{count, number}} Nachrichten gesendet. Die ersten werden angezeigt.",
  ],
  trialFrom: ["Data is available since {{at}}.", "Daten liegen seit {{at}} vor."],
  messages: ["Messages", "Nachrichten"],
  noMessages: ["No messages yet.", "Noch keine Nachrichten."],
  noMessagesMatch: ["No messages with this status.", "Keine Nachrichten mit diesem Status."],
  subject: ["Subject", "Betreff"],
  madeAt: ["Created", "Erstellt"],
  status_waiting: ["Pending", "Ausstehend"],
  status_sent: ["Sent", "Gesendet"],
  status_failed: ["Failed", "Fehlgeschlagen"],
  sentAt: ["Sent", "Gesendet"],
  recipientWebhook: ["Webhook {{id}}", "Webhook {{id}}"],
  deleteTitle: ["Delete mail rule", "E-Mail-Regel löschen"],
  deleteText: [
    "Messages that were already created are still sent.",
    "Bereits erstellte Nachrichten werden noch gesendet.",
  ],
  paused: ["Paused", "Pausiert"],
  resumed: ["Resumed", "Fortgesetzt"],
});

/** The word of a kind within the keys above. */
export const KIND_WORDS = {
  "candidates-in-error": "candidatesInError",
  "source-silent": "sourceSilent",
  "run-failed": "runFailed",
  "webhook-paused": "webhookPaused",
  "order-not-handed-over": "orderNotHandedOver",
} as const;

/** What a rule tells of, in a sentence. */
export function useRuleText(): (rule: Rule) => string {
  const t = useWords(ruleWords);
  return (rule) => {
    const kind = kindOf(rule.kind);
    if (!kind) return rule.kind;
    const source = rule.dataSourceInternalName ?? rule.dataSourceId;
    const what = t(`is_${KIND_WORDS[kind]}`, { count: rule.minutes ?? rule.hours ?? 0, source });
    return source && kind !== "source-silent" ? t("ofSource", { what, source }) : what;
  };
}

/** When a rule notifies people. */
export function useWindowText(): (rule: Pick<Rule, "weekdays" | "from" | "to" | "timeZone">) => string {
  const t = useWords(ruleWords);
  const language = useLanguage();
  return ({ weekdays, from, to, timeZone }) => {
    const days = weekdays.length === WEEKDAYS.length ? t("everyDay") : weekdaysText(weekdays, language);
    return `${days}, ${from && to ? `${from}–${to}` : t("wholeDay")} (${timeZone})`;
  };
}
