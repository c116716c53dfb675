//! Builds the documents of records after their commit: of records in the feed, and of older ones without documents.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use orderdock_domain::event::{EventType, Events, Subject};
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::masterdata::kinds::KindName;
use orderdock_domain::{cast, search};
use orderdock_store::{SEARCH_BATCH, StoreError, StoreResult};

use super::{CANDIDATES, DocumentTable, ORDERS, PARTNERS, PRODUCTS};
use crate::sql::column::{Column as _, integer, text};
use crate::sql::query::{RowWriter, decode_row, rows, run};
use crate::sql::tables::{SEARCH_CANDIDATE, SEARCH_ORDER, SEARCH_PARTNER, SEARCH_PRODUCT};
use crate::sql::template::Statement;
use crate::{Transaction, sql::keys};

/// Number of commits that are read from the feed per transaction.
const COMMITS: i64 = 256;

const POSITION: &str = "search_position";
const NUMBER: &str = "search_number";
/// Counters of records without documents, with the tables of the records.
const BACKLOGS: [(&str, &str); 5] = [
    ("search_partners", "bpartner"),
    ("search_locations", "bpartner_location"),
    ("search_products", "product"),
    ("search_candidates", "{row candidate}"),
    ("search_orders", "sales_order"),
];

pub static INSERT_PARTNER: Statement = Statement::insert(&SEARCH_PARTNER);
pub static INSERT_PRODUCT: Statement = Statement::insert(&SEARCH_PRODUCT);
pub static INSERT_CANDIDATE: Statement = Statement::insert(&SEARCH_CANDIDATE);
pub static INSERT_ORDER: Statement = Statement::insert(&SEARCH_ORDER);

/// Serialises processes that write documents.
static LOCK: Statement = Statement::new("UPDATE counter SET value = value WHERE name = 'search_position'");
static STATE: Statement = Statement::new("SELECT name, value FROM counter WHERE name {in ?1 text}");
static SET: Statement = Statement::new("UPDATE counter SET value = {param ?2 int8} WHERE name = ?1");

/// `?1` last position that was read, `?2` limit.
static NEXT: Statement = Statement::new(
    r"
    SELECT position, events
    FROM outbox {use_index outbox_position}
    WHERE position > ?1
    ORDER BY position
    LIMIT ?2
    ",
);

static OF_PARTNERS: Statement = Statement::new(
    r"
    SELECT p.id, p.org_id, p.id, p.code, p.name, NULL, NULL
    FROM {array ?1 int8}
    {join} bpartner p ON p.id = k.value
    ",
);

static OF_LOCATIONS: Statement = Statement::new(
    r"
    SELECT l.id, l.org_id, p.id, p.code, p.name, l.postal, l.city
    FROM {array ?1 int8}
    {join} bpartner_location l ON l.id = k.value
    {join} bpartner p ON p.id = l.bpartner_id
    ",
);

/// Locations of the partners `?1`.
static OF_THEIR_LOCATIONS: Statement = Statement::new(
    r"
    SELECT l.id, l.org_id, p.id, p.code, p.name, l.postal, l.city
    FROM {array ?1 int8}
    {join} bpartner p ON p.id = k.value
    {join} bpartner_location l ON l.bpartner_id = p.id
    ",
);

static OF_PRODUCTS: Statement = Statement::new(
    r"
    SELECT p.id, p.org_id, p.id, p.code, p.name, NULL, NULL
    FROM {array ?1 int8}
    {join} product p ON p.id = k.value
    ",
);

static OF_ORDERS: Statement = Statement::new(
    r"
    SELECT o.id, o.org_id, o.id, o.document_no, o.po_reference, o.external_header_id, NULL
    FROM {array ?1 int8}
    {join} sales_order o ON o.id = k.value
    ",
);

/// `?1` first id, `?2` last id.
static OF_CANDIDATES: Statement = Statement::new(
    r"
    SELECT
        c.id, c.org_id, c.data_source_id, c.header_group, c.po_reference_key,
        CASE WHEN {is_false c.flat_identity} THEN c.external_header_id END
    FROM {row candidate} c
    WHERE c.id BETWEEN ?1 AND ?2
    ",
);

