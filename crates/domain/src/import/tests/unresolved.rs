//! Rows that are stored with unresolved references, and the resolution of these.

use super::*;
use crate::candidate::*;
use crate::identifier::IdentifierString;
use crate::import::{
    ErrorPolicy, ImportCall, ImportPlan, ImportRow, RowOutcome, lookup_row, plan_import, resolve_references,
};
use crate::masterdata::{CrossReferenceKind, Shipper, UnresolvedReferences};
use crate::problem::ProblemCode;

type Set = fn(&mut CandidateRequest);

fn known() -> ImportFixture {
    storing(given().partner("G0001").product("P1"))
}

/// Returns the fixture with data sources that store rows with unknown records.
fn storing(given: ImportFixture) -> ImportFixture {
    given.reference(|reference| {
        let sources = reference.data_sources.iter_mut();
        sources.for_each(|source| source.unresolved_references = UnresolvedReferences::Store);
    })
}

fn stored(given: &ImportFixture, row: ImportRow) -> Candidate {
    given.plan(ErrorPolicy::All, &[row]).writes.candidates.remove(0)
}

/// Returns the problems of a candidate with their pointers.
fn problems(candidate: &Candidate) -> String {
    let problems = candidate.problems.iter().map(|one| format!("{} {}", one.code.as_str(), one.pointer));
    problems.collect::<Vec<_>>().join(", ")
}

fn other_block(request: &CandidateRequest, key: &str) -> Box<PartnerBlock> {
    let mut block = request.bpartner.clone();
    block.bpartner.code = sent(key);
    Box::new(block)
}

fn gln(value: &str) -> LocationData {
    LocationData { gln: sent(value), ..LocationData::default() }
}

const UNKNOWN: [(Set, &str); 16] = [
    (|row| row.bpartner.bpartner.code = sent("X"), "bpartner.unresolved /bpartner/bpartner"),
    (|row| row.bpartner.location = Some(gln("X")), "bpartner.unresolved /bpartner/bpartner"),
    (
        |row| {
            row.bpartner.location = Some(LocationData { external_id: sent("X"), ..LocationData::default() });
        },
        "location.unresolved /bpartner/location",
    ),
    (
        |row| row.bpartner.contact = Some(ContactData { external_id: sent("X"), ..ContactData::default() }),
        "contact.unresolved /bpartner/contact",
    ),
    (|row| row.bill_bpartner = Some(other_block(row, "X")), "bpartner.unresolved /billBPartner/bpartner"),
    (
        |row| row.drop_ship_bpartner = Some(other_block(row, "X")),
        "bpartner.unresolved /dropShipBPartner/bpartner",
    ),
    (
        |row| row.hand_over_bpartner = Some(other_block(row, "X")),
        "bpartner.unresolved /handOverBPartner/bpartner",
    ),
    (|row| row.product.code = sent("X"), "product.unresolved /product"),
    (|row| row.uom_code = Some(code("X")), "uomCode.unresolved /uomCode"),
    (|row| row.shipper = Some(IdentifierString::Value(code("X"))), "shipper.unresolved /shipper"),
    (
        |row| row.payment_term = Some(IdentifierString::External(code("X"))),
        "paymentTerm.unresolved /paymentTerm",
    ),
    (|row| row.warehouse_code = Some(code("X")), "warehouse.unresolved /warehouseCode"),
    (|row| row.warehouse_dest_code = Some(code("X")), "warehouse.unresolved /warehouseDestCode"),
    (|row| row.pricing_system_code = Some(code("X")), "pricingSystemCode.unresolved /pricingSystemCode"),
    (
        |row| row.invoice_doc_type = Some(InvoiceDocType { doc_base_type: code("X"), doc_sub_type: None }),
        "invoiceDocType.unresolved /invoiceDocType",
    ),
    (|row| row.sales_partner_code = Some(code("X")), "salesPartnerCode.unresolved /salesPartnerCode"),
];

#[test]
fn unknown_record_is_a_problem_of_the_stored_row() {
    for (set, expected) in UNKNOWN {
        // a location by GLN also names the buyer, so the row must not contain its code
        let set_row = |row: &mut CandidateRequest| {
            set(row);
            if row.bpartner.location.as_ref().is_some_and(|location| location.gln.value().is_some()) {
                row.bpartner.bpartner.code = MaybeUndefined::Absent;
            }
        };
        let candidate = stored(&known(), row_with("H", "1", set_row));
        assert_eq!(problems(&candidate), expected);
        assert_eq!(candidate.status, Status::Error, "{expected}");
        let rejected = given().partner("G0001").product("P1").outcome(row_with("H", "1", set_row));
        assert!(rejected.starts_with("rejected "), "{expected}: {rejected}");
    }
}

