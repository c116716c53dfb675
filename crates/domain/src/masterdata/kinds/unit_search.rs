//! Search for units by the names that lists of order lines show.

use super::common_names;
use crate::language::Language;
use crate::search::{SearchQuery, document};
use crate::text::fold;

/// A search for units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitSearch {
    folded: String,
    query: Option<SearchQuery>,
    language: Language,
}

impl UnitSearch {
    /// Parses a query. Returns `None` if it has no searchable characters.
    pub fn parse(query: &str, language: Language) -> Option<Self> {
        let folded = fold(query);
        (!folded.is_empty()).then(|| Self { folded, query: SearchQuery::parse(query), language })
    }

    /// Returns whether the code or a name of a unit contains the words of the query. A query of short words must equal the
    /// code or name, because it would otherwise match the unit of most order lines.
    pub fn matches(&self, code: &str, name: &str) -> bool {
        let mut names = vec![code, name];
        common_names::listed_unit(code, self.language).for_each(|name| names.push(name));
        match &self.query {
            Some(query) => query.matches(&document(&names)),
            None => names.iter().any(|name| fold(name) == self.folded),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_search_uses_names_of_the_language() {
        for (query, code, name, language, expected) in [
            ("Stück", "PCE", "Piece", Language::German, true),
            ("stueck", "PCE", "Piece", Language::German, true),
            ("Stück", "PCE", "Piece", Language::English, false),
            ("pieces", "PCE", "Piece", Language::English, true),
            ("pcs", "PCE", "Piece", Language::English, true),
            ("pcs", "PCE", "Piece", Language::German, false),
            ("PCE", "PCE", "Piece", Language::German, true),
            ("Karton", "CT", "Carton", Language::German, true),
            ("Kartons", "CT", "Carton", Language::German, true),
            ("Kartons", "CT", "Carton", Language::English, false),
            ("cartons", "CT", "Gebinde", Language::English, true),
            ("gebinde", "CT", "Gebinde", Language::English, true),
            ("kg", "KGM", "Kilogram", Language::German, true),
            ("k", "KGM", "Kilogram", Language::German, false),
            ("st", "PCE", "Piece", Language::German, false),
            ("rolle", "ROLLE-7", "Rolle", Language::German, true),
        ] {
            let search = UnitSearch::parse(query, language).unwrap();
            assert_eq!(search.matches(code, name), expected, "{query} {code} {language:?}");
        }
        assert_eq!(UnitSearch::parse(" ", Language::German), None);
    }
}
