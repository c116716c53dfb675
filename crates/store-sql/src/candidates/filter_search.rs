//! The search of candidates as a condition: texts that begin with the words, and matching documents.

use std::borrow::Cow;

use orderdock_domain::text::stored_keys;

use crate::candidates::filter_condition::FilterCondition;
use crate::search::{MatchingRecords, SearchMatches};
use crate::sql::column::owned;
use crate::sql::keys;

/// SQL for candidates whose records have matching documents. `{compared}` is the comparison with the document `d`.
struct FoundSql {
    /// Condition for candidates of known records.
    of_ids: &'static str,
    /// Condition for candidates with a matching document.
    compared: &'static str,
    /// Query for the candidates of known records, from an index.
    ids: &'static str,
}

const PARTNERS: FoundSql = FoundSql {
    of_ids: "{no_index c.bpartner_id} IN (SELECT k.value FROM {array ? int8})",
    compared: "EXISTS (SELECT 1 FROM search_partner d WHERE d.target_id = c.bpartner_id AND {compared})",
    ids: "SELECT c.id FROM {array ? int8} {join} {row candidate} c {use_index candidate_bpartner} ON c.bpartner_id = k.value",
};
const PRODUCTS: FoundSql = FoundSql {
    of_ids: "{no_index c.product_id} IN (SELECT k.value FROM {array ? int8})",
    compared: "EXISTS (SELECT 1 FROM search_product d WHERE d.id = c.product_id AND {compared})",
    ids: "SELECT c.id FROM {array ? int8} {join} {row candidate} c {use_index candidate_product} ON c.product_id = k.value",
};
/// The first candidate of a header and order reference has the document of all of them.
const REFERENCES: FoundSql = FoundSql {
    of_ids: "({no_index c.org_id}, {no_index c.data_source_id}, {no_index c.header_group}, {no_index c.po_reference_key}) IN \
      (SELECT o.org_id, o.data_source_id, o.header_group, o.po_reference_key \
       FROM {array ? int8} {join} {row candidate} o ON o.id = k.value)",
    compared: "EXISTS (SELECT 1 FROM search_candidate d WHERE d.id = \
      (SELECT min(o.id) FROM {row candidate} o {use_index candidate_header_group} WHERE o.org_id = c.org_id \
       AND o.data_source_id = c.data_source_id AND o.header_group = c.header_group \
       AND {no_index o.po_reference_key} = c.po_reference_key) AND {compared})",
    ids: "SELECT c.id FROM {array ? int8} {join} {row candidate} o ON o.id = k.value \
      {join} {row candidate} c {use_index candidate_header_group} ON c.org_id = o.org_id \
       AND c.data_source_id = o.data_source_id AND c.header_group = o.header_group \
       AND {no_index c.po_reference_key} = o.po_reference_key",
};

/// There are always few units, so `compared` is never used.
const UNITS: FoundSql = FoundSql {
    of_ids: "{no_index c.uom_id} IN (SELECT k.value FROM {array ? int8})",
    compared: "FALSE",
    ids: "SELECT c.id FROM {array ? int8} {join} {row candidate} c {use_index candidate_uom} ON c.uom_id = k.value",
};

/// Returns the condition for candidates with texts that begin with the words, or with documents that contain them.
pub fn searched<'v>(words: &str, search: Option<&SearchMatches>) -> Option<FilterCondition<'v>> {
    let mut part = beginning(words)?;
    let Some(search) = search else { return Some(part) };
    let (mut conditions, mut ids, mut ids_values) = (part.condition.into_owned(), String::new(), Vec::new());
    conditions.truncate(conditions.len() - 1);
    let found = [
        (&search.partners, PARTNERS),
        (&search.products, PRODUCTS),
        (&search.references, REFERENCES),
        (&search.units, UNITS),
    ];
    for (found, sql) in found {
        let keys = || keys::numbers(found.ids().iter().copied());
        match found {
            MatchingRecords::All(ids) if ids.is_empty() => continue,
            MatchingRecords::All(_) => {
                conditions.extend([" OR ", sql.of_ids]);
                part.values.push(keys());
            }
            MatchingRecords::Many(_) => {
                let Some(terms) = &search.terms else { continue };
                let (compared, values) = terms.compared();
                conditions.extend([" OR ", &sql.compared.replace("{compared}", compared)]);
                part.values.extend(values);
                part.partial = true;
            }
        }
        ids.extend([" UNION ALL ", sql.ids]);
        ids_values.push(keys());
        part.distinct_parts.push((sql.ids, vec![keys()]));
    }
    conditions.push(')');
    part.condition = Cow::Owned(conditions);
    if let Some((sql, values)) = &mut part.ids {
        sql.push_str(&ids);
        values.extend(ids_values);
    }
    Some(part)
}

/// Returns the condition for ids, references, codes and names that begin with the words. Compares the keys in the form
/// of this version and, if it differs, of older versions.
fn beginning<'v>(words: &str) -> Option<FilterCondition<'v>> {
    let [folded, legacy] = stored_keys(words);
    let mut part = beginning_of_key(&folded)?;
    if legacy != folded
        && let Some(older) = beginning_of_key(&legacy)
    {
        part.condition = format!("({} OR {})", part.condition, older.condition).into();
        part.values.extend(older.values);
        if let (Some((sql, values)), Some((more_sql, more))) = (&mut part.ids, older.ids) {
            sql.extend([" UNION ALL ", &more_sql]);
            values.extend(more);
        }
    }
    Some(part)
}

