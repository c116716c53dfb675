//! The application services, run in this process with the master data of the measurement.

use std::path::Path;
use std::sync::Arc;

use orderdock_api::{LocalRow, import_local_rows};
use orderdock_app::{Actor, AttachmentFiles, Caller, Clock, Randomness, Services};
use orderdock_domain::access::{OrgScope, Scope, Scopes};
use orderdock_domain::import::ImportPolicies;
use orderdock_store::{NewInstance, Store};

use crate::database::Database;
use crate::{Failure, bodies};

const DEMO: [&str; 2] = [
    include_str!("../../crates/server/demo/en/1-settings.yaml"),
    include_str!("../../crates/server/demo/en/3-partners.yaml"),
];

pub struct InProcess {
    pub services: Arc<Services>,
    pub store: Arc<dyn Store>,
    pub database: Database,
}

struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the wiring of the measurement")]
    fn now(&self) -> jiff::Timestamp {
        jiff::Timestamp::now()
    }
}

/// A fixed key instead of a random one, because the data of a measurement is not secret.
struct NoRandomness;

impl Randomness for NoRandomness {
    fn token_bytes(&self) -> [u8; 48] {
        [7; 48]
    }
}

impl InProcess {
    pub async fn start(database: Database, folder: &Path, master_data: usize) -> Result<Self, Failure> {
        let store = database.open()?;
        let files = AttachmentFiles::local(&folder.join("attachments")).map_err(|_| "attachments")?;
        let (clock, randomness) = (Arc::new(SystemClock), Arc::new(NoRandomness));
        let services = Services::new(store.clone(), files, clock, randomness, NewInstance::default());
        let started = Self { services, store, database };
        let own = bodies::master_data(master_data);
        for document in DEMO.into_iter().chain([own.as_str()]) {
            let loaded = started.services.master_data.load_masterdata(&started.operator(), document).await;
            loaded.map_err(|failure| failure.lines("bench").join("\n"))?;
        }
        Ok(started)
    }

    /// Returns a caller with all permissions.
    pub fn operator(&self) -> Caller {
        Caller {
            actor: Actor { caller: None, name: "bench".into() },
            scopes: Scopes::new(vec![Scope::Admin]),
            organisations: OrgScope::All,
            default_organisation: None,
            request_id: "bench".into(),
            minimal_responses: false,
            now: self.services.now(),
        }
    }

    pub async fn import(&self, candidates: impl Iterator<Item = String>) -> Result<(), Failure> {
        let read = |candidate: String| LocalRow::read(candidate.as_bytes());
        let rows: Vec<_> = candidates.map(read).collect::<Result<_, _>>().map_err(|_| "a row is no JSON")?;
        let rows: Vec<_> = rows.iter().collect();
        let response =
            import_local_rows(&self.services, self.operator(), ImportPolicies::default(), &rows).await;
        if response.status != 201 {
            let start = response.body.get(..2_000).unwrap_or(&response.body);
            return Err(String::from_utf8_lossy(start).into());
        }
        Ok(())
    }
}
