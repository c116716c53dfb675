//! Incoming orders on hold and missing records as occurrences of notification rules.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use orderdock_domain::cast;
use orderdock_domain::masterdata::{CurrencyCode, Reference};
use orderdock_domain::money::currency_digits;
use orderdock_domain::notification::{LineFigures, NotificationRule};
use orderdock_domain::number::Decimal;
use orderdock_store::{
    Amounts, FoundMissingRecord, HeldOrder, HoldGroupQuery, MissingRecordQuery, MissingRecordSort,
};

use super::rule_facts::{MAX_RECORDS_OF_RULE, OpenEntry, RuleFacts, scope};
use crate::Outcome;
use crate::notifications::NotificationService;

impl NotificationService {
    /// Returns incoming orders that have been on hold since an instant or longer. The subject of an occurrence is the
    /// first candidate on hold.
    pub(super) async fn orders_on_hold(
        &self,
        rule: &NotificationRule,
        since: Timestamp,
    ) -> Outcome<RuleFacts> {
        let reference = self.store.reference().await?;
        let now = self.clock.now();
        let query = HoldGroupQuery { data_source: rule.data_source, organisation: None, now };
        let found = self.store.held_orders(scope(rule).write(), query).await?;
        let mut orders = found.orders;
        orders.retain(|order| order.since <= since);
        // of too many, the oldest are omitted, because only new ones cause a message
        orders.sort_by_key(|order| Reverse((order.since, order.first)));
        let uncounted = !found.whole || orders.len() > MAX_RECORDS_OF_RULE;
        orders.truncate(MAX_RECORDS_OF_RULE);
        let mut facts = RuleFacts { uncounted, ..RuleFacts::default() };
        for order in orders {
            let HeldOrder { organisation, first, since, reasons, candidates, worth, unpriced } = order;
            let worth = shown(worth, &reference);
            let figures = LineFigures { lines: candidates, orders: 1, worth, unpriced };
            facts.add(rule, (organisation, first.0, since), OpenEntry { record: None, reasons, figures });
        }
        Ok(facts)
    }

    /// Returns missing records whose oldest line was received before an instant. The subject of an occurrence is the
    /// position in the list.
    pub(super) async fn unresolved_references(
        &self,
        rule: &NotificationRule,
        since: Timestamp,
    ) -> Outcome<RuleFacts> {
        let reference = self.store.reference().await?;
        let query = MissingRecordQuery {
            data_source: rule.data_source,
            open_since: Some(since),
            sort: MissingRecordSort::Oldest,
            descending: true,
            limit: cast::<u32>(MAX_RECORDS_OF_RULE + 1),
            ..MissingRecordQuery::default()
        };
        let scope = scope(rule).write();
        let mut found = self.store.list(move |tx| tx.missing_records(&scope, &query)).await?;
        let mut facts = RuleFacts { uncounted: found.len() > MAX_RECORDS_OF_RULE, ..RuleFacts::default() };
        found.truncate(MAX_RECORDS_OF_RULE);
        // several records can have the same oldest line
        for (position, found) in (0_i64..).zip(found) {
            let place = (found.record.organisation, position, found.oldest.1);
            let record = Some((found.record.kind, record_name(&found)));
            let FoundMissingRecord { lines, orders, unpriced, worth, .. } = found;
            let figures = LineFigures { lines, orders, worth: shown(worth, &reference), unpriced };
            facts.add(rule, place, OpenEntry { record, reasons: BTreeSet::new(), figures });
        }
        Ok(facts)
    }
}

/// Returns amounts with the decimal places of their currencies.
fn shown(amounts: Amounts, reference: &Reference) -> BTreeMap<CurrencyCode, Decimal> {
    let with_places = amounts.into_iter().map(|(currency, mut amount)| {
        amount.rescale(currency_digits(&currency, reference));
        (currency, amount)
    });
    with_places.collect()
}

/// Returns the keys of a missing record as sent, without repetitions, and its partner.
fn record_name(found: &FoundMissingRecord) -> String {
    let mut values: Vec<&str> = Vec::new();
    for (_, value) in &found.record.keys {
        if !values.contains(&value.as_str()) {
            values.push(value);
        }
    }
    let name = values.join(", ");
    match &found.partner {
        Some(partner) => format!("{name} ({} {})", partner.code, partner.name),
        None => name,
    }
}
