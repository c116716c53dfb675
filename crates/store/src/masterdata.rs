//! Writing master data by description.

use orderdock_domain::masterdata::kinds::{Counts, KindName};
use orderdock_domain::problem::Problem;

/// What became of a batch of records: counts for each kind that had any, or everything that is wrong with it
/// and nothing written.
pub type MasterdataOutcome = Result<Vec<(KindName, Counts)>, Vec<Problem>>;