/// The candidates among `?1` that are the first with their header and order reference.
static FIRST_OF_THEIRS: Statement = Statement::new(
    r"
    SELECT c.id
    FROM {array ?1 int8}
    {join} {row candidate} c ON c.id = k.value
    WHERE NOT EXISTS (
        SELECT 1
        FROM {row candidate} o {use_index candidate_header_group}
        WHERE o.org_id = c.org_id
          AND o.data_source_id = c.data_source_id
          AND o.header_group = c.header_group
          AND o.id < c.id
          AND {no_index o.po_reference_key} = c.po_reference_key
    )
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &INSERT_PARTNER,
    &INSERT_PRODUCT,
    &INSERT_CANDIDATE,
    &INSERT_ORDER,
    &LOCK,
    &STATE,
    &SET,
    &NEXT,
    &OF_PARTNERS,
    &OF_LOCATIONS,
    &OF_THEIR_LOCATIONS,
    &OF_PRODUCTS,
    &OF_ORDERS,
    &OF_CANDIDATES,
    &FIRST_OF_THEIRS,
];

/// A document to store.
struct SearchDocument {
    organisation: OrganisationId,
    target: i64,
    words: String,
}

type Documents = BTreeMap<i64, SearchDocument>;

/// Progress of the documents, by counter.
struct Progress(HashMap<String, i64>);

impl Progress {
    fn read(transaction: &dyn Transaction) -> StoreResult<Self> {
        let names = [POSITION, NUMBER, "feed", "feed_swept"];
        let names = keys::texts(names.into_iter().chain(BACKLOGS.map(|(counter, _)| counter)));
        let counters: Vec<(String, i64)> = rows(transaction, "counter", &STATE, [names], decode_row)?;
        Ok(Self(counters.into_iter().collect()))
    }

    fn of(&self, counter: &str) -> i64 {
        self.0.get(counter).copied().unwrap_or_default()
    }

    fn is_done(&self) -> bool {
        self.of(POSITION) >= self.of("feed") && BACKLOGS.iter().all(|(counter, _)| self.of(counter) == 0)
    }
}

/// Returns whether a record may have no document yet.
pub fn is_due(transaction: &dyn Transaction) -> StoreResult<bool> {
    Ok(!Progress::read(transaction)?.is_done())
}

/// Returns the first position of the feed that is not yet in the documents.
pub fn next_position(transaction: &dyn Transaction) -> StoreResult<i64> {
    Ok(Progress::read(transaction)?.of(POSITION) + 1)
}

/// Builds the next documents; returns `false` if nothing is left to do.
pub fn update(transaction: &dyn Transaction) -> StoreResult<bool> {
    run(transaction, &LOCK, [])?;
    let mut progress = Progress::read(transaction)?;
    if progress.of(POSITION) < progress.of("feed_swept") {
        restart(transaction, &progress)?;
        progress = Progress::read(transaction)?;
    }
    if progress.of(POSITION) < progress.of("feed") {
        let changed = ChangedRecords::next(transaction, &progress)?;
        changed.write(transaction)?;
        set(transaction, POSITION, changed.position)?;
        set(transaction, NUMBER, changed.number)?;
        return Ok(true);
    }
    for (counter, table) in BACKLOGS {
        let last = progress.of(counter);
        if last > 0 {
            reduce_backlog(transaction, counter, table, last)?;
            return Ok(true);
        }
    }
    Ok(false)
}

fn set(transaction: &dyn Transaction, counter: &str, value: i64) -> StoreResult<()> {
    run(transaction, &SET, [text(counter), integer(value)]).map(|_| ())
}

/// Restarts with all records, because events were removed from the feed before they were read here.
fn restart(transaction: &dyn Transaction, progress: &Progress) -> StoreResult<()> {
    set(transaction, POSITION, progress.of("feed_swept"))?;
    set(transaction, NUMBER, 0)?;
    for (counter, table) in BACKLOGS {
        let statement = format!(
            "UPDATE counter SET value = (SELECT coalesce(max(id), 0) FROM {table} t) WHERE name = '{counter}'"
        );
        run(transaction, &statement, [])?;
    }
    Ok(())
}

fn reduce_backlog(transaction: &dyn Transaction, counter: &str, table: &str, last: i64) -> StoreResult<()> {
    let statement = format!("SELECT t.id FROM {table} t WHERE t.id <= ? ORDER BY t.id DESC LIMIT ?");
    let values = [integer(last), integer(cast::<i64>(SEARCH_BATCH))];
    let ids: Vec<i64> = rows(transaction, "search", &statement, values, decode_row)?;
    let next = ids.last().filter(|_| ids.len() == SEARCH_BATCH).map_or(0, |lowest| lowest - 1);
    let ids: BTreeSet<i64> = ids.into_iter().collect();
    match counter {
        "search_partners" => {
            replace_documents(transaction, &PARTNERS, &ids, &read(transaction, &OF_PARTNERS, &ids)?)?;
        }
        "search_locations" => {
            replace_documents(transaction, &PARTNERS, &ids, &read(transaction, &OF_LOCATIONS, &ids)?)?;
        }
        "search_products" => {
            replace_documents(transaction, &PRODUCTS, &ids, &read(transaction, &OF_PRODUCTS, &ids)?)?;
        }
        "search_candidates" => write_candidates(transaction, &ids)?,
        _ => replace_documents(transaction, &ORDERS, &ids, &read(transaction, &OF_ORDERS, &ids)?)?,
    }
    set(transaction, counter, next)
}

