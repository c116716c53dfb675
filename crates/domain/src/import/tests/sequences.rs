//! Compares the planner with a model in sequences of random requests. The model implements the rules independently: it
//! copies all its data for every unit and finds records by linear search.

use proptest::collection::vec;
use proptest::option::{of, weighted};
use proptest::prelude::*;

use super::sequence_records::{ModelLocation, Record, find, find_partner, update};
use super::*;
use crate::candidate::*;
use crate::import::{ErrorPolicy, ImportPlan, ImportPlanner, ImportRow, RowOutcome};
use crate::masterdata::ProductType;
use crate::sync_advice::{IfExists, IfNotExists, SyncAdvice};

/// A row with few possible values, so that conflicts are frequent.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    header: u8,
    line: u8,
    advices: Advices,
    partner: (Option<u8>, Option<u8>),
    partner_name: Option<u8>,
    location: Option<LocationInput>,
    product: (Option<u8>, Option<u8>),
    product_name: Option<u8>,
    bad_unit: bool,
    qty: u8,
}

/// Advices of a row, which are not part of its content.
#[derive(Clone, PartialEq, Debug)]
struct Advices {
    block: Option<SyncAdvice>,
    partner: Option<SyncAdvice>,
    location: Option<SyncAdvice>,
    product: Option<SyncAdvice>,
}

#[derive(Clone, PartialEq, Debug)]
struct LocationInput {
    external_id: Option<u8>,
    street: Option<u8>,
    country: bool,
}

#[derive(Clone, Default, Debug)]
struct Model {
    partners: Vec<Record>,
    products: Vec<Record>,
    /// Imported rows, without their advices.
    rows: Vec<Row>,
}

/// State within a unit.
#[derive(Default)]
struct Unit {
    rejected_rows: Vec<Row>,
    /// Keys of records that could not be created.
    wanted: Vec<(&'static str, &'static str, u8)>,
    wanted_locations: Vec<(usize, LocationInput)>,
}

