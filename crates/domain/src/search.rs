//! Substring search: normalisation of texts and parsing of queries.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::text::is_unseen;

/// Minimum length in characters of a word that matches inside a text. Shorter words match only at the beginning of a
/// word.
pub const SHORTEST_PART: usize = 3;

/// Returns the searchable text of a record's values: lower case, without diacritics. Values with umlauts occur twice, as
/// `muller` and `mueller`, because both spellings are common.
pub fn document(values: &[&str]) -> String {
    let mut document = String::new();
    for value in values {
        let plain = normalised(value, Umlauts::Stripped);
        let expanded = (!value.is_ascii()).then(|| normalised(value, Umlauts::Expanded));
        for form in [Some(plain.as_str()), expanded.as_deref().filter(|form| *form != plain)] {
            let Some(form) = form.filter(|form| !form.is_empty()) else { continue };
            if !document.is_empty() {
                document.push(' ');
            }
            document.push_str(form);
        }
    }
    document
}

/// Query with at least one word that is long enough to match inside a text. A document matches if it contains all words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchQuery {
    words: Vec<SearchWord>,
}

/// Normalised word of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchWord {
    pub text: String,
    /// Whether the word matches only at the beginning of a word.
    pub is_short: bool,
}

impl SearchQuery {
    /// Parses a query. Returns `None` if every word is too short, or if the query contains a control character, which no
    /// document contains.
    pub fn parse(query: &str) -> Option<Self> {
        if query.chars().any(|letter| letter.is_control() && !letter.is_whitespace()) {
            return None;
        }
        let words = query.split_whitespace().map(|word| {
            let text = normalised(word, Umlauts::Expanded);
            let is_short = word.nfc().count() < SHORTEST_PART || text.chars().count() < SHORTEST_PART;
            SearchWord { text, is_short }
        });
        let words: Vec<_> = words.filter(|word| !word.text.is_empty()).collect();
        words.iter().any(|word| !word.is_short).then_some(Self { words })
    }

    pub fn words(&self) -> &[SearchWord] {
        &self.words
    }

    /// Returns the longest word, which is the most selective.
    pub fn longest(&self) -> &str {
        let long = self.words.iter().filter(|word| !word.is_short).map(|word| word.text.as_str());
        long.max_by_key(|text| text.len()).unwrap_or_default()
    }

    /// Returns whether the document contains every word.
    pub fn matches(&self, document: &str) -> bool {
        let begins =
            |text: &str| document.match_indices(text).any(|(at, _)| document[..at].ends_with(' ') || at == 0);
        self.words
            .iter()
            .all(|word| if word.is_short { begins(&word.text) } else { document.contains(&word.text) })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Umlauts {
    /// `ä` becomes `a`.
    Stripped,
    /// `ä` becomes `ae`.
    Expanded,
}

fn normalised(text: &str, umlauts: Umlauts) -> String {
    let mut normalised = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let started = normalised.len();
        if started > 0 {
            normalised.push(' ');
        }
        if word.is_ascii() {
            normalised.extend(word.chars().map(|letter| letter.to_ascii_lowercase()));
        } else {
            word.nfc()
                .filter(|letter| !is_unseen(*letter))
                .for_each(|letter| push(&mut normalised, letter, umlauts));
        }
        if normalised.len() == started + usize::from(started > 0) {
            normalised.truncate(started);
        }
    }
    normalised
}

fn push(normalised: &mut String, letter: char, umlauts: Umlauts) {
    let expanded = umlauts == Umlauts::Expanded;
    for lower in letter.to_lowercase() {
        match lower {
            'ä' if expanded => normalised.push_str("ae"),
            'ö' | 'ø' if expanded => normalised.push_str("oe"),
            'ü' if expanded => normalised.push_str("ue"),
            'å' if expanded => normalised.push_str("aa"),
            'ß' => normalised.push_str("ss"),
            'æ' => normalised.push_str("ae"),
            'œ' => normalised.push_str("oe"),
            'ø' => normalised.push('o'),
            'ł' => normalised.push('l'),
            'đ' | 'ð' => normalised.push('d'),
            'ı' => normalised.push('i'),
            'ς' => normalised.push('σ'),
            lower => {
                normalised.extend(std::iter::once(lower).nfkd().filter(|part| !is_combining_mark(*part)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(query: &str, values: &[&str]) -> bool {
        SearchQuery::parse(query).unwrap().matches(&document(values))
    }

    #[test]
    fn search_document_contains_both_umlaut_spellings() {
        for (values, expected) in [
            (&["PO-76344"][..], "po-76344"),
            (&["Bäckerei Müller", "K-77"], "backerei muller baeckerei mueller k-77"),
            (&["Ba\u{308}ckerei"], "backerei baeckerei"),
            (&["Straße"], "strasse"),
            (&["Café  du\u{a0}Nord"], "cafe du nord"),
            (&["Søren", "Ångström", "ŁÓDŹ"], "soren soeren angstrom aangstroem lodz"),
            (&["a\u{ad}b", "\u{200d}", ""], "ab"),
            (&["ΟΔΟΣ"], "οδοσ"),
        ] {
            assert_eq!(document(values), expected, "{values:?}");
        }
    }

    #[test]
    fn words_and_substrings_of_three_characters_match() {
        for (query, values, expected) in [
            ("Müller", &["Bäckerei Müller"][..], true),
            ("mueller", &["Bäckerei Müller"], true),
            ("muller", &["Bäckerei Müller"], true),
            ("Müller", &["Mueller GmbH"], true),
            ("76344", &["PO-76344"], true),
            ("Waldblüte", &["Honig Waldblüte 500 g"], true),
            ("WALDBLU", &["Honig Waldblüte 500 g"], true),
            ("Baeckerei", &["Großbäckerei"], true),
            ("STRASSE", &["Straße"], true),
            ("müller kg", &["Müller KG"], true),
            ("müller kg", &["Müller Lkg"], false),
            ("kg müller", &["Müller KG"], true),
            ("müller bonn", &["Müller", "Köln"], false),
        ] {
            assert_eq!(matches(query, values), expected, "{query} in {values:?}");
        }
    }

    #[test]
    fn query_of_short_words_only_is_rejected() {
        for query in ["", "  ", "ab", "ä", "üb", "a b", "\u{ad}\u{ad}\u{ad}", "po 12", "G0001\0"] {
            assert_eq!(SearchQuery::parse(query), None, "{query:?}");
        }
        assert_eq!(SearchQuery::parse("Müller KG").unwrap().longest(), "mueller");
    }
}
