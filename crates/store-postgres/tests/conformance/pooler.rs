//! A pooler in front of the test cluster.

use std::sync::OnceLock;

use orderdock_store_postgres::Address;
use orderdock_store_postgres::testing::CLUSTER;

use crate::pgbouncer;

/// Returns the address of the same database through the pooler of this process.
pub fn behind(address: &Address) -> Address {
    static PORT: OnceLock<u16> = OnceLock::new();
    let port = PORT.get_or_init(|| {
        let (user, host, port) = cluster();
        pgbouncer::before(&user, &host, &port)
    });
    let url = format!("postgres://pooled@127.0.0.1:{port}/postgres?pooler=transaction");
    Address::parse(&url).unwrap().with_database(address.database())
}

/// Returns user, host and port of the test cluster.
fn cluster() -> (String, String, String) {
    let url = std::env::var(CLUSTER).unwrap();
    let part = || {
        let (_, rest) = url.split_once("://")?;
        let (user, rest) = rest.split_once('@')?;
        let (host, port) = rest.split('/').next()?.split_once(':')?;
        Some((user.to_owned(), host.to_owned(), port.to_owned()))
    };
    part().unwrap_or_else(|| {
        panic!("{CLUSTER} is {url:?}; expected, for a pooler: postgres://user@host:port/name")
    })
}