#[derive(Clone, PartialEq, Debug)]
enum Outcome {
    Created(Vec<&'static str>),
    Unchanged { here: bool },
    Rejected(Vec<&'static str>),
}

impl Row {
    fn same_identity(&self, other: &Self) -> bool {
        (self.header, self.line) == (other.header, other.line)
    }

    fn same_content(&self, other: &Self) -> bool {
        Self { advices: self.advices.clone(), ..other.clone() } == *self
    }
}

impl Model {
    fn decide(&mut self, row: &Row, unit: &mut Unit, may_update: bool, here: usize) -> Outcome {
        if let Some(place) = self.rows.iter().position(|known| known.same_identity(row)) {
            if self.rows[place].same_content(row) {
                return Outcome::Unchanged { here: place >= here };
            }
            return Outcome::Rejected(vec!["identity.conflict"]);
        }
        if unit
            .rejected_rows
            .iter()
            .any(|rejected_rows| rejected_rows.same_identity(row) && !rejected_rows.same_content(row))
        {
            return Outcome::Rejected(vec!["identity.conflict"]);
        }
        let (mut errors, mut created) = (Vec::new(), Vec::new());
        let mut complete = true;
        if row.bad_unit {
            errors.push("uomCode.unknown");
        }
        match self.partner(row, unit, may_update, &mut errors, &mut created) {
            Some(partner) => {
                complete &= self.location(row, partner, unit, may_update, &mut errors, &mut created);
            }
            None => complete = false,
        }
        complete &= self.product(row, unit, may_update, &mut errors, &mut created);
        if errors.is_empty() && complete {
            self.rows.push(row.clone());
            return Outcome::Created(created);
        }
        if !unit.rejected_rows.iter().any(|rejected_rows| rejected_rows.same_identity(row)) {
            unit.rejected_rows.push(row.clone());
        }
        errors.sort_unstable();
        Outcome::Rejected(errors)
    }

    fn partner(
        &mut self,
        row: &Row,
        unit: &mut Unit,
        may_update: bool,
        errors: &mut Vec<&'static str>,
        created: &mut Vec<&'static str>,
    ) -> Option<usize> {
        let advice = row.advices.partner.or(row.advices.block).unwrap_or(SyncAdvice::READ_ONLY);
        let (key, id) = row.partner;
        if key.is_none() && id.is_none() {
            errors.push("bpartner.key_missing");
            return None;
        }
        match find_partner(&self.partners, row.partner) {
            Err(()) => {
                errors.push("bpartner.ambiguous");
                None
            }
            Ok(Some(place)) => {
                update(
                    &mut self.partners,
                    place,
                    row.partner,
                    row.partner_name,
                    advice,
                    may_update,
                    errors,
                    "bpartner.changed",
                );
                Some(place)
            }
            Ok(None) if advice.if_not_exists == IfNotExists::Fail => {
                if !unit.wants("bpartner", row.partner) {
                    errors.push("bpartner.unknown");
                }
                None
            }
            Ok(None) => {
                let Some(name) = row.partner_name else {
                    errors.push("bpartner.name_required");
                    unit.want("bpartner", row.partner);
                    // the location of the missing partner would also be new
                    let advice = row.advices.location.or(row.advices.block).unwrap_or(SyncAdvice::READ_ONLY);
                    let is_sent =
                        |place: &&LocationInput| place.external_id.is_some() || place.street.is_some();
                    let lacks_country =
                        row.location.as_ref().filter(is_sent).is_some_and(|place| !place.country);
                    if lacks_country && advice.if_not_exists == IfNotExists::Create {
                        errors.push("location.country_required");
                    }
                    return None;
                };
                created.push("bpartner");
                let locations = Vec::new();
                self.partners.push(Record { code: key, external_id: id, name, locations, new: true });
                Some(self.partners.len() - 1)
            }
        }
    }

    /// Finds, updates or creates the location of a row. Returns whether the row has one.
    fn location(
        &mut self,
        row: &Row,
        partner: usize,
        unit: &mut Unit,
        may_update: bool,
        errors: &mut Vec<&'static str>,
        created: &mut Vec<&'static str>,
    ) -> bool {
        let locations = &mut self.partners[partner].locations;
        let is_sent =
            |place: &&LocationInput| place.external_id.is_some() || place.street.is_some() || place.country;
        let Some(place) = row.location.as_ref().filter(is_sent) else {
            if locations.is_empty() {
                errors.push("location.none");
            }
            return !locations.is_empty();
        };
        let advice = row.advices.location.or(row.advices.block).unwrap_or(SyncAdvice::READ_ONLY);
        let found = match place.external_id {
            Some(id) => locations.iter_mut().find(|location| location.external_id == Some(id)),
            None => locations.iter_mut().find(|location| place.country && location.street == place.street),
        };
        if let Some(location) = found {
            let moves = place.street.is_some() && place.street != location.street;
            match advice.if_exists {
                IfExists::AssertUnchanged if moves => errors.push("location.changed"),
                IfExists::UpdateMerge if moves && !may_update && !location.new => {
                    errors.push("scope.missing");
                }
                IfExists::UpdateMerge if moves => location.street = place.street,
                _ => {}
            }
            return true;
        }
        if advice.if_not_exists == IfNotExists::Fail {
            let same = |wanted: &(usize, LocationInput)| match place.external_id {
                Some(id) => wanted.1.external_id == Some(id),
                None => wanted.1 == *place,
            };
            if !unit.wanted_locations.iter().any(|wanted| wanted.0 == partner && same(wanted)) {
                errors.push("location.unknown");
            }
            return false;
        }
        if !place.country {
            errors.push("location.country_required");
            unit.wanted_locations.push((partner, place.clone()));
            return false;
        }
        created.push("location");
        locations.push(ModelLocation { external_id: place.external_id, street: place.street, new: true });
        true
    }

    fn product(
        &mut self,
        row: &Row,
        unit: &mut Unit,
        may_update: bool,
        errors: &mut Vec<&'static str>,
        created: &mut Vec<&'static str>,
    ) -> bool {
        let advice = row.advices.product.unwrap_or(SyncAdvice::READ_ONLY);
        let (key, id) = row.product;
        if key.is_none() && id.is_none() {
            errors.push("product.key_missing");
            return false;
        }
        match find(&self.products, row.product) {
            Err(()) => {
                errors.push("product.ambiguous");
                false
            }
            Ok(Some(place)) => {
                let products = &mut self.products;
                update(
                    products,
                    place,
                    row.product,
                    row.product_name,
                    advice,
                    may_update,
                    errors,
                    "product.changed",
                );
                true
            }
            Ok(None) if advice.if_not_exists == IfNotExists::Fail => {
                if !unit.wants("product", row.product) {
                    errors.push("product.unknown");
                }
                false
            }
            Ok(None) => {
                let Some(name) = row.product_name else {
                    errors.push("product.field_required");
                    unit.want("product", row.product);
                    return false;
                };
                created.push("product");
                let locations = Vec::new();
                self.products.push(Record { code: key, external_id: id, name, locations, new: true });
                true
            }
        }
    }

    fn request(&mut self, rows: &[Row], policy: ErrorPolicy, may_update: bool) -> Vec<Outcome> {
        let mut units: Vec<Vec<usize>> = Vec::new();
        for index in 0..rows.len() {
            let joins = |unit: &&mut Vec<usize>| match policy {
                ErrorPolicy::All => true,
                ErrorPolicy::Header => rows[unit[0]].header == rows[index].header,
                ErrorPolicy::Row => false,
            };
            match units.iter_mut().find(joins) {
                Some(unit) => unit.push(index),
                None => units.push(vec![index]),
            }
        }
        let mut outcomes = vec![Outcome::Unchanged { here: false }; rows.len()];
        for unit in units {
            let (mut draft, mut memory, here) = (self.clone(), Unit::default(), self.rows.len());
            for index in &unit {
                outcomes[*index] = draft.decide(&rows[*index], &mut memory, may_update, here);
            }
            let is_rejected = unit.iter().any(|index| matches!(outcomes[*index], Outcome::Rejected(_)));
            if !is_rejected {
                *self = draft;
            } else if policy == ErrorPolicy::Header {
                for index in &unit {
                    match &outcomes[*index] {
                        Outcome::Rejected(errors) if !errors.is_empty() => {}
                        Outcome::Unchanged { here: false } => {}
                        _ => outcomes[*index] = Outcome::Rejected(vec!["header.rejected"]),
                    }
                }
            }
        }
        for record in self.partners.iter_mut().chain(&mut self.products) {
            record.new = false;
            record.locations.iter_mut().for_each(|location| location.new = false);
        }
        outcomes
    }
}

impl Unit {
    fn want(&mut self, kind: &'static str, (key, id): (Option<u8>, Option<u8>)) {
        self.wanted.extend(key.map(|key| (kind, "code", key)));
        self.wanted.extend(id.map(|id| (kind, "external id", id)));
    }

    fn wants(&self, kind: &'static str, (key, id): (Option<u8>, Option<u8>)) -> bool {
        key.is_some_and(|key| self.wanted.contains(&(kind, "code", key)))
            || id.is_some_and(|id| self.wanted.contains(&(kind, "external id", id)))
    }
}

/// Returns the row in the form that the planner gets.
fn sent_row(row: &Row) -> ImportRow {
    let key = |key: Option<u8>, prefix: &str| {
        key.map_or(MaybeUndefined::Absent, |key| sent(&format!("{prefix}{key}")))
    };
    let label =
        |label: Option<u8>| label.map_or(MaybeUndefined::Absent, |label| called(&format!("N{label}")));
    row_with(&format!("H{}", row.header), &row.line.to_string(), |request| {
        request.bpartner = PartnerBlock {
            bpartner: PartnerData {
                code: key(row.partner.0, "c"),
                external_id: key(row.partner.1, "e"),
                name: label(row.partner_name),
                advice: row.advices.partner,
                ..PartnerData::default()
            },
            location: row.location.as_ref().map(|place| LocationData {
                external_id: key(place.external_id, "l"),
                address1: label(place.street),
                country_code: if place.country { sent("DE") } else { MaybeUndefined::Absent },
                advice: row.advices.location,
                ..LocationData::default()
            }),
            contact: None,
            advice: row.advices.block,
            lookup: None,
        };
        request.product = ProductData {
            code: key(row.product.0, "c"),
            external_id: key(row.product.1, "e"),
            name: label(row.product_name),
            product_type: MaybeUndefined::Value(ProductType::Item),
            uom_code: sent("PCE"),
            advice: row.advices.product,
            ..ProductData::default()
        };
        request.qty = number(&row.qty.to_string());
        request.uom_code = row.bad_unit.then(|| code("???"));
    })
}

fn seen(plan: &ImportPlan) -> Vec<Outcome> {
    let outcome = |outcome: &RowOutcome| match outcome {
        RowOutcome::Created { created, .. } => {
            Outcome::Created(created.iter().map(|record| record.kind).collect())
        }
        RowOutcome::Unchanged { candidate, .. } => {
            Outcome::Unchanged { here: plan.writes.candidates.iter().any(|written| written.id == *candidate) }
        }
        RowOutcome::Rejected { errors } => {
            let mut codes: Vec<_> = errors.iter().map(|error| error.code.as_str()).collect();
            codes.sort_unstable();
            Outcome::Rejected(codes)
        }
    };
    plan.outcomes.iter().map(outcome).collect()
}

fn known(given: &ImportFixture) -> (Vec<String>, Vec<String>) {
    let text = |key: Option<&crate::text::Code>| key.map_or(String::new(), ToString::to_string);
    let generated =
        |key: &crate::text::Code| if key.as_str().starts_with('c') { key.to_string() } else { String::new() };
    let partners = given.context.partners.iter().map(|partner| {
        let own = given.context.locations.iter().filter(|location| location.partner == partner.id);
        let mut locations: Vec<_> = own
            .map(|location| {
                let street = location.address1.as_ref().map_or(String::new(), ToString::to_string);
                format!("{}@{street}", text(location.external_id.as_ref()))
            })
            .collect();
        locations.sort();
        let id = text(partner.external_id.as_ref());
        format!("{}/{id}/{} {}", generated(&partner.code), partner.name, locations.join(" "))
    });
    let products = given.context.products.iter().map(|product| {
        format!("{}/{}/{}", generated(&product.code), text(product.external_id.as_ref()), product.name)
    });
    let (mut partners, mut products): (Vec<_>, Vec<_>) = (partners.collect(), products.collect());
    partners.sort();
    products.sort();
    (partners, products)
}

fn expected(model: &Model) -> (Vec<String>, Vec<String>) {
    let key = |key: Option<u8>, prefix: &str| key.map_or(String::new(), |key| format!("{prefix}{key}"));
    let head = |record: &Record| {
        format!("{}/{}/N{}", key(record.code, "c"), key(record.external_id, "e"), record.name)
    };
    let mut partners: Vec<_> = model
        .partners
        .iter()
        .map(|partner| {
            let place = |location: &ModelLocation| {
                format!("{}@{}", key(location.external_id, "l"), key(location.street, "N"))
            };
            let mut locations: Vec<_> = partner.locations.iter().map(place).collect();
            locations.sort();
            format!("{} {}", head(partner), locations.join(" "))
        })
        .collect();
    let mut products: Vec<_> = model.products.iter().map(head).collect();
    partners.sort();
    products.sort();
    (partners, products)
}

fn an_advice() -> impl Strategy<Value = Option<SyncAdvice>> {
    let if_exists = prop::sample::select(vec![
        IfExists::DontUpdate,
        IfExists::DontUpdate,
        IfExists::UpdateMerge,
        IfExists::AssertUnchanged,
    ]);
    let if_not_exists =
        prop::sample::select(vec![IfNotExists::Create, IfNotExists::Create, IfNotExists::Fail]);
    weighted(
        0.6,
        (if_not_exists, if_exists)
            .prop_map(|(if_not_exists, if_exists)| SyncAdvice { if_not_exists, if_exists }),
    )
}

fn a_row() -> impl Strategy<Value = Row> {
    let advices = (an_advice(), an_advice(), an_advice(), an_advice());
    let place = (of(0..2_u8), of(0..2_u8), prop::bool::weighted(0.8))
        .prop_map(|(external_id, street, country)| LocationInput { external_id, street, country });
    let keys = || (weighted(0.8, 0..3_u8), weighted(0.4, 0..3_u8));
    (
        (0..3_u8, 0..3_u8, advices, 1..3_u8),
        (keys(), weighted(0.8, 0..2_u8), weighted(0.8, place)),
        (keys(), weighted(0.8, 0..2_u8), prop::bool::weighted(0.1)),
    )
        .prop_map(
            |(
                (header, line, advices, qty),
                (partner, partner_name, location),
                (product, product_name, bad_unit),
            )| {
                let (block, own, place, of_product) = advices;
                Row {
                    header,
                    line,
                    advices: Advices { block, partner: own, location: place, product: of_product },
                    partner,
                    partner_name,
                    location,
                    product,
                    product_name,
                    bad_unit,
                    qty,
                }
            },
        )
}

fn a_policy() -> impl Strategy<Value = ErrorPolicy> {
    prop::sample::select(vec![ErrorPolicy::All, ErrorPolicy::Header, ErrorPolicy::Row])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn random_requests_are_planned_like_the_model(
        requests in vec((vec(a_row(), 1..8), a_policy(), any::<bool>()), 1..6)
    ) {
        let (mut given, mut model) = (given(), Model::default());
        for (rows, policy, may_update) in requests {
            let before = model.clone();
            let outcomes = model.request(&rows, policy, may_update);
            given.permissions.update_masterdata = may_update;
            let sent: Vec<_> = rows.iter().map(sent_row).collect();
            let plan = given.plan(policy, &sent);
            let is_rejected = policy == ErrorPolicy::All
                && outcomes.iter().any(|outcome| matches!(outcome, Outcome::Rejected(_)));
            if is_rejected {
                model = before;
            }
            // nothing was written, so outcomes cannot refer to a repeated row
            let plain = |outcomes: Vec<Outcome>| -> Vec<Outcome> {
                let blind = |outcome| match outcome {
                    Outcome::Unchanged { .. } if is_rejected => Outcome::Unchanged { here: false },
                    outcome => outcome,
                };
                outcomes.into_iter().map(blind).collect()
            };
            prop_assert_eq!(plain(seen(&plan)), plain(outcomes), "{:?}", policy);
            given = given.after(&plan.writes);
            prop_assert_eq!(known(&given), expected(&model));
            // repeated accepted rows are unchanged and write nothing
            let again = given.plan(ErrorPolicy::Row, &sent);
            for (first, second) in plan.outcomes.iter().zip(&again.outcomes) {
                let accepted = !is_rejected && !matches!(first, RowOutcome::Rejected { .. });
                let unchanged = matches!(second, RowOutcome::Unchanged { .. });
                prop_assert!(!accepted || unchanged, "{} and then {}", outcome_text(first), outcome_text(second));
            }
        }
    }

    #[test]
    fn batched_requests_are_planned_like_sequential_ones(
        requests in vec((vec(a_row(), 1..4), a_policy(), any::<bool>()), 1..10)
    ) {
        let mut given = given();
        let mut together = ImportPlanner::new(given.loaded());
        for (rows, policy, may_update) in requests {
            given.permissions.update_masterdata = may_update;
            let sent: Vec<_> = rows.iter().map(sent_row).collect();
            let alone = given.plan(policy, &sent);
            let plan = together.plan(&sent, given.call(policy));
            prop_assert_eq!(&plan.outcomes, &alone.outcomes);
            prop_assert_eq!(&plan.writes, &alone.writes);
            prop_assert_eq!(&plan.notes, &alone.notes);
            prop_assert_eq!(&plan.organisations, &alone.organisations);
            for candidate in &plan.writes.candidates {
                prop_assert_eq!(shown(candidate, &plan.related), shown(candidate, &alone.related));
            }
            given = given.after(&plan.writes);
        }
    }
}

/// Formats the records that a response contains for a candidate.
fn shown(candidate: &Candidate, related: &Related) -> String {
    let roles = candidate.roles().map(|role| {
        let location = role.location.map(|id| &related.locations[&id]);
        (&related.partners[&role.partner], location, role.contact.map(|id| &related.contacts[&id]))
    });
    format!("{:?} {:?}", roles.collect::<Vec<_>>(), related.products[&candidate.product.unwrap()])
}
