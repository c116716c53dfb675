//! Results of a chunk after some of its orders failed at the commit.

use super::*;
use crate::correction::CorrectionCall;
use crate::ids::OrderId;
use crate::problem::ProblemCode;

/// Returns a plan with two orders of two candidates, one order of one candidate, and two ignored candidates.
fn chunk() -> OrdersPlan {
    let headers = ["A", "A", "B", "B", "C", "D", "E"];
    let mut candidates: Vec<_> = (1..).zip(headers).map(|(id, header)| candidate(id, header)).collect();
    candidates[5].status = Status::Inactive;
    candidates[6].status = Status::Error;
    let plan = run(&OrderFixture::new(), &candidates);
    assert_eq!(summary(&plan), "1 2 | 3 4 | 5 [6: inactive] [7: error]");
    plan
}

fn caller() -> CorrectionCall {
    CorrectionCall { actor: "Anna".to_owned(), now: moment(NOW), run: Some(RunId(500)) }
}

/// Formats each candidate with its remaining result.
fn describe(results: &[RunCandidateResult]) -> String {
    let word = |result: &RunCandidateResult| {
        let word = match &result.outcome {
            RunOutcome::Ordered { .. } => "ordered".to_owned(),
            RunOutcome::Failed(problems) => problems.iter().map(at).collect::<Vec<_>>().join(", "),
            RunOutcome::Passed(status) => status.as_str().to_owned(),
            other => panic!("{other:?}"),
        };
        format!("{} {word}", result.candidate)
    };
    results.iter().map(word).collect::<Vec<_>>().join("; ")
}

/// Rejections by index of the order; counts selected, processed, orders, stayed, failed; stale candidates; candidates with
/// faults; results.
type Case<'c> = (&'c [(usize, OrderRejection)], [u64; 5], &'c [i64], &'c [i64], String);

#[test]
fn rejected_orders_are_removed_from_chunk_results() {
    use OrderRejection::{Fault, Stale};
    const FAULT: &str = "server.fault at ";
    let plan = chunk();
    let order = |index: usize| plan.writes.orders[index].order.id;
    let passed = "6 inactive; 7 error";
    let table: [Case<'_>; 6] = [
        (
            &[],
            [7, 5, 3, 2, 0],
            &[],
            &[],
            format!("1 ordered; 2 ordered; 3 ordered; 4 ordered; 5 ordered; {passed}"),
        ),
        (&[(1, Stale)], [5, 3, 2, 2, 0], &[3, 4], &[], format!("1 ordered; 2 ordered; 5 ordered; {passed}")),
        (
            &[(0, Fault)],
            [7, 3, 2, 2, 2],
            &[],
            &[1, 2],
            format!("1 {FAULT}; 2 {FAULT}; 3 ordered; 4 ordered; 5 ordered; {passed}"),
        ),
        (
            &[(2, Stale), (0, Stale)],
            [4, 2, 1, 2, 0],
            &[1, 2, 5],
            &[],
            format!("3 ordered; 4 ordered; {passed}"),
        ),
        (
            &[(0, Stale), (2, Fault)],
            [5, 2, 1, 2, 1],
            &[1, 2],
            &[5],
            format!("3 ordered; 4 ordered; 5 {FAULT}; {passed}"),
        ),
        (&[(0, Stale), (1, Stale), (2, Stale)], [2, 0, 0, 2, 0], &[1, 2, 3, 4, 5], &[], passed.to_owned()),
    ];
    for (rejections, counts, stale, faulty, results) in table {
        let rejections: OrderRejections =
            rejections.iter().map(|(index, rejection)| (order(*index), *rejection)).collect();
        let settled =
            settle(&plan.writes.orders, &plan.results, RunCounts::of(&plan), &rejections, &caller());
        let RunCounts { selected, processed, orders, skipped, failed } = settled.counts;
        assert_eq!([selected, processed, orders, skipped, failed], counts, "{rejections:?}");
        assert_eq!(selected, processed + skipped + failed, "{rejections:?}");
        assert_eq!(settled.stale.iter().map(|id| id.0).collect::<Vec<_>>(), stale, "{rejections:?}");
        assert_eq!(describe(&settled.results), results, "{rejections:?}");
        let changed: Vec<_> = settled.faulty.iter().map(|change| change.claim.candidate.0).collect();
        assert_eq!(changed, faulty, "{rejections:?}");
        for change in &settled.faulty {
            assert_eq!((change.after.status, &change.after.hold), (Status::Error, &None));
            assert_eq!(change.entry.as_ref().map(|entry| entry.run), Some(Some(RunId(500))));
            assert_eq!(
                change.after.problems.iter().map(|problem| problem.code).collect::<Vec<_>>(),
                [ProblemCode::ServerFault]
            );
        }
    }
}

#[test]
fn rejected_order_of_another_chunk_is_ignored() {
    let plan = chunk();
    let rejections = OrderRejections::from([(OrderId(1), OrderRejection::Stale)]);
    let settled = settle(&plan.writes.orders, &plan.results, RunCounts::of(&plan), &rejections, &caller());
    assert_eq!((settled.counts, &*settled.results), (RunCounts::of(&plan), plan.results.as_slice()));
}
