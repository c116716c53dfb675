//! The conformance suite: cases that every backend must pass, each with a new database.
//!
//! A backend runs all of them with `orderdock_store::conformance_tests!(opener);` in one of its tests, where `opener`
//! returns an [`Opener`] of a new database.

#![expect(clippy::unwrap_used, reason = "a case fails by a panic")]

mod attachments;
mod calls;
mod candidates;
#[macro_use]
mod cases;
mod causes;
mod changes;
mod chunks;
mod commit;
mod conflicts;
mod context;
mod corrections;
mod cross_references;
mod external_references;
mod figures;
mod find;
mod fixture;
mod headers;
mod holds;
mod identities;
mod import_drafts;
mod import_jobs;
mod instances;
mod keys;
mod mappings;
mod masterdata;
mod masterdata_undo;
mod notifications;
mod ordering;
mod orders;
mod orders_cases;
mod outbox;
mod product_keys;
mod racing;
mod rejected_rows;
mod requests;
mod runs;
mod saved_views;
mod schedules;
mod search;
mod sessions;
mod store;
mod system_cases;
mod tokens;
mod traps;
mod undoing;
mod unresolved;
mod users;
mod webhooks;

pub use fixture::{Fixture, Opener, rejected_row};

/// The cases; each takes a [`Fixture`].
pub mod all {
    pub use super::{orders_cases::all::*, system_cases::all::*};
}

/// Creates a test for each case. Takes a function that returns an [`Opener`] of a new database.
#[macro_export]
macro_rules! conformance_tests {
    ($opener:path) => {
        $crate::orders_cases!($opener);
        $crate::system_cases!($opener);
    };
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{orders_cases, system_cases};

    fn method(line: &str) -> Option<&str> {
        line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ")?.split('(').next()
    }

    #[test]
    fn every_storage_method_has_a_conformance_case() {
        let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/traits")).unwrap();
        let traits: String =
            files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
        // functions with type parameters only wrap the methods
        let methods: BTreeSet<_> = traits
            .lines()
            .filter_map(|line| method(line.trim()))
            .filter(|name| !name.contains('<'))
            .collect();
        let covered: BTreeSet<_> =
            orders_cases::METHODS.iter().chain(system_cases::METHODS).copied().collect();
        assert!(methods.len() > 15, "{methods:?}");
        assert_eq!(methods, covered);
    }
}
