//! Fixture with the data that is loaded for a request, and builders for rows.

use std::sync::Arc;

use jiff::civil::{Date, date};
use jiff::tz::TimeZone;

use crate::access::{OrgScope, Permissions};
use crate::candidate::*;
use crate::ids::*;
use crate::import::*;
use crate::masterdata::*;
use crate::number::{Decimal, exact};
use crate::problem::Problem;
use crate::processing::{ProcessingContext, validate};
use crate::sync_advice::{IfExists, IfNotExists, SyncAdvice};
use crate::text::{Code, Name};

pub(super) use super::records::*;

pub(super) const OWN: OrganisationId = OrganisationId(1);
pub(super) const OTHER: OrganisationId = OrganisationId(2);
pub(super) const SOURCE: DataSourceId = DataSourceId(10);
pub(super) const PCE: UnitId = UnitId(31);
pub(super) const CATEGORY: TaxCategoryId = TaxCategoryId(50);
pub(super) const SYSTEM: PricingSystemId = PricingSystemId(60);
pub(super) const LIST: PriceListId = PriceListId(61);
pub(super) const VERSION: PriceListVersionId = PriceListVersionId(62);
/// First id that a plan assigns.
pub(super) const FIRST: i64 = 1_000_000;

pub(super) fn code(text: &str) -> Code {
    Code::parse(text).unwrap().unwrap()
}

pub(super) fn name(text: &str) -> Name {
    Name::parse(text).unwrap().unwrap()
}

pub(super) fn number(text: &str) -> Decimal {
    exact(text).unwrap()
}

pub(super) fn sent(text: &str) -> MaybeUndefined<Code> {
    MaybeUndefined::Value(code(text))
}

pub(super) fn called(text: &str) -> MaybeUndefined<Name> {
    MaybeUndefined::Value(name(text))
}

pub(super) fn advice(if_not_exists: IfNotExists, if_exists: IfExists) -> SyncAdvice {
    SyncAdvice { if_not_exists, if_exists }
}

pub(super) const CREATE: Option<SyncAdvice> = Some(SyncAdvice::CREATE);
pub(super) const FAIL: Option<SyncAdvice> = Some(SyncAdvice::READ_ONLY);
pub(super) const MERGE: Option<SyncAdvice> =
    Some(SyncAdvice { if_not_exists: IfNotExists::Fail, if_exists: IfExists::UpdateMerge });
pub(super) const ASSERT: Option<SyncAdvice> =
    Some(SyncAdvice { if_not_exists: IfNotExists::Fail, if_exists: IfExists::AssertUnchanged });

/// Data of a read snapshot and the permissions of the caller.
#[derive(Clone)]
pub(super) struct ImportFixture {
    pub(super) reference: Reference,
    pub(super) context: ImportContext,
    pub(super) permissions: Permissions,
    pub(super) ids: IdBlock,
    next: i64,
}

/// Returns a fixture with two organisations, one price list and the usual small records, without partners and products.
/// The caller has the permissions of `candidates:write` for organisation 001.
pub(super) fn given() -> ImportFixture {
    ImportFixture {
        reference: reference(),
        context: ImportContext::default(),
        permissions: Permissions {
            organisations: OrgScope::These(vec![OWN]),
            default_organisation: Some(OWN),
            update_masterdata: false,
            create_organisations: false,
        },
        ids: IdBlock::new(FIRST, 1_000_000),
        next: 1_000,
    }
}

fn organisation(id: OrganisationId, key: &str) -> Organisation {
    Organisation {
        id,
        version: 1,
        active: true,
        code: code(key),
        name: name(key),
        time_zone: TimeZone::get("Europe/Berlin").unwrap(),
        country: Some(code("DE")),
        defaults: Defaults { pricing_system: Some(SYSTEM), ..Defaults::default() },
        tax_category: None,
        negative_prices: NegativePrices::Problem,
        letterhead: Letterhead::default(),
    }
}

pub(super) fn data_source(id: i64, internal_names: &[&str]) -> DataSource {
    DataSource {
        id: DataSourceId(id),
        organisation: SHARED,
        active: true,
        internal_names: internal_names.iter().map(|name| code(name)).collect(),
        external_id: None,
        code: None,
        name: None,
        settle_seconds: 30,
        partial_headers: false,
        release_by_hand: false,
        key_mismatch: KeyMismatch::Warn,
        unsupported_members: crate::masterdata::UnsupportedMembers::Problem,
        external_system: None,
        external_ids: crate::masterdata::ExternalIds::Shared,
        differences: crate::masterdata::MatchDifferences::Warn,
        unresolved_references: crate::masterdata::UnresolvedReferences::Reject,
    }
}

