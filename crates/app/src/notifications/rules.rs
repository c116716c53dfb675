//! Administration and dry runs of notification rules.

use jiff::civil::Time;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::{OrgScope, Scope};
use orderdock_domain::candidate::MaybeUndefined;
use orderdock_domain::cast;
use orderdock_domain::ids::{DataSourceId, NotificationRuleId, OrganisationId, WebhookId};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::notification::{
    ComposedMessage, MAX_RECIPIENTS, MAX_THRESHOLD_MINUTES, MailAddress, NotificationKind, NotificationRule,
    NotificationWindow, ThresholdUnit, Weekdays, messages_in,
};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Language, Problem, ProblemCode};
use orderdock_store::{Conflict, Notification, NotificationQuery, RuleRecord, StoreError, WriteMode};

use super::facts::EVALUATION_DELAY;
use super::history::PastOccurrences;
use crate::notifications::NotificationService;
use crate::received::sent;
use crate::{Caller, Failure, Outcome};

/// Maximum number of rules in a database.
pub const MAX_RULES: u32 = 200;
/// Maximum number of messages in a dry run.
const MAX_TRIAL_MESSAGES: usize = 100;

/// Values of a new or changed rule. An absent value stays unchanged, or gets its default in a new rule.
#[derive(Clone, PartialEq, Debug)]
pub struct RuleChange {
    pub kind: Option<NotificationKind>,
    pub organisation: MaybeUndefined<OrganisationId>,
    pub minutes: MaybeUndefined<i64>,
    pub hours: MaybeUndefined<i64>,
    pub data_source: MaybeUndefined<DataSourceId>,
    pub weekdays: MaybeUndefined<Weekdays>,
    pub from: MaybeUndefined<Time>,
    pub to: MaybeUndefined<Time>,
    pub time_zone: MaybeUndefined<TimeZone>,
    pub language: Option<Language>,
    pub recipients: Option<Vec<MailAddress>>,
    pub webhook: MaybeUndefined<WebhookId>,
    pub active: Option<bool>,
}

/// Dry run: the messages that a rule would have sent in the last days.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleTrial {
    /// Time from which the messages are complete.
    pub from: Timestamp,
    pub messages: Vec<TrialMessage>,
    /// Whether there are more messages than listed.
    pub more: bool,
}

impl RuleTrial {
    /// Period of a dry run in days.
    pub const DAYS: i64 = 7;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrialMessage {
    pub at: Timestamp,
    pub composed: ComposedMessage,
}

impl NotificationService {
    /// Returns the rules that the caller may see.
    pub async fn notification_rules(&self, caller: &Caller) -> Outcome<Vec<RuleRecord>> {
        caller.require(Scope::Admin, Phrase::ManageNotificationRules)?;
        let rules = self.store.read(move |tx| tx.notification_rules()).await?;
        Ok(rules.into_iter().filter(|record| is_seen(caller, &record.rule)).collect())
    }

    pub async fn notification_rule(&self, caller: &Caller, id: NotificationRuleId) -> Outcome<RuleRecord> {
        let rules = self.notification_rules(caller).await?;
        let found = rules.into_iter().find(|record| record.rule.id == id);
        found.ok_or_else(|| Problem::new(ProblemCode::NotificationRuleNotFound, "").with("id", id.0).into())
    }

    pub async fn create_notification_rule(
        &self,
        caller: &Caller,
        change: RuleChange,
    ) -> Outcome<NotificationRuleId> {
        let mut rule = self.new_rule(caller, change).await?;
        rule.id = self.ids.take_one().await?;
        let id = rule.id;
        match self
            .store
            .write(WriteMode::Unlocked, 1, move |tx| tx.create_notification_rule(&rule, MAX_RULES))
            .await
        {
            Err(StoreError::Conflict(Conflict::NotificationRule)) => {
                Err(Problem::new(ProblemCode::NotificationRuleTooMany, "")
                    .with("limit", i64::from(MAX_RULES))
                    .into())
            }
            done => Ok(done.map(|()| id)?),
        }
    }

    /// Changes a rule. Fails if its version is not `version`.
    pub async fn change_notification_rule(
        &self,
        caller: &Caller,
        id: NotificationRuleId,
        version: i64,
        change: RuleChange,
    ) -> Outcome<()> {
        let before = self.notification_rule(caller, id).await?.rule;
        let outdated = |version: i64| -> Failure {
            Problem::new(ProblemCode::NotificationRuleOutdated, "/version").with("version", version).into()
        };
        if before.version != version {
            return Err(outdated(before.version));
        }
        let rule = self.changed(caller, before, change).await?;
        match self.store.write(WriteMode::Unlocked, 1, move |tx| tx.change_notification_rule(&rule)).await {
            Err(StoreError::Conflict(Conflict::NotificationRule)) => {
                // deleted, or changed concurrently
                Err(outdated(self.notification_rule(caller, id).await?.rule.version))
            }
            done => Ok(done?),
        }
    }

