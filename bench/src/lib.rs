//! Benchmarks of Orderdock. Each measurement runs the subject and a reference in the same run, mostly bare prepared
//! inserts of the resulting rows on the same file system with the same settings. Machines are shared and noisy:
//! ratios are more reliable than rates, and medians more than single rounds.

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
pub mod place;
pub mod plots;
pub mod receiver;
pub mod report;
pub mod served;
pub mod spent;

pub type Failure = Box<dyn std::error::Error + Send + Sync>;
