//! Rows that are sent repeatedly.

use super::*;
use crate::candidate::*;
use crate::import::{Content, ErrorPolicy, ImportRow, MemberKind, RowOutcome};
use crate::number::Decimal;
use crate::problem::{Language, Param};

fn known_master_data() -> ImportFixture {
    given().partner("G0001").product("P1")
}

/// Returns the outcome of a row after another one was imported.
fn again(first: ImportRow, second: ImportRow) -> String {
    let given = known_master_data().allow(|permissions| permissions.update_masterdata = true);
    let plan = given.plan(ErrorPolicy::All, &[first]);
    assert_eq!(plan.writes.candidates.len(), 1, "{:?}", plan.outcomes);
    given.after(&plan.writes).outcome(second)
}

#[test]
fn equivalent_notation_is_unchanged() {
    let plain = || row("H", "1");
    let same: [(&str, ImportRow); 9] = [
        ("as it was", plain()),
        (
            "the default data source, by name",
            row_with("H", "1", |request| {
                let name = code(crate::import::DEFAULT_SOURCE);
                request.data_source = Some(SourceReference::InternalName(name));
            }),
        ),
        (
            "the default data source, by id",
            row_with("H", "1", |request| {
                let id = crate::identifier::IdentifierString::Id(SOURCE.0);
                request.data_source = Some(SourceReference::Identifier(id));
            }),
        ),
        (
            "the destination, by name",
            row_with("H", "1", |request| {
                let name = code(crate::import::DEFAULT_DEST);
                request.data_dest = Some(SourceReference::InternalName(name));
            }),
        ),
        (
            "the organisation, by code",
            row_with("H", "1", |request| {
                request.org = Some(OrgData { code: code("001"), name: MaybeUndefined::Absent, advice: None });
            }),
        ),
        ("another advice", row_with("H", "1", |request| request.bpartner.advice = ASSERT)),
        (
            "a null instead of nothing",
            row_with("H", "1", |request| {
                request.bpartner.bpartner.name = MaybeUndefined::Null;
                request.bpartner.contact =
                    Some(ContactData { email: MaybeUndefined::Null, ..ContactData::default() });
            }),
        ),
        ("the number with zeros", row_with("H", "1", |request| request.qty = Decimal::new(2000, 3))),
        ("the product code alone", row_with("H", "1", |request| request.product.flat = true)),
    ];
    for (case, second) in same {
        assert_eq!(again(plain(), second), "unchanged", "{case}");
    }
    let flat = || short_row("X", |request| request.currency_code = None);
    assert_eq!(again(flat(), row("X", "X")), "unchanged", "a flat external id written as the pair");
    assert_eq!(again(row("X", "X"), flat()), "unchanged");
}

#[test]
fn different_content_with_the_same_identity_is_a_conflict() {
    type Set = fn(&mut CandidateRequest);
    let different: [(&str, Set); 8] = [
        ("/qty", |request| request.qty = number("3")),
        ("/currencyCode,/price", |request| {
            (request.price, request.currency_code) = (Some(number("1")), Some(code("EUR")));
        }),
        ("/poReference", |request| request.po_reference = code("PO-2")),
        ("/dataDest", |request| {
            let name = code(crate::import::INVOICE_CANDIDATE_DEST);
            request.data_dest = Some(SourceReference::InternalName(name));
        }),
        ("/bpartner/bpartner/name", |request| request.bpartner.bpartner.name = called("Other")),
        ("/bpartner/location/externalId", |request| {
            request.bpartner.location =
                Some(LocationData { external_id: sent("G0001-L"), ..Default::default() });
        }),
        ("/product/code", |request| request.product.code = sent("P2")),
        ("/dateRequired", |request| request.date_required = None),
    ];
    for (members, set) in different {
        let given = known_master_data();
        let first = given.plan(ErrorPolicy::All, &[row("H", "1")]);
        let plan = given.after(&first.writes).plan(ErrorPolicy::All, &[row_with("H", "1", set)]);
        let RowOutcome::Rejected { errors } = &plan.outcomes[0] else { panic!("{members}: {plan:?}") };
        let [error] = errors.as_slice() else { panic!("{errors:?}") };
        assert_eq!((error.code.as_str(), &*error.pointer), ("identity.conflict", "/externalLineId"));
        let names: Vec<_> = error.params.iter().map(|(name, _)| name.as_ref()).collect();
        assert_eq!(names, ["members", "id", "status", "url"]);
        assert_eq!(error.params[0].1.text(Language::English), members.replace(',', ", "));
        assert_eq!(error.params[3].1.text(Language::English), "/api/sales/order/candidates/1000000");
    }
}