fn document_type(id: i64, label: &str, base: &str, sub: Option<&str>) -> DocumentType {
    DocumentType {
        id: DocumentTypeId(id),
        organisation: SHARED,
        active: true,
        name: name(label),
        base_type: code(base),
        sub_type: sub.map(code),
        is_default: true,
    }
}

fn unit(id: UnitId, key: &str) -> Unit {
    Unit {
        id,
        active: true,
        code: code(key),
        name: name(key),
        precision: 3,
        round_converted_quantities: false,
    }
}

fn tax(id: i64, to: &str, rate: &str) -> Tax {
    Tax {
        id: TaxId(id),
        organisation: SHARED,
        active: true,
        code: code(&format!("{to}-{rate}")),
        name: None,
        tax_category: CATEGORY,
        from_country: code("DE"),
        to_country: Some(code(to)),
        rate: number(rate),
        valid_from: date(2015, 1, 1),
        valid_to: None,
        requires_vat_id: false,
        reverse_charge: false,
        per_line: false,
    }
}

fn reference() -> Reference {
    let mut reference = Reference::default().indexed();
    reference.generations = [(SHARED, 3), (OWN, 7), (OTHER, 9)].into();
    reference.organisations = vec![organisation(OWN, "001"), organisation(OTHER, "002")];
    reference.data_sources = vec![
        data_source(SOURCE.0, &[DEFAULT_SOURCE]),
        data_source(11, &[DEFAULT_DEST]),
        data_source(12, &[INVOICE_CANDIDATE_DEST]),
        data_source(13, &["SOURCE.shop"]),
    ];
    reference.document_types =
        vec![document_type(20, "Sales Order", "SOO", Some("SO")), document_type(21, "Invoice", "ARI", None)];
    reference.units = vec![unit(PCE, "PCE"), unit(UnitId(32), "KGM")];
    reference.currencies =
        ["EUR", "USD"].map(|key| Currency { code: code(key), active: true, precision: 2 }).to_vec();
    reference.countries = vec![code("DE"), code("IN")];
    reference.tax_categories = vec![TaxCategory {
        id: CATEGORY,
        organisation: SHARED,
        active: true,
        code: code("normal"),
        name: name("normal"),
    }];
    reference.taxes = vec![tax(51, "DE", "19"), tax(52, "IN", "18")];
    reference.pricing_systems = vec![PricingSystem {
        id: SYSTEM,
        organisation: SHARED,
        active: true,
        code: code("Testpreise"),
        name: name("Testpreise"),
    }];
    reference.price_lists = vec![PriceList {
        id: LIST,
        organisation: SHARED,
        active: true,
        code: code("DE-EUR"),
        name: name("DE-EUR"),
        pricing_system: SYSTEM,
        country: None,
        currency: code("EUR"),
        sales: true,
        tax_included: false,
        precision: 2,
        net_precision: NetPrecision::Currency,
        exempt_buyers: ExemptBuyers::KeepGross,
        default_tax_category: Some(CATEGORY),
    }];
    reference.price_list_versions = vec![PriceListVersion {
        id: VERSION,
        organisation: SHARED,
        price_list: LIST,
        active: true,
        valid_from: date(2015, 1, 1),
        valid_to: None,
        base: None,
    }];
    reference
}

impl ImportFixture {
    pub(super) fn next_id(&mut self) -> i64 {
        self.next += 1;
        self.next
    }

    /// Adds a partner of the own organisation with one default location in DE; its external id is `<code>-L`.
    pub(super) fn partner(self, key: &str) -> Self {
        self.partner_with(key, |_| ())
    }

    pub(super) fn partner_with(mut self, key: &str, set: impl FnOnce(&mut Partner)) -> Self {
        let mut partner = stored_partner(PartnerId(self.next_id()), key);
        set(&mut partner);
        let (id, owner) = (partner.id, partner.organisation);
        self.context.partners.push(partner);
        self.location_with(id, &format!("{key}-L"), |location| {
            location.organisation = owner;
            location.ship_to_default = true;
            location.bill_to_default = true;
        })
    }

