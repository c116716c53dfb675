//! The common part of the SQL backends: implementations of the storage traits over the transactions of an engine,
//! statements and record descriptions.

pub mod access;
pub mod attachments;
pub mod candidates;
pub mod import_drafts;
pub mod imports;
pub mod instances;
pub mod maintenance;
pub mod masterdata;
pub mod notifications;
pub mod orders;
pub mod outbox;
pub mod processing;
pub mod records;
pub mod reference;
pub mod rejected_rows;
pub mod requests;
pub mod search;
pub mod sql;
pub mod statistics;
pub mod store;
pub mod unresolved;
pub mod webhooks;

pub use sql::conflict::conflict;
use sql::template::Statement;

/// Statements of each file.
const STATEMENTS: &[&[&Statement]] = &[
    attachments::STATEMENTS,
    candidates::causes::STATEMENTS,
    candidates::changes::STATEMENTS,
    imports::commit::STATEMENTS,
    candidates::content::STATEMENTS,
    candidates::corrections::STATEMENTS,
    candidates::count::STATEMENTS,
    candidates::headers::STATEMENTS,
    candidates::hold_groups::STATEMENTS,
    candidates::loaded::STATEMENTS,
    imports::location_glns::STATEMENTS,
    candidates::history::STATEMENTS,
    maintenance::identity::STATEMENTS,
    sql::ids::STATEMENTS,
    imports::context::product_keys::STATEMENTS,
    imports::context::references::STATEMENTS,
    imports::context::sql::STATEMENTS,
    imports::cross_references::STATEMENTS,
    imports::external_references::STATEMENTS,
    candidates::find::STATEMENTS,
    unresolved::missing_records::STATEMENTS,
    unresolved::missing_records::list::STATEMENTS,
    unresolved::open_references::STATEMENTS,
    instances::STATEMENTS,
    statistics::day::STATEMENTS,
    statistics::intake::STATEMENTS,
    candidates::problem_groups::STATEMENTS,
    unresolved::mappings::STATEMENTS,
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
    maintenance::upkeep::STATEMENTS,
    processing::commit::STATEMENTS,
    processing::gather::STATEMENTS,
    processing::headers::STATEMENTS,
    processing::load::STATEMENTS,
    processing::runs::sql::STATEMENTS,
    processing::schedules::STATEMENTS,
    processing::siblings::STATEMENTS,
    reference::STATEMENTS,
    reference::small_kinds::STATEMENTS,
    import_drafts::sql::STATEMENTS,
    rejected_rows::sql::STATEMENTS,
    requests::origins::STATEMENTS,
    requests::sql::STATEMENTS,
    access::saved_views::STATEMENTS,
    search::matches::STATEMENTS,
    search::fill::STATEMENTS,
    search::refold::STATEMENTS,
    access::sessions::STATEMENTS,
    access::sign_in_failures::STATEMENTS,
    maintenance::storage_use::STATEMENTS,
    imports::spellings::STATEMENTS,
    access::tokens::STATEMENTS,
    candidates::undo::STATEMENTS,
    access::users::STATEMENTS,
    unresolved::waiting::STATEMENTS,
    webhooks::STATEMENTS,
    webhooks::deliveries::sql::STATEMENTS,
];

/// Returns every constant statement, so that engines can check all of them.
pub fn statements() -> impl Iterator<Item = &'static Statement> {
    let fixed = STATEMENTS.iter().copied().flatten().copied();
    fixed.chain(maintenance::examine::statements()).chain(records::statements())
}

pub use outbox::Outbox;
pub use sql::template::{Dialect, Marker, Type, Verbatim};
pub use sql::transaction::{
    OnConflict, Prepared, QueryStatement, Row, StatementValues, Transaction, WholeRows, WriteStatement,
};
pub use sql::value::SqlValue;
pub use store::backend::{Backend, SqlStore};
pub use store::clock::StoreClock;
