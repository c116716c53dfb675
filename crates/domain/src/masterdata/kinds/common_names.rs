//! Names of common units and currencies in the languages of the interface.

use crate::problem::Language;

/// Units by UN/ECE code, with the name of the initial record and the names that the order desk shows in English and German
/// (`ui/web/src/parts/common-names.ts`).
const UNITS: [(&str, &str, &str, &str); 39] = [
    ("PCE", "Piece", "pcs", "Stück"),
    ("EA", "Each", "each", "Stück (EA)"),
    ("C62", "One", "one", "Stück (C62)"),
    ("PR", "Pair", "pair", "Paar"),
    ("SET", "Set", "set", "Satz"),
    ("DZN", "Dozen", "dozen", "Dutzend"),
    ("PK", "Pack", "pack", "Packung"),
    ("BX", "Box", "box", "Schachtel"),
    ("CT", "Carton", "carton", "Karton"),
    ("CS", "Case", "case", "Kiste"),
    ("BG", "Bag", "bag", "Beutel"),
    ("BO", "Bottle", "bottle", "Flasche"),
    ("CA", "Can", "can", "Dose"),
    ("RO", "Roll", "roll", "Rolle"),
    ("PF", "Pallet", "pallet", "Palette"),
    ("MGM", "Milligram", "mg", "mg"),
    ("GRM", "Gram", "g", "g"),
    ("KGM", "Kilogram", "kg", "kg"),
    ("TNE", "Tonne", "t", "t"),
    ("LBR", "Pound", "lb", "lb"),
    ("MLT", "Millilitre", "ml", "ml"),
    ("CLT", "Centilitre", "cl", "cl"),
    ("LTR", "Litre", "l", "l"),
    ("HLT", "Hectolitre", "hl", "hl"),
    ("MMT", "Millimetre", "mm", "mm"),
    ("CMT", "Centimetre", "cm", "cm"),
    ("MTR", "Metre", "m", "m"),
    ("KMT", "Kilometre", "km", "km"),
    ("CMK", "Square centimetre", "cm²", "cm²"),
    ("MTK", "Square metre", "m²", "m²"),
    ("CMQ", "Cubic centimetre", "cm³", "cm³"),
    ("MTQ", "Cubic metre", "m³", "m³"),
    ("MIN", "Minute", "min", "Min."),
    ("HUR", "Hour", "h", "Std."),
    ("DAY", "Day", "day", "Tag"),
    ("WEE", "Week", "week", "Woche"),
    ("MON", "Month", "month", "Monat"),
    ("ANN", "Year", "year", "Jahr"),
    ("KWH", "Kilowatt hour", "kWh", "kWh"),
];

/// English and German plurals of the units whose name depends on the quantity, as the order desk shows them.
const UNIT_PLURALS: [(&str, &str, &str); 15] = [
    ("PR", "pairs", "Paar"),
    ("SET", "sets", "Satz"),
    ("PK", "packs", "Packungen"),
    ("BX", "boxes", "Schachteln"),
    ("CT", "cartons", "Kartons"),
    ("CS", "cases", "Kisten"),
    ("BG", "bags", "Beutel"),
    ("BO", "bottles", "Flaschen"),
    ("CA", "cans", "Dosen"),
    ("RO", "rolls", "Rollen"),
    ("PF", "pallets", "Paletten"),
    ("DAY", "days", "Tage"),
    ("WEE", "weeks", "Wochen"),
    ("MON", "months", "Monate"),
    ("ANN", "years", "Jahre"),
];

/// Full names of units that the order desk abbreviates.
const UNABBREVIATED_UNITS: [(&str, &str); 1] = [("PCE", "pieces")];

