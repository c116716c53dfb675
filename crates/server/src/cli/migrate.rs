use super::Failure;
use crate::{
    config::{Options, StorageOptions},
    telemetry, wiring,
};

/// Bring the database to the current schema
///
/// `serve` and `demo` do this at start; this command does it alone. The file of a database is made if it does not exist;
/// a database on a server must be there, and may be empty.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock migrate\n  \
    orderdock migrate --database sqlite:/var/lib/orderdock/orderdock.sqlite\n  \
    orderdock migrate --database postgres://orderdock@db.example/orderdock --database-password-file /etc/orderdock.password")]
pub struct Migrate {
    #[command(flatten)]
    storage: StorageOptions,
}

impl Migrate {
    pub fn run(self) -> Result<(), Failure> {
        let settings = Options::from(self.storage).resolve("orderdock-data")?;
        // that others are at it
        telemetry::start("warn", settings.log_format)?;
        wiring::open(&settings)?;
        eprintln!("{} has the current schema", settings.database);
        Ok(())
    }
}