#[test]
fn conflict_lists_stored_and_sent_values() {
    let given = known_master_data();
    let first = given.plan(ErrorPolicy::All, &[row("H", "1")]);
    let dest = code(crate::import::INVOICE_CANDIDATE_DEST);
    let second = row_with("H", "1", |request| {
        request.qty = number("2.5");
        request.description = crate::text::Text::parse("new").unwrap();
        request.data_dest = Some(SourceReference::InternalName(dest.clone()));
    });
    let plan = given.after(&first.writes).plan(ErrorPolicy::All, &[second]);
    let RowOutcome::Rejected { errors } = &plan.outcomes[0] else { panic!("{plan:?}") };
    let Param::Differences(differences) = &errors[0].params[0].1 else { panic!("{errors:?}") };
    let seen: Vec<_> =
        differences.iter().map(|d| (d.pointer.as_str(), d.stored.as_deref(), d.sent.as_deref())).collect();
    let expected = [
        ("/dataDest", Some("11"), Some(dest.as_str())),
        ("/qty", Some("2"), Some("2.5")),
        ("/description", None, Some("new")),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn data_source_and_organisation_are_part_of_the_identity() {
    let other_source = row_with("H", "1", |request| {
        request.data_source = Some(SourceReference::InternalName(code("SOURCE.shop")));
        // avoids the warning that the partner used the reference under another header
        request.po_reference = code("PO-shop");
    });
    assert_eq!(again(row("H", "1"), other_source), "created");
    assert_eq!(again(row("H", "1"), row("H", "2")), "created");
    assert_eq!(again(row("H", "1"), row("h", "1")), "created");
}

#[test]
fn repeated_row_within_one_request_is_unchanged_or_a_conflict() {
    let given = known_master_data();
    let other = || row_with("H", "1", |request| request.qty = number("9"));
    let conflict = "rejected identity.conflict /externalLineId";
    let rows = [row("H", "1"), row("H", "1"), other()];
    assert_eq!(given.outcomes(ErrorPolicy::Row, &rows), ["created", "unchanged", conflict]);
    assert_eq!(given.outcomes(ErrorPolicy::All, &rows), ["created", "unchanged", conflict]);
    // the repetition of a row that is rejected with its header is rejected too
    let by_header = "rejected header.rejected ";
    assert_eq!(given.outcomes(ErrorPolicy::Header, &rows), [by_header, by_header, conflict]);
}

#[test]
fn conflict_within_one_request_names_the_row() {
    let given = known_master_data();
    let rows = [row("H", "0"), row("H", "1"), row_with("H", "1", |request| request.qty = number("9"))];
    let params = |policy| {
        let plan = given.plan(policy, &rows);
        let RowOutcome::Rejected { errors } = &plan.outcomes[2] else { panic!("{plan:?}") };
        let params = errors[0].params.iter().skip(1);
        params.map(|(name, value)| format!("{name} {}", value.text(Language::English))).collect::<Vec<_>>()
    };
    // if each row is decided on its own, the error names the candidate of the first row
    let known = ["row 1", "id 1000001", "status new", "url /api/sales/order/candidates/1000001"];
    assert_eq!(params(ErrorPolicy::Row), known);
    assert_eq!(params(ErrorPolicy::All), ["row 1"]);
}

#[test]
fn rejected_row_reserves_its_identity_within_its_unit() {
    let given = known_master_data();
    let bad = || row_with("H", "1", |request| request.uom_code = Some(code("???")));
    let rows = [bad(), row("H", "1")];
    let unit = "rejected uomCode.unknown /uomCode";
    let conflict = "rejected identity.conflict /externalLineId";
    assert_eq!(given.outcomes(ErrorPolicy::Row, &rows), [unit, "created"]);
    assert_eq!(given.outcomes(ErrorPolicy::All, &rows), [unit, conflict]);
    assert_eq!(given.outcomes(ErrorPolicy::All, &[bad(), bad()]), [unit, unit]);
}

#[test]
fn unchanged_row_is_accepted_before_all_checks_except_the_organisation() {
    let given = known_master_data().allow(|permissions| permissions.update_masterdata = true);
    let full = || {
        row_with("H", "1", |request| {
            request.org = Some(OrgData { code: code("001"), name: called("001"), advice: MERGE });
            request.shipper = Some(crate::identifier::IdentifierString::Value(code("DPD")));
            request.currency_code = Some(code("EUR"));
            request.uom_code = Some(code("PCE"));
        })
    };
    let shipped = given.reference(|reference| {
        reference.shippers.push(crate::masterdata::Shipper {
            id: crate::ids::ShipperId(80),
            organisation: crate::ids::SHARED,
            active: true,
            code: code("DPD"),
            external_id: None,
            name: None,
        });
    });
    let plan = shipped.plan(ErrorPolicy::All, &[full()]);
    assert_eq!(outcome_text(&plan.outcomes[0]), "created");
    let mut later = shipped.after(&plan.writes).reference(|reference| {
        reference.shippers.clear();
        reference.currencies.clear();
        reference.units.clear();
        reference.organisations[0].name = name("Renamed");
        reference.data_sources.iter_mut().for_each(|source| source.active = false);
    });
    later.context.partners.clear();
    later.context.locations.clear();
    later.context.products.clear();
    let again = later.plan(ErrorPolicy::All, &[full()]);
    assert_eq!(outcome_text(&again.outcomes[0]), "unchanged");
    assert!(again.writes.organisations.changed.is_empty());
    later.permissions.organisations = crate::access::OrgScope::These(vec![OTHER]);
    let independent = "uomCode.unknown /uomCode, currencyCode.unknown /currencyCode";
    assert_eq!(later.outcome(full()), format!("rejected org.not_allowed /org/code, {independent}"));
}

#[test]
fn content_contains_sent_and_resolved_values() {
    let given = known_master_data();
    let row = short_row("X", |request| {
        request.data_source = Some(SourceReference::ExternalSystem(code("SOURCE.shop")));
        request.qty = Decimal::new(150, 2);
    });
    let plan = given.plan(ErrorPolicy::All, &[row]);
    let content = &plan.writes.candidates[0].content;
    let lines = |wanted: fn(MemberKind) -> bool| -> Vec<String> {
        let members = content.members().filter(|member| wanted(member.kind));
        members.map(|member| format!("{}={}", member.pointer, member.value)).collect()
    };
    let shared = ["/bpartner/bpartner/code=G0001"];
    let own = ["/qty=1.5", "/poReference=PO-X", "/dateRequired=2026-12-08"];
    let shown =
        [&["/externalSystemCode=SOURCE.shop"], &shared[..], &["/productCode=P1", "/externalId=X"], &own];
    assert_eq!(lines(MemberKind::is_shown), shown.concat());
    let resolved = ["/org=1", "/dataSource=13", "/dataDest=11"];
    let product = ["/product/code=P1", "/externalHeaderId=X", "/externalLineId=X"];
    let compared = [&resolved[..], &shared, &product, &own];
    assert_eq!(lines(MemberKind::is_compared), compared.concat());
    let [terms, buyer, .., product, own] = content.parts();
    assert_eq!(
        terms,
        "/org\tr\t1\n/dataSource\tr\t13\n/dataDest\tr\t11\n/externalSystemCode\tS\tSOURCE.shop\n"
    );
    assert_eq!(buyer, "/bpartner/bpartner/code\ts\tG0001\n");
    assert_eq!(product, "/productCode\tS\tP1\n/product/code\tr\tP1\n");
    assert!(
        own.starts_with("/externalId\tS\tX\n") && own.ends_with("/dateRequired\td\t2026-12-08\n"),
        "{own}"
    );
    assert_eq!(&Content::from_stored(content.parts(), content.version, content.hash), content);
    assert_eq!(content.version, Content::VERSION);
}

#[test]
fn row_is_compared_by_the_members_of_its_content_version() {
    let content = |set: fn(&mut CandidateRequest)| {
        let plan = known_master_data().plan(ErrorPolicy::All, &[row_with("H", "1", set)]);
        plan.writes.candidates[0].content.clone()
    };
    let stored = content(|_| ());
    let sent = content(|request| {
        request.description = crate::text::Text::parse("new").unwrap();
        request.line = Some(10);
    });
    let pointers = |version_of_line: u32| -> Vec<String> {
        let first_version = |pointer: &str| if pointer == "/line" { version_of_line } else { 0 };
        stored.differences_by(&sent, first_version).into_iter().map(|difference| difference.pointer).collect()
    };
    assert_eq!(pointers(0), ["/description", "/line"]);
    assert_eq!(pointers(Content::VERSION + 1), ["/description"]);
    assert_eq!(pointers(Content::VERSION), ["/description", "/line"]);
    // contents of different versions are compared by member, not by hash
    let older = Content::from_stored(stored.parts(), 0, [0; 16]);
    assert!(older.same_as(&stored) && !older.same_as(&sent));
    // contents of the same version are compared by hash only
    assert!(!Content::from_stored(stored.parts(), Content::VERSION, [0; 16]).same_as(&stored));
}

fn with_region(request: &mut CandidateRequest, region: &str, region_as_state: bool) {
    let location = request.bpartner.location.get_or_insert_default();
    location.external_id = sent("G0001-L");
    (location.region, location.region_as_state) = (MaybeUndefined::Value(name(region)), region_as_state);
}

#[test]
fn row_stored_without_state_is_compared_without_it() {
    let content = |set: fn(&mut CandidateRequest)| {
        let plan = known_master_data().plan(ErrorPolicy::All, &[row_with("H", "1", set)]);
        plan.writes.candidates[0].content.clone()
    };
    let without = content(|request| {
        request.bpartner.location.get_or_insert_default().external_id = sent("G0001-L");
    });
    let state = content(|request| with_region(request, "Bavaria", true));
    let other_state = content(|request| with_region(request, "Hesse", true));
    let region = content(|request| with_region(request, "Bavaria", false));
    let older = Content::from_stored(without.parts(), 2, without.hash);
    assert!(older.same_as(&state) && older.same_as(&other_state));
    assert!(!older.same_as(&region), "the region was compared before");
    let pointers = |stored: &Content, sent: &Content| -> Vec<String> {
        stored.differences(sent).into_iter().map(|difference| difference.pointer).collect()
    };
    assert_eq!(pointers(&state, &other_state), ["/bpartner/location/state"]);
    assert_eq!(pointers(&without, &state), ["/bpartner/location/state"]);
}

#[test]
fn line_breaks_of_description_are_stored_and_compared() {
    let described = |text: &str| {
        let text = crate::text::Text::parse(text).unwrap();
        row_with("H", "1", move |request| request.description = text)
    };
    let lines = "top\r\n\tone\ntwo";
    let plan = known_master_data().plan(ErrorPolicy::All, &[described(lines)]);
    let content = &plan.writes.candidates[0].content;
    let member = content.members().find(|member| member.pointer == "/description").unwrap();
    assert_eq!(member.text(), lines);
    assert_eq!(content.parts().concat().lines().count(), content.members().count());
    assert_eq!(again(described(lines), described(lines)), "unchanged");
    let later = known_master_data().after(&plan.writes);
    let RowOutcome::Rejected { errors } =
        later.plan(ErrorPolicy::All, &[described("top one two")]).outcomes.remove(0)
    else {
        panic!("other content")
    };
    let (_, Param::Differences(differences)) =
        errors[0].params.iter().find(|(name, _)| name == "members").unwrap()
    else {
        panic!("{errors:?}")
    };
    assert_eq!(differences[0].stored.as_deref(), Some(lines));
    // text without control characters is stored unchanged
    let plan = known_master_data().plan(ErrorPolicy::All, &[described("plain = text")]);
    assert!(plan.writes.candidates[0].content.parts().concat().contains("/description\ts\tplain = text\n"));
}

#[test]
fn row_id_matches_despite_other_spacing() {
    const STORED: &str = "A\u{A0}1";
    let stored = |text: &str| crate::text::Code::stored(text).unwrap();
    let given = known_master_data();
    let plan = given.plan(ErrorPolicy::All, &[row("A 1", "1\u{2003}2")]);
    let mut later = given.clone().after(&plan.writes);
    let known = &mut later.context.identities[0];
    known.identity.header_id = stored(STORED);
    let (_, content) = known.stored.as_mut().unwrap();
    // content as an older version stored it, with another hash
    let parts = content.parts().map(|part| part.replace("A 1", STORED));
    *content = Content::from_stored(parts.each_ref().map(String::as_str), content.version, [7; 16]);
    assert_eq!(later.outcome(row("A 1", "1 2")), "unchanged");
    assert_eq!(later.outcome(row(STORED, "1 2")), "unchanged");
    let other = row_with("A 1", "1 2", |request| request.qty = Decimal::from(3));
    assert_eq!(later.outcome(other), "rejected identity.conflict /externalLineId");
    // the row with exactly the same ids takes precedence
    let mut exact = later.context.identities[0].clone();
    exact.identity.header_id = code("A 1");
    exact.candidate.0 += 1;
    later.context.identities.push(exact);
    let plan = later.plan(ErrorPolicy::All, &[row("A 1", "1 2")]);
    let candidate = later.context.identities[1].candidate;
    assert_eq!(plan.outcomes[0], RowOutcome::Unchanged { candidate, warnings: vec![] });
}
