//! What can be wrong with the records of a database, looked for without changing it.

use jiff::Timestamp;
use orderdock_domain::candidate_members;
use orderdock_domain::masterdata::address_key;
use orderdock_domain::processing::HeaderGroup;
use orderdock_domain::text::fold;
use orderdock_store::{Finding, StoreResult};

use crate::Transaction;
use crate::asking::{rows, take};
use crate::column::{Column, Fields};
use crate::content;
use crate::template::{Statement, statements};

const REPORT: &str = "This should not be possible: keep a backup as it is now, and report it.";

/// Questions whose answer is a list of names that should be empty; the names stand in for `{}`.
static QUESTIONS: [(&str, bool, Statement, &str); 21] = [
    (
        "candidates without an identity: {}",
        true,
        Statement::new(
            "SELECT c.id FROM candidate c WHERE NOT EXISTS (SELECT 1 FROM candidate_identity i \
           WHERE i.external_header_id = c.external_header_id AND i.external_line_id = c.external_line_id \
           AND i.org_id = c.org_id AND i.data_source_id = c.data_source_id AND i.candidate_id = c.id) LIMIT 20",
        ),
        REPORT,
    ),
    (
        "identities without their candidate: {}",
        true,
        Statement::new(
            "SELECT i.external_header_id || ' / ' || i.external_line_id FROM candidate_identity i \
           WHERE NOT EXISTS (SELECT 1 FROM candidate c WHERE c.id = i.candidate_id) \
             AND i.candidate_id >= coalesce((SELECT value FROM counter WHERE name = 'archived'), 0) LIMIT 20",
        ),
        REPORT,
    ),
    (
        "processed candidates that are in no order: {}",
        true,
        Statement::new(
            "SELECT c.id FROM candidate c WHERE c.status = 'processed' \
           AND NOT EXISTS (SELECT 1 FROM allocation a WHERE a.candidate_id = c.id AND {is a.live}) LIMIT 20",
        ),
        REPORT,
    ),
    (
        "orders whose number is higher than their counter: {}",
        true,
        Statement::new(
            "SELECT o.document_no FROM sales_order o JOIN document_counter d ON d.org_id = o.org_id \
           AND d.document_type_id = o.document_type_id WHERE o.document_number > d.value LIMIT 20",
        ),
        REPORT,
    ),
    (
        "candidates without what was sent: {}",
        true,
        Statement::new(
            "SELECT c.id FROM candidate c WHERE NOT EXISTS (SELECT 1 FROM candidate_content s WHERE s.candidate_id = c.id) \
           LIMIT 20",
        ),
        REPORT,
    ),
    (
        "contents without their candidate: {}",
        true,
        Statement::new(
            "SELECT s.candidate_id FROM candidate_content s \
           WHERE NOT EXISTS (SELECT 1 FROM candidate c WHERE c.id = s.candidate_id) LIMIT 20",
        ),
        REPORT,
    ),
    (
        "contents that lack a block of what was sent: {}",
        true,
        Statement::new(
            "SELECT s.candidate_id FROM candidate_content s {join} (SELECT 1 AS value UNION ALL SELECT 2 \
             UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6) k ON TRUE \
           WHERE CASE k.value WHEN 1 THEN terms_block WHEN 2 THEN bpartner_block WHEN 3 THEN bill_bpartner_block \
             WHEN 4 THEN drop_ship_bpartner_block WHEN 5 THEN hand_over_bpartner_block ELSE product_block END \
             NOT IN (SELECT id FROM content_block) LIMIT 20",
        ),
        REPORT,
    ),
    (
        "requests without what those of their sender have alike: {}",
        true,
        Statement::new(
            "SELECT r.id FROM request r WHERE NOT EXISTS (SELECT 1 FROM request_origin g WHERE g.id = r.origin_id) LIMIT 20",
        ),
        REPORT,
    ),
    (
        "requests whose body cannot be read, for that of another one which was its dictionary: {}",
        true,
        Statement::new(
            "SELECT r.id FROM request r WHERE r.dictionary_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM request d \
           WHERE d.id = r.dictionary_id AND d.dictionary_id IS NULL AND d.candidate_count > 0) LIMIT 20",
        ),
        REPORT,
    ),
    (
        "candidates that are not found by their request: {}",
        true,
        Statement::new(
            "SELECT c.id FROM candidate c WHERE NOT EXISTS (SELECT 1 FROM request r WHERE r.id = c.request_id \
           AND c.id BETWEEN r.first_candidate_id AND r.last_candidate_id) LIMIT 20",
        ),
        REPORT,
    ),
    (
        "candidates that are not counted as what they are (organisation / data source / quarter of an hour): {}",
        true,
        Statement::new(
            "WITH counted (quarter, org, source, new, error, processed, inactive) AS ( \
             SELECT quarter, org_id, data_source_id, CAST(sum(new) AS bigint), CAST(sum(error) AS bigint), \
               CAST(sum(processed) AS bigint), CAST(sum(inactive) AS bigint) FROM candidate_count GROUP BY 1, 2, 3 \
             HAVING sum(new) <> 0 OR sum(error) <> 0 OR sum(processed) <> 0 OR sum(inactive) <> 0), \
           there (quarter, org, source, new, error, processed, inactive) AS ( \
             SELECT k.value * {quarter c.created_at}, c.org_id, c.data_source_id, count(*) FILTER (WHERE c.status = 'new'), \
               count(*) FILTER (WHERE c.status = 'error'), count(*) FILTER (WHERE c.status = 'processed'), count(*) FILTER (WHERE c.status = 'inactive') \
             FROM candidate c {join} (SELECT 0 AS value UNION ALL SELECT 1) k ON TRUE GROUP BY 1, 2, 3), \
           wrong AS (SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM there) missing \
             UNION ALL SELECT * FROM (SELECT * FROM there EXCEPT SELECT * FROM counted) more) \
         SELECT DISTINCT org || ' / ' || source || ' / ' || quarter FROM wrong ORDER BY 1 LIMIT 20",
        ),
        REPORT,
    ),
    (
        "candidates that are not found by the problems they have: {}",
        true,
        Statement::new(
            "WITH noted (code, id) AS (SELECT code, candidate_id FROM candidate_problem), \
           there (code, id) AS (SELECT p.value ->> 'code', c.id FROM candidate c {join} {each c.problems p json} ON TRUE \
             WHERE c.problems IS NOT NULL), \
           wrong AS (SELECT id FROM (SELECT code, id FROM noted EXCEPT SELECT code, id FROM there) more \
             UNION SELECT id FROM (SELECT code, id FROM there EXCEPT SELECT code, id FROM noted) missing) \
         SELECT id FROM wrong ORDER BY id LIMIT 20",
        ),
        REPORT,
    ),
    (
        "comments on candidates or orders that are not there: {}",
        true,
        Statement::new(
            "SELECT m.id FROM comment m WHERE m.candidate_id IS NOT NULL \
             AND m.candidate_id >= coalesce((SELECT value FROM counter WHERE name = 'archived'), 0) \
             AND NOT EXISTS (SELECT 1 FROM {row candidate} c WHERE c.id = m.candidate_id) \
           UNION ALL SELECT m.id FROM comment m WHERE m.order_id IS NOT NULL \
             AND NOT EXISTS (SELECT 1 FROM sales_order o WHERE o.id = m.order_id) LIMIT 20",
        ),
        REPORT,
    ),
    (
        "saved views of users that are not there: {}",
        true,
        Statement::new(
            "SELECT v.id FROM saved_view v WHERE NOT EXISTS (SELECT 1 FROM \"user\" u WHERE u.id = v.owner_id) LIMIT 20",
        ),
        REPORT,
    ),
    (
        "users that are not there, or who begin with a saved view that is not there: {}",
        true,
        Statement::new(
            "SELECT d.user_id FROM saved_view_default d WHERE NOT EXISTS (SELECT 1 FROM \"user\" u WHERE u.id = d.user_id) \
             OR NOT EXISTS (SELECT 1 FROM saved_view v WHERE v.id = d.view_id) LIMIT 20",
        ),
        REPORT,
    ),
    (
        "no organisation but the shared one",
        false,
        Statement::new(
            "SELECT '*' WHERE NOT EXISTS (SELECT 1 FROM organisation WHERE id > 0 AND {is active})",
        ),
        "Load one with `orderdock load`; until then nothing can be imported.",
    ),
    (
        "organisations without a default pricing system: {}",
        false,
        Statement::new(
            "SELECT code FROM organisation WHERE id > 0 AND {is active} AND pricing_system_id IS NULL ORDER BY code LIMIT 20",
        ),
        "Candidates whose partner, group and row name none get no price; load the organisation with `pricingSystem`.",
    ),
    (
        "price lists without a version: {}",
        false,
        Statement::new(
            "SELECT l.code FROM price_list l WHERE {is l.active} AND NOT EXISTS (SELECT 1 FROM price_list_version v \
           WHERE v.price_list_id = l.id AND {is v.active}) ORDER BY l.code LIMIT 20",
        ),
        "They have no price at all; load a version with `validFrom`.",
    ),
    (
        "sales price lists without a default tax category: {}",
        false,
        Statement::new(
            "SELECT code FROM price_list WHERE {is active} AND {is sales} AND default_tax_category_id IS NULL \
           ORDER BY code LIMIT 20",
        ),
        "Imported products get no price in them; load the list with `defaultTaxCategory`.",
    ),
    (
        "no tax",
        false,
        Statement::new("SELECT '*' WHERE NOT EXISTS (SELECT 1 FROM tax WHERE {is active})"),
        "Orders need one for their goods and countries; load `taxes`.",
    ),
    (
        "no user, so nobody can sign in to the browser interface",
        false,
        Statement::new("SELECT '*' WHERE NOT EXISTS (SELECT 1 FROM \"user\")"),
        "Create one with `orderdock user create NAME --role administrator`.",
    ),
];

