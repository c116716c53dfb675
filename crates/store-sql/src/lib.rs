//! The common part of the SQL backends: implementations of the storage traits over the transactions of an engine,
//! statements and record descriptions.

mod access;
pub mod attachments;
mod candidate_value;
pub mod candidates;
pub mod causes;
mod changes;
mod clock;
pub mod column;
pub mod commit_import;
mod conflict;
mod content;
pub mod copy;
pub mod corrections;
pub mod count;
mod cross_references;
pub mod day;
pub mod examine;
mod external_references;
mod filter;
mod filter_candidates;
mod filter_condition;
mod filter_search;
pub mod find;
mod first_matches;
#[cfg(test)]
mod golden;
pub mod headers;
pub mod history;
pub mod hold_groups;
mod holds;
pub mod identity;
mod ids;
pub mod import_context;
pub mod instances;
pub mod intake;
pub mod keys;
#[cfg(test)]
mod last_used_tests;
mod lines;
pub mod loaded;
mod location_glns;
mod mappings;
pub mod masterdata;
pub mod missing_records;
pub mod notifications;
mod open_references;
pub mod orders;
pub mod outbox;
pub mod problem_groups;
pub mod processing;
pub mod query;
pub mod records;
pub mod reference;
pub mod rejected_rows;
pub mod request_origins;
pub mod requests;
pub mod saved_views;
pub mod scope;
pub mod search;
pub mod sessions;
pub mod sign_in_failures;
mod sorting;
mod spellings;
pub mod storage_use;
mod store;
mod store_transaction;
pub mod table;
pub mod tables;
pub mod template;
pub mod threads;
pub mod tokens;
mod transaction;
mod undo;
mod upkeep;
pub mod users;
mod value;
mod waiting;
pub mod webhooks;

pub use conflict::conflict;
use template::Statement;

/// Statements of each file.
const STATEMENTS: &[&[&Statement]] = &[
    attachments::STATEMENTS,
    causes::STATEMENTS,
    changes::STATEMENTS,
    commit_import::STATEMENTS,
    content::STATEMENTS,
    corrections::STATEMENTS,
    count::STATEMENTS,
    headers::STATEMENTS,
    hold_groups::STATEMENTS,
    loaded::STATEMENTS,
    location_glns::STATEMENTS,
    history::STATEMENTS,
    identity::STATEMENTS,
    ids::STATEMENTS,
    import_context::product_keys::STATEMENTS,
    import_context::references::STATEMENTS,
    import_context::sql::STATEMENTS,
    cross_references::STATEMENTS,
    external_references::STATEMENTS,
    find::STATEMENTS,
    missing_records::STATEMENTS,
    missing_records::list::STATEMENTS,
    open_references::STATEMENTS,
    instances::STATEMENTS,
    day::STATEMENTS,
    intake::STATEMENTS,
    problem_groups::STATEMENTS,
    mappings::STATEMENTS,
    masterdata::STATEMENTS,
    masterdata::cross_references::STATEMENTS,
    masterdata::external_references::STATEMENTS,
    masterdata::gtins::STATEMENTS,
    masterdata::history::STATEMENTS,
    masterdata::postal::STATEMENTS,
    masterdata::remembered::STATEMENTS,
    masterdata::undo::STATEMENTS,
    notifications::STATEMENTS,
    notifications::facts::STATEMENTS,
    notifications::rules::STATEMENTS,
    orders::find::STATEMENTS,
    orders::handover::STATEMENTS,
    orders::numbers::STATEMENTS,
    orders::read::STATEMENTS,
    orders::settings::STATEMENTS,
    orders::void::STATEMENTS,
    orders::write::STATEMENTS,
    outbox::STATEMENTS,
    upkeep::STATEMENTS,
    processing::commit::STATEMENTS,
    processing::gather::STATEMENTS,
    processing::headers::STATEMENTS,
    processing::load::STATEMENTS,
    processing::runs::sql::STATEMENTS,
    processing::schedules::STATEMENTS,
    processing::siblings::STATEMENTS,
    reference::STATEMENTS,
    reference::small_kinds::STATEMENTS,
    rejected_rows::sql::STATEMENTS,
    request_origins::STATEMENTS,
    requests::sql::STATEMENTS,
    saved_views::STATEMENTS,
    search::matches::STATEMENTS,
    search::fill::STATEMENTS,
    search::refold::STATEMENTS,
    sessions::STATEMENTS,
    sign_in_failures::STATEMENTS,
    storage_use::STATEMENTS,
    spellings::STATEMENTS,
    tokens::STATEMENTS,
    undo::STATEMENTS,
    users::STATEMENTS,
    waiting::STATEMENTS,
    webhooks::STATEMENTS,
    webhooks::deliveries::sql::STATEMENTS,
];

/// Returns every constant statement, so that engines can check all of them.
pub fn statements() -> impl Iterator<Item = &'static Statement> {
    let fixed = STATEMENTS.iter().copied().flatten().copied();
    fixed.chain(examine::statements()).chain(records::statements())
}

pub use clock::StoreClock;
pub use outbox::Outbox;
pub use store::{Backend, SqlStore};
pub use template::{Dialect, Marker, Type, Verbatim};
pub use transaction::{
    OnConflict, Prepared, QueryStatement, Row, StatementValues, Transaction, WholeRows, WriteStatement,
};
pub use value::SqlValue;
