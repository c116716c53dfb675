//! Candidates by id and by the sender's reference, with the records that they reference.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::sync::Arc;

use orderdock_domain::candidate::{Candidate, Related};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::{Contact, ExternalReference, Location, Partner, Product, Reference};
use orderdock_store::{Candidates, ReferenceOwner, StoreResult};

use crate::imports::context::references::of_records;
use crate::imports::context::{give_conversions, push_conversions};
use crate::records::TableRecord;
use crate::sql::column::{Column, NULL, owned, text};
use crate::sql::query::{Pipeline, decode_row, rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::{Transaction, imports::spellings, sql::keys};

/// `?1` organisations, `?2` ids.
static BY_IDS: Statement = Statement::new(
    r"
    SELECT {columns candidate}, {content candidate}
    FROM candidate
    {join} candidate_content ON candidate_content.candidate_id = id
    WHERE id {in ?2 int8} AND {filter_only org_id} {in ?1 int8}
    ORDER BY id
    ",
);

/// `?2` data source or NULL, `?3` header, `?4` line or NULL for all, `?5` external systems or NULL. Ordered by the
/// first submission of the lines.
static BY_REFERENCE: Statement = Statement::new(
    r"
    SELECT {columns candidate}, {content candidate}
    FROM candidate
    {join} candidate_content ON candidate_content.candidate_id = id
    WHERE id IN (
        SELECT candidate_id
        FROM candidate_identity
        WHERE external_header_id = ?3
          AND ({param ?2 int8} IS NULL OR data_source_id = ?2)
          AND ({param ?4 text} IS NULL OR external_line_id = ?4)
          AND ({param_list ?5 int8} IS NULL OR {no_index external_system_id} {in ?5 int8})
          AND {filter_only org_id} {in ?1 int8}
    )
    ORDER BY id
    ",
);

static PARTNERS: Statement = Statement::new(
    r"
    SELECT {columns bpartner}
    FROM bpartner
    WHERE id {in ?2 int8} AND {filter_only org_id} {in ?1 int8}
    ORDER BY id
    ",
);

static LOCATIONS: Statement = Statement::new(
    r"
    SELECT {columns bpartner_location}
    FROM bpartner_location
    WHERE id {in ?2 int8} AND {filter_only org_id} {in ?1 int8}
    ORDER BY id
    ",
);

static CONTACTS: Statement = Statement::new(
    r"
    SELECT {columns bpartner_contact}
    FROM bpartner_contact
    WHERE id {in ?2 int8} AND {filter_only org_id} {in ?1 int8}
    ORDER BY id
    ",
);

static PRODUCTS: Statement = Statement::new(
    r"
    SELECT {columns product}
    FROM product
    WHERE id {in ?2 int8} AND {filter_only org_id} {in ?1 int8}
    ORDER BY id
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&BY_IDS, &BY_REFERENCE, &PARTNERS, &LOCATIONS, &CONTACTS, &PRODUCTS];

pub fn by_ids(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: Arc<Reference>,
    ids: &[CandidateId],
) -> StoreResult<Candidates> {
    let candidates = load(transaction, organisations, ids)?;
    with_related(transaction, organisations, reference, candidates)
}

/// Returns candidates by id, without related records.
pub fn load(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    ids: &[CandidateId],
) -> StoreResult<Vec<Candidate>> {
    let ids = keys::numbers(ids.iter().map(|id| id.0));
    rows(transaction, "candidate", &BY_IDS, [organisations.write(), ids], decode_row)
}

pub fn by_reference(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: Arc<Reference>,
    owner: &ReferenceOwner,
    header_id: &str,
    line_id: Option<&str>,
) -> StoreResult<Candidates> {
    let candidates = load_by_reference(transaction, organisations, owner, header_id, line_id)?;
    with_related(transaction, organisations, reference, candidates)
}

/// Returns candidates by the sender's reference, without related records. If there are none, tries other spellings of
/// the reference.
pub fn load_by_reference(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    owner: &ReferenceOwner,
    header_id: &str,
    line_id: Option<&str>,
) -> StoreResult<Vec<Candidate>> {
    let lines = match line_id {
        Some(line) => spellings::of_key(transaction, line)?.into_iter().map(Some).collect(),
        None => vec![None],
    };
    for header in spellings::of_key(transaction, header_id)? {
        for line in &lines {
            let line = line.as_deref();
            let found = load_by_ids_sent(transaction, organisations, owner, &header, line)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
    }
    Ok(Vec::new())
}

fn load_by_ids_sent(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    owner: &ReferenceOwner,
    header_id: &str,
    line_id: Option<&str>,
) -> StoreResult<Vec<Candidate>> {
    let line = line_id.map_or(NULL, text);
    let (source, systems) = match owner {
        ReferenceOwner::DataSource(source) => (source.write(), NULL),
        ReferenceOwner::Systems(systems) => (NULL, keys::numbers(systems.iter().map(|id| id.0))),
    };
    let values = [organisations.write(), source, text(header_id), line, systems];
    rows(transaction, "candidate", &BY_REFERENCE, values, decode_row)
}

pub fn with_related(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: Arc<Reference>,
    candidates: Vec<Candidate>,
) -> StoreResult<Candidates> {
    let related = related(transaction, organisations, reference, &candidates)?;
    Ok(Candidates { candidates, related })
}

/// Returns the records that candidates reference.
pub fn related(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: Arc<Reference>,
    candidates: &[Candidate],
) -> StoreResult<Related> {
    let roles = || candidates.iter().flat_map(Candidate::roles);
    let sales_partners = candidates.iter().filter_map(|candidate| candidate.sales_partner);
    let partner_ids = some(roles().map(|role| role.partner).chain(sales_partners).map(|id| id.0));
    let location_ids = some(roles().filter_map(|role| role.location).map(|id| id.0));
    let contact_ids = some(roles().filter_map(|role| role.contact).map(|id| id.0));
    let product_ids = some(candidates.iter().filter_map(|candidate| candidate.product).map(|id| id.0));
    let (mut partners, mut locations, mut contacts) =
        (Vec::<Partner>::new(), Vec::<Location>::new(), Vec::<Contact>::new());
    let (mut products, mut conversions) = (Vec::new(), Vec::new());
    let mut pipeline = Pipeline::of(transaction);
    push(&mut pipeline, organisations, &PARTNERS, partner_ids, &mut partners)?;
    push(&mut pipeline, organisations, &LOCATIONS, location_ids, &mut locations)?;
    push(&mut pipeline, organisations, &CONTACTS, contact_ids, &mut contacts)?;
    if let Some(ids) = &product_ids {
        push_conversions(&mut pipeline, ids.clone(), &mut conversions)?;
    }
    push(&mut pipeline, organisations, &PRODUCTS, product_ids, &mut products)?;
    pipeline.execute()?;
    give_conversions(&mut products, conversions);
    let mut references = Vec::new();
    if candidates.iter().any(|one| reference.row_system(one.external_system, one.data_source).0.is_some()) {
        let partners = partners.iter().map(|one| one.id.0);
        let nested = locations.iter().map(|one| one.id.0).chain(contacts.iter().map(|one| one.id.0));
        references = of_records(transaction, partners.chain(nested))?;
    }
    Ok(Related {
        external_ids: ExternalReference::first_ids(&references),
        reference,
        partners: by(partners, |one: &Partner| one.id),
        locations: by(locations, |one: &Location| one.id),
        contacts: by(contacts, |one: &Contact| one.id),
        products: by(products, |one: &Product| one.id),
    })
}

/// Returns the distinct ids as a JSON array; `None` if there are none.
fn some(ids: impl Iterator<Item = i64>) -> Option<String> {
    let ids: BTreeSet<_> = ids.collect();
    (!ids.is_empty()).then(|| keys::number_array(ids))
}

fn push<'f, R: TableRecord + 'f>(
    pipeline: &mut Pipeline<'_, 'f>,
    organisations: &'f OrganisationIds,
    sql: &Statement,
    ids: Option<String>,
    found: &'f mut Vec<R>,
) -> StoreResult<()> {
    let Some(ids) = ids else { return Ok(()) };
    pipeline.push(R::TABLE.name, sql, [organisations.write(), owned(ids)], decode_row, found)
}

fn by<R, K: Hash + Eq>(records: Vec<R>, key: impl Fn(&R) -> K) -> HashMap<K, R> {
    records.into_iter().map(|record| (key(&record), record)).collect()
}
