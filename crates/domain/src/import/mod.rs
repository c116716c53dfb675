//! Import of sales order rows: collects the keys of a batch and plans the writes from the records that the caller has
//! loaded. The caller also commits the plan, because this module does no I/O.

mod contact;
mod content;
mod context;
mod external_system;
mod id_scope;
mod identity;
mod keys;
mod location;
mod log;
mod lookup_row;
mod mapped_product;
mod mapping;
mod members;
mod merge;
mod organisation;
mod partner;
mod plan;
mod product;
mod reference_mapping;
mod references;
mod rejected;
mod resolve;
mod row;
mod row_mapping;
mod similar_records;
mod staging;
mod state;
mod table;
mod units;
mod unresolved;

pub use content::*;
pub use context::*;
pub use identity::{IdentityMatch, SentSystem, match_identity};
pub use keys::*;
pub use log::*;
pub use lookup_row::lookup_row;
pub use members::MemberKind;
pub use organisation::{DEFAULT_DEST, DEFAULT_SOURCE, INVOICE_CANDIDATE_DEST};
pub use plan::*;
pub use reference_mapping::ReferenceMapping;
pub use rejected::*;
pub use resolve::{ResolvedCandidate, map_references, resolve_references};
pub use similar_records::{SimilarRecords, UnknownCodes, has_unknown_code};
pub use units::{ImportPlanner, plan_import};

#[cfg(test)]
mod tests;
