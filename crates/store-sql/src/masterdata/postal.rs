//! Addresses whose postal code was not known when they came, and now is.

use std::collections::BTreeSet;

use orderdock_domain::ids::LocationId;
use orderdock_domain::import::PostalCode;
use orderdock_domain::masterdata::Location;
use orderdock_domain::masterdata::kinds::{Cell, KindName, Writes};
use orderdock_domain::text::{Code, Name};
use orderdock_store::StoreResult;

use crate::Transaction;
use crate::column::{Column, Rows, rows};
use crate::import_context::{postal_code, sql};
use crate::keys;
use crate::template::{Statement, statement};

statement! {
    /// `?1` pairs of country and postal code.
    pub UNLINKED = "SELECT l.id, l.country, l.postal, l.city
     FROM {pairs 1 text text} {join} bpartner_location l ON l.country = {k 0} AND l.postal = {k 1}
     WHERE l.postal_code_id IS NULL ORDER BY l.id"
}
statement! {
    LINK = "UPDATE bpartner_location SET postal_code_id = ?, version = version + 1 WHERE id = ?"
}

/// Every statement of the room.
pub const STATEMENTS: &[&Statement] = &[&UNLINKED, &LINK];

/// Links the addresses to which one of the written postal codes belongs.
pub fn link_to_written(transaction: &dyn Transaction, decided: &Writes) -> StoreResult<()> {
    let columns = KindName::PostalCodes.kind().columns();
    let text = |cells: &[Cell], name: &str| {
        let place = columns.iter().position(|column| column == name)?;
        match cells.get(place)? {
            Cell::Text(text) => Some(text.clone()),
            _ => None,
        }
    };
    let written = decided.writes.iter().filter(|write| write.kind == KindName::PostalCodes);
    let written: BTreeSet<_> = written
        .filter_map(|write| Some((text(&write.cells, "country")?, text(&write.cells, "postal")?)))
        .collect();
    link(transaction, written.iter().map(|(country, postal)| (country.as_str(), postal.as_str())))
}

/// Links written addresses whose postal code has become known since they were planned.
pub fn link_written<'a>(
    transaction: &dyn Transaction,
    written: impl Iterator<Item = &'a Location>,
) -> StoreResult<()> {
    let unlinked = written.filter(|location| location.postal_code.is_none());
    let pairs: BTreeSet<_> = unlinked
        .filter_map(|location| Some((location.country.as_str(), location.postal.as_ref()?.as_str())))
        .collect();
    link(transaction, pairs.into_iter())
}

/// Links the addresses of all organisations that have one of these countries and postal codes and no link, by the rule
/// by which an import links them.
fn link<'a>(
    transaction: &dyn Transaction,
    pairs: impl Iterator<Item = (&'a str, &'a str)>,
) -> StoreResult<()> {
    let mut pairs = pairs.peekable();
    if pairs.peek().is_none() {
        return Ok(());
    }
    let pairs = keys::text_pairs(pairs);
    let known = rows(transaction, "postal_code", &sql::POSTAL_CODES, [pairs.clone()], postal_code)?;
    if known.is_empty() {
        return Ok(());
    }
    let unlinked = rows(transaction, "bpartner_location", &UNLINKED, [pairs], |fields| {
        Ok((
            fields.take::<LocationId>()?,
            fields.take::<Code>()?,
            fields.take::<Code>()?,
            fields.take::<Option<Name>>()?,
        ))
    })?;
    let mut links = Rows::prepare(transaction, &LINK)?;
    for (location, country, postal, city) in unlinked {
        let fitting = known.iter().filter(|known| known.country == country && known.postal == postal);
        if let Some(fitting) = PostalCode::of_city(fitting, city.as_ref().map(Name::as_str)) {
            links.write([fitting.id.write(), location.write()])?;
        }
    }
    Ok(())
}