/// Returns the condition for ids, references, codes and names that begin with a folded text, which contains no
/// wildcards.
fn beginning_of_key<'v>(beginning: &str) -> Option<FilterCondition<'v>> {
    if beginning.is_empty() {
        return None;
    }
    let end = format!("{beginning}\u{10ffff}");
    let range = |from: &str| [owned(from.to_owned()), owned(end.clone())];
    // candidates without an external header sort before all others
    let headers = beginning.max(" ");
    let texts = || [beginning, headers].into_iter().chain([beginning; 5]).flat_map(range);
    let numbers = keys::number_pairs(ids_beginning(beginning));
    let ids: Vec<_> = std::iter::once(numbers.clone()).chain(texts()).collect();
    let values: Vec<_> = texts().chain([numbers]).collect();
    Some(FilterCondition {
        repeats: true,
        ..FilterCondition::new(
            "({no_index c.po_reference_key} >= ? AND {no_index c.po_reference_key} < ? OR {no_index c.header_group} >= ? AND {no_index c.header_group} < ? \
          OR coalesce({no_index c.line_key}, c.external_line_id) >= ? \
            AND coalesce({no_index c.line_key}, c.external_line_id) < ? \
          OR {no_index c.bpartner_id} IN (SELECT id FROM bpartner WHERE code_key >= ? AND code_key < ? \
            UNION ALL SELECT id FROM bpartner WHERE name_key >= ? AND name_key < ?) \
          OR {no_index c.product_id} IN (SELECT id FROM product WHERE code_key >= ? AND code_key < ? \
            UNION ALL SELECT id FROM product WHERE name_key >= ? AND name_key < ?) \
          OR EXISTS (SELECT 1 FROM {tuples ? int8 int8} WHERE c.id >= {tuple 0} AND c.id < {tuple 1}))",
            values,
            "SELECT c.id FROM {tuples ? int8 int8} {join} {row candidate} c ON c.id >= {tuple 0} AND c.id < {tuple 1} \
         UNION ALL SELECT c.id FROM {row candidate} c {use_index candidate_po_reference_key} \
           WHERE c.po_reference_key >= ? AND c.po_reference_key < ? \
         UNION ALL SELECT c.id FROM (SELECT DISTINCT org_id, data_source_id FROM candidate_count WHERE quarter = 0) part \
           {join} {row candidate} c {use_index candidate_header_group} \
           ON c.org_id = part.org_id AND c.data_source_id = part.data_source_id AND c.header_group >= ? AND c.header_group < ? \
         UNION ALL SELECT c.id FROM {row candidate} c {use_index candidate_line_key} \
           WHERE coalesce(c.line_key, c.external_line_id) >= ? AND coalesce(c.line_key, c.external_line_id) < ? \
         UNION ALL SELECT c.id FROM bpartner p {join} {row candidate} c {use_index candidate_bpartner} ON c.bpartner_id = p.id \
           WHERE p.code_key >= ? AND p.code_key < ? \
         UNION ALL SELECT c.id FROM bpartner p {join} {row candidate} c {use_index candidate_bpartner} ON c.bpartner_id = p.id \
           WHERE p.name_key >= ? AND p.name_key < ? \
         UNION ALL SELECT c.id FROM product p {join} {row candidate} c {use_index candidate_product} ON c.product_id = p.id \
           WHERE p.code_key >= ? AND p.code_key < ? \
         UNION ALL SELECT c.id FROM product p {join} {row candidate} c {use_index candidate_product} ON c.product_id = p.id \
           WHERE p.name_key >= ? AND p.name_key < ?",
            ids,
        )
    })
}

/// Returns the ranges of the numbers that begin with these digits: the number itself, the ten numbers from ten times
/// it, and so on. Empty for any other text.
fn ids_beginning(digits: &str) -> Vec<(i64, i64)> {
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    let Some(first) = digits.parse::<i64>().ok().filter(|_| is_number) else { return Vec::new() };
    let tens = std::iter::successors(Some(1_i64), |ten| ten.checked_mul(10));
    let range = |ten: i64| Some((first.checked_mul(ten)?, first.checked_add(1)?.checked_mul(ten)?));
    tens.map_while(range).collect()
}

#[cfg(test)]
mod tests {
    use super::ids_beginning;

    #[test]
    fn id_ranges_match_ids_with_the_prefix() {
        let within =
            |digits: &str, id: i64| ids_beginning(digits).iter().any(|(from, to)| (*from..*to).contains(&id));
        for (digits, id, expected) in [
            ("1", 1, true),
            ("1", 1_000_290, true),
            ("10002", 1_000_290, true),
            ("1000290", 1_000_290, true),
            ("1000291", 1_000_290, false),
            ("2", 1_000_290, false),
            ("000", 0, false),
            ("1.0", 1, false),
            ("9999999999999999999999", 9, false),
            ("9007199254740991", 9_007_199_254_740_991, true),
        ] {
            assert_eq!(within(digits, id), expected, "{digits} {id}");
        }
    }
}