    /// Adds another own location of a partner.
    pub(super) fn location_with(mut self, of: PartnerId, key: &str, set: impl FnOnce(&mut Location)) -> Self {
        let mut location = stored_location(LocationId(self.next_id()), of, key);
        set(&mut location);
        self.context.locations.push(location);
        self
    }

    pub(super) fn contact_with(mut self, of: PartnerId, label: &str, set: impl FnOnce(&mut Contact)) -> Self {
        let mut contact = stored_contact(ContactId(self.next_id()), of, label);
        set(&mut contact);
        self.context.contacts.push(contact);
        self
    }

    /// Adds an own product in PCE with a price of 10 EUR.
    pub(super) fn product(self, key: &str) -> Self {
        self.product_with(key, |_| ())
    }

    pub(super) fn product_with(mut self, key: &str, set: impl FnOnce(&mut Product)) -> Self {
        let mut product = stored_product(ProductId(self.next_id()), key);
        set(&mut product);
        let price = ProductPrice {
            id: ProductPriceId(self.next_id()),
            organisation: product.organisation,
            active: true,
            price_list_version: VERSION,
            product: product.id,
            unit: product.unit,
            price: number("10"),
            tax_category: Some(CATEGORY),
            scales: Vec::new(),
        };
        self.context.products.push(product);
        self.context.product_prices.push(price);
        self
    }

    pub(super) fn partner_id(&self, key: &str) -> PartnerId {
        self.context.partners.iter().find(|partner| partner.code == *key).unwrap().id
    }

    pub(super) fn allow(mut self, set: impl FnOnce(&mut Permissions)) -> Self {
        set(&mut self.permissions);
        self
    }

    pub(super) fn reference(mut self, set: impl FnOnce(&mut Reference)) -> Self {
        set(&mut self.reference);
        self
    }

    pub(super) fn context(mut self, set: impl FnOnce(&mut ImportContext)) -> Self {
        set(&mut self.context);
        self
    }

    pub(super) fn plan(&self, policy: ErrorPolicy, rows: &[ImportRow]) -> ImportPlan {
        let context = self.loaded();
        let prices = context.product_prices.clone();
        let plan = plan_import(context, rows, self.call(policy));
        validated_alike(&plan, prices);
        check_plan(self, &plan, rows.len(), policy);
        plan
    }

    /// Returns the input context of a plan.
    pub(super) fn loaded(&self) -> ImportContext {
        let reference = Arc::new(self.reference.clone().indexed());
        ImportContext { reference, ..self.context.clone() }
    }

    pub(super) fn call(&self, policy: ErrorPolicy) -> ImportCall {
        ImportCall {
            unresolved: None,
            now: "2026-11-20T12:00:00Z".parse().unwrap(),
            request: RequestId(5),
            policy,
            permissions: self.permissions.clone(),
            ids: self.ids.clone(),
        }
    }

    /// Returns the outcomes as text.
    pub(super) fn outcomes(&self, policy: ErrorPolicy, rows: &[ImportRow]) -> Vec<String> {
        self.plan(policy, rows).outcomes.iter().map(outcome_text).collect()
    }

    /// Returns the outcome of a request with a single row as text.
    pub(super) fn outcome(&self, row: ImportRow) -> String {
        self.outcomes(ErrorPolicy::All, &[row]).remove(0)
    }

    /// Applies the writes of a plan to the fixture.
    pub(super) fn after(mut self, writes: &ImportWrites) -> Self {
        let context = &mut self.context;
        apply(&mut context.partners, &writes.partners, |record| (record.id, &mut record.version));
        apply(&mut context.locations, &writes.locations, |record| (record.id, &mut record.version));
        apply(&mut context.contacts, &writes.contacts, |record| (record.id, &mut record.version));
        apply(&mut context.products, &writes.products, |record| (record.id, &mut record.version));
        let (new, removed) = (&writes.external_references.inserted, &writes.external_references.deleted);
        context.external_references.retain(|one| !removed.contains(one));
        context.external_references.extend(new.iter().cloned());
        context.product_prices.extend(writes.product_prices.iter().cloned());
        context.identities.extend(writes.candidates.iter().map(known));
        context.po_references.extend(writes.po_references.iter().cloned());
        context.header_dates.extend(writes.candidates.iter().map(header_date));
        self.reference.organisations.extend(writes.organisations.created.iter().cloned());
        self.reference.partner_groups.extend(writes.partner_groups.created.iter().cloned());
        self.reference.external_systems.extend(writes.external_systems.created.iter().cloned());
        self.ids = IdBlock::new(self.ids.next::<i64>().unwrap() + 10_000, 1_000_000);
        self
    }
}

