//! Addresses whose postal code was not known when they came, and now is.

use std::collections::BTreeSet;

use orderdock_domain::ids::{LocationId, PostalCodeId};
use orderdock_domain::import::PostalCode;
use orderdock_domain::masterdata::Location;
use orderdock_store::StoreResult;
use orderdock_store::masterdata_flow::Unlinked;

use crate::Transaction;
use crate::asking::{Rows, rows, take};
use crate::column::{Column, taken};
use crate::import_context::{postal_code, sql};
use crate::keys;
use crate::template::statements;

statements! {
    /// `?1` pairs of country and postal code.
    pub UNLINKED = "SELECT l.id, l.country, l.postal, l.city
     FROM {pairs 1 text text} {join} bpartner_location l ON l.country = {k 0} AND l.postal = {k 1}
     WHERE l.postal_code_id IS NULL ORDER BY l.id";
    LINK = "UPDATE bpartner_location SET postal_code_id = ?, version = version + 1 WHERE id = ?";
}

/// The countries and postal codes of addresses that are linked to none.
pub fn places<'a>(addresses: impl Iterator<Item = &'a Location>) -> BTreeSet<(&'a str, &'a str)> {
    let unlinked = addresses.filter(|location| location.postal_code.is_none());
    unlinked
        .filter_map(|location| Some((location.country.as_str(), location.postal.as_ref()?.as_str())))
        .collect()
}

pub fn known(transaction: &dyn Transaction, places: &BTreeSet<(&str, &str)>) -> StoreResult<Vec<PostalCode>> {
    let pairs = keys::text_pairs(places.iter().copied());
    rows(transaction, "postal_code", &sql::POSTAL_CODES, [pairs], postal_code)
}

pub fn unlinked(
    transaction: &dyn Transaction,
    places: &BTreeSet<(&str, &str)>,
) -> StoreResult<Vec<Unlinked>> {
    let pairs = keys::text_pairs(places.iter().copied());
    rows(transaction, "bpartner_location", &UNLINKED, [pairs], take)
}

taken! { Unlinked { location, country, postal, city } }

pub fn link(
    transaction: &dyn Transaction,
    links: &mut dyn Iterator<Item = (LocationId, PostalCodeId)>,
) -> StoreResult<()> {
    let mut rows = Rows::prepare(transaction, &LINK)?;
    for (location, postal_code) in links {
        rows.write([postal_code.write(), location.write()])?;
    }
    rows.close()
}
