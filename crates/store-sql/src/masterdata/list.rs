//! Pages of lists of master data: filtered, searched, and read in both directions.

use orderdock_domain::cast;
use orderdock_domain::masterdata::kinds::{Kind, KindName, StoredRecord, TextSearch};
use orderdock_domain::text::fold;
use orderdock_store::{MasterdataPage, MasterdataQuery, MasterdataWindow, StoreResult, Total};

use super::cross_references;
use super::shown::{add_children, expressions, hide_uses_of_others, owner, record, visible};
use super::tables::KindTable;
use crate::search::{DocumentTable, MatchingRecords, PARTNERS, PRODUCTS, Terms};
use crate::sql::column::{NULL, integer, owned, text};
use crate::sql::query::{rows, value};
use crate::sql::scope::OrganisationIds;
use crate::{SqlValue, Transaction, sql::keys};

/// Maximum number of records that are scanned for a search without an index.
const MAX_SCANNED: u32 = 1_000;
/// Maximum number of matches that are counted.
const MAX_COUNTED: u32 = 100_000;
/// Maximum number of matches of a search that are counted, and that are collected before the page is read.
const MAX_GATHERED: u32 = 1_000;

/// Returns a page of the list of a kind.
pub fn find(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    query: &MasterdataQuery,
) -> StoreResult<MasterdataPage> {
    let search = ListReader::new(transaction, organisations, query)?;
    let (mut records, more) = search.window()?;
    let (first, last) = (records.first().map(|record| record.id), records.last().map(|record| record.id));
    let (follows, precedes) = match query.window {
        MasterdataWindow::First => (more, false),
        MasterdataWindow::After(_) => (more, search.any_beyond(first, ReadDirection::Before)?),
        MasterdataWindow::Before(_) => (search.any_beyond(last, ReadDirection::After)?, more),
    };
    add_children(transaction, organisations, search.kind, &mut records)?;
    for record in &mut records {
        hide_uses_of_others(organisations, record);
    }
    Ok(MasterdataPage {
        total: search.total()?,
        records,
        next: last.filter(|_| follows),
        previous: first.filter(|_| precedes),
    })
}

/// Direction in which a list is read from an id.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ReadDirection {
    After,
    Before,
}

/// Method of a search.
enum Search {
    /// No search.
    None,
    /// A condition on the folded texts or documents, the folded words, and the value of `?7`.
    BySql(String, String, SqlValue<'static>),
    /// Compares records one by one; for small kinds.
    ByReading(TextSearch),
}

struct ListReader<'a> {
    transaction: &'a dyn Transaction,
    organisations: &'a OrganisationIds,
    query: &'a MasterdataQuery,
    kind: &'static Kind,
    search: Search,
}

impl<'a> ListReader<'a> {
    fn new(
        transaction: &'a dyn Transaction,
        organisations: &'a OrganisationIds,
        query: &'a MasterdataQuery,
    ) -> StoreResult<Self> {
        let kind = query.kind.kind();
        let words = query.search.as_deref().map(fold).filter(|words| !words.is_empty());
        let search = match (words, SearchSql::of(kind.name)) {
            (None, _) => Search::None,
            (Some(words), None) => Search::ByReading(TextSearch::of(&words, query.language)),
            (Some(words), Some(sql)) => {
                let terms = Terms::of(transaction, query.search.as_deref())?;
                let found = terms
                    .as_ref()
                    .map(|terms| sql.find(transaction, organisations, terms))
                    .transpose()?
                    .flatten();
                let is_many = matches!(found, Some(MatchingRecords::Many(_)));
                if is_many || sql.exceeds_limit(transaction, kind, &words)? {
                    let (condition, value) = sql.scan_condition(terms.as_ref());
                    Search::BySql(condition, words, value)
                } else {
                    let ids = found.as_ref().map_or(&[][..], MatchingRecords::ids);
                    Search::BySql(sql.gathered.to_owned(), words, keys::numbers(ids.iter().copied()))
                }
            }
        };
        Ok(Self { transaction, organisations, query, kind, search })
    }

    /// Returns the records of the window, ascending, and whether more follow in the direction of reading.
    fn window(&self) -> StoreResult<(Vec<StoredRecord>, bool)> {
        let limit = cast::<usize>(self.query.limit);
        let (side, beyond) = match self.query.window {
            MasterdataWindow::First => (ReadDirection::After, 0),
            MasterdataWindow::After(id) => (ReadDirection::After, id),
            MasterdataWindow::Before(id) => (ReadDirection::Before, id),
        };
        let mut records = self.read(side, beyond, self.query.limit.saturating_add(1))?;
        let more = records.len() > limit;
        records.truncate(limit);
        if side == ReadDirection::Before {
            records.reverse();
        }
        Ok((records, more))
    }

