//! How fast is Orderdock, honestly? Each measurement runs the subject and, beside it in the same run, what it is held
//! against: mostly bare prepared inserts of the rows that resulted, on the same file system and with the same settings.
//! Machines are shared and noisy: ratios say more than rates, and medians more than single rounds.

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
