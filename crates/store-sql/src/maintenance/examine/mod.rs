//! Read-only checks of the records of a database.

mod checks;
mod open_references;

use jiff::Timestamp;
use orderdock_domain::ids::PartnerId;
use orderdock_domain::masterdata::{address_key, legacy_address_key};
use orderdock_domain::processing::HeaderGroup;
use orderdock_domain::text::{Name, duplicate_key, fold, legacy_fold};
use orderdock_store::{Finding, StoreResult};

use self::checks::{DoctorCheck, QUESTIONS};
use self::open_references::Differences;
use crate::Transaction;
use crate::candidates::content;
use crate::search::refold::RefoldState;
use crate::sql::column::{Column, RowReader};
use crate::sql::query::{decode_row, rows};
use crate::sql::template::Statement;

const REPORT: &str = "This should not be possible: keep a backup as it is now, and report it.";

/// Maximum number of records that a finding lists.
const MAX_NAMED: usize = 20;

const DUPLICATES: &str = "Their texts differ only in case, ß and ss, or invisible characters. Imports use the oldest active record. \
     Deactivate these records or change their texts.";

/// Tables whose ids are drawn from the sequence of all ids.
static IDS: Statement = Statement::new(
    r#"
    SELECT max(id)
    FROM (
        SELECT max(id) AS id FROM candidate
        UNION ALL
        SELECT max(id) FROM request
        UNION ALL
        SELECT max(id) FROM bpartner
        UNION ALL
        SELECT max(id) FROM bpartner_location
        UNION ALL
        SELECT max(id) FROM bpartner_contact
        UNION ALL
        SELECT max(id) FROM product
        UNION ALL
        SELECT max(id) FROM product_price
        UNION ALL
        SELECT max(id) FROM bpartner_product
        UNION ALL
        SELECT max(id) FROM sales_order
        UNION ALL
        SELECT max(id) FROM organisation
        UNION ALL
        SELECT max(id) FROM token
        UNION ALL
        SELECT max(id) FROM "user"
        UNION ALL
        SELECT max(id) FROM saved_view
        UNION ALL
        SELECT max(id) FROM import_draft
        UNION ALL
        SELECT max(id) FROM import_mapping
    ) m
    WHERE id >= (SELECT value FROM counter WHERE name = 'id')
    "#,
);

static HEADERS: Statement = Statement::new(
    r"
    SELECT
        id, header_group, flat_identity, external_header_id, bpartner_id, po_reference,
        external_system_id
    FROM candidate
    ",
);

static ADDRESSES: Statement = Statement::new(
    r"
    SELECT id, address_key, address1, address2, address3, address4, postal, city, country
    FROM bpartner_location
    ",
);

static BLOCKS: Statement = Statement::new("SELECT id, key, members FROM content_block");

static CONTENTS: Statement = Statement::new(
    r"
    SELECT c.id, {content c}
    FROM candidate c
    {join} candidate_content s ON s.candidate_id = c.id
    ",
);

static ATTACHED: Statement = Statement::new("SELECT DISTINCT sha256, size FROM attachment ORDER BY 1");

static ATTACHED_OR_DRAFTED: Statement = Statement::new(
    r"
    SELECT sha256, size
    FROM attachment
    UNION
    SELECT sha256, size
    FROM import_draft
    ORDER BY 1
    ",
);

static TOKENS: Statement = Statement::new(
    r"
    SELECT name
    FROM token
    WHERE revoked_at IS NULL AND expires_at <= ?1
    ORDER BY id
    ",
);

static USABLE_TOKENS: Statement = Statement::new(
    r"
    SELECT count(*)
    FROM token
    WHERE revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > ?1)
    ",
);

/// Locations and contacts with ids in external systems.
static REFERENCED: Statement =
    Statement::new("SELECT DISTINCT CAST(record_id AS text) FROM external_reference WHERE bpartner_id <> 0");

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &IDS,
    &HEADERS,
    &ADDRESSES,
    &BLOCKS,
    &CONTENTS,
    &ATTACHED,
    &ATTACHED_OR_DRAFTED,
    &TOKENS,
    &USABLE_TOKENS,
    &REFERENCED,
];

