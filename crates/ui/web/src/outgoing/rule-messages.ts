import { defineMessages, useLanguage, useMessages } from "../i18n";
import { kindOf, WEEKDAYS, weekdaysText, type Rule } from "./rule";

export const ruleMessages = defineMessages("rules", {
  listFile: ["notification-rules", "benachrichtigungsregeln"],
  messagesFile: ["messages", "nachrichten"],
  list: ["Notification rules", "Benachrichtigungsregeln"],
  none: [
    "No notification rules yet. A rule sends messages when something needs attention.",
    "Noch keine Benachrichtigungsregeln. Eine Regel sendet Nachrichten, wenn jemand eingreifen muss.",
  ],
  new: ["New notification rule", "Neue Benachrichtigungsregel"],
  rule: ["Notification rule", "Benachrichtigungsregel"],
  notFound: ["This notification rule does not exist.", "Diese Benachrichtigungsregel gibt es nicht."],
  facts: ["Rule details", "Angaben zur Regel"],
  noMail: [
    "No mail server is configured, so no mail is sent. Set it in the configuration under [mail] and test it with “orderdock mail test”.",
    "Es ist kein Mailserver eingerichtet, daher werden keine E-Mails gesendet. Tragen Sie ihn in der Konfiguration unter [mail] ein und prüfen Sie ihn mit „orderdock mail test“.",
  ],
  about: ["Notify about", "Anlass"],
  kind_candidatesInError: ["Lines with errors", "Positionen mit Fehlern"],
  kind_candidatesRejected: ["Rejected rows", "Abgelehnte Positionen"],
  kind_candidatesOnHold: ["Incoming orders on hold", "Zurückgehaltene Bestellungen"],
  kind_referencesUnresolved: ["Unresolved references", "Offene Verweise"],
  kind_sourceSilent: ["No data from a data source", "Kein Eingang von einer Datenquelle"],
  kind_runFailed: ["Failed runs", "Fehlgeschlagene Läufe"],
  kind_webhookPaused: ["Paused webhooks", "Pausierte Webhooks"],
  kind_orderNotHandedOver: ["Unconfirmed transfers", "Unbestätigte Übergaben"],
  is_candidatesInError_one: [
    "Lines with errors for more than {{count}} minute",
    "Positionen mit Fehlern seit mehr als {{count}} Minute",
  ],
  is_candidatesInError_other: [
    "Lines with errors for more than {{count}} minutes",
    "Positionen mit Fehlern seit mehr als {{count}} Minuten",
  ],
  is_candidatesRejected_one: [
    "Rejected rows open for more than {{count}} minute",
    "Abgelehnte Positionen seit mehr als {{count}} Minute offen",
  ],
  is_candidatesRejected_other: [
    "Rejected rows open for more than {{count}} minutes",
    "Abgelehnte Positionen seit mehr als {{count}} Minuten offen",
  ],
  is_candidatesOnHold_one: [
    "Incoming orders on hold for more than {{count}} minute",
    "Bestellungen seit mehr als {{count}} Minute zurückgehalten",
  ],
  is_candidatesOnHold_other: [
    "Incoming orders on hold for more than {{count}} minutes",
    "Bestellungen seit mehr als {{count}} Minuten zurückgehalten",
  ],
  is_referencesUnresolved_one: [
    "References unresolved for more than {{count}} minute",
    "Verweise seit mehr als {{count}} Minute offen",
  ],
  is_referencesUnresolved_other: [
    "References unresolved for more than {{count}} minutes",
    "Verweise seit mehr als {{count}} Minuten offen",
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
    "Transfers unconfirmed for more than {{count}} hour",
    "Übergaben seit mehr als {{count}} Stunde unbestätigt",
  ],
  is_orderNotHandedOver_other: [
    "Transfers unconfirmed for more than {{count}} hours",
    "Übergaben seit mehr als {{count}} Stunden unbestätigt",
  ],
  ofSource: ["{{what}}, {{source}}", "{{what}}, {{source}}"],
  minutes: ["Notify after (minutes)", "Melden nach (Minuten)"],
  minutesHint: [
    "How long this condition may last before a message is sent, at most 10,080 minutes (7 days).",
    "So lange darf dieser Zustand bestehen, bevor gemeldet wird. Möglich sind höchstens 10.080 Minuten (7 Tage).",
  ],
  hours: ["Notify after (hours)", "Melden nach (Stunden)"],
  hoursHint_sourceSilent: [
    "Maximum time without data from the data source. Only the days and times below are counted.",
    "So lange darf der Eingang von der Datenquelle ausbleiben, bevor gemeldet wird. Es zählen nur die unten gewählten Tage und Uhrzeiten.",
  ],
  hoursHint_orderNotHandedOver: [
    "Maximum time that a transfer may be unconfirmed.",
    "So lange darf eine Übergabe unbestätigt bleiben.",
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
  webhookHint: [
    "In addition, an event is sent to this webhook.",
    "Zusätzlich wird ein Ereignis an diesen Webhook gesendet.",
  ],
  noWebhook: ["None", "Keiner"],
  state_active: ["Active", "Aktiv"],
  state_paused: ["Paused", "Pausiert"],
  lastSent: ["Last sent", "Zuletzt gesendet"],
  lastError: ["Last error", "Letzter Fehler"],
  try: ["Try out", "Ausprobieren"],
  tryHint: [
    "Show the messages that this rule would have sent in the last 7 days.",
    "Anzeigen, welche Nachrichten diese Regel in den letzten 7 Tagen gesendet hätte.",
  ],
  trial: ["Trial: last {{days}} days", "Probe: letzte {{days}} Tage"],
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
  deleteTitle: ["Delete notification rule", "Benachrichtigungsregel löschen"],
  deleteText: [
    "Messages that were already created are still sent.",
    "Bereits erstellte Nachrichten werden noch gesendet.",
  ],
  paused: ["Paused", "Pausiert"],
  resumed: ["Resumed", "Pause beendet"],
});

/** Key suffix of a kind. */
export const KIND_WORDS = {
  "candidates-in-error": "candidatesInError",
  "candidates-rejected": "candidatesRejected",
  "candidates-on-hold": "candidatesOnHold",
  "references-unresolved": "referencesUnresolved",
  "source-silent": "sourceSilent",
  "run-failed": "runFailed",
  "webhook-paused": "webhookPaused",
  "order-not-handed-over": "orderNotHandedOver",
} as const;

/** Returns a rule as a sentence. */
export function useRuleText(): (rule: Rule) => string {
  const t = useMessages(ruleMessages);
  return (rule) => {
    const kind = kindOf(rule.kind);
    if (!kind) return rule.kind;
    const source = rule.dataSourceInternalName ?? rule.dataSourceId;
    const what = t(`is_${KIND_WORDS[kind]}`, { count: rule.minutes ?? rule.hours ?? 0, source });
    return source && kind !== "source-silent" ? t("ofSource", { what, source }) : what;
  };
}

/** Returns the notification hours as text. */
export function useWindowText(): (rule: Pick<Rule, "weekdays" | "from" | "to" | "timeZone">) => string {
  const t = useMessages(ruleMessages);
  const language = useLanguage();
  return ({ weekdays, from, to, timeZone }) => {
    const days = weekdays.length === WEEKDAYS.length ? t("everyDay") : weekdaysText(weekdays, language);
    return `${days}, ${from && to ? `${from}–${to}` : t("wholeDay")} (${timeZone})`;
  };
}