/// Records in the feed, and the position up to which it was read.
#[derive(Default)]
struct ChangedRecords {
    partners: BTreeSet<i64>,
    locations: BTreeSet<i64>,
    products: BTreeSet<i64>,
    candidates: BTreeSet<i64>,
    orders: BTreeSet<i64>,
    position: i64,
    /// Number of events read from the commit after the position.
    number: i64,
}

impl ChangedRecords {
    fn next(transaction: &dyn Transaction, progress: &Progress) -> StoreResult<Self> {
        let mut changed =
            Self { position: progress.of(POSITION), number: progress.of(NUMBER), ..Self::default() };
        let values = [integer(changed.position), integer(COMMITS)];
        let commits: Vec<(i64, String)> = rows(transaction, "outbox", &NEXT, values, decode_row)?;
        // positions without a row belong to removed commits
        let end = if commits.len() < cast::<usize>(COMMITS) { Some(progress.of("feed")) } else { None };
        for (position, events) in commits {
            let events = Events::decode(&events).ok_or_else(|| StoreError::Inconsistent {
                place: "outbox",
                fault: format!("the events at position {position} cannot be read"),
            })?;
            if !changed.add(position, &events) {
                return Ok(changed);
            }
        }
        changed.position = end.unwrap_or(changed.position).max(changed.position);
        Ok(changed)
    }

    /// Adds the events of a commit. Returns `false` if not all of them fit into this transaction.
    fn add(&mut self, position: i64, events: &Events) -> bool {
        for (kind, id) in events.iter().skip(cast::<usize>(self.number)) {
            if self.count() >= SEARCH_BATCH {
                return false;
            }
            self.number += 1;
            match (kind.event_type, kind.subject(id)) {
                (EventType::CandidateReceived, _) => self.candidates.insert(id),
                (EventType::OrderCompleted, _) => self.orders.insert(id),
                (_, Some(Subject::Record(KindName::Partners, id))) => self.partners.insert(id),
                (_, Some(Subject::Record(KindName::Locations, id))) => self.locations.insert(id),
                (_, Some(Subject::Record(KindName::Products, id))) => self.products.insert(id),
                _ => false,
            };
        }
        (self.position, self.number) = (position, 0);
        true
    }

    fn count(&self) -> usize {
        let Self { partners, locations, products, candidates, orders, .. } = self;
        [partners, locations, products, candidates, orders].map(BTreeSet::len).iter().sum()
    }

    fn write(&self, transaction: &dyn Transaction) -> StoreResult<()> {
        let mut partners = read(transaction, &OF_PARTNERS, &self.partners)?;
        partners.append(&mut read(transaction, &OF_LOCATIONS, &self.locations)?);
        // the document of a location also contains the name of its partner
        partners.append(&mut read(transaction, &OF_THEIR_LOCATIONS, &self.partners)?);
        let of_partners = self.partners.union(&self.locations).copied();
        let of_partners = of_partners.chain(partners.keys().copied()).collect();
        replace_documents(transaction, &PARTNERS, &of_partners, &partners)?;
        replace_documents(
            transaction,
            &PRODUCTS,
            &self.products,
            &read(transaction, &OF_PRODUCTS, &self.products)?,
        )?;
        replace_documents(transaction, &ORDERS, &self.orders, &read(transaction, &OF_ORDERS, &self.orders)?)?;
        write_candidates(transaction, &self.candidates)
    }
}

/// Reads documents with a statement that returns id, organisation, target and four texts.
fn read(
    transaction: &dyn Transaction,
    statement: &crate::sql::template::Statement,
    ids: &BTreeSet<i64>,
) -> StoreResult<Documents> {
    if ids.is_empty() {
        return Ok(Documents::new());
    }
    let read = rows(transaction, "search", statement, [keys::numbers(ids.iter().copied())], |row| {
        let (id, organisation, target): (i64, OrganisationId, i64) = row.read()?;
        let texts: (Option<String>, Option<String>, Option<String>, Option<String>) = row.read()?;
        let texts = [&texts.0, &texts.1, &texts.2, &texts.3];
        let texts: Vec<_> = texts.into_iter().filter_map(Option::as_deref).collect();
        Ok((id, SearchDocument { organisation, target, words: search::document(&texts) }))
    })?;
    Ok(read.into_iter().collect())
}

