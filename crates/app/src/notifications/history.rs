//! Past occurrences of notification rules, reconstructed from the event feed.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::Status;
use orderdock_domain::ids::{CandidateId, OrderId, OrganisationId};
use orderdock_domain::notification::{
    Cause, ConditionChange, ConditionPeriod, NotificationKind, NotificationRule, Occurrence,
    condition_periods, silences, unconfirmed_ends,
};
use orderdock_store::FeedCommit;

use super::rule_facts::{RuleFacts, occurrence, scope};
use crate::Outcome;
use crate::notifications::NotificationService;

/// Number of commits per query.
const COMMITS_AT_ONCE: u32 = 250;
/// Maximum number of commits that are read; of more, the latest ones.
const MAX_COMMITS: i64 = 300_000;
/// Number of records per query.
const RECORDS_PER_QUERY: usize = 10_000;
/// Maximum number of state changes; of more, the latest ones.
const MAX_CHANGES: usize = 500_000;
/// Longest delay of a commit: a slow one has a position after commits of later events.
const LATE: SignedDuration = SignedDuration::from_mins(10);

/// Occurrences of a rule in a period.
pub(super) struct PastOccurrences {
    /// Time from which they are complete.
    pub from: Timestamp,
    pub facts: RuleFacts,
}

impl PastOccurrences {
    fn counted(from: Timestamp, occurrences: Vec<Occurrence>) -> Self {
        Self { from, facts: RuleFacts::new(occurrences, false) }
    }
}

impl NotificationService {
    /// Returns the occurrences of a rule in a period.
    pub(super) async fn past_occurrences(
        &self,
        rule: &NotificationRule,
        begin: Timestamp,
        end: Timestamp,
    ) -> Outcome<PastOccurrences> {
        match rule.kind {
            NotificationKind::CandidatesInError | NotificationKind::OrderNotHandedOver => {
                self.past_lasting_states(rule, begin).await
            }
            NotificationKind::SourceSilent => self.past_silences(rule, begin, end).await,
            NotificationKind::RunFailed => {
                Ok(PastOccurrences::counted(begin, self.failed_runs(rule, begin).await?))
            }
            // past entries have no events
            NotificationKind::CandidatesRejected
            | NotificationKind::CandidatesOnHold
            | NotificationKind::ReferencesUnresolved
            | NotificationKind::WebhookPaused => {
                Ok(PastOccurrences { from: begin, facts: self.current_occurrences(rule, begin, end).await? })
            }
        }
    }

    async fn past_lasting_states(
        &self,
        rule: &NotificationRule,
        begin: Timestamp,
    ) -> Outcome<PastOccurrences> {
        let reach = begin.checked_sub(rule.threshold()).unwrap_or(begin);
        let (known_since, changes) = self.changes(rule, reach).await?;
        let (lasting_states, uncounted) = self.lasting_states(rule, self.clock.now()).await?;
        let ended_nothing = self.ended_nothing(rule, &changes).await?;
        let mut lasting = condition_periods(&changes, known_since, &lasting_states, &ended_nothing);
        if rule.kind == NotificationKind::OrderNotHandedOver {
            let settings = self.store.read(move |tx| tx.order_settings()).await?;
            let awaited = |organisation: OrganisationId, since: Timestamp| {
                let own = settings.organisations.get(&organisation);
                own.and_then(|own| own.hand_over_since).is_some_and(|from| from <= since)
            };
            lasting.retain(|one| match one.cause {
                Cause::Organisation(id) => awaited(id, one.since),
                _ => false,
            });
        }
        let from = known_since.checked_add(rule.threshold()).unwrap_or(begin).max(begin);
        let in_period = |one: &ConditionPeriod| one.until.is_none_or(|until| until > from);
        let occurrences =
            lasting.iter().filter(|one| in_period(one)).map(|one| occurrence(rule, one)).collect();
        Ok(PastOccurrences { from, facts: RuleFacts::new(occurrences, uncounted) })
    }

    /// Returns the records to which the rule did not apply before their first known change, so that this change ended
    /// nothing.
    async fn ended_nothing(
        &self,
        rule: &NotificationRule,
        changes: &[ConditionChange],
    ) -> Outcome<BTreeSet<i64>> {
        let mut unsure = unconfirmed_ends(changes);
        let all: Vec<_> = unsure.iter().copied().collect();
        for ids in all.chunks(RECORDS_PER_QUERY) {
            let scope = scope(rule).write();
            if rule.kind == NotificationKind::OrderNotHandedOver {
                let ids: Vec<_> = ids.iter().copied().map(OrderId).collect();
                let excluded = self.store.read(move |tx| tx.never_handed_over(&scope, &ids)).await?;
                for id in &excluded {
                    unsure.remove(&id.0);
                }
            } else {
                let ids: Vec<_> = ids.iter().copied().map(CandidateId).collect();
                let excluded = self.store.read(move |tx| tx.excluded_in_error(&scope, &ids)).await?;
                for id in &excluded {
                    unsure.remove(&id.0);
                }
            }
        }
        Ok(unsure)
    }

