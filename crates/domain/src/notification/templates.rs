//! Message texts in both languages. Texts with a count have separate entries for one and several.

use crate::phrase::filled;
use crate::problem::Language;

macro_rules! message_words {
    ($($name:ident $english:literal $german:literal)*) => {
        /// Template of a message text. Names in braces are placeholders.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum MessageTemplate {
            $(#[doc = $english] $name,)*
        }

        impl MessageTemplate {
            #[cfg(test)]
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            pub const fn template(self, language: Language) -> &'static str {
                match (self, language) {
                    $((Self::$name, Language::English) => $english,
                      (Self::$name, Language::German) => $german,)*
                }
            }
        }
    };
}

message_words! {
    Subject "Orderdock: {what}" "Orderdock: {what}"
    OfOrganisation "{organisation}: {what}" "{organisation}: {what}"
    AllOrganisations "All organisations" "Alle Organisationen"

    OneInError "1 line has had an error for more than {time}" "1 Position ist seit mehr als {time} fehlerhaft"
    ManyInError "{count} lines have had an error for more than {time}" "{count} Positionen sind seit mehr als {time} fehlerhaft"
    AtLeastInError "More than {count} lines have had an error for more than {time}" "Mehr als {count} Positionen sind seit mehr als {time} fehlerhaft"
    OneRejected "1 rejected row has been open for more than {time}" "1 abgelehnte Position ist seit mehr als {time} offen"
    ManyRejected "{count} rejected rows have been open for more than {time}" "{count} abgelehnte Positionen sind seit mehr als {time} offen"
    AtLeastRejected "More than {count} rejected rows have been open for more than {time}" "Mehr als {count} abgelehnte Positionen sind seit mehr als {time} offen"
    OneOnHold "1 incoming order has been on hold for more than {time}" "1 Bestellung wird seit mehr als {time} zurückgehalten"
    ManyOnHold "{count} incoming orders have been on hold for more than {time}" "{count} Bestellungen werden seit mehr als {time} zurückgehalten"
    AtLeastOnHold "More than {count} incoming orders have been on hold for more than {time}" "Mehr als {count} Bestellungen werden seit mehr als {time} zurückgehalten"
    OneUnresolved "1 reference has been unresolved for more than {time}" "1 Verweis ist seit mehr als {time} offen"
    ManyUnresolved "{count} references have been unresolved for more than {time}" "{count} Verweise sind seit mehr als {time} offen"
    AtLeastUnresolved "More than {count} references have been unresolved for more than {time}" "Mehr als {count} Verweise sind seit mehr als {time} offen"
    Silent "No lines received from {source} for {time}" "Seit {time} keine Positionen von {source} eingegangen"
    OneRun "1 run failed" "1 Lauf ist fehlgeschlagen"
    ManyRuns "{count} runs failed" "{count} Läufe sind fehlgeschlagen"
    Paused "Webhook {webhook} is paused" "Der Webhook {webhook} ist pausiert"
    OneWaiting "1 sales order transfer has been unconfirmed for more than {time}" "1 Übergabe eines Auftrags ist seit mehr als {time} unbestätigt"
    ManyWaiting "{count} sales order transfers have been unconfirmed for more than {time}" "{count} Übergaben von Aufträgen sind seit mehr als {time} unbestätigt"
    AtLeastWaiting "More than {count} sales order transfers have been unconfirmed for more than {time}" "Mehr als {count} Übergaben von Aufträgen sind seit mehr als {time} unbestätigt"

    Counted "Totals of {count} incoming orders:" "Kennzahlen zu {count} Bestellungen:"
    LineCount "Lines: {count}" "Positionen: {count}"
    Worth "Value: {amounts}" "Gesamtwert: {amounts}"
    Unpriced "Lines without price: {count}" "Positionen ohne Preis: {count}"
    Reasons "Incoming orders by reason:" "Bestellungen nach Grund:"
    ReasonCount "- {reason}: {count}" "- {reason}: {count}"
    WaitingReason "Waiting for customer" "Warten auf den Kunden"
    DestinationReason "No order creation" "Keine Auftragserzeugung"
    ReleaseReason "Release needed" "Freigabe nötig"
    SiblingErrorReason "Error in another line" "Andere Position fehlerhaft"
    SiblingRejectedReason "Row rejected" "Position abgelehnt"
    IncompleteReason "Lines missing" "Positionen fehlen"
    SettlingReason "More lines may arrive" "Weitere Positionen möglich"
    VoidedReason "Sales order voided" "Auftrag storniert"

    PartnerNamed "Customer {name}" "Kunde {name}"
    LocationNamed "Location {name}" "Adresse {name}"
    ContactNamed "Contact {name}" "Ansprechpartner {name}"
    ProductNamed "Product {name}" "Produkt {name}"
    UnitNamed "Unit {name}" "Einheit {name}"
    ShipperNamed "Shipper {name}" "Spediteur {name}"
    PaymentTermNamed "Payment term {name}" "Zahlungsbedingung {name}"
    WarehouseNamed "Warehouse {name}" "Lager {name}"
    PricingSystemNamed "Pricing system {name}" "Preissystem {name}"
    DocumentTypeNamed "Document type {name}" "Belegart {name}"
    SalesPartnerNamed "Sales partner {name}" "Vertriebspartner {name}"
    OneLine "1 line" "1 Position"
    Lines "{count} lines" "{count} Positionen"
    OneOrder "1 incoming order" "1 Bestellung"
    Orders "{count} incoming orders" "{count} Bestellungen"
    LinesOf "{lines} of {orders}" "{lines} aus {orders}"

    Oldest "Oldest:" "Die ältesten:"
    Since "- {what}, since {at}" "- {what}, seit {at}"
    At "- {what}, {at}" "- {what}, {at}"
    More "- and {count} more" "- und noch {count}"
    LastHeard "Last line received: {at}. Only the weekdays and hours of the rule count as time without lines." "Letzte Position eingegangen: {at}. Als Dauer ohne Eingang zählen nur die Wochentage und Stunden der Regel."
    NeverHeard "No line has ever been received from this data source. Only the weekdays and hours of the rule count as time without lines." "Von dieser Datenquelle ist noch nie eine Position eingegangen. Als Dauer ohne Eingang zählen nur die Wochentage und Stunden der Regel."
    PausedSince "Deliveries have failed since {at}. Pending deliveries are kept and sent when the webhook is resumed." "Zustellungen schlagen seit {at} fehl. Ausstehende Zustellungen bleiben erhalten und werden gesendet, sobald die Pause beendet wird."
    Look "View details: {link}" "Einzelheiten: {link}"
    Zone "Time zone: {zone}" "Zeitzone: {zone}"
    Rule "You receive this message because of notification rule {rule}." "Sie erhalten diese Nachricht aufgrund der Benachrichtigungsregel {rule}."
    UnstoredRule "This is a trial of a notification rule that has not been saved." "Dies ist eine Probe einer noch nicht gespeicherten Benachrichtigungsregel."
    TestSubject "Orderdock: test message" "Orderdock: Testnachricht"
    Test "This is a test message from Orderdock. Mail delivery works." "Dies ist eine Testnachricht von Orderdock. Der E-Mail-Versand funktioniert."

    OneMinute "1 minute" "1 Minute"
    Minutes "{count} minutes" "{count} Minuten"
    OneHour "1 hour" "1 Stunde"
    Hours "{count} hours" "{count} Stunden"
}

