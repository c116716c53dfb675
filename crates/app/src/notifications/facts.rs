//! Current occurrences of notification rules, and the texts of their messages.

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::OrgScope;
use orderdock_domain::cast;
use orderdock_domain::ids::{CandidateId, OrderId, OrganisationId, RejectedRowId, WebhookId};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::notification::{
    Cause, ComposedMessage, ConditionPeriod, DueMessage, MessageBuilder, MessageItem, NotificationKind,
    NotificationRule, Occurrence, silences,
};
use orderdock_domain::text::Code;
use orderdock_domain::webhook::WebhookStatus;
use orderdock_store::{
    FailedRun, LastingState, LastingStateQuery, ReadTransaction, RejectedRowContent, RejectedRowFilter,
    RejectedRowQuery,
};

use super::rule_facts::{MAX_RECORDS_OF_RULE, RuleFacts, occurrence, scope};
use crate::Outcome;
use crate::notifications::NotificationService;

/// Delay of the evaluation, because events of the last minute may not be committed yet.
pub(super) const EVALUATION_DELAY: SignedDuration = SignedDuration::from_mins(1);
/// Age from which a failed run causes no message, even if none could be created in time.
const FAILED_RUN_MAX_AGE: SignedDuration = SignedDuration::from_hours(48);

impl NotificationService {
    /// Returns the occurrences of a rule at an instant.
    pub(super) async fn current_occurrences(
        &self,
        rule: &NotificationRule,
        active_since: Timestamp,
        at: Timestamp,
    ) -> Outcome<RuleFacts> {
        let counted = |occurrences| RuleFacts::new(occurrences, false);
        let lasting_since = at.checked_sub(rule.threshold()).unwrap_or(Timestamp::MIN);
        match rule.kind {
            NotificationKind::CandidatesInError
            | NotificationKind::CandidatesRejected
            | NotificationKind::OrderNotHandedOver => {
                let (lasting_states, more) = self.lasting_states(rule, lasting_since).await?;
                Ok(RuleFacts::new(lasting_states.iter().map(|one| occurrence(rule, one)).collect(), more))
            }
            NotificationKind::CandidatesOnHold => self.orders_on_hold(rule, lasting_since).await,
            NotificationKind::ReferencesUnresolved => self.unresolved_references(rule, lasting_since).await,
            NotificationKind::SourceSilent => Ok(counted(self.silence(rule, active_since, at).await?)),
            NotificationKind::RunFailed => {
                let since = at.checked_sub(FAILED_RUN_MAX_AGE).unwrap_or(active_since).max(active_since);
                Ok(counted(self.failed_runs(rule, since).await?))
            }
            NotificationKind::WebhookPaused => Ok(counted(self.paused_webhooks(rule).await?)),
        }
    }

    /// Returns the records that have been in the state of the rule since an instant or longer, and whether there are
    /// more.
    pub(super) async fn lasting_states(
        &self,
        rule: &NotificationRule,
        since: Timestamp,
    ) -> Outcome<(Vec<ConditionPeriod>, bool)> {
        let limit = cast::<u32>(MAX_RECORDS_OF_RULE + 1);
        let query = LastingStateQuery { data_source: rule.data_source, since, limit };
        let scope = scope(rule).write();
        let kind = rule.kind;
        let read = move |tx: &dyn ReadTransaction| match kind {
            NotificationKind::CandidatesInError => tx.candidates_in_error(&scope, &query),
            NotificationKind::CandidatesRejected => tx.open_rejected_rows(&scope, &query),
            _ => tx.orders_not_handed_over(&scope, &query),
        };
        let mut found = self.store.read(read).await?;
        let more = found.len() > MAX_RECORDS_OF_RULE;
        found.truncate(MAX_RECORDS_OF_RULE);
        let lasting = |LastingState { organisation, id, since }| ConditionPeriod {
            cause: Cause::Organisation(organisation),
            subject: id,
            since,
            until: None,
        };
        Ok((found.into_iter().map(lasting).collect(), more))
    }