    /// Deletes a rule. Its existing messages are still sent.
    pub async fn remove_notification_rule(&self, caller: &Caller, id: NotificationRuleId) -> Outcome<()> {
        self.notification_rule(caller, id).await?;
        self.store.write(WriteMode::Unlocked, 1, move |tx| tx.remove_notification_rule(id)).await?;
        Ok(())
    }

    /// Validates the values of a new or stored rule.
    pub async fn check_rule(
        &self,
        caller: &Caller,
        stored: Option<NotificationRuleId>,
        change: RuleChange,
    ) -> Outcome<()> {
        match stored {
            None => self.new_rule(caller, change).await?,
            Some(id) => self.changed(caller, self.notification_rule(caller, id).await?.rule, change).await?,
        };
        Ok(())
    }

    /// Returns the messages that a rule that is not stored would have sent.
    pub async fn try_new_rule(&self, caller: &Caller, change: RuleChange) -> Outcome<RuleTrial> {
        let rule = self.new_rule(caller, change).await?;
        self.dry_run(&rule).await
    }

    /// Returns the messages that a stored rule would have sent if it had been active all the time.
    pub async fn try_rule(&self, caller: &Caller, id: NotificationRuleId) -> Outcome<RuleTrial> {
        let rule = self.notification_rule(caller, id).await?.rule;
        self.dry_run(&rule).await
    }

    /// Returns messages of rules that the caller may see, newest first.
    pub async fn notifications(
        &self,
        caller: &Caller,
        query: NotificationQuery,
    ) -> Outcome<Vec<Notification>> {
        caller.require(Scope::Admin, Phrase::ManageNotificationRules)?;
        let query = NotificationQuery { organisations: caller.organisations.clone(), ..query };
        Ok(self.store.read(move |tx| tx.notifications(&query)).await?)
    }

    async fn dry_run(&self, rule: &NotificationRule) -> Outcome<RuleTrial> {
        let now = self.clock.now();
        let evaluated_at = |at: Timestamp| at.checked_sub(EVALUATION_DELAY).unwrap_or(at);
        let begin =
            evaluated_at(now.checked_sub(SignedDuration::from_hours(24 * RuleTrial::DAYS)).unwrap_or(now));
        let PastOccurrences { from, facts } = self.past_occurrences(rule, begin, evaluated_at(now)).await?;
        let (due, more) =
            messages_in(rule, &facts.occurrences, (from, evaluated_at(now)), MAX_TRIAL_MESSAGES);
        let mut messages = Vec::with_capacity(due.len());
        for due in &due {
            let composed = self.compose(rule, due, &facts).await?;
            messages.push(TrialMessage { at: due.at, composed });
        }
        Ok(RuleTrial { from, messages, more })
    }

    async fn new_rule(&self, caller: &Caller, change: RuleChange) -> Outcome<NotificationRule> {
        caller.require(Scope::Admin, Phrase::ManageNotificationRules)?;
        let reference = self.store.reference().await?;
        let kind = change.kind.ok_or_else(|| missing("kind"))?;
        let zone = match change.organisation {
            MaybeUndefined::Value(id) => {
                reference.organisation(id).map(|organisation| organisation.time_zone.clone())
            }
            MaybeUndefined::Absent | MaybeUndefined::Null => None,
        };
        let rule = NotificationRule {
            id: NotificationRule::UNSTORED,
            version: 1,
            organisation: None,
            kind,
            threshold_minutes: 0,
            data_source: None,
            window: NotificationWindow::always(zone.unwrap_or(TimeZone::UTC)),
            language: Language::English,
            recipients: Vec::new(),
            webhook: None,
            active_since: Some(caller.now),
            created_at: caller.now,
            created_by: caller.actor.name.clone(),
        };
        self.changed(caller, rule, change).await
    }