macro_rules! folded_members {
    ([] $($field:ident $sent:tt { $how:ident $kept:ident: $held:ty, [$($column:ident)?] }
        { $over:tt, $label:tt, [$($key:ident)?] } $words:tt;)*
    ) => {
        /// The members of a candidate by which lists are filtered, with their keys.
        static FOLDED_MEMBERS: [(&str, Statement); [$($(stringify!($key),)?)*].len()] = [$($((
            concat!("candidate.", stringify!($key)),
            Statement::new(concat!(
                "SELECT id, ", stringify!($kept), ", ", stringify!($key), " FROM candidate WHERE ",
                stringify!($kept), " IS NOT NULL"
            )),
        ),)?)*];
    };
}

statements! {
    /// Tables whose ids come from the one sequence.
    IDS = "SELECT max(id) FROM (SELECT max(id) AS id FROM candidate UNION ALL SELECT max(id) FROM request \
     UNION ALL SELECT max(id) FROM bpartner UNION ALL SELECT max(id) FROM bpartner_location \
     UNION ALL SELECT max(id) FROM bpartner_contact UNION ALL SELECT max(id) FROM product \
     UNION ALL SELECT max(id) FROM product_price UNION ALL SELECT max(id) FROM sales_order \
     UNION ALL SELECT max(id) FROM organisation UNION ALL SELECT max(id) FROM token UNION ALL SELECT max(id) FROM \"user\" \
     UNION ALL SELECT max(id) FROM saved_view) m \
     WHERE id >= (SELECT value FROM counter WHERE name = 'id')";
    HEADERS = "SELECT id, header_group, flat_identity, external_header_id, bpartner_id, po_reference FROM candidate";
    ADDRESSES = "SELECT id, address_key, address1, address2, address3, address4, postal, city, country \
     FROM bpartner_location";
    BLOCKS = "SELECT id, key, members FROM content_block";
    CONTENTS = concat!(
        "SELECT c.id, ",
        content::kept!("c"),
        " FROM candidate c {join} candidate_content s ON s.candidate_id = c.id"
    );
    ATTACHED = "SELECT DISTINCT sha256, size FROM attachment ORDER BY 1";
    TOKENS = "SELECT name FROM token WHERE revoked_at IS NULL AND expires_at <= ?1 ORDER BY id";
    USABLE_TOKENS = "SELECT count(*) FROM token WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?1)";
}