/// Organisation, data source, incoming order and order reference of candidates that share a document.
type DocumentKey = (OrganisationId, i64, String, String);

/// Writes the documents of candidates. The first candidate of each header and order reference has the document.
fn write_candidates(transaction: &dyn Transaction, ids: &BTreeSet<i64>) -> StoreResult<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let mut firsts: HashMap<DocumentKey, (i64, Option<String>)> = HashMap::new();
    for (first, last) in ranges(ids) {
        let candidates =
            rows(transaction, "candidate", &OF_CANDIDATES, [integer(first), integer(last)], |row| {
                let (id, organisation, source): (i64, OrganisationId, i64) = row.read()?;
                let (group, reference, header): (String, String, Option<String>) = row.read()?;
                Ok((id, (organisation, source, group, reference), header))
            })?;
        for (id, reference, header) in candidates {
            let first = firsts.entry(reference).or_insert((id, header));
            first.0 = first.0.min(id);
        }
    }
    let ids: BTreeSet<i64> = firsts.values().map(|(id, _)| *id).collect();
    let keys = [keys::numbers(ids)];
    let ids: Vec<i64> = rows(transaction, "candidate", &FIRST_OF_THEIRS, keys, decode_row)?;
    let ids: BTreeSet<i64> = ids.into_iter().collect();
    let firsts = firsts.into_iter().filter(|(_, (id, _))| ids.contains(id));
    let documents = firsts.map(|((organisation, _, _, reference), (id, header))| {
        let texts = [header.as_deref().unwrap_or_default(), &reference];
        (id, SearchDocument { organisation, target: id, words: search::document(&texts) })
    });
    let documents = documents.filter(|(_, document)| !document.words.is_empty()).collect();
    replace_documents(transaction, &CANDIDATES, &ids, &documents)
}

/// Returns ranges that contain the ids and few others: candidates of an import have consecutive ids.
fn ranges(ids: &BTreeSet<i64>) -> Vec<(i64, i64)> {
    const GAP: i64 = 16;
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    for id in ids {
        match ranges.last_mut() {
            Some((_, last)) if id - *last <= GAP => *last = *id,
            _ => ranges.push((*id, *id)),
        }
    }
    ranges
}

/// Writes documents to their table, and to the trigram table of an engine that has one.
fn replace_documents(
    transaction: &dyn Transaction,
    documents_table: &DocumentTable,
    ids: &BTreeSet<i64>,
    documents: &Documents,
) -> StoreResult<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let table = documents_table.name;
    let statement =
        format!("SELECT d.id, d.words FROM {{array ?1 int8}} {{join}} {table} d ON d.id = k.value");
    let stored: Vec<(i64, String)> =
        rows(transaction, "search", &statement, [keys::numbers(ids.iter().copied())], decode_row)?;
    let stored: HashMap<i64, String> = stored.into_iter().collect();
    let is_new = |id: &i64| documents.get(id).map(|one| &one.words) != stored.get(id);
    let changed: Vec<i64> = ids.iter().copied().filter(is_new).collect();
    let outdated: Vec<i64> = changed.iter().copied().filter(|id| stored.contains_key(id)).collect();
    if !outdated.is_empty() {
        if transaction.dialect().splits_trigrams() {
            let statement = format!(
                "INSERT INTO {table}_index ({table}_index, {{document_id}}, words) VALUES ('delete', ?, ?)"
            );
            let mut rows = RowWriter::prepare(transaction, &statement)?;
            outdated.iter().try_for_each(|id| rows.write([integer(*id), text(&stored[id])]))?;
            rows.close()?;
        }
        let statement = format!("DELETE FROM {table} WHERE id {{in ?1 int8}}");
        run(transaction, &statement, [keys::numbers(outdated)])?;
    }
    let written = || changed.iter().filter_map(|id| Some((*id, documents.get(id)?)));
    let mut rows = RowWriter::prepare(transaction, documents_table.insert)?;
    for (id, document) in written() {
        let SearchDocument { organisation, target, words } = document;
        rows.write([integer(id), organisation.write(), integer(*target), text(words)])?;
    }
    rows.close()?;
    if transaction.dialect().splits_trigrams() {
        let statement = format!("INSERT INTO {table}_index ({{document_id}}, words) VALUES (?, ?)");
        let mut rows = RowWriter::prepare(transaction, &statement)?;
        written().try_for_each(|(id, document)| rows.write([integer(id), text(&document.words)]))?;
        rows.close()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn nearby_ids_are_read_as_one_range() {
        assert_eq!(ranges(&[1, 2, 3, 18, 40, 41].into()), [(1, 18), (40, 41)]);
        assert_eq!(ranges(&[].into()), []);
    }
}
