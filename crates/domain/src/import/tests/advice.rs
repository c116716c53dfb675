//! Compares the planner with a model of the rules in all combinations of sync advice: entity × existing record × active ×
//! advice × level × shape × scope.

use super::*;
use crate::candidate::*;
use crate::import::{ErrorPolicy, Expectation, ImportPlan, ImportRow, RowOutcome};
use crate::sync_advice::{IfExists, IfNotExists, SyncAdvice};

#[derive(Clone, Copy, PartialEq, Debug)]
enum Entity {
    Org,
    Partner,
    Location,
    Contact,
    Product,
}

/// Existing record for the row's key.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Existing {
    Nothing,
    Same,
    Different,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Level {
    Entity,
    Block,
    None,
}

#[derive(Clone, Copy, Debug)]
struct Case {
    entity: Entity,
    existing: Existing,
    active: bool,
    advice: SyncAdvice,
    level: Level,
    short: bool,
    may_update: bool,
}

/// Effects of a plan that depend on the advice.
#[derive(PartialEq, Debug, Default)]
struct Effect {
    errors: Vec<&'static str>,
    created: Vec<&'static str>,
    changed: usize,
    relied_on: usize,
    staged: Vec<&'static str>,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for entity in [Entity::Org, Entity::Partner, Entity::Location, Entity::Contact, Entity::Product] {
        for existing in [Existing::Nothing, Existing::Same, Existing::Different] {
            for level in [Level::Entity, Level::Block, Level::None] {
                if level == Level::Block && matches!(entity, Entity::Org | Entity::Product) {
                    continue;
                }
                for bits in 0..64_u8 {
                    let advice = SyncAdvice {
                        if_exists: IfExists::ALL[usize::from(bits & 3)],
                        if_not_exists: IfNotExists::ALL[usize::from(bits >> 2 & 1)],
                    };
                    let (active, short) = (bits & 8 == 0, bits & 16 == 0);
                    let may_update = bits & 32 == 0;
                    cases.push(Case { entity, existing, active, advice, level, short, may_update });
                }
            }
        }
    }
    cases
}

impl Case {
    /// Returns the expected effect, by an implementation of the rules that is independent of the planner.
    fn expected(self) -> Effect {
        let (kind, unknown, changed, inactive) = match self.entity {
            Entity::Org => ("org", "org.unknown", "org.changed", None),
            Entity::Partner => {
                ("bpartner", "bpartner.unknown", "bpartner.changed", Some("bpartner.inactive"))
            }
            Entity::Location => {
                ("location", "location.unknown", "location.changed", Some("location.inactive"))
            }
            Entity::Contact => ("contact", "contact.unknown", "contact.changed", Some("contact.inactive")),
            Entity::Product => ("product", "product.unknown", "product.changed", Some("product.inactive")),
        };
        let short_default =
            self.short && matches!(self.entity, Entity::Partner | Entity::Location | Entity::Contact);
        let advice = match self.level {
            Level::Entity | Level::Block => self.advice,
            Level::None if short_default => SyncAdvice::CREATE,
            Level::None => SyncAdvice::READ_ONLY,
        };
        let rejected = advice.if_exists == IfExists::UpdateRemove && self.entity != Entity::Product;
        let mut effect = Effect::default();
        if self.existing == Existing::Nothing {
            if rejected && self.entity != Entity::Org {
                effect.errors.push("syncAdvise.not_allowed");
            }
            if advice.if_not_exists == IfNotExists::Fail {
                effect.errors.push(unknown);
            } else if self.entity == Entity::Org && !self.may_update {
                effect.errors.push("scope.missing");
            }
            if self.entity == Entity::Org && effect.errors.is_empty() {
                effect.errors.extend(rejected.then_some("syncAdvise.not_allowed"));
            }
            if effect.errors.is_empty() {
                effect.created.push(kind);
            }
            return effect;
        }
        if self.entity == Entity::Org && !self.active {
            effect.errors.push("org.unknown");
            return effect;
        }
        if rejected {
            effect.errors.push("syncAdvise.not_allowed");
            return effect;
        }
        let differs = self.existing == Existing::Different;
        match advice.if_exists {
            IfExists::AssertUnchanged if differs => effect.errors.push(changed),
            IfExists::AssertUnchanged => effect.relied_on = usize::from(self.entity != Entity::Org),
            IfExists::UpdateMerge | IfExists::UpdateRemove if differs && self.may_update => {
                effect.changed = 1;
            }
            IfExists::UpdateMerge | IfExists::UpdateRemove if differs => effect.errors.push("scope.missing"),
            _ => {}
        }
        if effect.errors.is_empty() && !self.active {
            effect.staged.extend(inactive);
        }
        effect
    }

