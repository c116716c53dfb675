//! Error policies: rows that are accepted or rejected together.

use super::*;
use crate::access::OrgScope;
use crate::candidate::*;
use crate::ids::{IdBlock, SHARED};
use crate::import::{
    ErrorPolicy, Expectation, ImportPlan, ImportRow, ImportWrites, OptionalReference, RowNote,
    RowNoteOutcome, RowOrigin, RowOutcome,
};
use crate::masterdata::ProductType;
use crate::problem::{Language, Problem, ProblemCode};

const ALL: ErrorPolicy = ErrorPolicy::All;
const HEADER: ErrorPolicy = ErrorPolicy::Header;
const ROW: ErrorPolicy = ErrorPolicy::Row;
const UNIT: &str = "rejected uomCode.unknown /uomCode";

fn known() -> ImportFixture {
    given().partner("G0001").product("P1")
}

fn bad(header: &str, line: &str) -> ImportRow {
    row_with(header, line, |request| request.uom_code = Some(code("???")))
}

/// Returns a row that creates its partner if it does not exist.
fn creating(header: &str, line: &str, partner: &str, set: impl FnOnce(&mut CandidateRequest)) -> ImportRow {
    row_with(header, line, |request| {
        request.bpartner.advice = CREATE;
        request.bpartner.bpartner.code = sent(partner);
        request.bpartner.bpartner.name = called(partner);
        request.bpartner.location = Some(LocationData {
            external_id: sent("L"),
            country_code: sent("DE"),
            ..LocationData::default()
        });
        set(request);
    })
}

/// Returns a row whose partner must exist.
fn needing(header: &str, line: &str, partner: &str) -> ImportRow {
    row_with(header, line, |request| request.bpartner.bpartner.code = sent(partner))
}

fn written(writes: &ImportWrites) -> (Vec<String>, Vec<String>) {
    let partners = writes.partners.created.iter().map(|partner| partner.code.to_string()).collect();
    let lines = writes.candidates.iter().map(|candidate| {
        let identity = &candidate.identity;
        format!("{}/{}", identity.header_id, identity.line_id)
    });
    (partners, lines.collect())
}

#[test]
fn error_policy_decides_what_a_faulty_row_rejects() {
    let rows = [row("H", "1"), bad("H", "2"), row("I", "1")];
    let by_header = "rejected header.rejected ";
    let table = [
        (ALL, ["created", UNIT, "created"], vec![]),
        (HEADER, [by_header, UNIT, "created"], vec!["I/1"]),
        (ROW, ["created", UNIT, "created"], vec!["H/1", "I/1"]),
    ];
    for (policy, outcomes, lines) in table {
        let plan = known().plan(policy, &rows);
        assert_eq!(plan.outcomes.iter().map(outcome_text).collect::<Vec<_>>(), outcomes, "{policy:?}");
        assert_eq!(written(&plan.writes).1, lines, "{policy:?}");
    }
}

#[test]
fn rejected_header_names_the_faulty_rows() {
    let rows = [row("H", "1"), bad("H", "2"), row("I", "1"), bad("H", "3")];
    assert_eq!(at_fault(&known().plan(HEADER, &rows), 0), "1, 3");
}

/// Returns the numbers of the faulty rows in the error of a row that was rejected with its header.
fn at_fault(plan: &ImportPlan, row: usize) -> String {
    let RowOutcome::Rejected { errors } = &plan.outcomes[row] else { panic!("{plan:?}") };
    errors[0].params[0].1.text(crate::problem::Language::English)
}

