//! State of an incoming order, calculated from its members.

use std::collections::{HashMap, HashSet};

use super::*;
use crate::ids::{
    CallerId, CandidateId, DataSourceId, ExternalSystemId, OrganisationId, PartnerId, RequestId,
};
use crate::problem::ProblemCode;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

/// Creates a member from id, status, announced number of lines, request and second of the import.
fn member(of: (i64, Status, Option<i64>, i64, i64)) -> HeaderMember {
    let (id, status, announced, request, second) = of;
    let (id, request) = (CandidateId(id), RequestId(request));
    HeaderMember { id, status, announced, request, created_at: at(second), waits_until: None }
}

#[test]
fn header_state_aggregates_all_members() {
    use Status::{Error, Inactive, New, Processed};
    let facts = HeaderContext {
        bulks: HashSet::from([RequestId(1), RequestId(2)]),
        problems: HashMap::from([(CandidateId(5), ProblemCode::PriceNone)]),
    };
    let alone = HeaderState {
        arrived: 1,
        ready: 1,
        announced: None,
        one_bulk: true,
        newest: at(7),
        error: None,
        rejected_line: None,
        waiting: None,
    };
    let two = HeaderState { arrived: 2, ready: 2, ..alone.clone() };
    let fault = |id, code| Some((CandidateId(id), code));
    let table = vec![
        ("one of a bulk", vec![(1, New, None, 1, 7)], alone.clone()),
        ("one alone", vec![(1, New, None, 9, 7)], HeaderState { one_bulk: false, ..alone.clone() }),
        ("two of a bulk", vec![(1, New, None, 1, 7), (2, New, None, 1, 7)], two.clone()),
        (
            "of two bulks",
            vec![(1, New, None, 1, 7), (2, New, None, 2, 6)],
            HeaderState { one_bulk: false, ..two.clone() },
        ),
        (
            "the largest announced count",
            vec![(1, Processed, Some(3), 1, 7), (2, New, Some(2), 1, 2)],
            HeaderState { announced: Some(3), ready: 1, ..two.clone() },
        ),
        (
            "regardless of their status",
            vec![(1, Inactive, None, 1, 7), (2, Processed, None, 1, 1)],
            HeaderState { ready: 0, ..two.clone() },
        ),
        (
            "the first in error, in any order",
            vec![(8, Error, None, 1, 7), (5, Error, None, 1, 7)],
            HeaderState { error: fault(5, ProblemCode::PriceNone), ready: 0, ..two },
        ),
        (
            "an error of which nothing is known",
            vec![(6, Error, None, 1, 7)],
            HeaderState { error: fault(6, ProblemCode::ServerFault), ready: 0, ..alone },
        ),
    ];
    for (case, members, expected) in table {
        let members: Vec<_> = members.into_iter().map(member).collect();
        assert_eq!(HeaderState::of(&members, &facts, None), Some(expected), "{case}");
    }
    let day = |day| jiff::civil::date(2026, 12, day);
    let waits = |of, until| HeaderMember { waits_until: Some(day(until)), ..member(of) };
    let open = [
        waits((7, New, None, 1, 7), 2),
        waits((5, Error, None, 1, 7), 3),
        waits((6, New, None, 1, 7), 3),
        waits((4, Inactive, None, 1, 7), 9),
    ];
    let longest = HeaderState::of(&open, &facts, None).and_then(|state| state.waiting);
    assert_eq!(longest, Some((CandidateId(5), day(3))), "of the open ones");
    assert_eq!(HeaderState::of(&[], &facts, None), None);
    let waits = HeaderState::of(&[member((1, New, None, 1, 7))], &facts, Some(code("3")));
    assert_eq!(waits.and_then(|state| state.rejected_line), Some(code("3")));
}

#[test]
fn earliest_rejected_line_is_awaited() {
    let (here, there) = (OrganisationId(1), OrganisationId(2));
    let (source, other) = (DataSourceId(10), DataSourceId(11));
    let shop = ExternalSystemId(31);
    let owner = HeaderOwner {
        organisation: here,
        data_source: source,
        system: Some(shop),
        sender: Some(CallerId(5)),
    };
    let line = |line: &str, request, index| RejectedOrderLine {
        organisation: Some(here),
        data_source: Some(source),
        system: RejectedSystem::One(shop),
        sender: Some(CallerId(5)),
        request: RequestId(request),
        index,
        line_id: code(line),
        arrived: false,
    };
    let of = |change: fn(&mut RejectedOrderLine)| {
        let mut line = line("7", 1, 0);
        change(&mut line);
        vec![line]
    };
    let elsewhere = RejectedOrderLine { organisation: Some(there), ..line("7", 1, 0) };
    let of_other = RejectedOrderLine { data_source: Some(other), ..line("7", 1, 0) };
    let table = [
        ("none", vec![], None),
        ("its own", of(|_| {}), Some("7")),
        ("another organisation's", vec![elsewhere], None),
        ("another source's", vec![of_other], None),
        ("an organisation that could not be read", of(|line| line.organisation = None), Some("7")),
        ("a source that could not be read", of(|line| line.data_source = None), Some("7")),
        ("another system's", of(|line| line.system = RejectedSystem::One(ExternalSystemId(32))), None),
        ("sent without a system", of(|line| line.system = RejectedSystem::NotSent), None),
        ("a system that could not be read", of(|line| line.system = RejectedSystem::Any), Some("7")),
        ("another sender's", of(|line| line.sender = Some(CallerId(6))), None),
        ("the command line's", of(|line| line.sender = None), None),
        ("imported since", of(|line| line.arrived = true), None),
        ("the earlier request", vec![line("8", 2, 0), line("9", 1, 4), line("7", 3, 1)], Some("9")),
        ("the earlier row", vec![line("8", 2, 5), line("9", 2, 4)], Some("9")),
        (
            "the first missing line",
            vec![RejectedOrderLine { arrived: true, ..line("1", 1, 0) }, line("2", 1, 1)],
            Some("2"),
        ),
    ];
    for (case, lines, expected) in table {
        let mut awaited = AwaitedLine::default();
        for line in lines {
            awaited.consider(owner, line);
        }
        assert_eq!(awaited.into_line(), expected.map(code), "{case}");
    }
}

#[test]
fn header_groups_have_distinct_keys() {
    let header = |id: &str| HeaderGroup::Header(code(id));
    let reference =
        |buyer, text: &str| HeaderGroup::Reference { buyer: PartnerId(buyer), po_reference: code(text) };
    let groups = [
        header("H"),
        header("h"),
        header("h h"),
        header("12"),
        header("ß"),
        header("ss"),
        reference(1, "2"),
        reference(12, "2"),
        reference(1, "h"),
        reference(1, "H"),
    ];
    let systems = [None, Some(ExternalSystemId(1)), Some(ExternalSystemId(12))];
    let keys: HashSet<_> = groups.iter().flat_map(|group| systems.map(|system| group.key(system))).collect();
    assert_eq!(keys.len(), groups.len() * systems.len(), "{keys:?}");
    assert!(systems.iter().all(|system| header("NORD 5").key(*system).starts_with("nord 5")));
}
