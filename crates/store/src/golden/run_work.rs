//! Stored representation of the work of runs. An instance of an older version may continue a run.

use jiff::civil::date;
use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Field, InvoiceDocType, MaybeUndefined};
use orderdock_domain::correction::{
    Assignee, Attention, CandidateEdit, FieldEdit, PartnerRoleReference, RequestedValue, Step,
};
use orderdock_domain::identifier::IdentifierString;
use orderdock_domain::ids::{CandidateId, OrganisationId};

use super::{code, decimal, text};
use crate::{Chunk, ChunkExtent, RunWork};

/// One task per line, in the order of [`works`].
const RUN_TASKS: &str = include_str!("../../tests/golden/run_tasks.ndjson");

fn changes() -> Vec<(Field, FieldEdit)> {
    let partner = IdentifierString::Value(code("Müller & Söhne"));
    let role = |location, contact| PartnerRoleReference { bpartner: partner.clone(), location, contact };
    let doc_type = |doc_sub_type| InvoiceDocType {
        doc_base_type: code("ARI"),
        doc_sub_type: Option::map(doc_sub_type, code),
    };
    let wanted = [
        (Field::Description, RequestedValue::Value("a \"b\"\nc".to_owned())),
        (Field::DateRequired, RequestedValue::Instant("2026-11-20T08:00:00.000001Z".parse().unwrap())),
        (Field::ProductCode, RequestedValue::Code(code("ext-7"))),
        (Field::Shipper, RequestedValue::Identifier(IdentifierString::Id(7))),
        (Field::PaymentTerm, RequestedValue::Identifier(IdentifierString::External(code("é")))),
        (Field::Location, RequestedValue::Identifier(IdentifierString::Internal(code("x y")))),
        (Field::BillBPartner, RequestedValue::Role(role(None, None))),
        (
            Field::DropShipBPartner,
            RequestedValue::Role(role(Some(IdentifierString::Id(8)), Some(partner.clone()))),
        ),
        (Field::InvoiceDocType, RequestedValue::InvoiceDocType(doc_type(Some("KV")))),
        (Field::InvoiceDocType, RequestedValue::InvoiceDocType(doc_type(None))),
    ];
    let steps = [
        (Field::Price, Step::Percent(decimal("-12.5"))),
        (Field::Qty, Step::Amount(decimal("0.0001"))),
        (Field::Discount, Step::Amount(decimal("1234567890123456789012345678"))),
        (Field::DateOrdered, Step::Days(-3)),
    ];
    let set = wanted.into_iter().map(|(field, value)| (field, FieldEdit::Set(value)));
    let moved = steps.into_iter().map(|(field, step)| (field, FieldEdit::ChangeBy(step)));
    set.chain(moved).chain([(Field::PoReference, FieldEdit::Clear)]).collect()
}

fn works() -> Vec<RunWork> {
    let assignee = |organisations| MaybeUndefined::Value(Assignee { name: code("kim b"), organisations });
    let edit = |active, attention| Some(CandidateEdit { changes: changes(), active, attention });
    let these = OrgScope::These(vec![OrganisationId(7), OrganisationId(9)]);
    let chunk =
        |ids: &[i64], extent| Chunk { candidates: ids.iter().copied().map(CandidateId).collect(), extent };
    vec![
        RunWork::default(),
        RunWork { reason: Some(text("zu \"früh\"\nbestellt")), selected: true, ..RunWork::default() },
        RunWork { edit: Some(CandidateEdit::default()), ..RunWork::default() },
        RunWork { edit: edit(None, Attention::default()), selected: true, ..RunWork::default() },
        RunWork {
            edit: edit(
                Some(true),
                Attention { waiting: MaybeUndefined::Null, assigned: assignee(OrgScope::All), comment: None },
            ),
            ..RunWork::default()
        },
        RunWork {
            edit: edit(
                Some(false),
                Attention {
                    waiting: MaybeUndefined::Value(date(2026, 12, 1)),
                    assigned: assignee(these),
                    comment: Some(text("zu \"früh\"")),
                },
            ),
            ..RunWork::default()
        },
        RunWork {
            edit: edit(
                None,
                Attention { waiting: MaybeUndefined::Absent, assigned: MaybeUndefined::Null, comment: None },
            ),
            chunks: vec![
                chunk(&[1, 2, 300, i64::MAX], ChunkExtent::Listed),
                chunk(&[-1], ChunkExtent::Headers),
                chunk(&[], ChunkExtent::ListedAndHeaders),
            ],
            ..RunWork::default()
        },
    ]
}

#[test]
fn run_work_is_stored_as_before() {
    let works = works();
    assert_eq!(RUN_TASKS.lines().count(), works.len());
    for (work, stored) in works.into_iter().zip(RUN_TASKS.lines()) {
        let (task, selection) = work.encode();
        assert_eq!(task, stored);
        assert_eq!(RunWork::decode(stored, &selection).unwrap(), work);
    }
}

#[test]
fn selections_are_stored_as_before() {
    let (_, selection) = works().pop().unwrap().encode();
    let mut stored = vec![0, 4, 1, 1, 0xaa, 2];
    stored.extend([0xd3, 0xfd, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]);
    stored.extend([1, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]);
    stored.extend([2, 0]);
    assert_eq!(selection, stored);
}

#[test]
fn malformed_run_task_is_rejected() {
    for nonsense in
        ["", "{}", r#"[["qty",{"days":"x"}]]"#, r#"[["nothing","clear"]]"#, r#"[["qty",{"amount":1.5}]]"#]
    {
        let task = format!(r#"{{"selected":true,"edit":{{"changes":{nonsense}}}}}"#);
        assert!(RunWork::decode(&task, &[]).is_err(), "{nonsense}");
    }
}
