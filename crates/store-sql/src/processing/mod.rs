//! Candidates become orders: what a run gathers, loads and writes, and what is kept of it.

mod commit;
mod gather;
mod headers;
mod load;
mod runs;
mod schedules;

pub use commit::{commit, keep_results, row_count};
pub use gather::gather;
pub use headers::Headers;
pub use load::load;
pub use runs::{
    active, create, fail_dead, failed_runs, finish, keep_alive, list, one, progress, results, stop,
};
pub use schedules::{give_back, note, save, schedules, take_lease};