#[test]
fn parameter_of_the_request_takes_precedence_over_the_data_source() {
    let unknown = || row_with("H", "1", |row| row.product.code = sent("X"));
    let rejecting = || given().partner("G0001").product("P1");
    let table = [
        (rejecting(), None, false),
        (rejecting(), Some(UnresolvedReferences::Store), true),
        (known(), None, true),
        (known(), Some(UnresolvedReferences::Reject), false),
    ];
    for (given, unresolved, is_stored) in table {
        let call = ImportCall { unresolved, ..given.call(ErrorPolicy::All) };
        let plan = plan_import(given.loaded(), &[unknown()], call);
        let created = matches!(plan.outcomes[0], RowOutcome::Created { .. });
        assert_eq!(created, is_stored, "{unresolved:?}");
    }
}

#[test]
fn stored_row_reports_problems_and_other_errors_reject_it() {
    let faults = stored(
        &known(),
        row_with("H", "1", |row| {
            row.product.code = sent("X");
            row.qty = number("0");
        }),
    );
    assert_eq!(problems(&faults), "product.unresolved /product, qty.not_positive /qty");
    let rejected: [(Set, &str); 4] = [
        (|row| row.currency_code = Some(code("XXX")), "rejected currencyCode.unknown /currencyCode"),
        (|row| row.date_required = None, "rejected property.missing /dateRequired"),
        (|row| row.bpartner.advice = CREATE, "rejected bpartner.name_required /bpartner/bpartner/name"),
        (
            |row| row.data_source = Some(SourceReference::InternalName(code("X"))),
            "rejected dataSource.unknown /dataSourceInternalName, bpartner.unknown /bpartner/bpartner/code",
        ),
    ];
    for (set, expected) in rejected {
        let outcome = known().outcome(row_with("H", "1", |row| {
            row.bpartner.bpartner.code = sent("X");
            set(row);
        }));
        assert_eq!(outcome, expected);
    }
}

#[test]
fn contradicting_keys_are_rejected() {
    let given = known().product("P2").context(|context| context.products[1].external_id = Some(code("E")));
    let row = row_with("H", "1", |row| {
        row.product.code = sent("P1");
        row.product.external_id = sent("E");
    });
    assert_eq!(given.outcome(row), "rejected product.ambiguous /product/externalId");
}

#[test]
fn price_is_not_found_before_the_records_that_decide_it() {
    let priced: [(Set, bool); 6] = [
        (|row| row.bill_bpartner = Some(other_block(row, "X")), false),
        (|row| row.hand_over_bpartner = Some(other_block(row, "X")), true),
        (|row| row.warehouse_code = Some(code("X")), false),
        (|row| row.warehouse_dest_code = Some(code("X")), true),
        (|row| row.shipper = Some(IdentifierString::Value(code("X"))), true),
        (|row| row.pricing_system_code = Some(code("X")), false),
    ];
    for (number, (set, is_priced)) in priced.into_iter().enumerate() {
        let candidate = stored(&known(), row_with("H", "1", set));
        assert_eq!(candidate.list_price.is_some(), is_priced, "{number}");
        assert_eq!(candidate.problems.len(), 1, "{number}");
    }
}

#[test]
fn repeated_row_is_unchanged() {
    let given = known();
    let unknown = || row_with("H", "1", |row| row.bpartner.bpartner.code = sent("X"));
    let plan = given.plan(ErrorPolicy::All, &[unknown()]);
    let given = given.after(&plan.writes);
    assert_eq!(given.outcome(unknown()), "unchanged");
    let other = row_with("H", "1", |row| row.bpartner.bpartner.code = sent("Y"));
    assert!(given.outcome(other).starts_with("rejected identity.conflict"));
}

#[test]
fn flat_rows_without_a_buyer_are_not_grouped() {
    let flat = |id: &str, partner: &str| {
        row_with(id, id, |row| {
            row.identity.flat = true;
            row.bpartner.advice = Some(crate::sync_advice::SyncAdvice::READ_ONLY);
            row.bpartner.bpartner.code = sent(partner);
        })
    };
    let plan = known().plan(ErrorPolicy::All, &[flat("1", "X"), flat("2", "X"), flat("3", "G0001")]);
    let groups = plan.writes.candidates.iter().map(|one| crate::processing::HeaderKey::of(one).group);
    let groups: std::collections::HashSet<_> = groups.collect();
    assert_eq!(groups.len(), 3);
}

/// Returns the resolved candidates, with the records that exist in `now`.
fn resolved(now: &ImportFixture, candidates: &[Candidate]) -> Vec<Candidate> {
    let found = resolve_references(now.loaded(), candidates, now.call(ErrorPolicy::All).now);
    found.into_iter().map(|one| one.candidate).collect()
}