    async fn past_silences(
        &self,
        rule: &NotificationRule,
        begin: Timestamp,
        end: Timestamp,
    ) -> Outcome<PastOccurrences> {
        let Some(source) = rule.data_source else {
            return Ok(PastOccurrences::counted(begin, Vec::new()));
        };
        let (known_since, changes) = self.changes(rule, begin).await?;
        let from = known_since.max(begin);
        let scope = scope(rule).write();
        let before = self.store.read(move |tx| tx.last_received(&scope, source, from)).await?;
        let mut arrivals: Vec<_> = changes.iter().map(|change| change.at).filter(|at| *at >= from).collect();
        arrivals.sort_unstable();
        arrivals.insert(0, before.unwrap_or(from));
        let silences = silences(&rule.window, rule.threshold(), &arrivals);
        let in_period = silences.into_iter().filter(|silence| silence.from <= end);
        let occurrences = in_period.map(|silence| Occurrence {
            cause: Cause::DataSource(source),
            subject: source.0,
            // the first silence has no known start unless there was a candidate before
            since: Some(silence.since).filter(|since| before.is_some() || *since != from),
            from: silence.from,
            until: silence.until,
        });
        Ok(PastOccurrences::counted(from, occurrences.collect()))
    }

    /// Returns state changes since an instant, and the time from which they are complete.
    async fn changes(
        &self,
        rule: &NotificationRule,
        since: Timestamp,
    ) -> Outcome<(Timestamp, Vec<ConditionChange>)> {
        self.feed.place_events().await?;
        let (mut position, mut known_since) = self.position_at(since).await?;
        let mut changes = Vec::new();
        loop {
            let scope = scope(rule).read();
            let page = self.store.read(move |tx| tx.read_events(&scope, position, COMMITS_AT_ONCE)).await?;
            let all = page.commits.len() < COMMITS_AT_ONCE as usize;
            for commit in &page.commits {
                position = commit.position + 1;
                if commit.at >= known_since {
                    gather(rule, commit, &mut changes);
                }
            }
            if changes.len() > MAX_CHANGES {
                known_since = trim_to_later_half(&mut changes);
            }
            if all {
                return Ok((known_since, changes));
            }
        }
    }

    /// Returns the position from which the feed contains all events since an instant, and the time from which it is
    /// complete.
    async fn position_at(&self, since: Timestamp) -> Outcome<(i64, Timestamp)> {
        let first = |from: i64| self.store.read(move |tx| tx.read_events(&OrgScope::All.read(), from, 1));
        let ends = first(i64::MAX).await?.ends;
        let minimum = (ends.newest - MAX_COMMITS).max(ends.oldest) + 1;
        let oldest = first(minimum).await?.commits.into_iter().next();
        // if no event was ever deleted, nothing happened before the first commit
        let nothing_before = ends.oldest == 0 && minimum == 1;
        let known_since = match oldest {
            Some(oldest) if !nothing_before => oldest.at.max(since),
            _ => since,
        };
        let early = known_since.checked_sub(LATE).unwrap_or(known_since);
        let (mut low, mut high) = (minimum, ends.newest + 1);
        while low < high {
            let middle = low + (high - low) / 2;
            match first(middle).await?.commits.first() {
                Some(commit) if commit.at < early => low = commit.position + 1,
                _ => high = middle,
            }
        }
        Ok((low, known_since))
    }
}

/// Removes the earlier half of the changes and returns the time from which the rest is complete.
fn trim_to_later_half(changes: &mut Vec<ConditionChange>) -> Timestamp {
    changes.sort_by_key(|change| change.at);
    let known_since = changes.get(changes.len() / 2).map_or(Timestamp::MIN, |change| change.at);
    changes.retain(|change| change.at >= known_since);
    known_since
}

fn gather(rule: &NotificationRule, commit: &FeedCommit, changes: &mut Vec<ConditionChange>) {
    for (kind, id) in commit.events.iter() {
        let wanted = rule.data_source.is_none() || kind.data_source == rule.data_source;
        let begins = rule.kind.begins(kind.event_type, kind.status == Some(Status::Error));
        if wanted && (begins || rule.kind.ends(kind.event_type)) {
            let cause = Cause::Organisation(commit.organisation);
            let sure = rule.kind.surely_ends(kind.event_type);
            changes.push(ConditionChange { cause, subject: id, at: commit.at, begins, sure });
            if rule.kind == NotificationKind::SourceSilent {
                // one candidate of a commit is enough to end the silence
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use orderdock_domain::ids::DataSourceId;

    use super::*;

    #[test]
    fn trimmed_history_keeps_the_later_half() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let change = |second| ConditionChange {
            cause: Cause::DataSource(DataSourceId(1)),
            subject: second,
            at: at(second),
            begins: true,
            sure: false,
        };
        let mut changes: Vec<_> = [9, 1, 5, 5, 5, 2].map(change).into();
        assert_eq!(trim_to_later_half(&mut changes), at(5));
        assert_eq!(changes, [5, 5, 5, 9].map(change));
    }
}
