//! Compares names and addresses of different systems, to find clear differences.

use std::collections::BTreeSet;

use super::fold;

/// Legal forms of companies, folded and without dots. They are ignored in names.
const LEGAL_FORMS: [&str; 34] = [
    "ab",
    "ag",
    "aps",
    "as",
    "bv",
    "co",
    "corp",
    "corporation",
    "eg",
    "ek",
    "ev",
    "gbr",
    "ges",
    "gesmbh",
    "gmbh",
    "inc",
    "incorporated",
    "kg",
    "kgaa",
    "limited",
    "llc",
    "llp",
    "ltd",
    "mbh",
    "nv",
    "ohg",
    "oy",
    "plc",
    "sa",
    "sarl",
    "se",
    "spa",
    "srl",
    "ug",
];

/// Returns whether two values of an address differ in more than case, umlaut spelling, spaces and punctuation. A
/// value without letters and digits does not differ from any other.
pub fn value_differs(one: &str, other: &str) -> bool {
    if one == other {
        return false;
    }
    let [one, other] = [one, other].map(|text| letters(&plain(text)));
    !one.is_empty() && !other.is_empty() && one != other
}

/// Returns whether two names differ clearly: fewer than half of all their words are in both, and neither name contains all
/// words of the other. Legal forms, word order, case, umlaut spelling, spaces and punctuation are ignored.
pub fn name_differs(one: &str, other: &str) -> bool {
    if one == other {
        return false;
    }
    let [one, other] = [one, other].map(words);
    if one.concat() == other.concat() {
        return false;
    }
    let [one, other] = [one, other].map(BTreeSet::from_iter);
    let shared = one.intersection(&other).count();
    let contained = shared == one.len().min(other.len());
    !contained && 2 * shared < one.union(&other).count()
}

/// Returns the share of common trigrams of two names, in thousandths. Word order, case, umlaut spelling, spaces and
/// punctuation are ignored.
pub fn name_similarity(one: &str, other: &str) -> u32 {
    let parts = |name: &str| -> BTreeSet<[char; 3]> {
        let words = words(name);
        let padded = words.iter().flat_map(|word| {
            let letters: Vec<char> = [' '].into_iter().chain(word.chars()).chain([' ']).collect();
            letters.windows(3).filter_map(|part| <[char; 3]>::try_from(part).ok()).collect::<Vec<_>>()
        });
        padded.collect()
    };
    let (one, other) = (parts(one), parts(other));
    let (shared, all) = (one.intersection(&other).count(), one.len() + other.len());
    u32::try_from(2_000 * shared / all.max(1)).unwrap_or_default()
}

/// Returns the words of a name in order, without legal forms unless there are no others.
fn words(name: &str) -> Vec<String> {
    let plain = plain(name).replace(['.', '\'', '’'], "");
    let words = plain.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let (forms, others): (Vec<_>, Vec<_>) =
        words.map(str::to_owned).partition(|word| LEGAL_FORMS.contains(&word.as_str()));
    if others.is_empty() { forms } else { others }
}

fn letters(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// Returns the folded text with umlauts spelled as two letters.
fn plain(text: &str) -> String {
    let folded = fold(text);
    if folded.is_ascii() {
        folded
    } else {
        folded.replace('ä', "ae").replace('ö', "oe").replace('ü', "ue")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_values_differ_by_their_letters_and_digits() {
        let table = [
            ("10115", "10115", false),
            ("10115", " 10 115", false),
            ("SW1A 1AA", "sw1a1aa", false),
            ("1234-567", "1234567", false),
            ("10115", "10116", true),
            ("D-10115", "10115", true),
            ("DE", "de", false),
            ("DE", "AT", true),
            ("Köln", "KÖLN", false),
            ("Köln", "Koeln", false),
            ("Gießen", "GIESSEN", false),
            ("Frankfurt (Main)", "Frankfurt Main", false),
            ("Frankfurt", "Frankfurt Main", true),
            ("Berlin", "Hamburg", true),
            ("-", "Hamburg", false),
        ];
        for (one, other, differs) in table {
            assert_eq!(value_differs(one, other), differs, "{one} {other}");
            assert_eq!(value_differs(other, one), differs, "{other} {one}");
        }
    }

    #[test]
    fn names_differ_clearly_by_their_words() {
        let table = [
            ("Müller GmbH", "Müller GmbH", false),
            ("Müller GmbH", "MUELLER gmbh", false),
            ("Müller GmbH & Co. KG", "Müller AG", false),
            ("Müller e. K.", "Müller", false),
            ("Miller S.A.", "Miller SA", false),
            ("Anna Müller", "Müller, Anna", false),
            ("Kaffeehaus Nord", "Kaffee-Haus Nord", false),
            ("Müller Bau", "Müller Bau Berlin", false),
            ("Müller Bau Berlin", "Müller Bau Hamburg", false),
            ("O'Neill Ltd.", "ONeill Limited", false),
            ("GmbH", "AG", true),
            ("Anna Müller", "Anna Schmidt", true),
            ("Müller GmbH", "Schmidt GmbH", true),
            ("Müller Bau Berlin", "Müller Tiefbau Hamburg", true),
            ("Testkunde 1", "Café Central", true),
            ("日本", "中国", true),
            ("–", "Müller", false),
        ];
        for (one, other, differs) in table {
            assert_eq!(name_differs(one, other), differs, "{one} {other}");
            assert_eq!(name_differs(other, one), differs, "{other} {one}");
        }
    }

    #[test]
    fn similar_names_share_most_of_their_parts() {
        for (one, other, minimum, maximum) in [
            ("Kaffee 1 kg", "Kaffee 1 kg", 1_000, 1_000),
            ("Kaffee 1 kg", "1 KG, Kaffee", 1_000, 1_000),
            ("Kaffehaus Nord", "Kaffeehaus Nord GmbH", 800, 999),
            ("Kaffee gemahlen", "Kaffee ganze Bohne", 300, 700),
            ("Müller", "Mueller", 1_000, 1_000),
            ("Tee", "Kaffee", 0, 400),
            ("", "Kaffee", 0, 0),
            ("", "", 0, 0),
        ] {
            let similarity = name_similarity(one, other);
            assert!((minimum..=maximum).contains(&similarity), "{one} / {other}: {similarity}");
            assert_eq!(similarity, name_similarity(other, one));
        }
    }

    #[test]
    fn legal_forms_are_folded() {
        assert!(LEGAL_FORMS.iter().all(|form| words(form) == [*form]), "{LEGAL_FORMS:?}");
        assert!(LEGAL_FORMS.is_sorted());
    }
}