/// Texts with the keys that are made of them; `user` is the youngest of these tables.
static FOLDED: [(&str, Statement); 9] = [
    ("bpartner.code_key", Statement::new("SELECT id, code, code_key FROM bpartner")),
    ("bpartner.name_key", Statement::new("SELECT id, name, name_key FROM bpartner")),
    ("product.code_key", Statement::new("SELECT id, code, code_key FROM product")),
    ("product.name_key", Statement::new("SELECT id, name, name_key FROM product")),
    ("bpartner_contact.name_key", Statement::new("SELECT id, name, name_key FROM bpartner_contact")),
    (
        "bpartner_contact.email_key",
        Statement::new("SELECT id, coalesce(email, ''), email_key FROM bpartner_contact"),
    ),
    ("user.name_key", Statement::new("SELECT id, name, name_key FROM \"user\"")),
    (
        "candidate.line_key",
        Statement::new(
            "SELECT id, CASE WHEN {is flat_identity} THEN external_header_id ELSE external_line_id END, \
           coalesce(line_key, external_line_id) FROM candidate",
        ),
    ),
    (
        "sales_order.document_no_key",
        Statement::new("SELECT id, document_no, document_no_key FROM sales_order"),
    ),
];

candidate_members!(folded_members![]);

fn folded() -> impl Iterator<Item = &'static (&'static str, Statement)> {
    FOLDED.iter().chain(&FOLDED_MEMBERS)
}