impl MessageTemplate {
    /// Returns the text with its placeholders replaced by values.
    pub fn filled(self, language: Language, values: &[(&str, &str)]) -> String {
        filled(self.template(language), |name| {
            values.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn both_languages_name_the_same_values() {
        let names = |text: &str| -> BTreeSet<String> {
            text.split('{').skip(1).filter_map(|part| part.split('}').next()).map(str::to_owned).collect()
        };
        for template in MessageTemplate::ALL {
            let [english, german] = [Language::English, Language::German].map(|it| template.template(it));
            assert_eq!(names(english), names(german), "{english}");
        }
    }

    #[test]
    fn line_templates_begin_with_a_capital_letter() {
        let within = [
            MessageTemplate::OneMinute,
            MessageTemplate::Minutes,
            MessageTemplate::OneHour,
            MessageTemplate::Hours,
        ];
        for message in MessageTemplate::ALL.iter().filter(|message| !within.contains(message)) {
            for language in Language::ALL {
                let template = message.template(language);
                let first = template.trim_start_matches("- ").chars().next();
                let begins = first.is_some_and(|first| !first.is_lowercase());
                assert!(begins || *message == MessageTemplate::More, "{template}");
            }
        }
    }

    #[test]
    fn placeholders_in_values_are_not_expanded() {
        let template = MessageTemplate::OfOrganisation
            .filled(Language::English, &[("organisation", "{what}"), ("what", "{x}")]);
        assert_eq!(template, "{what}: {x}");
    }
}
