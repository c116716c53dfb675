import { defineMessages } from "../../i18n";

export const dialogMessages = defineMessages("dialogs", {
  createOrders: ["Create orders", "Aufträge erzeugen"],
  create: ["Create", "Erzeugen"],
  planning_one: [
    "Calculating orders for {{count, number}} line…",
    "Aufträge für {{count, number}} Position werden berechnet…",
  ],
  planning_other: [
    "Calculating orders for {{count, number}} lines…",
    "Aufträge für {{count, number}} Positionen werden berechnet…",
  ],
  planningLong: [
    "This can take a while. Nothing has been saved yet.",
    "Das kann etwas dauern. Es wurde noch nichts gespeichert.",
  ],
  becomes_one: ["{{count, number}} line will become {{orders}}.", "{{count, number}} Position wird zu {{orders}}."],
  becomes_other: [
    "{{count, number}} lines will become {{orders}}.",
    "{{count, number}} Positionen werden zu {{orders}}.",
  ],
  added_one: [
    "Includes {{count, number}} more line of the same incoming orders: an incoming order is always processed with all its lines.",
    "Einschließlich {{count, number}} weiterer Position derselben Bestellungen: Eine Bestellung wird immer mit allen Positionen verarbeitet.",
  ],
  added_other: [
    "Includes {{count, number}} more lines of the same incoming orders: an incoming order is always processed with all its lines.",
    "Einschließlich {{count, number}} weiterer Positionen derselben Bestellungen: Eine Bestellung wird immer mit allen Positionen verarbeitet.",
  ],
  orders_one: ["{{count, number}} order", "{{count, number}} Auftrag"],
  orders_other: ["{{count, number}} orders", "{{count, number}} Aufträgen"],
  becomesNone: [
    "No order can be created from these lines now.",
    "Aus diesen Positionen kann derzeit kein Auftrag erzeugt werden.",
  ],
  stayError_one: [
    "{{count, number}} line with errors is skipped.",
    "{{count, number}} Position mit Fehlern wird übersprungen.",
  ],
  stayError_other: [
    "{{count, number}} lines with errors are skipped.",
    "{{count, number}} Positionen mit Fehlern werden übersprungen.",
  ],
  stayHeld_one: ["{{count, number}} line is on hold.", "{{count, number}} Position wird zurückgehalten."],
  stayHeld_other: ["{{count, number}} lines are on hold.", "{{count, number}} Positionen werden zurückgehalten."],
  release: ["Release lines on hold", "Zurückgehaltene Positionen freigeben"],
  releaseNote: [
    "Select the lines to release. The history records each release.",
    "Wählen Sie aus, was freigegeben wird. Jede Freigabe wird im Verlauf protokolliert.",
  ],
  waits_one: [
    "{{count, number}} line is on hold: {{why}}.",
    "{{count, number}} Position wird zurückgehalten: {{why}}.",
  ],
  waits_other: [
    "{{count, number}} lines are on hold: {{why}}.",
    "{{count, number}} Positionen werden zurückgehalten: {{why}}.",
  ],
  released_one: [
    "{{count, number}} line would be on hold: {{why}}.",
    "{{count, number}} Position würde zurückgehalten: {{why}}.",
  ],
  released_other: [
    "{{count, number}} lines would be on hold: {{why}}.",
    "{{count, number}} Positionen würden zurückgehalten: {{why}}.",
  ],
  releaseBrings_one: [
    "If released: {{count, number}} more line, {{orders}}",
    "Bei Freigabe: {{count, number}} weitere Position, {{orders}}",
  ],
  releaseBrings_other: [
    "If released: {{count, number}} more lines, {{orders}}",
    "Bei Freigabe: {{count, number}} weitere Positionen, {{orders}}",
  ],
  releasedBrought_one: [
    "Released: {{count, number}} more line, {{orders}}",
    "Freigegeben: {{count, number}} weitere Position, {{orders}}",
  ],
  releasedBrought_other: [
    "Released: {{count, number}} more lines, {{orders}}",
    "Freigegeben: {{count, number}} weitere Positionen, {{orders}}",
  ],
  releaseBringsNone: [
    "Releasing these alone creates no order: they are on hold for another reason as well.",
    "Diese Freigabe allein erzeugt keinen Auftrag: Die Positionen werden auch aus einem anderen Grund zurückgehalten.",
  ],
  waitsFaulty_one: [
    "{{count, number}} line with errors is on hold: {{why}}.",
    "{{count, number}} Position mit Fehlern wird zurückgehalten: {{why}}.",
  ],
  waitsFaulty_other: [
    "{{count, number}} lines with errors are on hold: {{why}}.",
    "{{count, number}} Positionen mit Fehlern werden zurückgehalten: {{why}}.",
  ],
  releaseFails: [
    "Lines with errors are skipped even if released.",
    "Positionen mit Fehlern werden auch nach der Freigabe übersprungen.",
  ],
  releaseFailsToo_one: [
    "{{count, number}} more line on hold has errors. It is skipped even if released.",
    "{{count, number}} weitere zurückgehaltene Position hat Fehler. Sie wird auch nach der Freigabe übersprungen.",
  ],
  releaseFailsToo_other: [
    "{{count, number}} more lines on hold have errors. They are skipped even if released.",
    "{{count, number}} weitere zurückgehaltene Positionen haben Fehler. Sie werden auch nach der Freigabe übersprungen.",
  ],
  moreOrders_one: ["{{count, number}} more order", "{{count, number}} weiterer Auftrag"],
  moreOrders_other: ["{{count, number}} more orders", "{{count, number}} weitere Aufträge"],
  stayProcessed_one: [
    "{{count, number}} line is already in a sales order.",
    "{{count, number}} Position ist bereits in einem Auftrag.",
  ],
  stayProcessed_other: [
    "{{count, number}} lines are already in sales orders.",
    "{{count, number}} Positionen sind bereits in Aufträgen.",
  ],
  stayAside_one: ["{{count, number}} line is excluded.", "{{count, number}} Position ist ausgeschlossen."],
  stayAside_other: ["{{count, number}} lines are excluded.", "{{count, number}} Positionen sind ausgeschlossen."],
  willResult: ["Orders to be created", "Zu erzeugende Aufträge"],
  apart: ["Orders after release: {{why}}", "Aufträge nach Freigabe: {{why}}"],
  customer: ["Customer", "Kunde"],
  poReference: ["PO reference", "Bestellreferenz"],
  required: ["Date required", "Wunschtermin"],
  lines: ["Lines", "Positionen"],
  linesUntil_one: ["{{count, number}} line,", "{{count, number}} Position,"],
  linesUntil_other: ["{{count, number}} lines,", "{{count, number}} Positionen,"],
  total: ["Total", "Gesamt"],
  why: ["Skipped lines", "Übersprungene Positionen"],
  orderLine: ["Incoming order / line", "Bestellung / Position"],
  reason: ["Reason", "Grund"],
  grouping: ["Grouping", "Gruppierung"],
  groupingRule: [
    "The lines of an incoming order become one sales order if they have the same customer, locations, currency, pricing system, PO reference, order date, document type, payment terms and delivery terms. Each line becomes one sales order line.",
    "Aus den Positionen einer Bestellung entsteht ein Auftrag, wenn Kunde, Adressen, Währung, Preissystem, Bestellreferenz, Bestelldatum, Belegart, Zahlungs- und Lieferbedingungen gleich sind. Je Position entsteht eine Auftragsposition.",
  ],
  // bulk edit
  edit: ["Edit lines", "Positionen ändern"],
  addField: ["Field to change", "Zu änderndes Feld"],
  addFieldHint: ["Search for a field…", "Feld suchen…"],
  faultyFields: ["With errors", "Mit Fehlern"],
  otherFields: ["Other fields", "Weitere Felder"],
  noField: ["No matching fields", "Kein passendes Feld."],
  removeField: ["Remove {{field}}", "{{field}} entfernen"],
  set: ["Set", "Setzen"],
  changeBy: ["Change by", "Ändern um"],
  clear: ["Remove override", "Korrektur entfernen"],
  how: ["Action for {{field}}", "Aktion für {{field}}"],
  value: ["Value for {{field}}", "Wert für {{field}}"],
  stepNumber: ["+10% or -2", "+10% oder -2"],
  stepDay: ["+3 (days)", "+3 (Tage)"],
  badStep: [
    "Enter a change with a sign, for example +10% or -2.5.",
    "Geben Sie eine Änderung mit Vorzeichen ein, z.\u00a0B. +10% oder -2,5.",
  ],
  badDays: [
    "Enter a number of days with a sign, for example +3.",
    "Geben Sie eine Anzahl Tage mit Vorzeichen ein, z.\u00a0B. +3.",
  ],
  noValue: ["Enter a value or remove the field.", "Geben Sie einen Wert ein oder entfernen Sie das Feld."],
  applyUnseen: ["Apply", "Anwenden"],
  apply: ["Apply to {{count, number}}", "Auf {{count, number}} anwenden"],
  chooseChange: ["Select the fields to change.", "Wählen Sie die Felder aus, die geändert werden sollen."],
  willChange_one: ["{{count, number}} line will change.", "{{count, number}} Position wird geändert."],
  willChange_other: ["{{count, number}} lines will change.", "{{count, number}} Positionen werden geändert."],
  resolved_one: ["{{count, number}} line will be resolved.", "{{count, number}} Position wird geklärt."],
  resolved_other: ["{{count, number}} lines will be resolved.", "{{count, number}} Positionen werden geklärt."],
  remaining: ["Remaining errors: {{what}}", "Verbleibende Fehler: {{what}}"],
  remainingProblem: ["{{what}} ({{count, number}})", "{{what}} ({{count, number}})"],
  willStay_one: [
    "{{count, number}} line already has this value.",
    "{{count, number}} Position hat diesen Wert bereits.",
  ],
  willStay_other: [
    "{{count, number}} lines already have this value.",
    "{{count, number}} Positionen haben diesen Wert bereits.",
  ],
  refused_one: ["{{count, number}} line cannot be changed.", "{{count, number}} Position kann nicht geändert werden."],
  refused_other: [
    "{{count, number}} lines cannot be changed.",
    "{{count, number}} Positionen können nicht geändert werden.",
  ],
  preview: ["Preview of the first changes", "Vorschau der ersten Änderungen"],
  nothing: ["empty", "leer"],
  clearNote: [
    "Remove override: the imported value applies again.",
    "„Korrektur entfernen“: Der importierte Wert gilt wieder.",
  ],
  // conflict
  conflict: ["Changed by another user", "Zwischenzeitlich geändert"],
  conflictText: [
    "{{user}} changed this line on {{time}}. Reload or overwrite?",
    "{{user}} hat diese Position geändert ({{time}}). Neu laden oder überschreiben?",
  ],
  conflictFields: ["Changed: {{fields}}", "Geändert: {{fields}}"],
  conflictValues: ["Both changes", "Beide Änderungen"],
  conflictField: ["Field", "Feld"],
  conflictTheirs: ["Now", "Jetzt"],
  conflictOwn: ["Your change", "Ihre Änderung"],
  conflictUnchanged: ["unchanged", "unverändert"],
  later: ["Decide later", "Später entscheiden"],
  status: ["Status", "Status"],
});
