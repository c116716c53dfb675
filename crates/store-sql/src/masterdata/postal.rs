//! Addresses whose postal code was not known when they came, and now is.

use std::collections::BTreeSet;

use orderdock_domain::masterdata::Location;
use orderdock_store::masterdata_flow::Unlinked;

use crate::column::taken;
use crate::template::statements;

statements! {
    /// `?1` pairs of country and postal code.
    pub UNLINKED = "SELECT l.id, l.country, l.postal, l.city
     FROM {pairs 1 text text} {join} bpartner_location l ON l.country = {k 0} AND l.postal = {k 1}
     WHERE l.postal_code_id IS NULL ORDER BY l.id";
    pub LINK = "UPDATE bpartner_location SET postal_code_id = ?, version = version + 1 WHERE id = ?";
}

/// The countries and postal codes of addresses that are linked to none.
pub fn places<'a>(addresses: impl Iterator<Item = &'a Location>) -> BTreeSet<(&'a str, &'a str)> {
    let unlinked = addresses.filter(|location| location.postal_code.is_none());
    unlinked
        .filter_map(|location| Some((location.country.as_str(), location.postal.as_ref()?.as_str())))
        .collect()
}

taken! { Unlinked { location, country, postal, city } }