/// Columns with folded text, each with a query for record id, text and column. `bpartner_product` is the newest of
/// these tables.
static FOLDED: [(&str, Statement); 12] = [
    ("bpartner.code_key", Statement::new("SELECT id, code, code_key FROM bpartner")),
    ("bpartner.name_key", Statement::new("SELECT id, name, name_key FROM bpartner")),
    ("product.code_key", Statement::new("SELECT id, code, code_key FROM product")),
    ("product.name_key", Statement::new("SELECT id, name, name_key FROM product")),
    ("bpartner_contact.name_key", Statement::new("SELECT id, name, name_key FROM bpartner_contact")),
    (
        "bpartner_contact.email_key",
        Statement::new("SELECT id, coalesce(email, ''), email_key FROM bpartner_contact"),
    ),
    ("bpartner_product.number_key", Statement::new("SELECT id, number, number_key FROM bpartner_product")),
    ("user.name_key", Statement::new("SELECT id, name, name_key FROM \"user\"")),
    (
        "candidate.line_key",
        Statement::new(
            "SELECT id, CASE WHEN {is_true flat_identity} THEN external_header_id ELSE external_line_id END, \
             coalesce(line_key, external_line_id) FROM candidate",
        ),
    ),
    (
        "sales_order.document_no_key",
        Statement::new("SELECT id, document_no, document_no_key FROM sales_order"),
    ),
    (
        "candidate.po_reference_key",
        Statement::new(
            "SELECT id, po_reference, po_reference_key FROM candidate WHERE po_reference IS NOT NULL",
        ),
    ),
    (
        "candidate.promotion_code_key",
        Statement::new(
            "SELECT id, promotion_code, promotion_code_key FROM candidate WHERE promotion_code IS NOT NULL",
        ),
    ),
];

/// Every statement of this module.
pub fn statements() -> impl Iterator<Item = &'static Statement> {
    let fixed = STATEMENTS.iter().chain(open_references::STATEMENTS).copied();
    let questions = QUESTIONS.iter().map(|question| &question.names);
    fixed.chain(questions).chain(FOLDED.iter().map(|(_, sql)| sql))
}

