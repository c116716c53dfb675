use super::*;
use crate::sql::table::Member;
use crate::sql::tables::DOCUMENT_COUNTER;

#[derive(Debug)]
struct EchoDialect(&'static str);

impl Dialect for EchoDialect {
    fn name(&self) -> &'static str {
        self.0
    }

    fn parameter(&self, number: usize, sql: &mut String) {
        sql.extend([self.0, &number.to_string()]);
    }

    fn table(&self, name: &str) -> Option<&'static Table> {
        crate::sql::tables::table(name)
    }

    fn marker(&self, marker: &Marker<'_>, sql: &mut String) {
        sql.extend(["<", &format!("{marker:?}"), ">"]);
    }
}

#[test]
fn parameters_are_numbered_and_literals_unchanged() {
    let expanded = |template| expand(template, &EchoDialect("$")).unwrap();
    assert_eq!(expanded("a = ? AND b = ? AND c = ?1"), "a = $1 AND b = $2 AND c = $1");
    assert_eq!(expanded("a = ?4 AND b = ?"), "a = $4 AND b = $5");
    assert_eq!(expanded("a {in ? text} AND b = ?"), "a <In { parameter: 1, of: Text }> AND b = $2");
    assert_eq!(expanded("{columns document_counter}"), "org_id, document_type_id, value");
    assert_eq!(expanded("a = '?{join}''?' AND b = ?"), "a = '?{join}''?' AND b = $1");
}

#[test]
fn unknown_template_marker_is_rejected() {
    for (template, marker) in [
        ("{array ?2 text}", Marker::Array { parameter: 2, of: Type::Text }),
        ("{tuples ?1 int8 text}", Marker::Tuples { parameter: 1, of: vec![Type::Integer, Type::Text] }),
        ("{tuple 1}", Marker::Tuple(1)),
        ("{in ?3 int8}", Marker::In { parameter: 3, of: Type::Integer }),
        (
            "{json_elements c.tags t text}",
            Marker::JsonElements { array: "c.tags", alias: "t", of: Type::Text },
        ),
        ("{join}", Marker::Join),
        ("{use_primary_key}", Marker::UsePrimaryKey),
        ("{use_index candidate_status}", Marker::UseIndex("candidate_status")),
        ("{no_index c.id}", Marker::NoIndex("c.id")),
        ("{filter_only c.org_id}", Marker::FilterOnly("c.org_id")),
        ("{json_array org_id}", Marker::JsonArray("org_id")),
        ("{json_rows a.x, a.y by a.z}", Marker::JsonRows { values: "a.x, a.y", by: "a.z" }),
        ("{zero_bytes 32}", Marker::ZeroBytes(32)),
        ("{is_true a.live}", Marker::IsTrue("a.live")),
        ("{is_false a.live}", Marker::IsFalse("a.live")),
        ("{quarter_hour c.created_at}", Marker::QuarterHour("c.created_at")),
        ("{day c.date_required}", Marker::Day("c.date_required")),
        ("{document_id}", Marker::DocumentId),
        ("{database_bytes}", Marker::DatabaseBytes),
        ("{param ?3 instant}", Marker::Param { parameter: 3, of: Type::Instant }),
        ("{param_list ?3 int8}", Marker::ParamList { parameter: 3, of: Type::Integer }),
    ] {
        assert_eq!(expand(template, &EchoDialect("$")).unwrap(), format!("<{marker:?}>"));
    }
    for template in
        ["{order}", "{columns t}", "{in}", "{in 1}", "{in ?1 float}", "{tuple x}", "{k 1}", "{join", "'open"]
    {
        assert!(expand(template, &EchoDialect("$")).is_err(), "{template}");
    }
}

#[test]
fn insert_statements_list_all_columns() {
    static INSERT: Statement = Statement::insert(&DOCUMENT_COUNTER);
    static UPSERT: Statement = Statement::upsert(&DOCUMENT_COUNTER);
    static KEEP: Statement = Statement::keep(&DOCUMENT_COUNTER);
    let insert = "INSERT INTO document_counter (org_id, document_type_id, value) VALUES ($1, $2, $3)";
    assert_eq!(INSERT.of(&EchoDialect("$")).unwrap(), insert);
    let upsert =
        format!("{insert} ON CONFLICT (org_id, document_type_id) DO UPDATE SET value = excluded.value");
    assert_eq!(UPSERT.of(&EchoDialect("$")).unwrap(), upsert);
    assert_eq!(KEEP.of(&EchoDialect("$")).unwrap(), format!("{insert} ON CONFLICT DO NOTHING"));
}