    /// Returns whether the list continues beyond an id.
    fn any_beyond(&self, id: Option<i64>, side: ReadDirection) -> StoreResult<bool> {
        match id {
            None => Ok(false),
            Some(id) => Ok(!self.read(side, id, 1)?.is_empty()),
        }
    }

    /// Returns at least `wanted` records beyond an id, nearest first, or all of them.
    fn read(&self, side: ReadDirection, mut beyond: i64, wanted: u32) -> StoreResult<Vec<StoredRecord>> {
        let window = if let Search::ByReading(_) = self.search { MAX_SCANNED } else { wanted };
        let sql = select(self.kind, &self.condition(), self.query.parent.is_some(), side);
        let mut found = Vec::new();
        loop {
            let mut values = self.values();
            values.extend([integer(beyond), integer(i64::from(window))]);
            let read = rows(self.transaction, KindTable::of(self.kind).name, &sql, values, |row| {
                record(row, self.kind)
            })?;
            let ended = read.len() < cast::<usize>(window);
            beyond = read.last().map_or(beyond, |record| record.id);
            found.extend(read.into_iter().filter(|record| self.matches_search(record)));
            if ended || found.len() >= cast::<usize>(wanted) {
                return Ok(found);
            }
        }
    }

    fn matches_search(&self, record: &StoredRecord) -> bool {
        match &self.search {
            Search::ByReading(search) => record.is_found_by(self.kind, search),
            _ => true,
        }
    }

    fn total(&self) -> StoreResult<Total> {
        let limit = match &self.search {
            Search::ByReading(_) => return self.total_by_reading(),
            Search::None => MAX_COUNTED,
            Search::BySql(..) => MAX_GATHERED,
        };
        let sql = count(self.kind, &self.condition(), self.query.parent.is_some());
        let mut values = self.values();
        values.push(integer(i64::from(limit) + 1));
        let counted: i64 =
            value(self.transaction, KindTable::of(self.kind).name, &sql, values)?.unwrap_or_default();
        let (counted, limit) = (cast::<u64>(counted), u64::from(limit));
        Ok(Total { value: counted.min(limit), exact: counted <= limit })
    }

    /// Counts matches among the scanned records. Exact if all records were scanned.
    fn total_by_reading(&self) -> StoreResult<Total> {
        let sql = select(self.kind, "", self.query.parent.is_some(), ReadDirection::After);
        let mut values = self.values();
        values.extend([integer(0), integer(i64::from(MAX_SCANNED))]);
        let read = rows(self.transaction, KindTable::of(self.kind).name, &sql, values, |row| {
            record(row, self.kind)
        })?;
        let exact = read.len() < cast::<usize>(MAX_SCANNED);
        let value = read.iter().filter(|record| self.matches_search(record)).count();
        Ok(Total { value: cast::<u64>(value), exact })
    }

    /// Returns the condition of search and filter.
    fn condition(&self) -> String {
        let search = match &self.search {
            Search::BySql(condition, ..) => Some(condition.clone()),
            Search::None | Search::ByReading(_) => None,
        };
        let filter = cross_references::conditions(&self.query.cross_references);
        search.into_iter().chain(filter).collect::<Vec<_>>().join(" AND ")
    }

    /// Returns the values before those of the page.
    fn values(&self) -> Vec<SqlValue<'_>> {
        let (from, to, found) = match &self.search {
            Search::BySql(_, words, found) => (text(words), owned(end_of_prefix(words)), found.clone()),
            Search::None | Search::ByReading(_) => (NULL, NULL, NULL),
        };
        let [value, target] = cross_references::values(&self.query.cross_references);
        vec![
            self.organisations.write(),
            self.query.organisation.map_or(NULL, |organisation| integer(organisation.0)),
            self.query.active.map_or(NULL, |active| integer(active.into())),
            self.query.parent.map_or(NULL, integer),
            from,
            to,
            found,
            value,
            target,
        ]
    }
}

/// SQL for the texts of a large kind. `?5` and `?6` are the range of texts that begin with the words of a search. `?7`
/// is the list of records with matching documents, or the value with which a document is compared.
pub struct SearchSql {
    /// `None` if only the beginnings of texts are searched.
    documents: Option<&'static DocumentTable>,
    /// Condition that looks up the ids by indexes.
    pub gathered: &'static str,
    /// Condition on the texts of the record `t`.
    pub begins: &'static str,
    /// Source and condition of the document `d` of the record.
    pub document: &'static str,
    /// Query that returns a row for each text that begins with the words.
    pub matches: &'static str,
}