    async fn silence(
        &self,
        rule: &NotificationRule,
        active_since: Timestamp,
        at: Timestamp,
    ) -> Outcome<Vec<Occurrence>> {
        let Some(source) = rule.data_source else { return Ok(Vec::new()) };
        let scope = scope(rule).write();
        let before = self.clock.now();
        // a candidate received just now ends the silence too
        let last_arrival = self.store.read(move |tx| tx.last_received(&scope, source, before)).await?;
        let silences = silences(&rule.window, rule.threshold(), &[last_arrival.unwrap_or(active_since)]);
        let silent = silences.into_iter().filter(|silence| silence.from <= at);
        Ok(silent
            .map(|silence| Occurrence {
                cause: Cause::DataSource(source),
                subject: source.0,
                since: last_arrival,
                from: silence.from,
                until: None,
            })
            .collect())
    }

    pub(super) async fn failed_runs(
        &self,
        rule: &NotificationRule,
        since: Timestamp,
    ) -> Outcome<Vec<Occurrence>> {
        let limit = cast::<u32>(MAX_RECORDS_OF_RULE);
        let scope = scope(rule).write();
        let failed = self.store.read(move |tx| tx.runs_failed_since(&scope, since, limit)).await?;
        Ok(failed.iter().map(run_occurrence).collect())
    }

    /// Returns webhooks that were paused automatically because all requests failed.
    async fn paused_webhooks(&self, rule: &NotificationRule) -> Outcome<Vec<Occurrence>> {
        let webhooks = self.store.read(|tx| tx.webhooks()).await?;
        let paused = webhooks.iter().filter(|webhook| {
            let paused_automatically =
                webhook.state.status == WebhookStatus::Paused && webhook.state.by.is_none();
            paused_automatically
                && rule.organisation.is_none_or(|own| webhook.settings.organisation == Some(own))
        });
        Ok(paused
            .map(|webhook| Occurrence {
                cause: Cause::Webhook(webhook.id),
                subject: webhook.id.0,
                since: webhook.failing_since,
                from: webhook.state.at,
                until: None,
            })
            .collect())
    }

    /// Builds a message with the names of the records that it is about.
    pub(super) async fn compose(
        &self,
        rule: &NotificationRule,
        due: &DueMessage,
        facts: &RuleFacts,
    ) -> Outcome<ComposedMessage> {
        let reference = self.store.reference().await?;
        let items = self.items(rule, due, facts).await?;
        let holds = facts.hold_summary(due);
        let name = match due.cause {
            Cause::Organisation(id) => organisation_name(&reference, id),
            Cause::Several => String::new(),
            Cause::DataSource(id) => {
                let source = reference.data_sources.iter().find(|source| source.id == id);
                let named = source.and_then(|source| {
                    let internal = source.internal_names.first().map(|name| name.as_str().to_owned());
                    source.name.as_ref().map(|name| name.as_str().to_owned()).or(internal)
                });
                named.unwrap_or_else(|| id.to_string())
            }
            Cause::Webhook(id) => self.webhook_name(id).await?,
        };
        let order_desk = self.notifying().order_desk.clone();
        let builder = MessageBuilder {
            rule,
            cause: due.cause,
            name: &name,
            // a trial knows more records from their history than a message counts
            count: if facts.uncounted {
                due.reported.len().min(MAX_RECORDS_OF_RULE)
            } else {
                due.reported.len()
            },
            uncounted: facts.uncounted,
            items: &items,
            holds: holds.as_ref(),
            order_desk: order_desk.as_deref(),
        };
        Ok(builder.compose())
    }

    async fn webhook_name(&self, id: WebhookId) -> Outcome<String> {
        let webhooks = self.store.read(|tx| tx.webhooks()).await?;
        let found = webhooks.into_iter().find(|webhook| webhook.id == id);
        // the host only, because the address may contain a secret
        let name =
            found.map(|webhook| webhook.settings.description.unwrap_or_else(|| host(&webhook.settings.url)));
        Ok(name.unwrap_or_else(|| id.to_string()))
    }

