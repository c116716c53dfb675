//! The indexes of search documents. Trigrams need the extension `pg_trgm`; without it, search matches only the
//! beginnings of words. The extension can be enabled later: the next start then creates the indexes without blocking
//! writers.

use orderdock_store::StoreResult;
use orderdock_store_sql::search::DOCUMENT_TABLES;

use crate::large_index::LargeIndex;
use crate::link::Link;

/// Message of `migrate`, `serve` and `doctor` for a database without the extension.
pub const WORDS_ONLY: &str =
    "search matches only the beginnings of words, because the extension pg_trgm is not enabled";
/// Advice for [`WORDS_ONLY`].
pub const ENABLE: &str = "Run CREATE EXTENSION pg_trgm in this database as a superuser or its owner (install the package \
     postgresql-contrib on the server if it is not available there), then run `orderdock migrate`.";

/// Query for the schema of the extension, if it is enabled.
const EXTENSION: &str = "SELECT coalesce((SELECT quote_ident(n.nspname) FROM pg_extension e \
     JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'), '')";
const IS_AVAILABLE: &str =
    "SELECT (EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'))::text";
/// Index on the words of a document, with the same expression as the queries in `store-sql/src/search`.
const WORDS: &str =
    "USING gin (array_to_tsvector(array_remove(regexp_split_to_array(words, '[[:space:][:punct:]]+'), '')))";

/// Query for whether any document table lacks its trigram index.
pub const LACKS_TRIGRAMS: &str = "SELECT 'pg_trgm' WHERE 4 > (SELECT count(*) FROM pg_index WHERE indisvalid \
     AND indexrelid IN (to_regclass('search_partner_trigram'), to_regclass('search_product_trigram'), \
       to_regclass('search_candidate_trigram'), to_regclass('search_order_trigram')))";

/// Creates missing indexes. Must be called outside a transaction.
pub fn ensure(link: &Link) -> StoreResult<()> {
    let first_missing = |sql: &str| link.word(&format!("SELECT coalesce(({sql}), '')"));
    if first_missing(LACKS_TRIGRAMS)?.is_empty() {
        return Ok(());
    }
    let schema = extension(link)?;
    let (kind, entries) = match schema.as_str() {
        "" => ("words", WORDS.to_owned()),
        // without `fastupdate`, because every search would scan the list of pending entries
        schema => ("trigram", format!("USING gin (words {schema}.gin_trgm_ops) WITH (fastupdate = off)")),
    };
    for table in DOCUMENT_TABLES.map(|table| table.name) {
        create(link, &format!("{table}_{kind}"), table, &entries)?;
    }
    if schema.is_empty() {
        tracing::warn!("{WORDS_ONLY}. {ENABLE}");
        return Ok(());
    }
    for table in DOCUMENT_TABLES.map(|table| table.name) {
        link.batch(&format!("DROP INDEX IF EXISTS {table}_words"))?;
    }
    Ok(())
}

/// Returns the schema of the extension; enables the extension if possible. Empty if it is not enabled.
fn extension(link: &Link) -> StoreResult<String> {
    let schema = link.word(EXTENSION)?;
    if schema.is_empty() && link.word(IS_AVAILABLE)? == "true" {
        // without the privilege, continue without the extension
        if let Err(error) = link.batch("CREATE EXTENSION IF NOT EXISTS pg_trgm") {
            tracing::debug!(%error, "pg_trgm could not be enabled");
        }
        return link.word(EXTENSION);
    }
    Ok(schema)
}

fn create(link: &Link, name: &str, table: &str, entries: &str) -> StoreResult<()> {
    let index = LargeIndex { name, table, entries };
    if index.is_there(link)? {
        return Ok(());
    }
    let is_empty = link.word(&format!("SELECT (EXISTS (SELECT 1 FROM {table}))::text"))? == "false";
    let created = if is_empty { link.batch(&index.whole()) } else { index.make(link) };
    match created {
        // another process that starts at the same time may have created it
        Err(_) if index.is_there(link)? => Ok(()),
        created => created,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocking_connection::BlockingConnection;
    use crate::migrate::migrate;
    use crate::testing::TemplateDatabase;

    #[test]
    fn indexes_are_created_when_the_extension_is_enabled_later() {
        let copy = TemplateDatabase::migrated().copy();
        let plain = BlockingConnection::connect(&copy.address).unwrap();
        let indexes = || {
            let indexes = "SELECT relname::text FROM pg_class WHERE relkind = 'i' AND relname ~ '^search_.*_(words|trigram)$' \
                AND relnamespace = current_schema()::regnamespace ORDER BY 1";
            plain.texts(indexes).unwrap()
        };
        let names = |kind: &str| {
            let mut names = DOCUMENT_TABLES.map(|table| format!("{}_{kind}", table.name));
            names.sort();
            names
        };
        assert_eq!(indexes(), names("trigram"), "a new database enables the extension");
        assert!(plain.texts(LACKS_TRIGRAMS).unwrap().is_empty());
        // as if the user had no privilege to enable the extension
        let without =
            "DROP EXTENSION pg_trgm CASCADE; INSERT INTO search_product VALUES (1, 0, 1, 'po-76344 tasse')";
        plain.batch(without).unwrap();
        let link = Link::connect(&copy.address, "orderdock/test").unwrap();
        for table in DOCUMENT_TABLES.map(|table| table.name) {
            create(&link, &format!("{table}_words"), table, WORDS).unwrap();
        }
        assert_eq!(plain.texts(LACKS_TRIGRAMS).unwrap(), ["pg_trgm"]);
        assert_eq!(migrate(&copy.address).unwrap(), 0, "no migration step is missing");
        assert_eq!(indexes(), names("trigram"));
    }
}
