//! Records whose documents match a query.

use orderdock_domain::cast;
use orderdock_domain::masterdata::kinds::UnitSearch;
use orderdock_domain::problem::Language;
use orderdock_domain::search::SearchQuery;
use orderdock_store::{CandidateFilter, StoreResult};

use super::{CANDIDATES, DocumentTable, ORDERS, PARTNERS, PRODUCTS};
use crate::sql::column::{NULL, integer, owned};
use crate::sql::query::{decode_row, rows, value};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction, Verbatim, sql::keys};

/// Maximum number of records that are looked up by id. If more match, lists are read and each row is compared.
pub const MAX_FOUND: i64 = 10_000;
/// Maximum number of trigrams of a word that are looked up; the whole word is compared afterwards.
const MAX_TRIGRAMS: usize = 24;

static UNITS: Statement = Statement::new("SELECT id, code, name FROM uom ORDER BY id");

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&UNITS];

/// The kind of index on documents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TextIndex {
    /// FTS5 of SQLite with trigrams.
    Fts5,
    /// `pg_trgm` of PostgreSQL.
    Trigrams,
    /// Words of PostgreSQL without that extension; matches only the beginnings of words.
    Words,
}

/// Query for whether all trigram indexes exist. They need an extension of PostgreSQL.
const HAS_TRIGRAMS: Verbatim<'_> = Verbatim(
    "SELECT count(*) FROM pg_index WHERE indisvalid AND indexrelid IN (to_regclass('search_partner_trigram'), \
     to_regclass('search_product_trigram'), to_regclass('search_candidate_trigram'), to_regclass('search_order_trigram'))",
);

impl TextIndex {
    fn of(transaction: &dyn Transaction) -> StoreResult<Self> {
        if transaction.dialect().splits_trigrams() {
            return Ok(Self::Fts5);
        }
        let has_index: Option<i64> = value(transaction, "pg_index", &HAS_TRIGRAMS, [])?;
        Ok(if has_index == Some(4) { Self::Trigrams } else { Self::Words })
    }
}

/// A query in the syntax of an engine.
#[derive(Clone, Debug)]
pub struct Terms {
    index: TextIndex,
    /// The term for the index.
    term: String,
    /// Patterns that all have to match a document with a leading space.
    patterns: Vec<String>,
}

impl Terms {
    /// Builds the terms; `None` if no word of the query is long enough.
    pub fn of(transaction: &dyn Transaction, query: Option<&str>) -> StoreResult<Option<Self>> {
        let Some(query) = query.and_then(SearchQuery::parse) else { return Ok(None) };
        let index = TextIndex::of(transaction)?;
        let term = match index {
            TextIndex::Fts5 => every_trigram(&query),
            TextIndex::Trigrams => pattern("%", query.longest()),
            TextIndex::Words => every_word(&query),
        };
        let patterns =
            query.words().iter().map(|word| pattern(if word.is_short { "% " } else { "%" }, &word.text));
        Ok(Some(Self { index, term, patterns: patterns.collect() }))
    }

    /// Returns the source of the matching documents `d` of a table.
    fn found_in(&self, table: &DocumentTable) -> (String, Vec<SqlValue<'static>>) {
        let (name, term) = (table.name, owned(self.term.clone()));
        let (compared, values) = self.compared();
        match self.index {
            TextIndex::Fts5 => (
                format!("{name}_index(?) i {{join}} {name} d ON d.id = i.{{document_id}} WHERE {compared}"),
                std::iter::once(term).chain(values).collect(),
            ),
            TextIndex::Trigrams => (
                format!("{name} d WHERE d.words LIKE {{param ? text}} AND {compared}"),
                std::iter::once(term).chain(values).collect(),
            ),
            TextIndex::Words => (format!("{name} d WHERE {compared}"), values),
        }
    }

    /// Returns the condition that the document `d` matches.
    pub fn compared(&self) -> (&'static str, Vec<SqlValue<'static>>) {
        let patterns = || vec![keys::texts(self.patterns.iter().map(String::as_str))];
        match self.index {
            TextIndex::Fts5 => (
                "NOT EXISTS (SELECT 1 FROM {array ? text} WHERE ' ' || d.words NOT LIKE k.value ESCAPE '\\')",
                patterns(),
            ),
            TextIndex::Trigrams => ("' ' || d.words LIKE ALL ({param_list ? text})", patterns()),
            TextIndex::Words => (
                // the same expression as in the index `search_…_words`
                "array_to_tsvector(array_remove(regexp_split_to_array(d.words, '[[:space:][:punct:]]+'), '')) \
                 @@ CAST({param ? text} AS tsquery)",
                vec![owned(self.term.clone())],
            ),
        }
    }

    /// Returns the matching records of a table, or some of them if there are too many.
    pub fn find(
        &self,
        transaction: &dyn Transaction,
        organisations: &OrganisationIds,
        table: &DocumentTable,
        maximum: i64,
    ) -> StoreResult<MatchingRecords> {
        let (from, mut values) = self.found_in(table);
        let statement = format!(
            "SELECT d.target_id FROM {from} AND ({{param_list ? int8}} IS NULL OR d.org_id {{in ? int8}}) LIMIT ?"
        );
        let seen = || if organisations.are_all() { NULL } else { organisations.write() };
        values.extend([seen(), seen(), integer(maximum + 1)]);
        let mut ids: Vec<i64> = rows(transaction, "search", &statement, values, decode_row)?;
        let are_many = cast::<i64>(ids.len()) > maximum;
        ids.sort_unstable();
        ids.dedup();
        Ok(if are_many { MatchingRecords::Many(ids) } else { MatchingRecords::All(ids) })
    }
}

