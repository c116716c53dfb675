//! Links addresses to postal codes that were created after them.

use std::collections::BTreeSet;

use orderdock_domain::ids::LocationId;
use orderdock_domain::import::PostalCode;
use orderdock_domain::masterdata::Location;
use orderdock_domain::text::{Code, Name};
use orderdock_store::StoreResult;

use crate::imports::context::{postal_code, sql};
use crate::sql::column::Column;
use crate::sql::query::{RowWriter, rows};
use crate::sql::template::Statement;
use crate::{Transaction, sql::keys};

/// `?1` pairs of country and postal code.
pub static UNLINKED: Statement = Statement::new(
    r"
    SELECT l.id, l.country, l.postal, l.city
    FROM {tuples ?1 text text}
    {join} bpartner_location l ON l.country = {tuple 0} AND l.postal = {tuple 1}
    WHERE l.postal_code_id IS NULL
    ORDER BY l.id
    ",
);

pub static LINK: Statement = Statement::new(
    r"
    UPDATE bpartner_location
    SET postal_code_id = ?, version = version + 1
    WHERE id = ?
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&UNLINKED, &LINK];

/// Returns the countries and postal codes of addresses without a link.
pub fn places<'a>(addresses: impl Iterator<Item = &'a Location>) -> BTreeSet<(&'a str, &'a str)> {
    let unlinked = addresses.filter(|location| location.postal_code.is_none());
    unlinked
        .filter_map(|location| Some((location.country.as_str(), location.postal.as_ref()?.as_str())))
        .collect()
}

/// Links the unlinked addresses of all organisations with one of these countries and postal codes, by the same rule as
/// an import.
pub fn link(transaction: &dyn Transaction, places: &BTreeSet<(&str, &str)>) -> StoreResult<()> {
    if places.is_empty() {
        return Ok(());
    }
    let pairs = || [keys::text_pairs(places.iter().copied())];
    let known = rows(transaction, "postal_code", &sql::POSTAL_CODES, pairs(), postal_code)?;
    if known.is_empty() {
        return Ok(());
    }
    let links = rows(transaction, "bpartner_location", &UNLINKED, pairs(), |row| {
        let (location, country, postal, city): (LocationId, Code, Code, Option<Name>) = row.read()?;
        let fitting = known.iter().filter(|known| known.country == country && known.postal == postal);
        let fitting = PostalCode::of_city(fitting, city.as_ref().map(Name::as_str));
        Ok(fitting.map(|fitting| (location, fitting.id)))
    })?;
    let mut rows = RowWriter::prepare(transaction, &LINK)?;
    for (location, postal_code) in links.into_iter().flatten() {
        rows.write([postal_code.write(), location.write()])?;
    }
    rows.close()
}