fn apply<T: Clone, K: PartialEq>(
    records: &mut Vec<T>,
    changes: &Changes<T>,
    key: impl Fn(&mut T) -> (K, &mut i64),
) {
    for changed in &changes.changed {
        let mut written = changed.clone();
        let (id, version) = key(&mut written);
        *version += 1;
        let place = records.iter_mut().position(|record| key(record).0 == id).unwrap();
        records[place] = written;
    }
    records.extend(changes.created.iter().cloned());
}

fn header_date(candidate: &Candidate) -> HeaderDate {
    HeaderDate {
        organisation: candidate.organisation,
        data_source: candidate.data_source,
        system: candidate.external_system,
        header_id: candidate.identity.header_id.clone(),
        date_ordered: candidate.date_ordered,
    }
}

pub(super) fn known(candidate: &Candidate) -> KnownIdentity {
    KnownIdentity {
        organisation: candidate.organisation,
        data_source: candidate.data_source,
        system: candidate.external_system,
        identity: candidate.identity.clone(),
        candidate: candidate.id,
        stored: Some((candidate.status, candidate.content.clone())),
    }
}

/// Asserts the invariants of every plan.
fn check_plan(given: &ImportFixture, plan: &ImportPlan, rows: usize, policy: ErrorPolicy) {
    if plan.ids_short > 0 {
        return;
    }
    assert_eq!(plan.outcomes.len(), rows);
    let created = plan.outcomes.iter().filter_map(|outcome| match outcome {
        RowOutcome::Created { candidate, .. } => Some(*candidate),
        _ => None,
    });
    let written: Vec<_> = plan.writes.candidates.iter().map(|candidate| candidate.id).collect();
    let rejected = plan.outcomes.iter().any(|outcome| matches!(outcome, RowOutcome::Rejected { .. }));
    if rejected && policy == ErrorPolicy::All {
        assert_eq!(plan.writes, ImportWrites::default());
    } else {
        assert_eq!(created.collect::<Vec<_>>(), written);
        check_writes(given, &plan.writes);
    }
}

fn check_writes(given: &ImportFixture, writes: &ImportWrites) {
    fn distinct<T>(records: impl Iterator<Item = T>, kind: &str)
    where
        T: Ord,
    {
        let mut all: Vec<T> = records.collect();
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count, "{kind} twice");
    }
    let partners = &writes.partners;
    distinct(partners.created.iter().chain(&partners.changed).map(|record| record.id), "partner");
    let coded = partners.created.iter().filter_map(|one| Some((one.organisation, one.code.known()?)));
    distinct(coded, "partner code");
    let locations = &writes.locations;
    distinct(locations.created.iter().chain(&locations.changed).map(|record| record.id), "location");
    distinct(
        writes.contacts.created.iter().chain(&writes.contacts.changed).map(|record| record.id),
        "contact",
    );
    distinct(
        writes.products.created.iter().chain(&writes.products.changed).map(|record| record.id),
        "product",
    );
    distinct(
        writes.candidates.iter().map(|candidate| {
            let identity = &candidate.identity;
            let ids = (identity.header_id.clone(), identity.line_id.clone());
            (candidate.organisation, candidate.data_source, candidate.external_system, ids)
        }),
        "identity",
    );
    check_used_ids(given, writes);
    for location in &locations.created {
        let mut known = given.context.partners.iter().chain(&partners.created);
        assert!(known.any(|partner| partner.id == location.partner), "a location without its partner");
    }
}

/// Asserts that `ids_used_before` contains exactly the candidates whose ids a stored row or an earlier candidate has.
fn check_used_ids(given: &ImportFixture, writes: &ImportWrites) {
    let key = |organisation, source, identity: &ExternalIdentity| {
        (organisation, source, identity.header_id.clone(), identity.line_id.clone())
    };
    let known = &given.context.identities;
    let mut used: std::collections::HashSet<_> =
        known.iter().map(|known| key(known.organisation, known.data_source, &known.identity)).collect();
    let again = writes.candidates.iter().filter(|candidate| {
        !used.insert(key(candidate.organisation, candidate.data_source, &candidate.identity))
    });
    let again: Vec<_> = again.map(|candidate| candidate.id).collect();
    assert_eq!(writes.ids_used_before, again);
}

