//! Which headers a chunk is about.

use std::sync::Arc;

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::Candidate;
use orderdock_store::Store;
use orderdock_store::conformance::World;
use orderdock_store_sql::processing::Headers;
use orderdock_store_sql::reference::ReferenceCache;
use orderdock_store_sql::scope::OrganisationIds;

use crate::connection::open_writer;
use crate::plan_tests::code;
use crate::session::SqliteSession;
use crate::{SqliteOptions, SqliteStore};

#[tokio::test]
async fn a_header_is_found_once_however_many_of_its_candidates_are_named() {
    const LINES: usize = 300;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let own = path.clone();
    let opener =
        move || Arc::new(SqliteStore::open(&own, SqliteOptions::default()).unwrap()) as Arc<dyn Store>;
    let world = World::new(Box::new(opener)).await;
    let scene = world.scene("001").await;
    let first = world.candidate(&scene, "H", "1").await;
    let mut named = Vec::new();
    for flat in [false, true] {
        let mut lines: Vec<_> = (0..LINES).map(|_| Candidate { id: world.id(), ..first.clone() }).collect();
        for (number, line) in lines.iter_mut().enumerate() {
            line.identity.header_id = code(&if flat { format!("F{number}") } else { "H".to_owned() });
            line.identity.line_id = code(&number.to_string());
            line.identity.flat = flat;
        }
        world.import(&mut lines).await.unwrap();
        named.extend(lines.iter().map(|line| line.id));
    }
    let connection = open_writer(&path, &SqliteOptions::default()).unwrap();
    let reference = ReferenceCache::default().in_snapshot(&SqliteSession(&connection)).unwrap();
    let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
    let headers = Headers::find(&SqliteSession(&connection), &organisations, &named).unwrap();
    let mut sizes: Vec<_> = headers.members.values().map(Vec::len).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [LINES, LINES]);
    named.sort_unstable();
    assert_eq!(headers.new_ones(), named);
}
