//! Forms in which texts are compared regardless of case and spacing.

use std::collections::BTreeSet;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::is_unseen;

/// The form in which texts are compared regardless of case and spacing: lower case, NFC, runs of white space
/// collapsed to one space, none at the ends. Used for address keys and for searching.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        // letter by letter: the final sigma, which depends on its neighbours, must not tell two words apart
        folded.extend(word.chars().flat_map(char::to_lowercase).map(|c| if c == 'ς' { 'σ' } else { c }));
    }
    match is_nfc_quick(folded.chars()) {
        IsNormalized::Yes => folded,
        IsNormalized::No | IsNormalized::Maybe => folded.nfc().collect(),
    }
}

/// The form in which addresses and names of people are compared: like [`fold`], by full Unicode case folding (ß equals
/// ss), and without characters that are not seen.
pub fn fold_fully(text: &str) -> String {
    let folded = if text.contains(is_unseen) { fold(&text.replace(is_unseen, "")) } else { fold(text) };
    if folded.is_ascii() {
        return folded;
    }
    // upper case and back gives the classes of full case folding; the dotless i alone has none but itself
    let fully = folded.chars().flat_map(|letter| {
        let upper = letter.to_uppercase().filter(move |_| letter != 'ı');
        let itself = (letter == 'ı').then_some(letter);
        upper.flat_map(char::to_lowercase).chain(itself)
    });
    fully.map(|letter| if letter == 'ς' { 'σ' } else { letter }).nfc().collect()
}

/// How many times ss or ß may be in a text for which each is varied alone.
const VARIED: usize = 5;

/// The forms that [`fold`] gives texts which are the same by [`fold_fully`]: with ss and ß in each place. Keys are stored
/// by [`fold`].
pub fn folded_spellings(text: &str) -> BTreeSet<String> {
    let full = fold_fully(text);
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
    spellings.insert(fold(text));
    spellings
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn full_folding_knows_no_case_and_no_unseen_characters() {
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
            assert_eq!(fold_fully(one), fold_fully(other), "{one} {other}");
        }
        assert_ne!(fold_fully("ı"), fold_fully("i"));
        assert_ne!(fold_fully("Hauptstrase"), fold_fully("Hauptstraße"));
    }

    #[test]
    fn spellings_of_a_folded_text_vary_each_double_s() {
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
            assert_eq!(fold(given), expected, "{given:?}");
        }
    }

    proptest! {
        #[test]
        fn folding_again_changes_nothing(text in "\\PC{0,60}|[ a-zA-ZäöüÄÖÜßİςΣ\u{308}\u{323}]{0,30}") {
            let folded = fold(&text);
            prop_assert_eq!(fold(&folded), folded);
            let fully = fold_fully(&text);
            prop_assert_eq!(fold_fully(&fully), fully.clone());
            prop_assert_eq!(fold_fully(&fold(&text)), fully.clone());
            prop_assert!(folded_spellings(&text).iter().all(|spelling| fold_fully(spelling) == fully));
        }
    }
}