/// Returns a row in the full shape for partner G0001 and product P1, without sync advice.
pub(super) fn row(header: &str, line: &str) -> ImportRow {
    ImportRow {
        header_id: Some(header.to_owned()),
        line_id: Some(line.to_owned()),
        origin: RowOrigin::default(),
        request: Ok(Box::new(request(header, line))),
        warnings: Vec::new(),
    }
}

/// Returns the row of [`row`] with changes.
pub(super) fn row_with(header: &str, line: &str, set: impl FnOnce(&mut CandidateRequest)) -> ImportRow {
    let mut row = row(header, line);
    if let Ok(request) = &mut row.request {
        set(request);
    }
    row
}

/// Returns a row in the short shape, with one external id.
pub(super) fn short_row(id: &str, set: impl FnOnce(&mut CandidateRequest)) -> ImportRow {
    row_with(id, id, |request| {
        request.identity.flat = true;
        request.product.flat = true;
        set(request);
    })
}

fn request(header: &str, line: &str) -> CandidateRequest {
    let row = RequiredMembers {
        identity: ExternalIdentity { header_id: code(header), line_id: code(line), flat: false },
        bpartner: PartnerBlock {
            bpartner: PartnerData { code: sent("G0001"), ..PartnerData::default() },
            ..PartnerBlock::default()
        },
        product: ProductData { code: sent("P1"), ..ProductData::default() },
        qty: number("2"),
        po_reference: code(&format!("PO-{header}")),
    };
    CandidateRequest { date_required: Some(DateOrInstant::Date(REQUIRED)), ..CandidateRequest::minimal(row) }
}

pub(super) fn day(year: i16, month: i8, day: i8) -> DateOrInstant {
    DateOrInstant::Date(date(year, month, day))
}

pub(super) const REQUIRED: Date = date(2026, 12, 8);

pub(super) fn items(problems: &[Problem]) -> String {
    let item = |problem: &Problem| format!("{} {}", problem.code.as_str(), problem.pointer);
    problems.iter().map(item).collect::<Vec<_>>().join(", ")
}

/// Returns an outcome as text: `created`, `created org bpartner, warned group.created /…`, `unchanged`, `rejected
/// qty.unknown /qty, …`.
pub(super) fn outcome_text(outcome: &RowOutcome) -> String {
    let warned = |warnings: &[Problem]| match warnings {
        [] => String::new(),
        warnings => format!(", warned {}", items(warnings)),
    };
    match outcome {
        RowOutcome::Created { warnings, created, .. } => {
            let kinds: Vec<_> =
                std::iter::once("created").chain(created.iter().map(|record| record.kind)).collect();
            format!("{}{}", kinds.join(" "), warned(warnings))
        }
        RowOutcome::Unchanged { warnings, .. } => format!("unchanged{}", warned(warnings)),
        RowOutcome::Rejected { errors } => format!("rejected {}", items(errors)),
    }
}

/// Asserts that a validation of the imported candidates finds the same problems with the same pointers as the import.
fn validated_alike(plan: &ImportPlan, mut prices: Vec<ProductPrice>) {
    prices.extend(plan.writes.product_prices.iter().cloned());
    let context = ProcessingContext {
        related: plan.related.clone(),
        product_prices: prices,
        ..ProcessingContext::default()
    };
    let candidates = &plan.writes.candidates;
    for (candidate, again) in candidates.iter().zip(validate(&context, candidates)) {
        assert_eq!(again.problems, candidate.problems);
        let found = (again.status, again.list_price, again.currency);
        assert_eq!(found, (candidate.status, candidate.list_price, candidate.currency.clone()));
    }
}

pub(super) fn staged(given: &ImportFixture, row: ImportRow) -> String {
    let plan = given.plan(ErrorPolicy::All, &[row]);
    match plan.writes.candidates.as_slice() {
        [candidate] if candidate.problems.is_empty() => candidate.status.as_str().to_owned(),
        [candidate] => format!("{} {}", candidate.status.as_str(), items(&candidate.problems)),
        _ => outcome_text(&plan.outcomes[0]),
    }
}
