//! Occurrences of a rule with the entries that its messages describe.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;
use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{HoldReason, ReferenceKind};
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::notification::{
    Cause, ConditionPeriod, DueMessage, HoldSummary, LineFigures, MessageItem, NotificationRule, Occurrence,
};

use crate::context::one_or_all;

/// Maximum number of counted records of one rule.
pub(super) const MAX_RECORDS_OF_RULE: usize = 10_000;

/// Occurrences of a rule.
#[derive(Default)]
pub(super) struct RuleFacts {
    pub occurrences: Vec<Occurrence>,
    /// Whether there are more than could be counted.
    pub uncounted: bool,
    /// Incoming orders on hold and missing records by the subject of their occurrence.
    pub entries: HashMap<i64, OpenEntry>,
}

/// Incoming order on hold, or missing record.
pub(super) struct OpenEntry {
    /// Kind and name of a missing record.
    pub record: Option<(ReferenceKind, String)>,
    /// Hold reasons of an incoming order.
    pub reasons: BTreeSet<HoldReason>,
    pub figures: LineFigures,
}

impl RuleFacts {
    /// Returns facts whose messages describe no entries.
    pub(super) fn new(occurrences: Vec<Occurrence>, uncounted: bool) -> Self {
        Self { occurrences, uncounted, entries: HashMap::new() }
    }

    pub(super) fn add(
        &mut self,
        rule: &NotificationRule,
        (organisation, subject, since): (OrganisationId, i64, Timestamp),
        entry: OpenEntry,
    ) {
        let cause = Cause::Organisation(organisation);
        self.occurrences.push(occurrence(rule, &ConditionPeriod { cause, subject, since, until: None }));
        self.entries.insert(subject, entry);
    }

    /// Returns the figures of the incoming orders of a message; `None` if it is not about holds.
    pub(super) fn hold_summary(&self, due: &DueMessage) -> Option<HoldSummary> {
        let mut summary = None;
        let mut reasons: BTreeMap<HoldReason, u64> = BTreeMap::new();
        let entries = due.reported.iter().filter_map(|one| self.entries.get(&one.subject));
        for order in entries.filter(|entry| entry.record.is_none()) {
            let HoldSummary { figures, .. } = summary.get_or_insert_default();
            figures.include(&order.figures);
            for reason in &order.reasons {
                *reasons.entry(*reason).or_default() += 1;
            }
        }
        let mut summary = summary?;
        summary.reasons = reasons.into_iter().collect();
        summary.reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Some(summary)
    }

    /// Adds the name of a missing record and the figures of its lines, or those of an incoming order.
    pub(super) fn describe(&self, subject: i64, item: &mut MessageItem) {
        let Some(entry) = self.entries.get(&subject) else { return };
        if let Some((kind, name)) = &entry.record {
            item.kind = Some(*kind);
            item.name.clone_from(name);
        }
        item.figures = Some(entry.figures.clone());
    }
}

pub(super) fn scope(rule: &NotificationRule) -> OrgScope {
    one_or_all(rule.organisation)
}

/// Returns the occurrence of a state, which starts when the state has lasted for the threshold of the rule.
pub(super) fn occurrence(rule: &NotificationRule, lasting: &ConditionPeriod) -> Occurrence {
    let ConditionPeriod { cause, subject, since, until } = *lasting;
    let from = since.checked_add(rule.threshold()).unwrap_or(Timestamp::MAX);
    Occurrence { cause, subject, since: Some(since), from, until }
}
