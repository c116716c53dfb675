//! Candidates of voided orders.

use super::*;
use crate::candidate::CandidateState;
use crate::correction::{CorrectionCall, HistoryEvent};
use crate::order::{OrderSettings, ordered_candidates, void_order};

#[test]
fn voiding_excludes_the_candidates_of_the_order() {
    let fixture = OrderFixture::new();
    let candidates = [candidate(2, "H1"), candidate(1, "H1")];
    let plan = run(&fixture, &candidates);
    let mut order = only(&plan).clone();
    order.document_no = Some(code("000042"));
    let ordered = candidates.map(|one| with(one, |c| (c.status, c.version) = (Status::Processed, 2)));
    let call = CorrectionCall { actor: "kim".to_owned(), now: moment("2026-12-02T12:00:00Z"), run: None };
    let void = void_order(&order, &ordered, Some("Webshop"), None, &OrderSettings::default(), &call).unwrap();
    assert_eq!((void.order, void.version), (order.id, 1));
    assert_eq!(ordered_candidates(&order), [CandidateId(1), CandidateId(2)]);
    let hold = Some(Hold::OrderVoided { document_no: code("000042") });
    for (place, (change, recorded)) in (1..).zip(void.changes.iter().zip(&void.ordered)) {
        assert_eq!((change.claim.candidate, change.claim.version), (CandidateId(place), 2));
        assert_eq!(
            change.after,
            CandidateState { hold: hold.clone(), ..CandidateState::plain(Status::Inactive) }
        );
        let entry = change.entry.as_ref().unwrap();
        assert_eq!((entry.version, entry.event, entry.actor.as_str()), (3, HistoryEvent::OrderVoided, "kim"));
        assert_eq!((entry.order, &entry.document_no), (Some(order.id), &order.document_no));
        assert_eq!(
            (recorded.version, recorded.event, recorded.actor.as_str()),
            (2, HistoryEvent::Ordered, "Webshop")
        );
        assert_eq!(
            (recorded.run, recorded.at, recorded.status),
            (order.run, order.created_at, Status::Processed)
        );
    }
    let elsewhere = ordered.clone().map(|one| with(one, |c| c.status = Status::Inactive));
    let void = void_order(&order, &elsewhere, None, None, &OrderSettings::default(), &call).unwrap();
    assert_eq!(void.changes, [], "candidates without an order are not released");
    let archived =
        void_order(&order, &ordered[..1], None, None, &OrderSettings::default(), &call).unwrap_err();
    assert_eq!(archived.code, crate::problem::ProblemCode::OrderArchived);
    order.status = crate::order::OrderStatus::Voided;
    let again = void_order(&order, &ordered, None, None, &OrderSettings::default(), &call).unwrap_err();
    assert_eq!(again.code, crate::problem::ProblemCode::OrderVoided);
}
