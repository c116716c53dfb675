//! Benchmarks of Orderdock. Each measurement runs the subject and a reference alternately; the reference is usually an
//! insert of the resulting rows with prepared statements, on the same file system with the same settings. Machines are
//! shared and noisy, so ratios are more reliable than rates, and medians more reliable than single rounds.

pub mod bare;
pub mod bodies;
pub mod clients;
pub mod database;
pub mod drip;
pub mod figures;
pub mod fill;
pub mod in_process;
pub mod machine;
pub mod measure;
pub mod plots;
pub mod receiver;
pub mod report;
pub mod served;
pub mod spent;
pub mod target;

pub type Failure = Box<dyn std::error::Error + Send + Sync>;
