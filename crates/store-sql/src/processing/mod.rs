//! Candidates become orders: what a run gathers, loads and writes, and what is kept of it.

pub(crate) mod commit;
pub(crate) mod gather;
pub(crate) mod headers;
pub(crate) mod load;
pub(crate) mod runs;
pub(crate) mod schedules;

pub use commit::{commit, keep_results, row_count};
pub use gather::gather;
pub use headers::Headers;
pub use load::load;
pub use runs::{
    active, create, fail_dead, failed_runs, finish, keep_alive, list, one, progress, results, stop,
};
pub use schedules::{give_back, note, save, schedules, take_lease};
