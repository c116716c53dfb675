//! Spellings of keys with other space characters, stored before texts were normalised to plain spaces.

use std::borrow::Cow;
use std::collections::BTreeMap;

use orderdock_domain::correction::RecordKeys;
use orderdock_domain::import::ImportKeys;
use orderdock_domain::masterdata::kinds::{Cell, RowLookup};
use orderdock_domain::text::{Code, plain_spaces};
use orderdock_store::StoreResult;

use crate::sql::query::{decode_row, rows};
use crate::sql::template::Statement;
use crate::{Transaction, sql::keys};

/// `?1` keys with plain spaces.
static SPELLINGS: Statement = Statement::new(
    r"
    SELECT s.plain, s.spelling
    FROM {array ?1 text}
    {join} key_spelling s ON s.plain = k.value
    ORDER BY s.plain, s.spelling
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&SPELLINGS];

/// Returns the keys of an import with their other spellings. Only keys with a space can have any.
pub fn with_spellings<'k>(
    transaction: &dyn Transaction,
    keys: &'k ImportKeys,
) -> StoreResult<Cow<'k, ImportKeys>> {
    let spaced: Vec<&str> = keys.codes().map(Code::as_str).filter(|code| code.contains(' ')).collect();
    let spellings = spellings(transaction, spaced)?;
    Ok(if spellings.is_empty() { Cow::Borrowed(keys) } else { Cow::Owned(keys.respelled(&spellings)) })
}

/// Adds other spellings of the keys of a correction.
pub fn respell_records(transaction: &dyn Transaction, keys: &mut RecordKeys) -> StoreResult<()> {
    let spaced: Vec<&str> = keys.codes().map(Code::as_str).filter(|code| code.contains(' ')).collect();
    let spellings = spellings(transaction, spaced)?;
    if !spellings.is_empty() {
        *keys = keys.respelled(&spellings);
    }
    Ok(())
}

/// Returns the spellings of a key, the key itself first.
pub fn of_key(transaction: &dyn Transaction, key: &str) -> StoreResult<Vec<String>> {
    let plain = plain_spaces(key);
    let others = spellings(transaction, plain.contains(' ').then_some(&*plain))?;
    let others = others.into_values().flatten().map(Code::into_string);
    let mut all = vec![key.to_owned()];
    all.extend((plain != key).then(|| plain.to_string()));
    all.extend(others.filter(|other| other != key));
    Ok(all)
}

/// Adds other spellings of the keys by which records are looked up.
pub fn respell(transaction: &dyn Transaction, lookup: &mut RowLookup) -> StoreResult<()> {
    let spaced = lookup.keys.iter().flatten().filter_map(|cell| match cell {
        Cell::Text(text) if text.contains(' ') => Some(text.as_str()),
        _ => None,
    });
    let found = spellings(transaction, spaced)?;
    let mut others = Vec::new();
    for key in lookup.keys.iter().filter(|_| !found.is_empty()) {
        for (place, cell) in key.iter().enumerate() {
            let Cell::Text(text) = cell else { continue };
            for spelling in found.get(text.as_str()).into_iter().flatten() {
                let mut other = key.clone();
                other[place] = Cell::Text(spelling.to_string());
                others.push(other);
            }
        }
    }
    lookup.keys.extend(others);
    Ok(())
}

fn spellings<'k>(
    transaction: &dyn Transaction,
    wanted: impl IntoIterator<Item = &'k str>,
) -> StoreResult<BTreeMap<Code, Vec<Code>>> {
    let mut wanted = wanted.into_iter().peekable();
    let mut found: BTreeMap<Code, Vec<Code>> = BTreeMap::new();
    if wanted.peek().is_none() {
        return Ok(found);
    }
    let pairs = rows(transaction, "key_spelling", &SPELLINGS, [keys::texts(wanted)], decode_row)?;
    for (plain, spelling) in pairs {
        found.entry(plain).or_default().push(spelling);
    }
    Ok(found)
}