    fn given(self) -> ImportFixture {
        let (existing, active) = (self.existing != Existing::Nothing, self.active);
        let is = |entity: Entity| self.entity == entity;
        // a new organisation has no own records
        let owner = if is(Entity::Org) { crate::ids::SHARED } else { OWN };
        let mut given = given().allow(|permissions| {
            permissions.organisations = crate::access::OrgScope::All;
            permissions.update_masterdata = self.may_update;
            permissions.create_organisations = self.may_update;
        });
        if !is(Entity::Partner) || existing {
            given = given.partner_with("G0001", |partner| {
                partner.name = name("Old");
                partner.organisation = owner;
                partner.active = !is(Entity::Partner) || active;
            });
            let partner = given.partner_id("G0001");
            if is(Entity::Location) && existing {
                given = given.location_with(partner, "L", |location| {
                    location.name = Some(name("Old"));
                    location.active = active;
                });
            }
            if is(Entity::Contact) && existing {
                given = given.contact_with(partner, "Old", |contact| {
                    contact.external_id = Some(code("C"));
                    contact.active = active;
                });
            }
        }
        if !is(Entity::Product) || existing {
            given = given.product_with("P1", |product| {
                product.name = name("Old");
                product.organisation = owner;
                product.active = !is(Entity::Product) || active;
            });
        }
        given.reference(|reference| {
            let organisation = &mut reference.organisations[0];
            organisation.name = name("Old");
            organisation.active = !is(Entity::Org) || active;
            if is(Entity::Org) && !existing {
                organisation.code = code("elsewhere");
            }
        })
    }

    fn row(self) -> ImportRow {
        let advice = (self.level == Level::Entity).then_some(self.advice);
        let block = (self.level == Level::Block).then_some(self.advice);
        let label = if self.existing == Existing::Same { called("Old") } else { called("New") };
        row_with("H", "1", |request| {
            request.identity.flat = self.short;
            request.org = Some(OrgData { code: code("001"), name: called("Old"), advice: None });
            request.bpartner.advice = block;
            // the other entities must not influence the result
            request.bpartner.bpartner.advice = FAIL;
            match self.entity {
                Entity::Org => {
                    request.org = Some(OrgData { code: code("001"), name: label, advice });
                }
                Entity::Partner => {
                    request.bpartner.bpartner.name = label;
                    request.bpartner.bpartner.advice = advice;
                    request.bpartner.location = Some(LocationData {
                        external_id: sent("G0001-L"),
                        country_code: sent("DE"),
                        advice: CREATE,
                        ..LocationData::default()
                    });
                }
                Entity::Location => {
                    request.bpartner.location = Some(LocationData {
                        external_id: sent("L"),
                        name: label,
                        country_code: sent("DE"),
                        advice,
                        ..LocationData::default()
                    });
                }
                Entity::Contact => {
                    request.bpartner.contact = Some(ContactData {
                        external_id: sent("C"),
                        name: label,
                        advice,
                        ..Default::default()
                    });
                }
                Entity::Product => {
                    request.product = ProductData {
                        code: sent("P1"),
                        name: label,
                        product_type: MaybeUndefined::Value(crate::masterdata::ProductType::Item),
                        uom_code: sent("PCE"),
                        advice,
                        ..ProductData::default()
                    };
                }
            }
        })
    }
}

