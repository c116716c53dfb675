import { defineWords } from "../../i18n";

export const dialogWords = defineWords("dialogs", {
  createOrders: ["Create orders", "Aufträge erzeugen"],
  create: ["Create", "Erzeugen"],
  createBlind: ["Create without waiting", "Ohne Vorschau erzeugen"],
  planning_one: [
    "Working out what would become of {{count, number}} candidate…",
    "Es wird ermittelt, was aus {{count, number}} Kandidaten würde…",
  ],
  planning_other: [
    "Working out what would become of {{count, number}} candidates…",
    "Es wird ermittelt, was aus {{count, number}} Kandidaten würde…",
  ],
  planningLong: [
    "This takes longer for many candidates. Nothing is written yet.",
    "Bei vielen Kandidaten dauert das länger. Noch wird nichts geschrieben.",
  ],
  becomes_one: [
    "{{count, number}} candidate will become {{orders}}.",
    "{{count, number}} Kandidat wird zu {{orders}}.",
  ],
  becomes_other: [
    "{{count, number}} candidates will become {{orders}}.",
    "{{count, number}} Kandidaten werden zu {{orders}}.",
  ],
  orders_one: ["{{count, number}} order", "{{count, number}} Auftrag"],
  orders_other: ["{{count, number}} orders", "{{count, number}} Aufträgen"],
  becomesNone: [
    "None of these candidates can become an order now.",
    "Keiner dieser Kandidaten kann jetzt zum Auftrag werden.",
  ],
  stayError_one: ["{{count, number}} has errors and stays.", "{{count, number}} mit Fehlern bleibt."],
  stayError_other: ["{{count, number}} have errors and stay.", "{{count, number}} mit Fehlern bleiben."],
  stayHeld_one: ["{{count, number}} waits:", "{{count, number}} wartet:"],
  stayHeld_other: ["{{count, number}} wait:", "{{count, number}} warten:"],
  release: ["Release what waits", "Wartende freigeben"],
  releaseNote: [
    "Nothing is released without a tick. Who released what stands in the history.",
    "Ohne Haken wird nichts freigegeben. Wer was freigegeben hat, steht im Verlauf.",
  ],
  waits_one: ["{{count, number}} candidate waits: {{why}}.", "{{count, number}} Kandidat wartet: {{why}}."],
  waits_other: ["{{count, number}} candidates wait: {{why}}.", "{{count, number}} Kandidaten warten: {{why}}."],
  released_one: [
    "{{count, number}} candidate would wait: {{why}}.",
    "{{count, number}} Kandidat würde warten: {{why}}.",
  ],
  released_other: [
    "{{count, number}} candidates would wait: {{why}}.",
    "{{count, number}} Kandidaten würden warten: {{why}}.",
  ],
  releaseBrings_one: [
    "If released: {{count, number}} more candidate, {{orders}}",
    "Bei Freigabe: {{count, number}} Kandidat mehr, {{orders}}",
  ],
  releaseBrings_other: [
    "If released: {{count, number}} more candidates, {{orders}}",
    "Bei Freigabe: {{count, number}} Kandidaten mehr, {{orders}}",
  ],
  releasedBrought_one: [
    "Released: {{count, number}} more candidate, {{orders}}",
    "Freigegeben: {{count, number}} Kandidat mehr, {{orders}}",
  ],
  releasedBrought_other: [
    "Released: {{count, number}} more candidates, {{orders}}",
    "Freigegeben: {{count, number}} Kandidaten mehr, {{orders}}",
  ],
  releaseBringsNone: [
    "This release alone brings no order: something else keeps them as well.",
    "Diese Freigabe allein bringt keinen Auftrag: Etwas anderes hält sie ebenfalls zurück.",
  ],
  moreOrders_one: ["{{count, number}} more order", "{{count, number}} Auftrag mehr"],
  moreOrders_other: ["{{count, number}} more orders", "{{count, number}} Aufträge mehr"],
  stayProcessed_one: ["{{count, number}} is in an order already.", "{{count, number}} ist schon in einem Auftrag."],
  stayProcessed_other: ["{{count, number}} are in orders already.", "{{count, number}} sind schon in Aufträgen."],
  stayAside_one: [
    "{{count, number}} is put aside and stays so.",
    "{{count, number}} ist zurückgestellt und bleibt es.",
  ],
  stayAside_other: [
    "{{count, number}} are put aside and stay so.",
    "{{count, number}} sind zurückgestellt und bleiben es.",
  ],
  why: ["Why they stay", "Warum sie bleiben"],
  candidate: ["Candidate", "Kandidat"],
  reason: ["Reason", "Grund"],
  grouping: ["How they are grouped", "Wie gruppiert wird"],
  groupingRule: [
    "One order for candidates of the same header with the same customer, addresses, currency, pricing system, PO reference, order date, order type, payment and delivery terms; one line for each candidate.",
    "Ein Auftrag für Kandidaten desselben Kopfs mit gleichem Kunden, Adressen, Währung, Preissystem, Bestellreferenz, Bestelldatum, Auftragsart, Zahlungs- und Lieferbedingungen; je Kandidat eine Position.",
  ],
  // bulk edit
  edit: ["Edit candidates", "Kandidaten ändern"],
  keep: ["Keep", "Beibehalten"],
  set: ["Set", "Setzen"],
  changeBy: ["Change by", "Ändern um"],
  clear: ["Clear", "Leeren"],
  how: ["What to do with {{field}}", "Was mit {{field}} geschieht"],
  value: ["Value for {{field}}", "Wert für {{field}}"],
  stepNumber: ["+10% or -2", "+10% oder -2"],
  stepDay: ["+3 (days)", "+3 (Tage)"],
  badStep: [
    "Enter a step with its sign, such as +10% or -2.5.",
    "Geben Sie eine Änderung mit Vorzeichen ein, z. B. +10% oder -2,5.",
  ],
  badDays: ["Enter days with their sign, such as +3.", "Geben Sie Tage mit Vorzeichen ein, z. B. +3."],
  noValue: ["Enter a value, or choose Keep.", "Geben Sie einen Wert ein, oder wählen Sie Beibehalten."],
  apply: ["Apply to {{count, number}}", "Auf {{count, number}} anwenden"],
  chooseChange: ["Choose what to change.", "Wählen Sie, was geändert werden soll."],
  willChange_one: ["{{count, number}} candidate will change.", "{{count, number}} Kandidat ändert sich."],
  willChange_other: ["{{count, number}} candidates will change.", "{{count, number}} Kandidaten ändern sich."],
  willStay_one: ["{{count, number}} is that way already.", "{{count, number}} ist schon so."],
  willStay_other: ["{{count, number}} are that way already.", "{{count, number}} sind schon so."],
  refused_one: ["{{count, number}} cannot be changed.", "{{count, number}} kann nicht geändert werden."],
  refused_other: ["{{count, number}} cannot be changed.", "{{count, number}} können nicht geändert werden."],
  preview: ["First changes, before and after", "Erste Änderungen, vorher und nachher"],
  nothing: ["empty", "leer"],
  clearNote: [
    "Clear takes overrides back; the imported value holds again.",
    "Leeren nimmt Abweichungen zurück; der importierte Wert gilt wieder.",
  ],
  // conflict
  conflict: ["Changed by someone else", "Von jemand anderem geändert"],
  conflictText: [
    "{{user}} changed this candidate at {{time}}. Reload or overwrite?",
    "{{user}} hat den Kandidaten um {{time}} geändert. Neu laden oder überschreiben?",
  ],
  conflictFields: ["Changed: {{fields}}", "Geändert: {{fields}}"],
  conflictYours: ["Your change: {{fields}}", "Ihre Änderung: {{fields}}"],
  later: ["Decide later", "Später entscheiden"],
  status: ["Status", "Status"],
});