impl SearchSql {
    pub fn of(kind: KindName) -> Option<Self> {
        match kind {
            KindName::Partners => Some(Self {
                documents: Some(&PARTNERS),
                gathered: "t.id IN (SELECT id FROM bpartner WHERE code_key >= ?5 AND code_key < ?6 \
                     UNION SELECT id FROM bpartner WHERE name_key >= ?5 AND name_key < ?6 \
                     UNION SELECT k.value FROM {array ?7 int8})",
                begins: "{no_index t.code_key} >= ?5 AND {no_index t.code_key} < ?6 OR {no_index t.name_key} >= ?5 AND {no_index t.name_key} < ?6",
                document: "search_partner d WHERE d.target_id = t.id",
                matches: "SELECT 1 FROM bpartner WHERE code_key >= ?1 AND code_key < ?2 \
                     UNION ALL SELECT 1 FROM bpartner WHERE name_key >= ?1 AND name_key < ?2",
            }),
            KindName::Products => Some(Self {
                documents: Some(&PRODUCTS),
                gathered: "t.id IN (SELECT id FROM product WHERE code_key >= ?5 AND code_key < ?6 \
                     UNION SELECT id FROM product WHERE name_key >= ?5 AND name_key < ?6 \
                     UNION SELECT k.value FROM {array ?7 int8})",
                begins: "{no_index t.code_key} >= ?5 AND {no_index t.code_key} < ?6 OR {no_index t.name_key} >= ?5 AND {no_index t.name_key} < ?6",
                document: "search_product d WHERE d.id = t.id",
                matches: "SELECT 1 FROM product WHERE code_key >= ?1 AND code_key < ?2 \
                     UNION ALL SELECT 1 FROM product WHERE name_key >= ?1 AND name_key < ?2",
            }),
            KindName::ProductPrices => Some(Self {
                documents: Some(&PRODUCTS),
                gathered: "t.id IN (SELECT p.id FROM product_price p WHERE p.product_id IN \
                     (SELECT id FROM product WHERE code_key >= ?5 AND code_key < ?6 \
                     UNION SELECT k.value FROM {array ?7 int8}))",
                begins: "(SELECT p.code_key >= ?5 AND p.code_key < ?6 FROM product p WHERE p.id = {no_index t.product_id})",
                document: "search_product d WHERE d.id = t.product_id",
                matches: "SELECT 1 FROM product p {join} product_price t ON t.product_id = p.id \
                     WHERE p.code_key >= ?1 AND p.code_key < ?2",
            }),
            KindName::PartnerProducts => Some(Self {
                documents: Some(&PRODUCTS),
                gathered: "t.id IN (SELECT id FROM bpartner_product WHERE number_key >= ?5 AND number_key < ?6 \
                     UNION SELECT b.id FROM bpartner_product b WHERE b.bpartner_id IN \
                     (SELECT id FROM bpartner WHERE code_key >= ?5 AND code_key < ?6 \
                     UNION SELECT id FROM bpartner WHERE name_key >= ?5 AND name_key < ?6) \
                     UNION SELECT b.id FROM bpartner_product b WHERE b.product_id IN \
                     (SELECT id FROM product WHERE code_key >= ?5 AND code_key < ?6 \
                     UNION SELECT k.value FROM {array ?7 int8}))",
                begins: "{no_index t.number_key} >= ?5 AND {no_index t.number_key} < ?6 \
                     OR (SELECT p.code_key >= ?5 AND p.code_key < ?6 OR p.name_key >= ?5 AND p.name_key < ?6 \
                     FROM bpartner p WHERE p.id = {no_index t.bpartner_id}) \
                     OR (SELECT p.code_key >= ?5 AND p.code_key < ?6 FROM product p WHERE p.id = {no_index t.product_id})",
                document: "search_product d WHERE d.id = t.product_id",
                matches: "SELECT 1 FROM bpartner_product WHERE number_key >= ?1 AND number_key < ?2 \
                     UNION ALL SELECT 1 FROM bpartner p {join} bpartner_product t ON t.bpartner_id = p.id \
                     WHERE p.code_key >= ?1 AND p.code_key < ?2 \
                     UNION ALL SELECT 1 FROM bpartner p {join} bpartner_product t ON t.bpartner_id = p.id \
                     WHERE p.name_key >= ?1 AND p.name_key < ?2 \
                     UNION ALL SELECT 1 FROM product p {join} bpartner_product t ON t.product_id = p.id \
                     WHERE p.code_key >= ?1 AND p.code_key < ?2",
            }),
            KindName::CrossReferences => Some(Self {
                documents: None,
                gathered: "t.id IN (SELECT id FROM cross_reference WHERE value_key >= ?5 AND value_key < ?6)",
                begins: "{no_index t.value_key} >= ?5 AND {no_index t.value_key} < ?6",
                document: "",
                matches: "SELECT 1 FROM cross_reference WHERE value_key >= ?1 AND value_key < ?2",
            }),
            _ => None,
        }
    }

