use crate::{config::StorageOptions, failure::CommandFailure, telemetry, wiring};
use clap::ValueEnum;

/// Migrate the database to the current schema
///
/// `serve` and `demo` do the same when they start. A SQLite file is created if it is missing; a PostgreSQL database
/// must exist and may be empty.
///
/// `--partitions monthly` also partitions the large tables of a PostgreSQL database by month. This cannot be
/// reverted. Servers keep running and create the partitions of future months.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock migrate\n  \
    orderdock migrate --database sqlite:/var/lib/orderdock/orderdock.sqlite\n  \
    orderdock migrate --database postgres://orderdock@db.example/orderdock --database-password-file /etc/orderdock.password\n  \
    orderdock migrate --database postgres://orderdock@db.example/orderdock --partitions monthly")]
pub struct Migrate {
    #[command(flatten)]
    storage: StorageOptions,

    /// Partition the large tables; useful for tens of millions of candidates or more, see docs/scaling.md
    #[arg(long, value_name = "INTERVAL")]
    partitions: Option<Partitions>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
enum Partitions {
    /// One partition per month, by id range
    Monthly,
}

impl Migrate {
    pub async fn run(self) -> Result<(), CommandFailure> {
        let settings = self.storage.resolve()?;
        let database = &settings.database;
        if self.partitions.is_some() {
            database.require_partitions()?;
        }
        // shows warnings, for example about other processes that migrate the database
        telemetry::start("warn", settings.log_format)?;
        wiring::open(&settings).await?;
        eprintln!("{database}: schema is current");
        if self.partitions.is_some() {
            let news = if database.partition()? {
                "is now partitioned by month"
            } else {
                "was already partitioned by month"
            };
            eprintln!("{database} {news}");
        }
        Ok(())
    }
}
