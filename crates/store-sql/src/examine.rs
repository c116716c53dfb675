//! What can be wrong with the records of a database, looked for without changing it.

use jiff::Timestamp;
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

/// A question whose answer is a list of names that should be empty.
struct DoctorQuestion {
    /// The names stand in for `{}`.
    fault: &'static str,
    names: Statement,
    /// What can be done; there is none for what should not be possible.
    advice: Option<&'static str>,
}

const fn impossible(fault: &'static str, names: &'static str) -> DoctorQuestion {
    DoctorQuestion { fault, names: Statement::new(names), advice: None }
}

const fn advised(fault: &'static str, names: &'static str, advice: &'static str) -> DoctorQuestion {
    DoctorQuestion { fault, names: Statement::new(names), advice: Some(advice) }
}

static QUESTIONS: [DoctorQuestion; 21] = [
    impossible(
        "candidates without an identity: {}",
        "SELECT c.id FROM candidate c WHERE NOT EXISTS (SELECT 1 FROM candidate_identity i \
         WHERE i.external_header_id = c.external_header_id AND i.external_line_id = c.external_line_id \
         AND i.org_id = c.org_id AND i.data_source_id = c.data_source_id AND i.candidate_id = c.id) LIMIT 20",
    ),
    impossible(
        "identities without their candidate: {}",
        "SELECT i.external_header_id || ' / ' || i.external_line_id FROM candidate_identity i \
         WHERE NOT EXISTS (SELECT 1 FROM candidate c WHERE c.id = i.candidate_id) \
         AND i.candidate_id >= coalesce((SELECT value FROM counter WHERE name = 'archived'), 0) LIMIT 20",
    ),
    impossible(
        "processed candidates without a sales order: {}",
        "SELECT c.id FROM candidate c WHERE c.status = 'processed' \
         AND NOT EXISTS (SELECT 1 FROM allocation a WHERE a.candidate_id = c.id AND {is a.live}) LIMIT 20",
    ),
    impossible(
        "sales orders with a number above their counter: {}",
        "SELECT o.document_no FROM sales_order o JOIN document_counter d ON d.org_id = o.org_id \
         AND d.document_type_id = o.document_type_id WHERE o.document_number > d.value LIMIT 20",
    ),
    impossible(
        "candidates without content: {}",
        "SELECT c.id FROM candidate c WHERE NOT EXISTS (SELECT 1 FROM candidate_content s WHERE s.candidate_id = c.id) \
         LIMIT 20",
    ),
    impossible(
        "contents without their candidate: {}",
        "SELECT s.candidate_id FROM candidate_content s \
         WHERE NOT EXISTS (SELECT 1 FROM candidate c WHERE c.id = s.candidate_id) LIMIT 20",
    ),
    impossible(
        "contents with a missing block: {}",
        "SELECT b.candidate_id FROM (SELECT s.candidate_id, \
         CASE k.value WHEN 1 THEN terms_block WHEN 2 THEN bpartner_block WHEN 3 THEN bill_bpartner_block \
         WHEN 4 THEN drop_ship_bpartner_block WHEN 5 THEN hand_over_bpartner_block ELSE product_block END AS block \
         FROM candidate_content s {join} (SELECT 1 AS value UNION ALL SELECT 2 UNION ALL SELECT 3 \
         UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6) k ON TRUE) b \
         WHERE b.block IS NOT NULL AND b.block NOT IN (SELECT id FROM content_block) LIMIT 20",
    ),
    impossible(
        "requests without their origin record: {}",
        "SELECT r.id FROM request r WHERE NOT EXISTS (SELECT 1 FROM request_origin g WHERE g.id = r.origin_id) LIMIT 20",
    ),
    impossible(
        "requests with an unreadable body, because its compression dictionary is missing: {}",
        "SELECT r.id FROM request r WHERE r.dictionary_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM request d \
         WHERE d.id = r.dictionary_id AND d.dictionary_id IS NULL AND d.candidate_count > 0) LIMIT 20",
    ),
    impossible(
        "candidates outside the id range of their request: {}",
        "SELECT c.id FROM candidate c WHERE NOT EXISTS (SELECT 1 FROM request r WHERE r.id = c.request_id \
         AND c.id BETWEEN r.first_candidate_id AND r.last_candidate_id) LIMIT 20",
    ),
    impossible(
        "wrong candidate counters (organisation / data source / quarter of an hour): {}",
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
    impossible(
        "candidates with a wrong problem index: {}",
        "WITH noted (code, id) AS (SELECT code, candidate_id FROM candidate_problem), \
         there (code, id) AS (SELECT p.value ->> 'code', c.id FROM candidate c {join} {each c.problems p json} ON TRUE \
         WHERE c.problems IS NOT NULL), \
         wrong AS (SELECT id FROM (SELECT code, id FROM noted EXCEPT SELECT code, id FROM there) more \
         UNION SELECT id FROM (SELECT code, id FROM there EXCEPT SELECT code, id FROM noted) missing) \
         SELECT id FROM wrong ORDER BY id LIMIT 20",
    ),
    impossible(
        "comments on missing candidates or sales orders: {}",
        "SELECT m.id FROM comment m WHERE m.candidate_id IS NOT NULL \
         AND m.candidate_id >= coalesce((SELECT value FROM counter WHERE name = 'archived'), 0) \
         AND NOT EXISTS (SELECT 1 FROM {row candidate} c WHERE c.id = m.candidate_id) \
         UNION ALL SELECT m.id FROM comment m WHERE m.order_id IS NOT NULL \
         AND NOT EXISTS (SELECT 1 FROM sales_order o WHERE o.id = m.order_id) LIMIT 20",
    ),
    impossible(
        "saved views of missing users: {}",
        "SELECT v.id FROM saved_view v WHERE NOT EXISTS (SELECT 1 FROM \"user\" u WHERE u.id = v.owner_id) LIMIT 20",
    ),
    impossible(
        "default views with a missing user or a missing view: {}",
        "SELECT d.user_id FROM saved_view_default d WHERE NOT EXISTS (SELECT 1 FROM \"user\" u WHERE u.id = d.user_id) \
         OR NOT EXISTS (SELECT 1 FROM saved_view v WHERE v.id = d.view_id) LIMIT 20",
    ),
    advised(
        "no organisation but the shared one",
        "SELECT '*' WHERE NOT EXISTS (SELECT 1 FROM organisation WHERE id > 0 AND {is active})",
        "Load one with `orderdock load`; until then nothing can be imported.",
    ),
    advised(
        "organisations without a default pricing system: {}",
        "SELECT code FROM organisation WHERE id > 0 AND {is active} AND pricing_system_id IS NULL ORDER BY code LIMIT 20",
        "Candidates without a pricing system of their own, their partner or its group have no price; load the organisation with `pricingSystem`.",
    ),
    advised(
        "price lists without a version: {}",
        "SELECT l.code FROM price_list l WHERE {is l.active} AND NOT EXISTS (SELECT 1 FROM price_list_version v \
         WHERE v.price_list_id = l.id AND {is v.active}) ORDER BY l.code LIMIT 20",
        "These price lists have no prices; load a version with `validFrom`.",
    ),
    advised(
        "sales price lists without a default tax category: {}",
        "SELECT code FROM price_list WHERE {is active} AND {is sales} AND default_tax_category_id IS NULL \
         ORDER BY code LIMIT 20",
        "Imported products get no price in these lists; load the list with `defaultTaxCategory`.",
    ),
    advised(
        "no tax rates",
        "SELECT '*' WHERE NOT EXISTS (SELECT 1 FROM tax WHERE {is active})",
        "Sales orders require a tax rate for their tax category and countries; load `taxes`.",
    ),
    advised(
        "no user: the browser interface cannot be used",
        "SELECT '*' WHERE NOT EXISTS (SELECT 1 FROM \"user\")",
        "Create one with `orderdock user create NAME --role administrator`.",
    ),
];

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

/// Columns with folded text, each with a query for record id, text and column. `user` is the youngest of these tables.
static FOLDED: [(&str, Statement); 11] = [
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

/// Every statement of the room.
pub fn statements() -> impl Iterator<Item = &'static Statement> {
    let questions = QUESTIONS.iter().map(|question| &question.names);
    STATEMENTS.iter().copied().chain(questions).chain(FOLDED.iter().map(|(_, sql)| sql))
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
    for DoctorQuestion { fault, names, advice } in &QUESTIONS {
        let names = self::names(transaction, names)?;
        findings.extend(Finding::of(&names, fault, advice.unwrap_or(REPORT), advice.is_none()));
    }
    let ahead = rows(transaction, "counter", &IDS, [], take::<Option<i64>>)?;
    for id in ahead.into_iter().flatten() {
        let fault = format!("record id {id} is above the id counter");
        findings.push(Finding { fault, advice: REPORT, grave: true });
    }
    examine_keys(transaction, &mut findings)?;
    examine_tokens(transaction, now, &mut findings)?;
    Ok(findings)
}

/// Keys are computed from other columns; one that does not fit is not found any more.
fn examine_keys(transaction: &dyn Transaction, findings: &mut Vec<Finding>) -> StoreResult<()> {
    let mut fits = |place, sql: &Statement, is_right: fn(&mut Fields<'_>) -> StoreResult<bool>| {
        let mut wrong = Vec::new();
        rows(transaction, place, sql, [], |fields| {
            let id: i64 = fields.take()?;
            wrong.extend((!is_right(fields)?).then_some(id));
            Ok(())
        })?;
        if let Some(first) = wrong.first() {
            let fault = format!("{place} is wrong in {} records, the first is {first}", wrong.len());
            let advice =
                "Another program changed the data. Restore the last backup, or load these records again.";
            findings.push(Finding { fault, advice, grave: true });
        }
        Ok(())
    };
    for (place, sql) in &FOLDED {
        fits(place, sql, |fields| Ok(fold(&fields.take::<String>()?) == fields.take::<String>()?))?;
    }
    fits("bpartner_location.address_key", &ADDRESSES, |fields| {
        Ok(fields.take::<String>()? == address(fields)?)
    })?;
    fits("candidate.header_group", &HEADERS, |fields| {
        Ok(fields.take::<String>()? == header_group(fields)?.key())
    })?;
    fits("content_block.key", &BLOCKS, |fields| {
        let (key, members): (Vec<u8>, String) = fields.take()?;
        Ok(content::key(&members)[..] == key)
    })?;
    fits("candidate_content.content_hash", &CONTENTS, |fields| Ok(content::read(fields)?.is_whole()))
}

fn address(fields: &mut Fields<'_>) -> StoreResult<String> {
    let lines = [fields.take()?, fields.take()?, fields.take()?, fields.take()?];
    let (postal, city, country): (Option<_>, Option<_>, Option<_>) = fields.take()?;
    Ok(address_key(lines.each_ref().map(Option::as_ref), postal.as_ref(), city.as_ref(), country.as_ref()))
}

fn header_group(fields: &mut Fields<'_>) -> StoreResult<HeaderGroup> {
    let (flat, header, buyer, po_reference) = fields.take()?;
    Ok(if flat { HeaderGroup::Reference { buyer, po_reference } } else { HeaderGroup::Header(header) })
}

fn examine_tokens(
    transaction: &dyn Transaction,
    now: Timestamp,
    findings: &mut Vec<Finding>,
) -> StoreResult<()> {
    let expired = rows(transaction, "token", &TOKENS, [now.write()], take::<String>)?;
    let advice = "Requests with these access tokens are rejected with 401. Create new ones for their users, then revoke these.";
    findings.extend(Finding::of(&expired, "expired access tokens: {}", advice, false));
    let usable = rows(transaction, "token", &USABLE_TOKENS, [now.write()], take::<i64>)?;
    if usable.first() == Some(&0) {
        let fault = "no valid access token".to_owned();
        findings.push(Finding { fault, advice: "Create one with `orderdock token create`.", grave: false });
    }
    Ok(())
}

fn names(transaction: &dyn Transaction, sql: &Statement) -> StoreResult<Vec<String>> {
    rows(transaction, "doctor", sql, [], |fields| {
        let value = fields.raw()?;
        Ok(i64::read(&value).map(|id| id.to_string()).or_else(|| String::read(&value)).unwrap_or_default())
    })
}