    /// Returns the records with matching documents; for prices and partners' product numbers, the products.
    fn find(
        &self,
        transaction: &dyn Transaction,
        organisations: &OrganisationIds,
        terms: &Terms,
    ) -> StoreResult<Option<MatchingRecords>> {
        let found = self
            .documents
            .map(|documents| terms.find(transaction, organisations, documents, i64::from(MAX_GATHERED)));
        found.transpose()
    }

    /// Returns the condition that compares each record, and its value.
    pub fn scan_condition(&self, terms: Option<&Terms>) -> (String, SqlValue<'static>) {
        let Self { begins, document, .. } = self;
        let terms = terms.filter(|_| self.documents.is_some());
        let Some((compared, mut values)) = terms.map(Terms::compared) else {
            return (format!("({begins})"), NULL);
        };
        let compared = compared.replacen('?', "?7", 1);
        let condition = format!("({begins} OR EXISTS (SELECT 1 FROM {document} AND {compared}))");
        (condition, values.pop().unwrap_or(NULL))
    }

    /// Returns whether more records may match than are collected.
    fn exceeds_limit(&self, transaction: &dyn Transaction, kind: &Kind, words: &str) -> StoreResult<bool> {
        let sql = format!("SELECT count(*) FROM ({} LIMIT ?3) part", self.matches);
        let values = [text(words), owned(end_of_prefix(words)), integer(i64::from(MAX_GATHERED) + 1)];
        let counted: i64 = value(transaction, KindTable::of(kind).name, &sql, values)?.unwrap_or_default();
        Ok(counted > i64::from(MAX_GATHERED))
    }
}

/// Returns a text that sorts after every text with this prefix.
fn end_of_prefix(words: &str) -> String {
    format!("{words}\u{10ffff}")
}

/// Returns the source and conditions of a list. `?1` organisations, `?2` one of them or NULL, `?3` active or NULL, `?4`
/// parent record or NULL, `?5` and `?6` range of the texts of a search, `?7` records or value of a search, `?8` and
/// `?9` values of the filter of cross-references.
fn matching(kind: &Kind, search: &str, nested: bool) -> String {
    let table = KindTable::of(kind);
    let parent = table.parent.filter(|_| nested);
    let parent = parent.map_or(String::new(), |column| format!(" AND t.{column} = ?4"));
    let and = if search.is_empty() { "" } else { " AND " };
    format!(
        "{} t WHERE {} AND ({{param ?2 int8}} IS NULL OR {} = ?2) AND ({{param ?3 bool}} IS NULL OR t.active = ?3){parent}{and}{search}",
        table.name,
        visible(kind),
        owner(kind)
    )
}

/// Returns the query of a page. `?10` id after or before which the page begins, `?11` limit.
pub fn select(kind: &Kind, search: &str, nested: bool, side: ReadDirection) -> String {
    let (compare, order) = match side {
        ReadDirection::After => (">", "ASC"),
        ReadDirection::Before => ("<", "DESC"),
    };
    // a search by ids, a filter value or a parent record is more selective than the range of ids, so its index must be
    // used
    let is_narrow = ["t.id IN", "= ?8", "= ?9"].iter().any(|part| search.contains(part));
    let id = if nested || is_narrow { "{no_index t.id}" } else { "t.id" };
    format!(
        "SELECT {} FROM {} AND {id} {compare} ?10 ORDER BY t.id {order} LIMIT ?11",
        expressions(kind),
        matching(kind, search, nested)
    )
}

/// Returns the query for the number of matches. `?10` limit.
fn count(kind: &Kind, search: &str, nested: bool) -> String {
    format!("SELECT count(*) FROM (SELECT 1 FROM {} LIMIT ?10) part", matching(kind, search, nested))
}