fn effect(plan: &ImportPlan, entity: Entity) -> Effect {
    let mut effect = Effect::default();
    match &plan.outcomes[0] {
        RowOutcome::Created { created, .. } => {
            // a new partner also creates its location
            let own = |kind: &&'static str| entity != Entity::Partner || *kind == "bpartner";
            effect.created = created.iter().map(|record| record.kind).filter(own).collect();
        }
        RowOutcome::Rejected { errors } => {
            effect.errors = errors.iter().map(|error| error.code.as_str()).collect();
        }
        RowOutcome::Unchanged { .. } => panic!("there is no earlier row"),
    }
    let writes = &plan.writes;
    effect.changed = writes.organisations.changed.len()
        + writes.partners.changed.len()
        + writes.locations.changed.len()
        + writes.contacts.changed.len()
        + writes.products.changed.len();
    let records = writes.unchanged.iter().filter(|one| !matches!(one, Expectation::Reference(..)));
    effect.relied_on = records.count();
    let problems = writes.candidates.iter().flat_map(|candidate| &candidate.problems);
    effect.staged =
        problems.map(|problem| problem.code.as_str()).filter(|code| code.ends_with("inactive")).collect();
    effect
}

#[test]
fn sync_advice_table_matches_every_case() {
    let cases = cases();
    assert_eq!(cases.len(), (5 * 2 + 3) * 3 * 64);
    for case in cases {
        let plan = case.given().plan(ErrorPolicy::All, &[case.row()]);
        assert_eq!(effect(&plan, case.entity), case.expected(), "{case:?}\n{:?}", plan.outcomes);
    }
}

#[test]
fn sync_advice_error_names_its_level() {
    let given = given().product("P1");
    let level = |row: ImportRow| {
        let plan = given.plan(ErrorPolicy::All, &[row]);
        let RowOutcome::Rejected { errors } = &plan.outcomes[0] else { panic!("{plan:?}") };
        errors[0]
            .params
            .iter()
            .find(|(name, _)| name == "level")
            .map(|(_, level)| level.text(crate::problem::Language::English))
    };
    let table = [
        ("bpartner", row_with("H", "1", |request| request.bpartner.bpartner.advice = FAIL)),
        ("partner block", row_with("H", "1", |request| request.bpartner.advice = FAIL)),
        ("default", row("H", "1")),
    ];
    for (expected, row) in table {
        assert_eq!(level(row).as_deref(), Some(expected));
    }
}

#[test]
fn rejected_sync_advice_is_reported_with_pointer() {
    let given = given().partner("G0001").product("P1");
    let remove = Some(advice(IfNotExists::Fail, IfExists::UpdateRemove));
    let location = LocationData { external_id: sent("G0001-L"), advice: remove, ..LocationData::default() };
    let table = [
        (
            "rejected syncAdvise.not_allowed /bpartner/syncAdvise/ifExists",
            row_with("H", "1", |request| request.bpartner.advice = remove),
        ),
        (
            "rejected syncAdvise.not_allowed /bpartner/bpartner/syncAdvise/ifExists",
            row_with("H", "1", |request| request.bpartner.bpartner.advice = remove),
        ),
        (
            "rejected syncAdvise.not_allowed /bpartner/location/syncAdvise/ifExists",
            row_with("H", "1", |request| request.bpartner.location = Some(location.clone())),
        ),
        (
            // the block applies to partner and location, but its error is reported once
            "rejected syncAdvise.not_allowed /bpartner/syncAdvise/ifExists",
            row_with("H", "1", |request| {
                request.bpartner.advice = remove;
                request.bpartner.location = Some(LocationData { advice: None, ..location.clone() });
            }),
        ),
    ];
    for (expected, row) in table {
        assert_eq!(given.outcome(row), expected);
    }
}