    /// Applies changes to a rule; fails with all problems of the result.
    async fn changed(
        &self,
        caller: &Caller,
        mut rule: NotificationRule,
        change: RuleChange,
    ) -> Outcome<NotificationRule> {
        let webhook_changed =
            change.webhook != MaybeUndefined::Absent || change.organisation != MaybeUndefined::Absent;
        let mut faults = Vec::new();
        apply_threshold(&mut rule, &change, &mut faults);
        apply_window(&mut rule, &change, &mut faults);
        rule.organisation = sent(change.organisation, rule.organisation);
        rule.data_source = sent(change.data_source, rule.data_source);
        rule.webhook = sent(change.webhook, rule.webhook);
        rule.language = change.language.unwrap_or(rule.language);
        rule.recipients = change.recipients.unwrap_or(rule.recipients);
        rule.active_since = match change.active {
            Some(false) => None,
            Some(true) => rule.active_since.or(Some(caller.now)),
            None => rule.active_since,
        };
        check(caller, &rule, &*self.store.reference().await?, &mut faults);
        if let Some(id) = rule.webhook.filter(|_| webhook_changed) {
            let known =
                self.webhooks.webhook(caller, id).await.ok().map(|view| view.webhook.settings.organisation);
            // a webhook of one organisation gets only messages of that organisation
            let receives = known.is_some_and(|own| own.is_none() || own == rule.organisation);
            if !receives {
                faults.push(Problem::new(ProblemCode::WebhookNotFound, "/webhookId").with("id", id.0));
            }
        }
        if faults.is_empty() { Ok(rule) } else { Err(faults.into()) }
    }
}

/// Returns whether the caller may see a rule. A rule for all organisations requires access to all.
fn is_seen(caller: &Caller, rule: &NotificationRule) -> bool {
    rule.organisation.map_or(caller.organisations == OrgScope::All, |id| caller.organisations.contains(id))
}

fn missing(name: &str) -> Problem {
    Problem::new(ProblemCode::PropertyMissing, format!("/{name}")).with("name", name)
}

fn unneeded(name: &str, kind: NotificationKind) -> Problem {
    Problem::new(ProblemCode::NotificationRuleUnneeded, format!("/{name}"))
        .with("name", name)
        .with("ruleKind", kind.as_str())
}

fn apply_threshold(rule: &mut NotificationRule, change: &RuleChange, faults: &mut Vec<Problem>) {
    if let Some(kind) = change.kind {
        // the threshold of one kind does not apply to another
        if kind != rule.kind {
            rule.threshold_minutes = 0;
        }
        rule.kind = kind;
    }
    for (unit, sent) in [(ThresholdUnit::Minutes, &change.minutes), (ThresholdUnit::Hours, &change.hours)] {
        let MaybeUndefined::Value(count) = sent else { continue };
        let maximum = MAX_THRESHOLD_MINUTES / unit.minutes();
        if rule.kind.unit() != Some(unit) {
            faults.push(unneeded(unit.as_str(), rule.kind));
        } else if (1..=maximum).contains(count) {
            rule.threshold_minutes = count * unit.minutes();
        } else {
            let expected = Phrase::WholeNumberBetween.of([1.into(), maximum.into()]);
            let fault = Problem::new(ProblemCode::TypeWrong, format!("/{}", unit.as_str()));
            faults.push(
                fault.with("expected", expected).with("found", Phrase::Quoted.of([count.to_string().into()])),
            );
            rule.threshold_minutes = 1;
        }
    }
    match rule.kind.unit() {
        Some(unit) if rule.threshold_minutes == 0 => faults.push(missing(unit.as_str())),
        Some(_) => {}
        None => rule.threshold_minutes = 0,
    }
}

fn apply_window(rule: &mut NotificationRule, change: &RuleChange, faults: &mut Vec<Problem>) {
    let weekdays = sent(change.weekdays, Some(rule.window.weekdays));
    rule.window.weekdays = weekdays.unwrap_or(Weekdays::ALL);
    if let MaybeUndefined::Value(zone) = &change.time_zone {
        rule.window.zone = zone.clone();
    }
    let (from, to) = rule.window.hours.unzip();
    let (from, to) = (sent(change.from, from), sent(change.to, to));
    rule.window.hours = from.zip(to);
    match (from, to) {
        (Some(_), None) => faults.push(missing("to")),
        (None, Some(_)) => faults.push(missing("from")),
        _ => {}
    }
}

fn check(caller: &Caller, rule: &NotificationRule, reference: &Reference, faults: &mut Vec<Problem>) {
    use NotificationKind::{RunFailed, SourceSilent, WebhookPaused};
    if rule.organisation.is_none() && caller.organisations != OrgScope::All {
        faults.push(Problem::new(ProblemCode::NotificationRuleForAll, "/orgCode"));
    }
    match (rule.kind, rule.data_source) {
        (SourceSilent, None) => faults.push(missing("dataSource")),
        (RunFailed | WebhookPaused, Some(_)) => faults.push(unneeded("dataSource", rule.kind)),
        _ => {}
    }
    let belongs_to_another = rule.data_source.zip(rule.organisation).is_some_and(|(source, organisation)| {
        let source = reference.data_sources.iter().find(|known| known.id == source);
        source.is_none_or(|source| !OrgScope::These(vec![organisation]).read().contains(source.organisation))
    });
    if belongs_to_another {
        let fault =
            Problem::new(ProblemCode::TypeWrong, "/dataSource").with("expected", Phrase::ExistingDataSource);
        let found = rule.data_source.map(|id| id.to_string()).unwrap_or_default();
        faults.push(fault.with("found", Phrase::Quoted.of([found.into()])));
    }
    if rule.recipients.is_empty() && rule.webhook.is_none() {
        faults.push(Problem::new(ProblemCode::NotificationRuleNobody, "/recipients"));
    }
    if rule.recipients.len() > MAX_RECIPIENTS {
        let number = |count: usize| cast::<i64>(count);
        let fault = Problem::new(ProblemCode::NotificationRuleRecipients, "/recipients");
        faults.push(fault.with("seen", number(rule.recipients.len())).with("limit", number(MAX_RECIPIENTS)));
    }
}