/// Returns the hashes (hexadecimal) and sizes of the contents that attachments reference; also those of import drafts
/// if `has_drafts`, which older schemas have not.
pub fn attached_contents(transaction: &dyn Transaction, has_drafts: bool) -> StoreResult<Vec<(String, i64)>> {
    let sql = if has_drafts { &ATTACHED_OR_DRAFTED } else { &ATTACHED };
    rows(transaction, "attachment", sql, [], |row| {
        // undecoded, so that a damaged row does not prevent checking the others
        let hash: Vec<u8> = row.read()?;
        Ok((hash.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}")), row.read()?))
    })
}

/// Runs all checks of the records of a whole database.
pub fn examine(transaction: &dyn Transaction, now: Timestamp) -> StoreResult<Vec<Finding>> {
    let mut findings = Vec::new();
    for DoctorCheck { fault, names, advice } in &QUESTIONS {
        let names = self::names(transaction, names)?;
        findings.extend(Finding::of(&names, fault, advice.unwrap_or(REPORT), advice.is_none()));
    }
    let ahead = rows(transaction, "counter", &IDS, [], decode_row::<Option<i64>>)?;
    for id in ahead.into_iter().flatten() {
        let fault = format!("record id {id} is above the id counter");
        findings.push(Finding { fault, advice: REPORT, grave: true });
    }
    examine_keys(transaction, &mut findings)?;
    examine_open_references(transaction, &mut findings)?;
    examine_tokens(transaction, now, &mut findings)?;
    Ok(findings)
}

/// Result of comparing a stored key with its expected value.
enum StoredKey {
    Right,
    /// It has the form of an older version.
    Older,
    /// Another record has the key, so this one has the key of a duplicate.
    Duplicate,
    Wrong,
}

impl StoredKey {
    fn of(id: i64, stored: &str, right: &str, older: &str) -> Self {
        match stored {
            _ if stored == right => Self::Right,
            _ if stored == older => Self::Older,
            _ if stored == duplicate_key(right, id) => Self::Duplicate,
            _ => Self::Wrong,
        }
    }

    const fn when(is_right: bool) -> Self {
        if is_right { Self::Right } else { Self::Wrong }
    }
}

/// Compares keys with the columns from which they are computed; a record with a wrong key is not found. Keys of older
/// versions are still found, and are recomputed after the migration.
fn examine_keys(transaction: &dyn Transaction, findings: &mut Vec<Finding>) -> StoreResult<()> {
    let are_recomputed = RefoldState::read(transaction)?.is_done();
    let mut in_older_form = 0_usize;
    let mut check = |place, sql: &Statement, key: fn(i64, &mut RowReader<'_>) -> StoreResult<StoredKey>| {
        let (mut wrong, mut duplicates) = (Vec::new(), Vec::new());
        rows(transaction, place, sql, [], |row| {
            let id: i64 = row.read()?;
            match key(id, row)? {
                StoredKey::Right => {}
                StoredKey::Older if !are_recomputed => in_older_form += 1,
                StoredKey::Duplicate => duplicates.push(id.to_string()),
                StoredKey::Older | StoredKey::Wrong => wrong.push(id),
            }
            Ok(())
        })?;
        if let Some(first) = wrong.first() {
            let fault = format!("{place} is wrong in {} records, the first is {first}", wrong.len());
            let advice =
                "Another program changed the data. Restore the last backup, or load these records again.";
            findings.push(Finding { fault, advice, grave: true });
        }
        if !duplicates.is_empty() {
            // ids in external systems identify these records
            let identified = rows(transaction, "external_reference", &REFERENCED, [], decode_row::<String>)?;
            duplicates.retain(|id| !identified.contains(id));
        }
        let fault = format!("records with the same {place} as an older or active record: {{}}");
        findings.extend(Finding::of(&duplicates, &fault, DUPLICATES, false));
        Ok(())
    };
    for (place, sql) in &FOLDED {
        check(place, sql, |id, row| {
            let (text, key): (String, String) = row.read()?;
            Ok(StoredKey::of(id, &key, &fold(&text), &legacy_fold(&text)))
        })?;
    }
    check("bpartner_location.address_key", &ADDRESSES, address)?;
    check("candidate.header_group", &HEADERS, |_, row| {
        Ok(StoredKey::when(row.read::<String>()? == header_group(row)?))
    })?;
    check("content_block.key", &BLOCKS, |_, row| {
        let (key, members): (Vec<u8>, String) = row.read()?;
        Ok(StoredKey::when(content::key(&members)[..] == key))
    })?;
    check("candidate_content.content_hash", &CONTENTS, |_, row| {
        Ok(StoredKey::when(content::read(row)?.is_whole()))
    })?;
    if in_older_form > 0 {
        let fault = format!("{in_older_form} search keys in the form of an older version");
        let advice = "The server recomputes them in the background while no older version runs.";
        findings.push(Finding { fault, advice, grave: false });
    }
    Ok(())
}

/// Compares the stored keys, lines and counts of missing records with the candidates.
fn examine_open_references(transaction: &dyn Transaction, findings: &mut Vec<Finding>) -> StoreResult<()> {
    let Differences { candidates, records } = open_references::differences(transaction)?;
    let candidates: Vec<_> = candidates.iter().take(MAX_NAMED).map(ToString::to_string).collect();
    let fault = "candidates whose open references differ from their keys or lines: {}";
    findings.extend(Finding::of(&candidates, fault, REPORT, true));
    let records: Vec<_> = records.into_iter().take(MAX_NAMED).collect();
    findings.extend(Finding::of(&records, "missing records with wrong numbers: {}", REPORT, true));
    Ok(())
}

fn address(id: i64, row: &mut RowReader<'_>) -> StoreResult<StoredKey> {
    let key: String = row.read()?;
    let lines: [Option<Name>; 4] = [row.read()?, row.read()?, row.read()?, row.read()?];
    let (postal, city, country): (Option<_>, Option<_>, Option<_>) = row.read()?;
    let lines = lines.each_ref().map(Option::as_ref);
    let (postal, city, country) = (postal.as_ref(), city.as_ref(), country.as_ref());
    let (right, older) =
        (address_key(lines, postal, city, country), legacy_address_key(lines, postal, city, country));
    Ok(StoredKey::of(id, &key, &right, &older))
}

fn header_group(row: &mut RowReader<'_>) -> StoreResult<String> {
    let (flat, header, buyer, po_reference): (bool, _, Option<PartnerId>, _) = row.read()?;
    let group = match buyer {
        _ if !flat => HeaderGroup::Header(header),
        Some(buyer) => HeaderGroup::Reference { buyer, po_reference },
        None => HeaderGroup::Unresolved(header),
    };
    Ok(group.key(row.read()?))
}

fn examine_tokens(
    transaction: &dyn Transaction,
    now: Timestamp,
    findings: &mut Vec<Finding>,
) -> StoreResult<()> {
    let expired = rows(transaction, "token", &TOKENS, [now.write()], decode_row::<String>)?;
    let advice = "Requests with these access tokens are rejected with 401. Create new ones for their users, then revoke these.";
    findings.extend(Finding::of(&expired, "expired access tokens: {}", advice, false));
    let usable = rows(transaction, "token", &USABLE_TOKENS, [now.write()], decode_row::<i64>)?;
    if usable.first() == Some(&0) {
        let fault = "no valid access token".to_owned();
        findings.push(Finding { fault, advice: "Create one with `orderdock token create`.", grave: false });
    }
    Ok(())
}

fn names(transaction: &dyn Transaction, sql: &Statement) -> StoreResult<Vec<String>> {
    rows(transaction, "doctor", sql, [], |row| {
        let value = row.read_value()?;
        Ok(i64::read(&value).map(|id| id.to_string()).or_else(|| String::read(&value)).unwrap_or_default())
    })
}
