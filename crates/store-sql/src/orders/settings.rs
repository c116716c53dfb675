//! Order settings of organisations.

use orderdock_domain::ids::OrganisationId;
use orderdock_domain::order::{NumberPattern, OrderSettings, OrganisationOrders};
use orderdock_store::{StoreError, StoreResult};

use crate::Transaction;
use crate::sql::column::{Column, RowReader, owned};
use crate::sql::query::{rows, run};
use crate::sql::tables::{NUMBER_PATTERN, ORDER_SETTING};
use crate::sql::template::Statement;

static SETTINGS: Statement = Statement::new("SELECT org_id, merge_lines, hand_over_since FROM order_setting");
static PATTERNS: Statement = Statement::new("SELECT org_id, document_type_id, pattern FROM number_pattern");
static SAVE: Statement = Statement::upsert(&ORDER_SETTING);
static DROP_PATTERNS: Statement = Statement::new("DELETE FROM number_pattern WHERE org_id = ?");
static SAVE_PATTERN: Statement = Statement::insert(&NUMBER_PATTERN);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&SETTINGS, &PATTERNS, &SAVE, &DROP_PATTERNS, &SAVE_PATTERN];

pub fn settings(transaction: &dyn Transaction) -> StoreResult<OrderSettings> {
    let mut settings = OrderSettings::default();
    rows(transaction, "order_setting", &SETTINGS, [], |row| {
        let of = settings.organisations.entry(row.read()?).or_default();
        (of.merge_lines, of.hand_over_since) = row.read()?;
        Ok(())
    })?;
    rows(transaction, "number_pattern", &PATTERNS, [], |row| {
        let of = settings.organisations.entry(row.read()?).or_default();
        of.number_patterns.insert(row.read()?, pattern(row)?);
        Ok(())
    })?;
    Ok(settings)
}

fn pattern(row: &mut RowReader<'_>) -> StoreResult<NumberPattern> {
    let text: String = row.read()?;
    NumberPattern::parse(&text).ok_or(StoreError::Inconsistent { place: "number_pattern", fault: text })
}

pub fn save(
    transaction: &dyn Transaction,
    organisation: OrganisationId,
    settings: &OrganisationOrders,
) -> StoreResult<()> {
    let values = [organisation.write(), settings.merge_lines.write(), settings.hand_over_since.write()];
    run(transaction, &SAVE, values)?;
    run(transaction, &DROP_PATTERNS, [organisation.write()])?;
    for (document_type, pattern) in &settings.number_patterns {
        run(
            transaction,
            &SAVE_PATTERN,
            [organisation.write(), document_type.write(), owned(pattern.to_string())],
        )?;
    }
    Ok(())
}