#[test]
fn null_member_is_cleared_and_absent_member_kept() {
    let given = given()
        .partner_with("G0001", |partner| {
            partner.phone = Some(name("0228"));
            partner.url = crate::text::Text::parse("https://example.org").unwrap();
        })
        .product("P1")
        .allow(|permissions| permissions.update_masterdata = true);
    let merged = |set: &dyn Fn(&mut PartnerData)| {
        let row = row_with("H", "1", |request| {
            request.bpartner.bpartner.advice = MERGE;
            set(&mut request.bpartner.bpartner);
        });
        let plan = given.plan(ErrorPolicy::All, &[row]);
        let changed = plan.writes.partners.changed.first().cloned();
        (
            outcome_text(&plan.outcomes[0]),
            changed.map(|partner| (partner.phone, partner.url.is_some(), partner.version)),
        )
    };
    let created = || "created".to_owned();
    assert_eq!(merged(&|_| ()), (created(), None));
    assert_eq!(merged(&|partner| partner.phone = called("0228")), (created(), None));
    assert_eq!(merged(&|partner| partner.phone = MaybeUndefined::Null), (created(), Some((None, true, 3))));
    let other = Some((Some(name("030")), true, 3));
    assert_eq!(merged(&|partner| partner.phone = called("030")), (created(), other));
    for (member, set) in [
        ("name", (|partner: &mut PartnerData| partner.name = MaybeUndefined::Null) as fn(&mut PartnerData)),
        ("active", |partner| partner.active = MaybeUndefined::Null),
        ("customer", |partner| partner.customer = MaybeUndefined::Null),
    ] {
        let expected = format!("rejected property.required_cleared /bpartner/bpartner/{member}");
        assert_eq!(merged(&set), (expected, None));
    }
}

#[test]
fn update_remove_clears_absent_product_members() {
    let given = given()
        .partner("G0001")
        .product_with("P1", |product| product.external_id = Some(code("E1")))
        .allow(|permissions| permissions.update_masterdata = true);
    let external_id = |if_exists: IfExists| {
        let row = row_with("H", "1", |request| {
            request.product.advice = Some(advice(IfNotExists::Fail, if_exists));
        });
        let plan = given.plan(ErrorPolicy::All, &[row]);
        assert_eq!(outcome_text(&plan.outcomes[0]), "created");
        plan.writes.products.changed.first().map(|product| product.external_id.clone())
    };
    assert_eq!(external_id(IfExists::UpdateMerge), None);
    assert_eq!(external_id(IfExists::UpdateRemove), Some(None));
}

#[test]
fn missing_scope_error_names_scope_entity_and_members() {
    let given = given().partner("G0001").product("P1");
    let plan = given.plan(
        ErrorPolicy::All,
        &[row_with("H", "1", |request| {
            request.bpartner.bpartner.advice = MERGE;
            request.bpartner.bpartner.phone = called("030");
            request.bpartner.bpartner.vat_id = sent("DE1");
        })],
    );
    let RowOutcome::Rejected { errors } = &plan.outcomes[0] else { panic!("{plan:?}") };
    assert_eq!(
        errors[0].message(crate::problem::Language::English),
        "Permission denied: the scope masterdata:write is required to change bpartner G0001 (phone, vatId)."
    );
}

#[test]
fn shared_record_needs_access_to_all_organisations() {
    let given = given()
        .partner_with("G0001", |partner| partner.organisation = crate::ids::SHARED)
        .product("P1")
        .allow(|permissions| permissions.update_masterdata = true);
    let merge = || {
        row_with("H", "1", |request| {
            request.bpartner.bpartner.advice = MERGE;
            request.bpartner.bpartner.phone = called("030");
        })
    };
    assert_eq!(given.outcome(merge()), "rejected record.shared_forbidden /bpartner/bpartner");
    let all = given.clone().allow(|permissions| permissions.organisations = crate::access::OrgScope::All);
    assert_eq!(all.outcome(merge()), "created");
    // an update without changes needs no permission
    let same = row_with("H", "1", |request| {
        request.bpartner.bpartner.advice = MERGE;
        request.bpartner.bpartner.name = called("G0001");
    });
    assert_eq!(given.outcome(same), "created");
}
