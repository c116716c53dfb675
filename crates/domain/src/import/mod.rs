//! Import of sales order rows: collects the keys of a batch, loads the existing records, and plans the writes. The
//! caller commits the plan; this module does no I/O.

mod contact;
mod content;
mod context;
mod external_system;
mod id_scope;
mod identity;
mod keys;
mod location;
mod log;
mod members;
mod merge;
mod organisation;
mod partner;
mod plan;
mod product;
mod references;
mod row;
mod staging;
mod state;
mod table;
mod units;

pub use content::*;
pub use context::*;
pub use identity::{IdentityMatch, SentSystem, match_identity};
pub use keys::*;
pub use log::*;
pub use members::MemberKind;
pub use organisation::{DEFAULT_DEST, DEFAULT_SOURCE, INVOICE_CANDIDATE_DEST};
pub use plan::*;
pub use units::{ImportPlanner, plan_import};

#[cfg(test)]
mod tests;