#[test]
fn update_checks_and_increments_the_version() {
    static ROW: Table = Table {
        name: "t",
        key: &["id"],
        members: &[Member::of::<i64>(&["id"]), Member::of::<i64>(&["version"])],
        made: &[Member::of::<String>(&["key"])],
        later: &[],
    };
    static UNREAD: Table = Table { members: &[Member::of::<i64>(&["id"])], later: ROW.members, ..ROW };
    let update = "UPDATE t SET (id, version, key) = (?1, version + 1, ?3) WHERE id = ?1 AND version = ?2";
    assert_eq!(super::update(&ROW), update);
    assert_eq!(
        super::update(&UNREAD),
        "UPDATE t SET (id, key, version) = (?1, ?2, version + 1) WHERE id = ?1"
    );
}

#[derive(Debug)]
struct SplittingDialect;

impl Dialect for SplittingDialect {
    fn name(&self) -> &'static str {
        "apart"
    }

    fn parameter(&self, number: usize, sql: &mut String) {
        EchoDialect("$").parameter(number, sql);
    }

    fn table(&self, name: &str) -> Option<&'static Table> {
        crate::sql::tables::table(name)
    }

    fn marker(&self, marker: &Marker<'_>, sql: &mut String) {
        EchoDialect("$").marker(marker, sql);
    }

    fn splits_hot_columns(&self) -> bool {
        true
    }
}

#[test]
fn split_table_expands_to_its_parts() {
    static ROW: Table = Table {
        name: "candidate",
        key: &["id"],
        members: &[
            Member::of::<i64>(&["id"]),
            Member::of::<i64>(&["version"]),
            Member::of::<String>(&["status"]),
            Member::of::<String>(&["currency"]),
        ],
        made: &[],
        later: &[],
    };
    static INSERT: Statement = Statement::insert(&ROW);
    static UPDATE: Statement = Statement::update(&ROW);
    let both = "FROM {state candidate} JOIN {row candidate}";
    assert_eq!(expand(both, &EchoDialect("$")).unwrap(), "FROM candidate JOIN candidate");
    assert_eq!(expand(both, &SplittingDialect).unwrap(), "FROM candidate_state JOIN candidate_row");
    let id = "c.status = ? AND {state_id c} = ?";
    assert_eq!(expand(id, &EchoDialect("$")).unwrap(), "c.status = $1 AND c.id = $2");
    assert_eq!(expand(id, &SplittingDialect).unwrap(), "c.status = $1 AND c.state_id = $2");
    assert!(expand("{state product}", &SplittingDialect).is_err(), "product is not split");
    assert_eq!(
        INSERT.of(&SplittingDialect).unwrap(),
        "WITH state AS (INSERT INTO candidate_state (id, version, status) VALUES ($1, $2, $3)) \
         INSERT INTO candidate_row (id, currency) VALUES ($1, $4)"
    );
    assert_eq!(
        UPDATE.of(&SplittingDialect).unwrap(),
        "WITH changed AS (UPDATE candidate_state SET (id, version, status) = ($1, version + 1, $3) \
         WHERE id = $1 AND version = $2 RETURNING id) \
         UPDATE candidate_row SET (id, currency) = ($1, $4) WHERE id = (SELECT id FROM changed)"
    );
    assert!(
        UPDATE
            .of(&EchoDialect("$"))
            .unwrap()
            .starts_with("UPDATE candidate SET (id, version, status, currency)")
    );
}

#[test]
fn statement_is_expanded_per_dialect() {
    static STATEMENT: Statement = Statement::new("SELECT ?");
    for _ in 0..2 {
        assert_eq!(STATEMENT.of(&EchoDialect("$")).unwrap(), "SELECT $1");
        assert_eq!(STATEMENT.of(&EchoDialect(":")).unwrap(), "SELECT :1");
    }
}