/// Every statement of the room.
pub fn statements() -> impl Iterator<Item = &'static Statement> {
    let questions = QUESTIONS.iter().map(|(_, _, question, _)| question);
    STATEMENTS.iter().copied().chain(questions).chain(folded().map(|(_, sql)| sql))
}

/// The contents that attachments name, by their hash in hexadecimal digits, with their sizes.
pub fn attached_contents(transaction: &dyn Transaction) -> StoreResult<Vec<(String, i64)>> {
    rows(transaction, "attachment", &ATTACHED, [], |fields| {
        // as they stand there: a row that is damaged keeps none of the others from being looked at
        let hash: Vec<u8> = fields.take()?;
        Ok((hash.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}")), fields.take()?))
    })
}

/// Looks for everything that can be wrong with the records of a whole database.
pub fn examine(transaction: &dyn Transaction, now: Timestamp) -> StoreResult<Vec<Finding>> {
    let mut findings = Vec::new();
    for (fault, grave, question, advice) in &QUESTIONS {
        let names = names(transaction, question)?;
        if !names.is_empty() {
            findings.push(Finding { fault: fault.replace("{}", &names.join(", ")), advice, grave: *grave });
        }
    }
    let ahead = rows(transaction, "counter", &IDS, [], take::<Option<i64>>)?;
    for id in ahead.into_iter().flatten() {
        let fault = format!("the record {id} has an id that the sequence has not reached");
        findings.push(Finding { fault, advice: REPORT, grave: true });
    }
    examine_keys(transaction, &mut findings)?;
    examine_tokens(transaction, now, &mut findings)?;
    Ok(findings)
}

/// Keys are computed from other columns; one that does not fit is not found any more.
fn examine_keys(transaction: &dyn Transaction, findings: &mut Vec<Finding>) -> StoreResult<()> {
    let mut wrong = |place: &str, ids: Vec<i64>| {
        if let Some(first) = ids.first() {
            let fault = format!("{place} does not fit in {} records, first in {first}", ids.len());
            let advice = "The file was changed by another program: restore the last backup, or load these records again.";
            findings.push(Finding { fault, advice, grave: true });
        }
    };
    for (place, sql) in folded() {
        let differing = rows(transaction, place, sql, [], |fields| {
            let (id, text, key) = (fields.take::<i64>()?, fields.take::<String>()?, fields.take::<String>()?);
            Ok((fold(&text) != key).then_some(id))
        })?;
        wrong(place, differing.into_iter().flatten().collect());
    }
    let differing = rows(transaction, "bpartner_location", &ADDRESSES, [], |fields| {
        let (id, key) = (fields.take::<i64>()?, fields.take::<String>()?);
        Ok((address(fields)? != key).then_some(id))
    })?;
    wrong("bpartner_location.address_key", differing.into_iter().flatten().collect());
    let differing = rows(transaction, "candidate", &HEADERS, [], |fields| {
        let (id, key) = (fields.take::<i64>()?, fields.take::<String>()?);
        Ok((header_group(fields)?.key() != key).then_some(id))
    })?;
    wrong("candidate.header_group", differing.into_iter().flatten().collect());
    let differing = rows(transaction, "content_block", &BLOCKS, [], |fields| {
        let (id, key) = (fields.take::<i64>()?, fields.take::<Vec<u8>>()?);
        Ok((content::key(&fields.take::<String>()?)[..] != key).then_some(id))
    })?;
    wrong("content_block.key", differing.into_iter().flatten().collect());
    let differing = rows(transaction, "candidate_content", &CONTENTS, [], |fields| {
        let id = fields.take::<i64>()?;
        Ok((!content::read(fields)?.is_whole()).then_some(id))
    })?;
    wrong("candidate_content.content_hash", differing.into_iter().flatten().collect());
    Ok(())
}

fn address(fields: &mut Fields<'_>) -> StoreResult<String> {
    let lines = [fields.take()?, fields.take()?, fields.take()?, fields.take()?];
    let (postal, city, country) =
        (fields.take::<Option<_>>()?, fields.take::<Option<_>>()?, fields.take::<Option<_>>()?);
    Ok(address_key(lines.each_ref().map(Option::as_ref), postal.as_ref(), city.as_ref(), country.as_ref()))
}

fn header_group(fields: &mut Fields<'_>) -> StoreResult<HeaderGroup> {
    let (flat, header) = (fields.take()?, fields.take()?);
    let (buyer, po_reference) = (fields.take()?, fields.take()?);
    Ok(if flat { HeaderGroup::Reference { buyer, po_reference } } else { HeaderGroup::Header(header) })
}

fn examine_tokens(
    transaction: &dyn Transaction,
    now: Timestamp,
    findings: &mut Vec<Finding>,
) -> StoreResult<()> {
    let expired = rows(transaction, "token", &TOKENS, [now.write()], take::<String>)?;
    let mut note = |fault, advice| findings.push(Finding { fault, advice, grave: false });
    if !expired.is_empty() {
        let advice = "Whoever still uses them is refused with 401: give them new ones, then revoke these.";
        note(format!("tokens that have expired: {}", expired.join(", ")), advice);
    }
    let usable = rows(transaction, "token", &USABLE_TOKENS, [now.write()], take::<i64>)?;
    if usable.first() == Some(&0) {
        note("no token that can be used".to_owned(), "Create one with `orderdock token create`.");
    }
    Ok(())
}

fn names(transaction: &dyn Transaction, sql: &Statement) -> StoreResult<Vec<String>> {
    rows(transaction, "doctor", sql, [], |fields| {
        let value = fields.raw()?;
        Ok(i64::read(&value).map(|id| id.to_string()).or_else(|| String::read(&value)).unwrap_or_default())
    })
}
