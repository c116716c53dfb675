use crate::{config::StorageOptions, failure::CommandFailure, telemetry, wiring};
use clap::ValueEnum;

/// Bring the database to the current schema
///
/// `serve` and `demo` do this at start; this command does it alone. The file of a database is made if it does not exist;
/// a database on a server must be there, and may be empty.
///
/// With `--partitions monthly` it also cuts the large tables of a PostgreSQL database by month, once and for all; servers go on
/// meanwhile, and make the tables of the months to come.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock migrate\n  \
    orderdock migrate --database sqlite:/var/lib/orderdock/orderdock.sqlite\n  \
    orderdock migrate --database postgres://orderdock@db.example/orderdock --database-password-file /etc/orderdock.password\n  \
    orderdock migrate --database postgres://orderdock@db.example/orderdock --partitions monthly")]
pub struct Migrate {
    #[command(flatten)]
    storage: StorageOptions,

    /// Cut the tables that grow with the candidates, for tens of millions of them: see docs/scaling.md
    #[arg(long, value_name = "HOW")]
    partitions: Option<Partitions>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
enum Partitions {
    /// A part for each month, by the ids that are given out in it
    Monthly,
}

impl Migrate {
    pub async fn run(self) -> Result<(), CommandFailure> {
        let settings = self.storage.resolve()?;
        let database = &settings.database;
        if self.partitions.is_some() {
            database.require_partitions()?;
        }
        // that others are at it
        telemetry::start("warn", settings.log_format)?;
        wiring::open(&settings).await?;
        eprintln!("{database} has the current schema");
        if self.partitions.is_some() {
            let news =
                if database.partition()? { "is cut by month from now on" } else { "was cut by month before" };
            eprintln!("{database} {news}");
        }
        Ok(())
    }
}
