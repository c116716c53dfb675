//! External systems of rows: found by code, created with a warning, own before shared ones.

use super::*;
use crate::ids::{ExternalSystemId, OrganisationId, SHARED};
use crate::import::{ErrorPolicy, ImportRow};
use crate::masterdata::{ExternalIds, ExternalSystem};

fn system(id: i64, owner: OrganisationId, key: &str) -> ExternalSystem {
    ExternalSystem {
        id: ExternalSystemId(id),
        organisation: owner,
        active: true,
        code: code(key),
        name: None,
    }
}

fn of_system(header: &str, key: &str) -> ImportRow {
    row_with(header, "1", |request| request.external_system = Some(code(key)))
}

fn known() -> ImportFixture {
    let inactive = ExternalSystem { active: false, ..system(73, OWN, "off") };
    let all = vec![system(70, SHARED, "a"), system(71, OWN, "a"), system(72, OTHER, "b"), inactive];
    given().partner("G0001").product("P1").reference(|reference| reference.external_systems = all)
}

#[test]
fn unknown_system_is_created_once_with_warning() {
    let made = "created externalSystem, warned externalSystem.created /externalSystemCode";
    let table = [
        ("a", "created", "created"),
        // the system of another organisation is not visible
        ("b", made, "created"),
        ("new", made, "created"),
        (
            "off",
            "rejected externalSystem.inactive /externalSystemCode",
            "rejected externalSystem.inactive /externalSystemCode",
        ),
    ];
    for (key, first, second) in table {
        let rows = [of_system("H1", key), of_system("H2", key)];
        assert_eq!(known().outcomes(ErrorPolicy::Row, &rows), [first, second], "{key}");
    }
    let plan = known().plan(ErrorPolicy::All, &[of_system("H1", "new")]);
    let created = &plan.writes.external_systems.created[0];
    assert_eq!((created.organisation, created.code.as_str()), (OWN, "new"));
    assert_eq!(plan.related.reference.external_system(created.id), Some(created));
    assert_eq!(plan.writes.candidates[0].external_system, Some(created.id));
    let stored = |row| known().plan(ErrorPolicy::All, &[row]).writes.candidates[0].external_system;
    assert_eq!(stored(of_system("H1", "a")), Some(ExternalSystemId(71)), "own before shared");
    assert_eq!(stored(row("H1", "1")), None);
}

#[test]
fn system_of_rejected_unit_is_not_created() {
    let rejected = row_with("H1", "1", |request| {
        request.external_system = Some(code("new"));
        request.product.code = sent("unknown");
    });
    let plan = known().plan(ErrorPolicy::Row, &[rejected, row("H2", "1")]);
    assert!(plan.writes.external_systems.created.is_empty());
    let made = "created externalSystem, warned externalSystem.created /externalSystemCode";
    let rows = [of_system("H1", "new"), of_system("H2", "new")];
    assert_eq!(known().outcomes(ErrorPolicy::Header, &rows), [made, "created"]);
}

#[test]
fn ids_of_a_row_refer_to_the_sent_system_then_to_that_of_the_source() {
    let (sent, of_source) = (ExternalSystemId(70), ExternalSystemId(71));
    let table = [
        (None, None, ExternalIds::Shared, None),
        (Some(sent), None, ExternalIds::Shared, Some(sent)),
        (None, Some(of_source), ExternalIds::Own, Some(of_source)),
        (Some(sent), Some(of_source), ExternalIds::Own, Some(sent)),
    ];
    for (sent, of_source, external_ids, expected) in table {
        let given = known().reference(|reference| {
            let source = reference.data_sources.iter_mut().find(|source| source.id == SOURCE).unwrap();
            (source.external_system, source.external_ids) = (of_source, external_ids);
        });
        let reference = given.loaded().reference;
        assert_eq!(reference.row_system(sent, SOURCE), (expected, external_ids));
    }
}
