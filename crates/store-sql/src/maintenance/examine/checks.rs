//! Checks of `doctor` whose result is a list of names.

use crate::sql::template::Statement;

/// A check whose result is a list of names that should be empty.
pub struct DoctorCheck {
    /// Message with the names in place of `{}`.
    pub fault: &'static str,
    pub names: Statement,
    /// Recommended action; `None` for a fault that only a bug or damage can cause.
    pub advice: Option<&'static str>,
}

const fn impossible(fault: &'static str, names: &'static str) -> DoctorCheck {
    DoctorCheck { fault, names: Statement::new(names), advice: None }
}

const fn advised(fault: &'static str, names: &'static str, advice: &'static str) -> DoctorCheck {
    DoctorCheck { fault, names: Statement::new(names), advice: Some(advice) }
}

pub static QUESTIONS: [DoctorCheck; 23] = [
    impossible(
        "candidates without an identity: {}",
        r"
        SELECT c.id
        FROM candidate c
        WHERE NOT EXISTS (
            SELECT 1
            FROM candidate_identity i
            WHERE i.external_header_id = c.external_header_id
              AND i.external_line_id = c.external_line_id
              AND i.org_id = c.org_id
              AND i.data_source_id = c.data_source_id
              AND i.candidate_id = c.id
              AND i.external_system_id IS NOT DISTINCT FROM c.external_system_id
        )
        LIMIT 20
        ",
    ),
    impossible(
        "identities without their candidate: {}",
        r"
        SELECT i.external_header_id || ' / ' || i.external_line_id
        FROM candidate_identity i
        WHERE NOT EXISTS (SELECT 1 FROM candidate c WHERE c.id = i.candidate_id)
          AND i.candidate_id >= coalesce(
              (SELECT value FROM counter WHERE name = 'archived'),
              0
          )
        LIMIT 20
        ",
    ),
    impossible(
        "processed candidates without a sales order: {}",
        r"
        SELECT c.id
        FROM candidate c
        WHERE c.status = 'processed'
          AND NOT EXISTS (
              SELECT 1
              FROM allocation a
              WHERE a.candidate_id = c.id AND {is_true a.live}
          )
        LIMIT 20
        ",
    ),
    impossible(
        "sales orders with a number above their counter: {}",
        r"
        SELECT o.document_no
        FROM sales_order o
        JOIN document_counter d ON d.org_id = o.org_id AND d.document_type_id = o.document_type_id
        WHERE o.document_number > d.value
        LIMIT 20
        ",
    ),
    impossible(
        "candidates without content: {}",
        r"
        SELECT c.id
        FROM candidate c
        WHERE NOT EXISTS (SELECT 1 FROM candidate_content s WHERE s.candidate_id = c.id)
        LIMIT 20
        ",
    ),
    impossible(
        "contents without their candidate: {}",
        r"
        SELECT s.candidate_id
        FROM candidate_content s
        WHERE NOT EXISTS (SELECT 1 FROM candidate c WHERE c.id = s.candidate_id)
        LIMIT 20
        ",
    ),
    impossible(
        "contents with a missing block: {}",
        r"
        SELECT b.candidate_id
        FROM (
            SELECT
                s.candidate_id,
                CASE k.value
                    WHEN 1 THEN terms_block
                    WHEN 2 THEN bpartner_block
                    WHEN 3 THEN bill_bpartner_block
                    WHEN 4 THEN drop_ship_bpartner_block
                    WHEN 5 THEN hand_over_bpartner_block
                    ELSE product_block
                END AS block
            FROM candidate_content s
            {join} (
                SELECT 1 AS value
                UNION ALL
                SELECT 2
                UNION ALL
                SELECT 3
                UNION ALL
                SELECT 4
                UNION ALL
                SELECT 5
                UNION ALL
                SELECT 6
            ) k ON TRUE
        ) b
        WHERE b.block IS NOT NULL
          AND b.block NOT IN (SELECT id FROM content_block)
        LIMIT 20
        ",
    ),
    impossible(
        "requests without their origin record: {}",
        r"
        SELECT r.id
        FROM request r
        WHERE NOT EXISTS (SELECT 1 FROM request_origin g WHERE g.id = r.origin_id)
        LIMIT 20
        ",
    ),
    impossible(
        "requests with an unreadable body, because its compression dictionary is missing: {}",
        r"
        SELECT r.id
        FROM request r
        WHERE r.dictionary_id IS NOT NULL
          AND NOT EXISTS (
              SELECT 1
              FROM request d
              WHERE d.id = r.dictionary_id
                AND d.dictionary_id IS NULL
                AND d.candidate_count > 0
          )
        LIMIT 20
        ",
    ),
    impossible(
        "candidates outside the id range of their request: {}",
        r"
        SELECT c.id
        FROM candidate c
        WHERE NOT EXISTS (
            SELECT 1
            FROM request r
            WHERE r.id = c.request_id
              AND c.id BETWEEN r.first_candidate_id AND r.last_candidate_id
        )
        LIMIT 20
        ",
    ),
    impossible(
        "wrong candidate counters (organisation / data source / quarter of an hour): {}",
        r"
        WITH
            counted (quarter, org, source, new, error, processed, inactive) AS (
                SELECT
                    quarter, org_id, data_source_id, CAST(sum(new) AS bigint),
                    CAST(sum(error) AS bigint), CAST(sum(processed) AS bigint),
                    CAST(sum(inactive) AS bigint)
                FROM candidate_count
                GROUP BY 1, 2, 3
                HAVING sum(new) <> 0
                  OR sum(error) <> 0
                  OR sum(processed) <> 0
                  OR sum(inactive) <> 0
            ),
            there (quarter, org, source, new, error, processed, inactive) AS (
                SELECT
                    k.value * {quarter_hour c.created_at}, c.org_id, c.data_source_id,
                    count(*) FILTER (WHERE c.status = 'new'),
                    count(*) FILTER (WHERE c.status = 'error'),
                    count(*) FILTER (WHERE c.status = 'processed'),
                    count(*) FILTER (WHERE c.status = 'inactive')
                FROM candidate c
                {join} (SELECT 0 AS value UNION ALL SELECT 1) k ON TRUE
                GROUP BY 1, 2, 3
            ),
            wrong AS (
                SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM there) missing
                UNION ALL
                SELECT * FROM (SELECT * FROM there EXCEPT SELECT * FROM counted) more
            )
        SELECT DISTINCT org || ' / ' || source || ' / ' || quarter
        FROM wrong
        ORDER BY 1
        LIMIT 20
        ",
    ),
    impossible(
        "candidates with a wrong problem index: {}",
        r"
        WITH
            noted (code, id) AS (SELECT code, candidate_id FROM candidate_problem),
            there (code, id) AS (
                SELECT p.value ->> 'code', c.id
                FROM candidate c
                {join} {json_elements c.problems p json} ON TRUE
                WHERE c.problems IS NOT NULL
            ),
            wrong AS (
                SELECT id
                FROM (SELECT code, id FROM noted EXCEPT SELECT code, id FROM there) more
                UNION
                SELECT id
                FROM (SELECT code, id FROM there EXCEPT SELECT code, id FROM noted) missing
            )
        SELECT id
        FROM wrong
        ORDER BY id
        LIMIT 20
        ",
    ),
    impossible(
        "comments on missing candidates or sales orders: {}",
        r"
        SELECT m.id
        FROM comment m
        WHERE m.candidate_id IS NOT NULL
          AND m.candidate_id >= coalesce(
              (SELECT value FROM counter WHERE name = 'archived'),
              0
          )
          AND NOT EXISTS (SELECT 1 FROM {row candidate} c WHERE c.id = m.candidate_id)
        UNION ALL
        SELECT m.id
        FROM comment m
        WHERE m.order_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM sales_order o WHERE o.id = m.order_id)
        LIMIT 20
        ",
    ),
    impossible(
        "saved views of missing users: {}",
        r#"
        SELECT v.id
        FROM saved_view v
        WHERE NOT EXISTS (SELECT 1 FROM "user" u WHERE u.id = v.owner_id)
        LIMIT 20
        "#,
    ),
    impossible(
        "default views with a missing user or a missing view: {}",
        r#"
        SELECT d.user_id
        FROM saved_view_default d
        WHERE NOT EXISTS (SELECT 1 FROM "user" u WHERE u.id = d.user_id)
          OR NOT EXISTS (SELECT 1 FROM saved_view v WHERE v.id = d.view_id)
        LIMIT 20
        "#,
    ),
    impossible(
        "cells or results of missing import drafts: {}",
        r"
        SELECT DISTINCT draft_id
        FROM (
            SELECT draft_id FROM import_draft_cell
            UNION ALL
            SELECT draft_id FROM import_draft_row
            UNION ALL
            SELECT draft_id FROM import_draft_request
        ) m
        WHERE NOT EXISTS (SELECT 1 FROM import_draft d WHERE d.id = m.draft_id)
        ORDER BY 1
        LIMIT 20
        ",
    ),
    advised(
        "no organisation but the shared one",
        r"
        SELECT '*'
        WHERE NOT EXISTS (SELECT 1 FROM organisation WHERE id > 0 AND {is_true active})
        ",
        "Load one with `orderdock load`; until then nothing can be imported.",
    ),
    advised(
        "organisations without a default pricing system: {}",
        r"
        SELECT code
        FROM organisation
        WHERE id > 0 AND {is_true active} AND pricing_system_id IS NULL
        ORDER BY code
        LIMIT 20
        ",
        "A candidate has no price if neither it nor its partner nor the partner's group has a pricing system; load the organisation with `pricingSystem`.",
    ),
    advised(
        "price lists without a version: {}",
        r"
        SELECT l.code
        FROM price_list l
        WHERE {is_true l.active}
          AND NOT EXISTS (
              SELECT 1
              FROM price_list_version v
              WHERE v.price_list_id = l.id AND {is_true v.active}
          )
        ORDER BY l.code
        LIMIT 20
        ",
        "These price lists have no prices; load a version with `validFrom`.",
    ),
    advised(
        "sales price lists without a default tax category: {}",
        r"
        SELECT code
        FROM price_list
        WHERE {is_true active}
          AND {is_true sales}
          AND default_tax_category_id IS NULL
        ORDER BY code
        LIMIT 20
        ",
        "Imported products get no price in these lists; load the list with `defaultTaxCategory`.",
    ),
    advised(
        "no tax rates",
        r"
        SELECT '*'
        WHERE NOT EXISTS (SELECT 1 FROM tax WHERE {is_true active})
        ",
        "Sales orders require a tax rate for their tax category and countries; load `taxes`.",
    ),
    advised(
        "no user: the order desk cannot be used",
        r#"
        SELECT '*'
        WHERE NOT EXISTS (SELECT 1 FROM "user")
        "#,
        "Create one with `orderdock user create NAME --role administrator`.",
    ),
    impossible(
        "GTINs of several active products of an organisation: {}",
        r"
        SELECT g.gtin
        FROM product_gtin g
        JOIN product p ON p.id = g.product_id
        WHERE {is_true p.active}
        GROUP BY g.gtin, g.org_id
        HAVING count(*) > 1
        LIMIT 20
        ",
    ),
];