    async fn items(
        &self,
        rule: &NotificationRule,
        due: &DueMessage,
        facts: &RuleFacts,
    ) -> Outcome<Vec<MessageItem>> {
        let reported =
            due.reported.get(..MessageBuilder::MAX_ITEMS.min(due.reported.len())).unwrap_or_default();
        let scope = scope(rule).read();
        let mut names: std::collections::HashMap<i64, String> = std::collections::HashMap::new();
        match rule.kind {
            NotificationKind::CandidatesInError => {
                let ids: Vec<_> = reported.iter().map(|one| CandidateId(one.subject)).collect();
                for named in self.store.read(move |tx| tx.named_candidates(&scope, &ids)).await? {
                    let name = format!("{} / {} ({})", named.header_id, named.line_id, named.po_reference);
                    names.insert(named.id.0, name);
                }
            }
            NotificationKind::CandidatesOnHold => {
                let ids: Vec<_> = reported.iter().map(|one| CandidateId(one.subject)).collect();
                for named in self.store.read(move |tx| tx.named_candidates(&scope, &ids)).await? {
                    names.insert(named.id.0, format!("{} ({})", named.header_id, named.po_reference));
                }
            }
            NotificationKind::CandidatesRejected => {
                let ids: Vec<_> = reported.iter().map(|one| RejectedRowId(one.subject)).collect();
                let limit = cast::<u32>(ids.len());
                let filter = RejectedRowFilter { ids, ..RejectedRowFilter::default() };
                let query = RejectedRowQuery { filter, limit, ..RejectedRowQuery::default() };
                for entry in self.store.read(move |tx| tx.rejected_rows(&scope, &query)).await? {
                    names.insert(entry.id.0, rejected_name(&entry.content));
                }
            }
            NotificationKind::OrderNotHandedOver => {
                let ids: Vec<_> = reported.iter().map(|one| OrderId(one.subject)).collect();
                for named in self.store.read(move |tx| tx.named_orders(&scope, &ids)).await? {
                    names.insert(named.id.0, named.document_no);
                }
            }
            NotificationKind::ReferencesUnresolved
            | NotificationKind::SourceSilent
            | NotificationKind::RunFailed
            | NotificationKind::WebhookPaused => {}
        }
        let mut item = |one: &Occurrence| {
            let name = names.remove(&one.subject).unwrap_or_else(|| one.subject.to_string());
            let mut item = MessageItem { name, kind: None, since: one.since, figures: None };
            facts.describe(one.subject, &mut item);
            item
        };
        Ok(reported.iter().map(&mut item).collect())
    }
}

/// Returns the name of a rejected row: its ids and the code of its first problem.
fn rejected_name(row: &RejectedRowContent) -> String {
    let id = |id: &Option<Code>| id.as_ref().map_or("?", Code::as_str).to_owned();
    match row.index {
        Some(_) => format!("{} / {} ({})", id(&row.header_id), id(&row.line_id), row.code),
        None => format!("{} ({})", row.sender_name, row.code),
    }
}

fn run_occurrence(run: &FailedRun) -> Occurrence {
    let cause = match &run.organisations {
        OrgScope::These(ids) => match ids.as_slice() {
            [one] => Cause::Organisation(*one),
            _ => Cause::Several,
        },
        OrgScope::All => Cause::Several,
    };
    let failed_at = run.failed_at;
    Occurrence { cause, subject: run.id.0, since: Some(failed_at), from: failed_at, until: None }
}

fn host(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default().to_owned()
}

fn organisation_name(reference: &Reference, id: OrganisationId) -> String {
    let known = reference.organisation(id);
    known.map_or_else(|| id.to_string(), |known| format!("{} {}", known.code, known.name))
}