/// Currencies by ISO code, with the name of the initial record and the German name.
const CURRENCIES: [(&str, &str, &str); 32] = [
    ("AED", "UAE dirham", "VAE-Dirham"),
    ("AUD", "Australian dollar", "Australischer Dollar"),
    ("BRL", "Brazilian real", "Brasilianischer Real"),
    ("CAD", "Canadian dollar", "Kanadischer Dollar"),
    ("CHF", "Swiss franc", "Schweizer Franken"),
    ("CNY", "Yuan renminbi", "Chinesischer Yuan"),
    ("CZK", "Czech koruna", "Tschechische Krone"),
    ("DKK", "Danish krone", "Dänische Krone"),
    ("EGP", "Egyptian pound", "Ägyptisches Pfund"),
    ("GBP", "Pound sterling", "Britisches Pfund"),
    ("HKD", "Hong Kong dollar", "Hongkong-Dollar"),
    ("HUF", "Forint", "Ungarischer Forint"),
    ("ILS", "New Israeli sheqel", "Israelischer Schekel"),
    ("INR", "Indian rupee", "Indische Rupie"),
    ("ISK", "Iceland krona", "Isländische Krone"),
    ("JPY", "Yen", "Japanischer Yen"),
    ("KRW", "Won", "Südkoreanischer Won"),
    ("MXN", "Mexican peso", "Mexikanischer Peso"),
    ("NOK", "Norwegian krone", "Norwegische Krone"),
    ("NZD", "New Zealand dollar", "Neuseeland-Dollar"),
    ("PLN", "Zloty", "Polnischer Złoty"),
    ("RON", "Romanian leu", "Rumänischer Leu"),
    ("RSD", "Serbian dinar", "Serbischer Dinar"),
    ("RUB", "Russian ruble", "Russischer Rubel"),
    ("SAR", "Saudi riyal", "Saudi-Rial"),
    ("SEK", "Swedish krona", "Schwedische Krone"),
    ("SGD", "Singapore dollar", "Singapur-Dollar"),
    ("THB", "Baht", "Thailändischer Baht"),
    ("TRY", "Turkish lira", "Türkische Lira"),
    ("UAH", "Hryvnia", "Ukrainische Hrywnja"),
    ("USD", "US dollar", "US-Dollar"),
    ("ZAR", "Rand", "Südafrikanischer Rand"),
];

/// Returns the name to display for a unit; `None` if the unit has been renamed.
pub fn unit(code: &str, name: &str, language: Language) -> Option<&'static str> {
    let (.., english, german) = UNITS.iter().find(|(unit, known, ..)| *unit == code && *known == name)?;
    Some(if language == Language::German { german } else { english })
}

/// Returns the names of a unit in lists of order lines: singular and plural in the language. Empty for units
/// without a common name, which lists show by their code.
pub fn listed_unit(code: &str, language: Language) -> impl Iterator<Item = &'static str> {
    let in_language = move |english, german| if language == Language::German { german } else { english };
    let singular = UNITS.iter().find(|(unit, ..)| *unit == code);
    let plural = UNIT_PLURALS.iter().find(|(unit, ..)| *unit == code);
    let written_out = UNABBREVIATED_UNITS.iter().find(|(unit, _)| *unit == code);
    singular
        .map(|(.., english, german)| in_language(*english, *german))
        .into_iter()
        .chain(plural.map(|(_, english, german)| in_language(*english, *german)))
        .chain(written_out.filter(|_| language == Language::English).map(|(_, word)| *word))
}

/// Returns the name of a currency in the language; `None` if it is the name of the record or the currency has been
/// renamed.
pub fn currency(code: &str, name: &str, language: Language) -> Option<&'static str> {
    let (.., german) = CURRENCIES.iter().find(|(currency, known, _)| *currency == code && *known == name)?;
    (language == Language::German).then_some(*german)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unchanged_names_are_translated() {
        for (code, name, language, expected) in [
            ("PCE", "Piece", Language::German, Some("Stück")),
            ("PCE", "Piece", Language::English, Some("pcs")),
            ("PCE", "Stk", Language::German, None),
            ("XYZ", "Piece", Language::German, None),
        ] {
            assert_eq!(unit(code, name, language), expected, "{code} {name}");
        }
        assert_eq!(currency("CHF", "Swiss franc", Language::German), Some("Schweizer Franken"));
        assert_eq!(currency("CHF", "Swiss franc", Language::English), None);
    }

    /// The order desk has its own copy of the names, because it shows units before it has loaded them.
    #[test]
    fn unit_names_equal_those_of_the_order_desk() {
        let desk = include_str!("../../../../ui/web/src/parts/common-names.ts");
        for (code, known, english, german) in UNITS {
            let line = format!("{code}: [\"{known}\", \"{english}\", \"{german}\"],");
            assert!(desk.contains(&line), "{line}");
        }
        for (code, english, german) in UNIT_PLURALS {
            let line = format!("{code}: [\"{english}\", \"{german}\"],");
            assert!(desk.contains(&line), "{line}");
        }
    }
}