/// Records with matching documents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchingRecords {
    /// The ids of all records, ascending.
    All(Vec<i64>),
    /// The ids of some records, if too many match.
    Many(Vec<i64>),
}

impl MatchingRecords {
    pub fn ids(&self) -> &[i64] {
        match self {
            Self::All(ids) | Self::Many(ids) => ids,
        }
    }
}

/// Matches of a query, looked up once for the statements of a list.
#[derive(Clone, Debug)]
pub struct SearchMatches {
    /// `None` if no word of the query is long enough for documents.
    pub terms: Option<Terms>,
    pub partners: MatchingRecords,
    pub products: MatchingRecords,
    /// The first candidates of their header and order reference; in lists of orders, the orders.
    pub references: MatchingRecords,
    /// Units of order lines.
    pub units: MatchingRecords,
}

impl SearchMatches {
    /// Finds matches for lists of candidates; `None` without words to look up.
    pub fn of_candidates(
        transaction: &dyn Transaction,
        organisations: &OrganisationIds,
        filter: &CandidateFilter,
    ) -> StoreResult<Option<Self>> {
        let query = filter.search.as_deref();
        let units = find_units(transaction, query, filter.search_language)?;
        let Some(terms) = Terms::of(transaction, query)? else {
            let none = || MatchingRecords::All(Vec::new());
            let found = Self { terms: None, partners: none(), products: none(), references: none(), units };
            return Ok(Some(found).filter(|found| !found.units.ids().is_empty()));
        };
        let find = |table| terms.find(transaction, organisations, table, MAX_FOUND);
        let (partners, products, references) = (find(&PARTNERS)?, find(&PRODUCTS)?, find(&CANDIDATES)?);
        Ok(Some(Self { terms: Some(terms), partners, products, references, units }))
    }

    /// Finds matches for lists of orders; products and units of orders are not searched.
    pub fn of_orders(
        transaction: &dyn Transaction,
        organisations: &OrganisationIds,
        query: Option<&str>,
    ) -> StoreResult<Option<Self>> {
        let Some(terms) = Terms::of(transaction, query)? else { return Ok(None) };
        let find = |table| terms.find(transaction, organisations, table, MAX_FOUND);
        let (partners, references) = (find(&PARTNERS)?, find(&ORDERS)?);
        let none = || MatchingRecords::All(Vec::new());
        Ok(Some(Self { terms: Some(terms), partners, products: none(), references, units: none() }))
    }
}

/// Returns units whose displayed code or name matches a query. Units have no documents, because there are few.
fn find_units(
    transaction: &dyn Transaction,
    query: Option<&str>,
    language: Language,
) -> StoreResult<MatchingRecords> {
    let Some(search) = query.and_then(|query| UnitSearch::parse(query, language)) else {
        return Ok(MatchingRecords::All(Vec::new()));
    };
    let units: Vec<(i64, String, String)> =
        rows(transaction, "uom", &UNITS, [], |row| Ok((row.read()?, row.read()?, row.read()?)))?;
    let matching = units.into_iter().filter(|(_, code, name)| search.matches(code, name));
    Ok(MatchingRecords::All(matching.map(|(id, ..)| id).collect()))
}

/// Returns a LIKE pattern that escapes wildcards in the text.
pub(crate) fn pattern(before: &str, text: &str) -> String {
    let mut pattern = before.to_owned();
    for character in text.chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

/// Returns all trigrams of the words, for FTS5.
fn every_trigram(query: &SearchQuery) -> String {
    let mut trigrams = Vec::new();
    for word in query.words().iter().filter(|word| !word.is_short) {
        let letters: Vec<char> = word.text.chars().collect();
        let of_word = letters.windows(3).take(MAX_TRIGRAMS).map(|letters| {
            let trigram: String = letters.iter().collect();
            format!("\"{}\"", trigram.replace('"', "\"\""))
        });
        trigrams.extend(of_word);
    }
    trigrams.dedup();
    trigrams.join(" AND ")
}

/// Returns all words as prefixes, for a text search vector of PostgreSQL. They are split in the same way as in the
/// index.
fn every_word(query: &SearchQuery) -> String {
    let parts = |letter: char| letter.is_ascii_punctuation() || letter.is_ascii_whitespace();
    let words = query.words().iter().flat_map(|word| word.text.split(parts)).filter(|word| !word.is_empty());
    words.map(|word| format!("'{word}':*")).collect::<Vec<_>>().join(" & ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_in_search_queries_are_escaped() {
        assert_eq!(pattern("%", "100%_\\x"), "%100\\%\\_\\\\x%");
        let query = SearchQuery::parse("\"a\"' 50%").unwrap();
        assert_eq!(every_trigram(&query), "\"\"\"a\"\"\" AND \"a\"\"'\" AND \"50%\"");
        assert_eq!(every_word(&query), "'a':* & '50':*");
        assert_eq!(every_word(&SearchQuery::parse("---").unwrap()), "");
    }
}
