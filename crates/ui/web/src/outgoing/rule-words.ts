import { defineWords, useLanguage, useWords } from "../i18n";
import { kindOf, WEEKDAYS, weekdaysText, type Rule } from "./rule";

export const ruleWords = defineWords("rules", {
  list: ["Mail rules", "E-Mail-Regeln"],
  none: [
    "No mail rules yet. A rule tells people by mail what they should look at.",
    "Noch keine E-Mail-Regeln. Eine Regel meldet per E-Mail, wonach jemand sehen sollte.",
  ],
  new: ["New mail rule", "Neue E-Mail-Regel"],
  rule: ["Mail rule", "E-Mail-Regel"],
  notFound: ["There is no such mail rule.", "Diese E-Mail-Regel gibt es nicht."],
  facts: ["Rule data", "Daten der Regel"],
  noMail: [
    "No mail server is set up, so that no mail leaves. Name one in the configuration under [mail], and try it with “orderdock mail test”.",
    "Es ist kein Mailserver eingerichtet, deshalb geht keine E-Mail hinaus. Nennen Sie einen in der Konfiguration unter [mail] und prüfen Sie ihn mit „orderdock mail test“.",
  ],
  about: ["Tells of", "Meldet"],
  kind_candidatesInError: ["Candidates in error", "Fehlerhafte Kandidaten"],
  kind_sourceSilent: ["A silent data source", "Eine stille Datenquelle"],
  kind_runFailed: ["Failed runs", "Fehlgeschlagene Läufe"],
  kind_webhookPaused: ["Paused webhooks", "Pausierte Webhooks"],
  kind_orderNotHandedOver: ["Orders not handed over", "Nicht übergebene Aufträge"],
  is_candidatesInError_one: [
    "Candidates in error for more than {{count}} minute",
    "Kandidaten seit mehr als {{count}} Minute fehlerhaft",
  ],
  is_candidatesInError_other: [
    "Candidates in error for more than {{count}} minutes",
    "Kandidaten seit mehr als {{count}} Minuten fehlerhaft",
  ],
  is_sourceSilent_one: ["Nothing from {{source}} for {{count}} hour", "Seit {{count}} Stunde nichts von {{source}}"],
  is_sourceSilent_other: [
    "Nothing from {{source}} for {{count}} hours",
    "Seit {{count}} Stunden nichts von {{source}}",
  ],
  is_runFailed: ["A run failed", "Ein Lauf ist fehlgeschlagen"],
  is_webhookPaused: [
    "A webhook was paused, for nothing came through",
    "Ein Webhook wurde pausiert, weil nichts durchkam",
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
  minutes: ["After minutes", "Nach Minuten"],
  minutesHint: [
    "So long a candidate may be in error, at most a week.",
    "So lange darf ein Kandidat fehlerhaft sein, höchstens eine Woche.",
  ],
  hours: ["After hours", "Nach Stunden"],
  hoursHint_sourceSilent: [
    "So long nothing may come; only the days and hours below count.",
    "So lange darf nichts kommen; es zählen nur die Tage und Stunden unten.",
  ],
  hoursHint_orderNotHandedOver: [
    "So long an order may wait for its receiver.",
    "So lange darf ein Auftrag auf seinen Empfänger warten.",
  ],
  when: ["When people are notified", "Wann gemeldet wird"],
  weekdays: ["Days", "Tage"],
  everyDay: ["Every day", "Täglich"],
  wholeDay: ["whole day", "ganztägig"],
  from: ["From", "Von"],
  to: ["To", "Bis"],
  hoursOfDayHint: ["Without hours people are notified the whole day.", "Ohne Uhrzeiten wird den ganzen Tag gemeldet."],
  timeZone: ["Time zone", "Zeitzone"],
  language: ["Language of the messages", "Sprache der Nachrichten"],
  language_en: ["English", "Englisch"],
  language_de: ["German", "Deutsch"],
  recipients: ["Recipients", "Empfänger"],
  recipientsHint: ["Mail addresses, one to a line.", "E-Mail-Adressen, eine je Zeile."],
  webhook: ["Webhook", "Webhook"],
  webhookHint: ["Gets an event too.", "Erhält zusätzlich ein Ereignis."],
  noWebhook: ["None", "Keiner"],
  state_active: ["Active", "Aktiv"],
  state_paused: ["Paused", "Pausiert"],
  lastSent: ["Last sent", "Zuletzt gesendet"],
  lastError: ["Last error", "Letzter Fehler"],
  try: ["Try", "Ausprobieren"],
  tryHint: ["What would it have sent in the last 7 days?", "Was hätte sie in den letzten 7 Tagen gesendet?"],
  trial: ["In the last {{days}} days", "In den letzten {{days}} Tagen"],
  trialNothing: ["It would have sent nothing.", "Sie hätte nichts gesendet."],
  trialCount_one: ["It would have sent {{count, number}} message.", "Sie hätte {{count, number}} Nachricht gesendet."],
  trialCount_other: [
    "It would have sent {{count, number}} messages.",
    "Sie hätte {{count, number}} Nachrichten gesendet.",
  ],
  trialMore: [
    "It would have sent more than {{count, number}} messages; the first ones are shown.",
    "Sie hätte mehr als {{count, number}} Nachrichten gesendet; gezeigt werden die ersten.",
  ],
  trialFrom: ["What happened is known since {{at}}.", "Bekannt ist, was seit {{at}} geschah."],
  messages: ["Messages", "Nachrichten"],
  noMessages: ["No messages yet.", "Noch keine Nachrichten."],
  noMessagesMatch: ["No messages with this status.", "Keine Nachrichten mit diesem Status."],
  subject: ["Subject", "Betreff"],
  madeAt: ["Made", "Entstanden"],
  status_waiting: ["Waiting", "Wartet"],
  status_sent: ["Sent", "Gesendet"],
  status_failed: ["Failed", "Gescheitert"],
  sentAt: ["Sent", "Gesendet"],
  recipientWebhook: ["Webhook {{id}}", "Webhook {{id}}"],
  deleteTitle: ["Delete the mail rule", "E-Mail-Regel löschen"],
  deleteText: ["What it made already is sent all the same.", "Was schon entstanden ist, wird trotzdem gesendet."],
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