/// Plans the same rows with all records existing.
fn imported(given: &ImportFixture, rows: &[ImportRow]) -> ImportPlan {
    given.plan(ErrorPolicy::All, rows)
}

#[test]
fn candidate_is_resolved_as_if_the_record_had_existed_at_the_import() {
    let sets: [Set; 7] = [
        |row| row.bpartner.bpartner.code = sent("X"),
        |row| {
            row.bpartner.bpartner.code = sent("X");
            row.bpartner.location =
                Some(LocationData { external_id: sent("X-L"), ..LocationData::default() });
        },
        |row| row.bill_bpartner = Some(other_block(row, "X")),
        |row| row.product.code = sent("X"),
        |row| {
            row.product.code = sent("X");
            row.uom_code = Some(code("KGM"));
        },
        |row| row.shipper = Some(IdentifierString::Value(code("X"))),
        |row| {
            row.bpartner.bpartner.code = sent("X");
            row.drop_ship_bpartner = Some(other_block(row, "X"));
            row.product.code = sent("X");
        },
    ];
    for (number, set) in sets.into_iter().enumerate() {
        let before = known();
        let candidate = stored(&before, row_with("H", "1", set));
        assert_eq!(resolved(&before, std::slice::from_ref(&candidate)), [], "{number}: nothing appeared");
        let after = before.partner("X").product("X").reference(|reference| {
            reference.shippers.push(Shipper {
                id: crate::ids::ShipperId(80),
                organisation: OWN,
                active: true,
                code: code("X"),
                external_id: None,
                name: None,
            });
        });
        let expected = imported(&after, &[row_with("H", "1", set)]).writes.candidates.remove(0);
        let found = resolved(&after, &[candidate]).remove(0);
        assert_eq!(found.unresolved, [], "{number}");
        let records =
            |one: &Candidate| (one.buyer, one.bill, one.drop_ship, one.product, one.unit, one.shipper);
        assert_eq!(records(&found), records(&expected), "{number}");
    }
}

#[test]
fn cross_reference_resolves_its_value() {
    let before = known();
    let candidate = stored(&before, row_with("H", "1", |row| row.product.code = sent("X")));
    let product = before.context.products[0].id;
    let after = before.mapped(CrossReferenceKind::Product, "X", product.0, |_| ());
    assert_eq!(resolved(&after, &[candidate])[0].product, Some(product));
}

#[test]
fn location_of_a_new_partner_can_be_unresolved_too() {
    let before = known();
    let row = row_with("H", "1", |row| {
        row.bpartner.bpartner.code = sent("X");
        row.bpartner.location = Some(LocationData { external_id: sent("L9"), ..LocationData::default() });
    });
    let candidate = stored(&before, row);
    let with_partner = before.partner("X");
    let candidate = resolved(&with_partner, &[candidate]).remove(0);
    let partner = with_partner.partner_id("X");
    assert_eq!(candidate.buyer, Some(PartnerRole { partner, location: None, contact: None }));
    let open: Vec<_> = candidate.open_references().map(UnresolvedReference::pointer).collect();
    assert_eq!(open, ["/bpartner/location"]);
    let with_location = with_partner.location_with(partner, "L9", |_| ());
    let candidate = resolved(&with_location, &[candidate]).remove(0);
    assert!(candidate.buyer.unwrap().location.is_some() && candidate.unresolved.is_empty());
}

#[test]
fn overridden_reference_is_not_looked_up() {
    let before = known();
    let mut candidate = stored(&before, row_with("H", "1", |row| row.product.code = sent("X")));
    let chosen = before.context.products[0].id;
    candidate.overrides.push(Override {
        field: Field::ProductCode,
        imported: None,
        cleared: false,
        actor: "kim".to_owned(),
        at: jiff::Timestamp::UNIX_EPOCH,
    });
    candidate.product = Some(chosen);
    assert_eq!(candidate.open_references().count(), 0);
    assert_eq!(resolved(&before.product("X"), &[candidate]), []);
}

#[test]
fn lookup_advice_is_restored() {
    let row = row_with("H", "1", |row| {
        row.bpartner.lookup = Some(PartnerLookup::ExternalId);
        row.bpartner.bpartner.code = sent("G0001");
        row.bpartner.bpartner.external_id = sent("E");
    });
    let before = known();
    let candidate = stored(&before, row);
    assert_eq!(problems(&candidate), "bpartner.unresolved /bpartner/bpartner");
    assert_eq!(candidate.problems[0].code, ProblemCode::BpartnerUnresolved);
    let request = lookup_row(&candidate, &before.loaded().reference).request.unwrap();
    assert_eq!(request.bpartner.lookup, Some(PartnerLookup::ExternalId));
    assert_eq!(resolved(&before, &[candidate]), []);
}
