//! Folded forms of texts, for comparison regardless of case and spacing.

use std::collections::BTreeSet;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::is_unseen;

/// Returns the folded form, by which addresses, names and search keys are compared: full Unicode case folding (ß equals
/// ss), NFC, no default-ignorable characters, runs of white space collapsed to one space, trimmed.
///
/// Folded forms are stored as keys, so a change of this function requires a migration that recomputes them.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return legacy_fold(text);
    }
    let lower = legacy_fold(&text.replace(is_unseen, ""));
    // converting to upper case and back gives full case folding, except for the dotless i, which is kept
    let full = lower.chars().flat_map(|letter| {
        let upper = letter.to_uppercase().filter(move |_| letter != 'ı');
        let itself = (letter == 'ı').then_some(letter);
        upper.flat_map(char::to_lowercase).chain(itself)
    });
    full.map(|letter| if letter == 'ς' { 'σ' } else { letter }).nfc().collect()
}

/// Returns the folded form of version 0.2 and older: lower case, NFC, with default-ignorable characters, ß different from
/// ss. It is still used in the keys of incoming orders.
pub fn legacy_fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        // letter by letter, because the lower case of a word depends on the position of a sigma
        folded.extend(word.chars().flat_map(char::to_lowercase).map(|c| if c == 'ς' { 'σ' } else { c }));
    }
    match is_nfc_quick(folded.chars()) {
        IsNormalized::Yes => folded,
        IsNormalized::No | IsNormalized::Maybe => folded.nfc().collect(),
    }
}

/// Maximum number of occurrences of ss or ß that are varied independently.
const VARIED: usize = 5;

/// Returns the keys under which a text may be stored: its folded form, and those of older versions with ss or ß at each
/// position.
pub fn folded_spellings(text: &str) -> BTreeSet<String> {
    let full = fold(text);
    let parts: Vec<&str> = full.split("ss").collect();
    let mut spellings = BTreeSet::from([parts.first().copied().unwrap_or_default().to_owned()]);
    if parts.len() > VARIED + 1 {
        spellings = BTreeSet::from([parts.join("ß"), full.clone()]);
    } else {
        for part in parts.iter().skip(1) {
            let longer = |start: &String| ["ss", "ß"].map(|double| format!("{start}{double}{part}"));
            spellings = spellings.iter().flat_map(longer).collect();
        }
    }
    spellings.insert(legacy_fold(text));
    spellings
}

/// Returns the keys under which exactly this text may be stored: its folded form and that of older versions.
pub fn stored_keys(text: &str) -> [String; 2] {
    [fold(text), legacy_fold(text)]
}

/// Separator between a key and the record id of a duplicate. Texts do not contain it.
const DUPLICATE: char = '\u{1e}';

/// Returns the key of a duplicate, which is stored because another record already has the key.
pub fn duplicate_key(key: &str, id: i64) -> String {
    format!("{key}{DUPLICATE}{id}")
}

/// Returns the lower and upper bound of the keys of its duplicates.
pub fn duplicate_keys(key: &str) -> [String; 2] {
    [format!("{key}{DUPLICATE}"), format!("{key}\u{1f}")]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sha2::{Digest as _, Sha256};

    use super::*;

    #[test]
    fn fold_ignores_case_and_invisible_characters() {
        let table = [
            ("HAUPTSTRASSE 1", "Hauptstraße 1"),
            ("HAUPTSTRA\u{1E9E}E 1", "hauptstrasse  1"),
            ("Haupt\u{AD}stra\u{200B}ße 1", "hauptstrasse 1"),
            ("ΟΔΟΣ", "οδος"),
            ("ﬁrma", "FIRMA"),
            ("KO\u{0308}LN", "köln"),
            ("ŉ", "ʼN"),
        ];
        for (one, other) in table {
            assert_eq!(fold(one), fold(other), "{one} {other}");
        }
        assert_ne!(fold("ı"), fold("i"));
        assert_ne!(fold("Hauptstrase"), fold("Hauptstraße"));
    }

    #[test]
    fn folded_spellings_vary_each_double_s() {
        let spelled = |text: &str| folded_spellings(text).into_iter().collect::<Vec<_>>();
        assert_eq!(spelled("Weg 1"), ["weg 1"]);
        assert_eq!(spelled("HAUPTSTRASSE 1"), ["hauptstrasse 1", "hauptstraße 1"]);
        assert_eq!(
            spelled("Gießener Straße"),
            ["giessener strasse", "giessener straße", "gießener strasse", "gießener straße"]
        );
        assert_eq!(spelled(&"ss ".repeat(9)).len(), 2);
        assert_eq!(spelled(&"ß ss ".repeat(9)).len(), 3);
    }

    #[test]
    fn folds_case_and_spacing() {
        let table = [
            ("  Am  Nossbacher\tWeg 2 ", "am nossbacher weg 2"),
            ("KÖLN", "köln"),
            ("KO\u{0308}LN", "köln"),
            ("Straße", "straße"),
            ("ΟΔΟΣ", "οδοσ"),
            ("οδος", "οδοσ"),
            ("", ""),
            (" \u{00A0} ", ""),
        ];
        for (given, expected) in table {
            assert_eq!(legacy_fold(given), expected, "{given:?}");
            assert_eq!(fold(given), expected.replace('ß', "ss"), "{given:?}");
        }
    }

    /// Keys are stored. If this fails because a new toolchain knows another version of Unicode, add a migration that
    /// recomputes them (`fold_pending`).
    #[test]
    fn folded_characters_match_stored_keys() {
        let folded: String = (char::MIN..=char::MAX).map(|letter| fold(&letter.to_string()) + "\n").collect();
        let digest = Sha256::digest(folded.as_bytes());
        assert_eq!(digest[..8], [0x71, 0x1e, 0x50, 0x50, 0x87, 0x79, 0x55, 0x75]);
    }

    proptest! {
        #[test]
        fn fold_is_idempotent(text in "\\PC{0,60}|[ a-zA-ZäöüÄÖÜßİςΣ\u{308}\u{323}]{0,30}") {
            let legacy = legacy_fold(&text);
            prop_assert_eq!(legacy_fold(&legacy), legacy.clone());
            let folded = fold(&text);
            prop_assert_eq!(fold(&folded), folded.clone());
            prop_assert_eq!(fold(&legacy), folded.clone());
            prop_assert!(folded_spellings(&text).iter().all(|spelling| fold(spelling) == folded));
        }
    }
}