#[test]
fn rejected_rows_create_no_master_data() {
    let rows = [
        creating("H", "1", "N1", |_| ()),
        creating("H", "2", "N2", |request| request.uom_code = Some(code("???"))),
        needing("I", "1", "N1"),
        creating("J", "1", "N3", |_| ()),
        needing("J", "2", "N3"),
        needing("K", "1", "N2"),
    ];
    let (unknown, by_header) =
        ("rejected bpartner.unknown /bpartner/bpartner/code", "rejected header.rejected ");
    let created = "created bpartner location";
    let table = [
        // records that a rejected row would have created count as existing
        (ALL, [created, UNIT, "created", created, "created", "created"], vec![], vec![]),
        (HEADER, [by_header, UNIT, unknown, created, "created", unknown], vec!["N3"], vec!["J/1", "J/2"]),
        (
            ROW,
            [created, UNIT, "created", created, "created", unknown],
            vec!["N1", "N3"],
            vec!["H/1", "I/1", "J/1", "J/2"],
        ),
    ];
    for (policy, outcomes, partners, lines) in table {
        let plan = known().plan(policy, &rows);
        assert_eq!(plan.outcomes.iter().map(outcome_text).collect::<Vec<_>>(), outcomes, "{policy:?}");
        let (seen_partners, seen_lines) = written(&plan.writes);
        assert_eq!((seen_partners, seen_lines), (strings(&partners), strings(&lines)), "{policy:?}");
    }
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

#[test]
fn headers_are_planned_in_order_of_their_first_row() {
    // the second header creates N1, but the row that needs it belongs to the first
    let rows = [row("H", "1"), creating("I", "1", "N1", |_| ()), needing("H", "2", "N1")];
    let by_header = "rejected header.rejected ";
    let unknown = "rejected bpartner.unknown /bpartner/bpartner/code";
    assert_eq!(known().outcomes(HEADER, &rows), [by_header, "created bpartner location", unknown]);
    assert_eq!(known().outcomes(ROW, &rows), ["created", "created bpartner location", "created"]);
}

#[test]
fn consequential_errors_are_not_reported() {
    let nameless = |line: &str| {
        creating("H", line, "N1", |request| request.bpartner.bpartner.name = MaybeUndefined::Absent)
    };
    let name_required = "rejected bpartner.name_required /bpartner/bpartner/name";
    let rows = [nameless("1"), needing("H", "2", "N1")];
    assert_eq!(known().outcomes(ALL, &rows), [name_required, "rejected "]);
    assert_eq!(known().outcomes(HEADER, &rows), [name_required, "rejected header.rejected "]);
    assert_eq!(at_fault(&known().plan(HEADER, &rows), 1), "0");
    let unknown = "rejected bpartner.unknown /bpartner/bpartner/code";
    assert_eq!(known().outcomes(ROW, &rows), [name_required, unknown]);
    // an unknown organisation suppresses errors of lookups within it, but not independent errors
    let row = row_with("H", "1", |request| {
        request.org = Some(OrgData { code: code("999"), name: MaybeUndefined::Absent, advice: None });
        request.bpartner.bpartner.code = sent("unknown");
        request.currency_code = Some(code("XXX"));
    });
    let all = known().allow(|permissions| permissions.organisations = crate::access::OrgScope::All);
    assert_eq!(all.outcome(row), "rejected org.unknown /org/code, currencyCode.unknown /currencyCode");
}

#[test]
fn unreadable_row_rejects_its_header() {
    let unread = ImportRow {
        header_id: Some("H".to_owned()),
        line_id: None,
        origin: RowOrigin::default(),
        request: Err(vec![Problem::new(ProblemCode::PropertyMissing, "/qty").with("name", "qty")]),
        warnings: Vec::new(),
    };
    let without_header = ImportRow { header_id: None, ..unread.clone() };
    let rows = [row("H", "1"), unread, row("I", "1"), without_header];
    let (missing, by_header) = ("rejected property.missing /qty", "rejected header.rejected ");
    assert_eq!(known().outcomes(HEADER, &rows), [by_header, missing, "created", missing]);
    assert_eq!(known().outcomes(ROW, &rows), ["created", missing, "created", missing]);
    assert!(known().plan(ALL, &rows).writes.candidates.is_empty());
}

#[test]
fn unchanged_row_stays_unchanged_in_a_rejected_header() {
    let given = known();
    let first = given.plan(ALL, &[row("H", "1")]);
    let later = given.after(&first.writes);
    let rows = [row("H", "1"), bad("H", "2"), row("H", "3")];
    assert_eq!(later.outcomes(HEADER, &rows), ["unchanged", UNIT, "rejected header.rejected "]);
}

#[test]
fn rejected_draft_leaves_no_changes() {
    let given = known().allow(|permissions| permissions.update_masterdata = true);
    let rename = |header: &str, line: &str, label: &str, unit: &str| {
        row_with(header, line, |request| {
            request.bpartner.bpartner.advice = MERGE;
            request.bpartner.bpartner.name = called(label);
            request.uom_code = Some(code(unit));
        })
    };
    let expecting = |label: &str| {
        row_with("Z", label, |request| {
            request.bpartner.bpartner.advice = ASSERT;
            request.bpartner.bpartner.name = called(label);
        })
    };
    let rows = [rename("H", "1", "first", "PCE"), rename("I", "1", "second", "???"), expecting("first")];
    for policy in [HEADER, ROW] {
        let plan = given.plan(policy, &rows);
        assert_eq!(plan.outcomes.iter().map(outcome_text).collect::<Vec<_>>(), ["created", UNIT, "created"]);
        let [partner] = plan.writes.partners.changed.as_slice() else { panic!("{plan:?}") };
        assert_eq!((partner.name.as_str(), partner.version), ("first", 3));
        assert_eq!(
            plan.writes.unchanged,
            [Expectation::Reference(SHARED, 3), Expectation::Reference(OWN, 7)],
            "a changed record is written with the version that was read"
        );
    }
    let changed = "rejected bpartner.changed /bpartner/bpartner/name";
    assert_eq!(given.outcomes(ALL, &rows), ["created", UNIT, changed]);
}

#[test]
fn plan_expects_unchanged_versions_of_used_records() {
    let given = known();
    let asserting = row_with("H", "1", |request| {
        request.bpartner.bpartner.advice = ASSERT;
        request.bpartner.bpartner.name = called("G0001");
        request.product.advice = ASSERT;
        request.product.name = called("P1");
    });
    let plan = given.plan(ALL, &[asserting]);
    let (partner, product) = (given.partner_id("G0001"), given.context.products[0].id);
    assert_eq!(
        plan.writes.unchanged,
        [
            Expectation::Partner(partner, 3),
            Expectation::Product(product, 6),
            Expectation::Reference(SHARED, 3),
            Expectation::Reference(OWN, 7),
        ]
    );
}

#[test]
fn ids_of_rejected_drafts_are_reused() {
    let rows = [creating("H", "1", "N1", |request| request.uom_code = Some(code("???"))), row("I", "1")];
    let plan = known().plan(ROW, &rows);
    assert_eq!(plan.writes.candidates[0].id.0, FIRST);
    // number of ids that are in use at the same time
    let mut given = known();
    given.ids = IdBlock::new(FIRST, 1);
    assert_eq!(given.plan(ROW, &rows).ids_short, 2);
}

#[test]
fn dry_run_has_the_same_outcomes_with_negative_ids() {
    let rows = [creating("H", "1", "N1", |_| ()), bad("I", "1"), needing("J", "1", "N1")];
    let mut dry = known();
    dry.ids = IdBlock::imaginary();
    for policy in [ALL, HEADER, ROW] {
        assert_eq!(dry.outcomes(policy, &rows), known().outcomes(policy, &rows));
    }
    assert!(dry.plan(ROW, &rows).writes.candidates.iter().all(|candidate| candidate.id.0 < 0));
}

#[test]
fn dry_run_omits_generated_codes() {
    let codeless = |header: &str, line: &str| {
        creating(header, line, "N2", |request| {
            request.bpartner.bpartner.external_id = sent("2");
            request.bpartner.bpartner.code = MaybeUndefined::Absent;
            request.product = ProductData {
                external_id: sent("p"),
                name: called("Kabel"),
                product_type: MaybeUndefined::Value(ProductType::Item),
                uom_code: sent("KGM"),
                advice: CREATE,
                ..ProductData::default()
            };
        })
    };
    let contradicting = creating("I", "1", "G9", |request| {
        request.bpartner.bpartner.external_id = sent("2");
    });
    let at_gln = |header: &str, partner: &str, code: MaybeUndefined<crate::text::Code>| {
        creating(header, "1", partner, |request| {
            request.bpartner.bpartner.code = code;
            request.bpartner.location.get_or_insert_default().gln = sent("4012345000009");
        })
    };
    let (by_gln, other) =
        (at_gln("J", "Bäcker Nord", MaybeUndefined::Absent), at_gln("K", "G0001", sent("G0001")));
    let rows = [creating("H", "1", "N1", |_| ()), codeless("H", "2"), contradicting, by_gln, other];
    // codes of the created records, and the problems with all their parameters
    let codes_and_problems = |given: &ImportFixture| {
        let plan = given.plan(ROW, &rows);
        let (mut codes, mut problems) = (Vec::new(), Vec::new());
        for outcome in &plan.outcomes {
            match outcome {
                RowOutcome::Created { created, warnings, .. } => {
                    codes.extend(
                        created
                            .iter()
                            .filter(|record| record.kind != "location")
                            .filter_map(|record| record.code.clone()),
                    );
                    problems.extend(warnings.iter().map(|warning| warning.message(Language::English)));
                }
                RowOutcome::Unchanged { .. } => {}
                RowOutcome::Rejected { errors } => {
                    problems.extend(errors.iter().map(|error| error.message(Language::English)));
                }
            }
        }
        let candidates = plan.writes.candidates.iter().flat_map(|candidate| &candidate.problems);
        problems.extend(candidates.map(|problem| problem.message(Language::English)));
        (codes, problems.join("\n"))
    };
    let (codes, problems) = codes_and_problems(&known());
    let generated = [format!("BP{}", FIRST + 3), format!("P{}", FIRST + 5)];
    assert_eq!(codes[..3], strings(&["N1", &generated[0], &generated[1]]));
    assert!(problems.contains(&generated[0]), "{problems}");
    let mut dry = known();
    dry.ids = IdBlock::imaginary();
    let (codes, problems) = codes_and_problems(&dry);
    assert_eq!(codes, ["N1"]);
    assert!(problems.contains("differs: stored “externalId 2”, sent “G9”"), "{problems}");
    assert!(
        problems.contains("differs: stored “Bäcker Nord”, sent “G0001”") && !problems.contains("BP"),
        "{problems}"
    );
}

#[test]
fn rejected_line_is_recorded_with_organisation_and_source() {
    let org = |text: &str| Some(OrgData { code: code(text), name: MaybeUndefined::Absent, advice: None });
    let source = |text: &str| Some(SourceReference::InternalName(code(text)));
    let unread = |origin: RowOrigin| ImportRow {
        origin,
        request: Err(vec![Problem::new(ProblemCode::PropertyMissing, "/qty").with("name", "qty")]),
        ..row("H", "1")
    };
    let rejected_line = |set: fn(&mut CandidateRequest)| {
        row_with("H", "1", |request| {
            request.uom_code = Some(code("???"));
            set(request);
        })
    };
    let named = |data_source| RowOrigin { data_source, ..RowOrigin::default() };
    let of = |org| RowOrigin { org, ..RowOrigin::default() };
    let (own, here) = (Some(OWN), Some(SOURCE));
    let table = [
        ("its own", rejected_line(|_| {}), Some((own, here))),
        (
            "another one",
            row_with("H", "1", |row| (row.org, row.uom_code) = (org("002"), Some(code("???")))),
            Some((Some(OTHER), here)),
        ),
        ("no such organisation", row_with("H", "1", |row| row.org = org("999")), Some((None, None))),
        ("no such source", row_with("H", "1", |row| row.data_source = source("x")), Some((own, None))),
        ("unread", unread(RowOrigin::default()), Some((own, here))),
        (
            "unread, of another one",
            unread(of(OptionalReference::Named(code("002")))),
            Some((Some(OTHER), here)),
        ),
        ("unread organisation", unread(of(OptionalReference::Unreadable)), Some((None, None))),
        ("unread source", unread(named(OptionalReference::Unreadable)), Some((own, None))),
        ("flat", unread(RowOrigin { flat: true, ..RowOrigin::default() }), None),
        ("without a line", ImportRow { line_id: None, ..unread(RowOrigin::default()) }, None),
        ("taken", row("H", "1"), None),
    ];
    let given = known().allow(|permissions| {
        permissions.organisations = OrgScope::These(vec![OWN, OTHER]);
        permissions.default_organisation = Some(OWN);
    });
    for (case, row, expected) in table {
        let rows = [bad("Z", "9"), row];
        let plan = given.plan(ROW, &rows);
        let found = plan.writes.rejected.get(1).map(|line| {
            assert_eq!((line.header_id.as_str(), line.line_id.as_str(), line.index), ("H", "1", 1));
            (line.organisation, line.data_source)
        });
        assert_eq!(found, expected, "{case}");
        // no line is rejected individually under this policy
        assert_eq!(given.plan(HEADER, &rows).writes.rejected, []);
    }
}

#[test]
fn rejected_rows_are_noted_in_the_log() {
    let of_other = row_with("A", "2", |row| {
        row.org = Some(OrgData { code: code("002"), name: MaybeUndefined::Absent, advice: None });
        row.uom_code = Some(code("???"));
    });
    let nameless = ImportRow {
        line_id: None,
        origin: RowOrigin { org: OptionalReference::Unreadable, ..RowOrigin::default() },
        request: Err(vec![Problem::new(ProblemCode::PropertyMissing, "/qty"); 2]),
        ..row("B", "1")
    };
    let given = known().allow(|permissions| {
        permissions.organisations = OrgScope::These(vec![OWN, OTHER]);
        permissions.default_organisation = Some(OWN);
    });
    let plan = given.plan(ROW, &[row("A", "1"), of_other, row("A", "1"), nameless]);
    let RowOutcome::Created { candidate, .. } = plan.outcomes[0] else { panic!("{plan:?}") };
    let unknown = vec![ProblemCode::UomUnknown, ProblemCode::BpartnerUnknown, ProblemCode::ProductUnknown];
    let note = |index, line: Option<&str>, organisation, outcome| RowNote {
        index,
        header_id: Some(if index == 3 { "B" } else { "A" }.to_owned()),
        line_id: line.map(str::to_owned),
        organisation,
        outcome,
    };
    let expected = [
        note(1, Some("2"), Some(OTHER), RowNoteOutcome::Rejected(unknown)),
        note(2, Some("1"), Some(OWN), RowNoteOutcome::Unchanged(candidate)),
        note(3, None, None, RowNoteOutcome::Rejected(vec![ProblemCode::PropertyMissing])),
    ];
    assert_eq!(plan.notes, expected);
    assert_eq!(plan.organisations, [OWN, OTHER]);
}
