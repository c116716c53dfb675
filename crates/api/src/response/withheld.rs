//! Logged bulk for callers who cannot see all of its rows. Visible parts are copied onto a blank text, so
//! that nothing is shown by mistake. Lines, columns and list indexes stay the same: a hidden row is an empty
//! object of the same length.

use std::ops::Range;

use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::text::Code;

use crate::request::candidate_request::REQUESTS;
use crate::request::json::{
    Handling, JsonMember, JsonNode, JsonValue, Keep, Reader, Scalar, text_of, visit_rows,
};

/// Visible parts of a body.
pub struct Shown {
    pub text: String,
    /// Whether each row is visible.
    pub rows: Vec<bool>,
}

/// Row of the list, with its position and organisation.
struct ListedRow {
    at: Range<usize>,
    organisation: Option<OrganisationId>,
}

/// Returns the body with the rows of these organisations; `None` if the organisations cannot be determined.
/// Rows without an organisation belong to `default`.
pub fn shown(
    body: &[u8],
    of: &OrgScope,
    default: Option<OrganisationId>,
    reference: &Reference,
) -> Option<Shown> {
    let text = text_of(body).ok()?;
    let mut reader = Reader::new(Handling::Lenient, Keep { errors: 0, warnings: 0 });
    let mut sent = Vec::new();
    let list = visit_rows(text, REQUESTS, &mut reader, |row| {
        let begin = row.node.at as usize;
        sent.push(ListedRow {
            at: begin..begin + row.text.len(),
            organisation: organisation(&row.node, default, reference),
        });
    });
    let list = list.ok()??;
    if reader.errors.total > 0 {
        // a second list, which the import ignores
        return None;
    }
    let rows: Vec<bool> = sent.iter().map(|row| row.organisation.is_some_and(|id| of.contains(id))).collect();
    let mut canvas = Canvas { text, shown: String::with_capacity(text.len()), done: 0 };
    frame_before(&mut canvas, list.at as usize);
    let mut behind = list.at as usize + 1;
    for (row, visible) in sent.iter().zip(&rows) {
        // white space and a comma
        canvas.copy(behind..row.at.start);
        if *visible {
            canvas.copy(row.at.clone());
        } else {
            canvas.empty(row.at.clone());
        }
        behind = row.at.end;
    }
    frame_after(&mut canvas, behind);
    Some(Shown { text: canvas.finish(), rows })
}

/// Returns the organisation as the import does; `None` if it is unreadable or unknown.
fn organisation(
    row: &JsonNode<'_>,
    default: Option<OrganisationId>,
    reference: &Reference,
) -> Option<OrganisationId> {
    let JsonValue::Object(members) = &row.value else { return None };
    if members.iter().all(|member| member.name != "org") {
        return default;
    }
    let org = only(members, "org")?;
    if org.value.is_nothing() {
        return default;
    }
    let JsonValue::Object(members) = &org.value else { return None };
    let code = Code::read(&only(members, "code")?.value).ok()??;
    reference.organisations.iter().find(|organisation| organisation.code == code).map(|found| found.id)
}

/// Returns the only member with the name.
fn only<'t>(members: &'t [JsonMember<'t>], name: &str) -> Option<&'t JsonNode<'t>> {
    let mut found = members.iter().filter(|member| member.name == name);
    let first = found.next()?;
    found.next().is_none().then_some(&first.value)
}

/// Shows the beginning of the document and the name of its list. Other members belong to no organisation.
fn frame_before(canvas: &mut Canvas<'_>, list: usize) {
    let text = canvas.text;
    let document = text.len() - text.trim_start_matches(BLANKS).len();
    canvas.copy(document..document + 1);
    let before_colon = text[..list].trim_end_matches(BLANKS).strip_suffix(':').unwrap_or_default();
    let name = before_colon.trim_end_matches(BLANKS).strip_suffix('"').and_then(|name| name.rfind('"'));
    // the name of the list contains no escaped characters
    if let Some(name) = name {
        canvas.copy(name..list + 1);
    }
}

/// Shows the end of the list and of the document.
fn frame_after(canvas: &mut Canvas<'_>, behind: usize) {
    let text = canvas.text;
    let rest = text[behind..].len() - text[behind..].trim_start_matches(BLANKS).len();
    canvas.copy(behind + rest..behind + rest + 1);
    let end = text.trim_end_matches(BLANKS).len();
    canvas.copy(end - 1..end);
}

const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// Text with visible parts. Other characters are blanks, and line ends are kept.
struct Canvas<'t> {
    text: &'t str,
    shown: String,
    /// Offset up to which the text is decided.
    done: usize,
}

impl Canvas<'_> {
    fn copy(&mut self, piece: Range<usize>) {
        self.blank(piece.start);
        self.shown.push_str(&self.text[piece.clone()]);
        self.done = piece.end;
    }

    /// Shows an empty object in place of a value, or a number if the value is shorter.
    fn empty(&mut self, value: Range<usize>) {
        self.blank(value.start);
        let characters = self.text[value.clone()].chars().count();
        if characters < 2 {
            self.shown.push('0');
            self.done = value.end;
            return;
        }
        let inside = self.text[value.clone()].char_indices();
        let last = inside.last().map_or(0, |(last, _)| last);
        self.shown.push('{');
        self.done += self.text[value.clone()].chars().next().map_or(0, char::len_utf8);
        self.blank(value.start + last);
        self.shown.push('}');
        self.done = value.end;
    }

    fn blank(&mut self, until: usize) {
        let hidden = self.text[self.done..until].chars();
        self.shown.extend(hidden.map(|hidden| if matches!(hidden, '\r' | '\n') { hidden } else { ' ' }));
        self.done = until;
    }

    fn finish(mut self) -> String {
        self.blank(self.text.len());
        self.shown
    }
}

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;
    use orderdock_domain::masterdata::{Defaults, Letterhead, NegativePrices, Organisation};
    use orderdock_domain::text::Name;
    use serde_json::{Value, json};

    use super::{Code, OrgScope, OrganisationId, Reference, shown};

    const OWN: OrganisationId = OrganisationId(7);
    const OTHER: OrganisationId = OrganisationId(8);

    fn reference() -> Reference {
        let organisation = |id, code: &str| Organisation {
            id,
            version: 1,
            active: true,
            code: Code::parse(code).unwrap().unwrap(),
            name: Name::parse(code).unwrap().unwrap(),
            time_zone: TimeZone::UTC,
            country: None,
            defaults: Defaults::default(),
            tax_category: None,
            negative_prices: NegativePrices::Problem,
            letterhead: Letterhead::default(),
        };
        let mut reference = Reference::default();
        reference.organisations = vec![organisation(OWN, "own"), organisation(OTHER, "other")];
        reference
    }

    fn seen(body: &str, default: Option<OrganisationId>) -> Option<String> {
        let shown = shown(body.as_bytes(), &OrgScope::These(vec![OWN]), default, &reference())?;
        assert_eq!(shown.text.chars().count(), body.chars().count());
        assert_eq!(shown.text.lines().count(), body.lines().count());
        let parsed: Value = serde_json::from_str(&shown.text).unwrap();
        let sent: Value = serde_json::from_str(body).unwrap();
        let [rows, sent] = [&parsed, &sent].map(|one| one["requests"].as_array().unwrap());
        for ((row, sent), visible) in rows.iter().zip(sent).zip(&shown.rows) {
            assert!(if *visible { row == sent } else { *row == json!({}) || *row == json!(0) }, "{row}");
        }
        assert_eq!((rows.len(), shown.rows.len()), (sent.len(), sent.len()));
        Some(shown.text)
    }

    #[test]
    fn rows_of_others_are_blank_and_positions_kept() {
        let other = "{\"org\": {\"code\": \"other\"},\n   \"poReference\": \"Größe 🧺 secret\"}";
        let blank = format!("{{{}\n{}}}", " ".repeat(25), " ".repeat(34));
        let around = |row: &str| {
            let own = r#"{"org": {"code": "own"}, "qty": 1}"#;
            format!("{{ \"requests\" : [\n  {own},\r\n  {row}, {{\"qty\": 2}}\n] }}\n")
        };
        let (body, expected) = (&*around(other), around(&blank));
        assert_eq!(seen(body, Some(OWN)).unwrap(), expected);
        assert_eq!(seen(body, None).unwrap(), expected.replace("{\"qty\": 2}", "{        }"));
    }

    #[test]
    fn rows_without_certain_organisation_are_hidden() {
        let own = |row: &str| {
            let body = format!(r#"{{"requests": [{row}]}}"#);
            seen(&body, Some(OWN)).unwrap() == body
        };
        for row in ["{}", r#"{"org": null}"#, r#"{"org": " "}"#, r#"{"org": {"code": " own "}}"#] {
            assert!(own(row), "{row}");
        }
        for row in [
            r#"{"org": {"code": "other"}}"#,
            r#"{"org": {"code": "OWN"}}"#,
            r#"{"org": {"code": "nowhere"}}"#,
            r#"{"org": {"code": ["own"]}}"#,
            r#"{"org": {"code": "other", "code": "own"}}"#,
            r#"{"org": {"code": "own"}, "org": {"code": "other"}}"#,
            r#"{"org": {"code": "other"}, "\u006frg": {"code": "own"}}"#,
            r#"{"org": {}}"#,
            r#"{"org": "own"}"#,
            r#"[{"org": {"code": "own"}}]"#,
            r#""of another""#,
            "4711",
            "7",
            "null",
            "true",
        ] {
            assert!(!own(row), "{row}");
        }
    }

    #[test]
    fn members_around_rows_are_hidden() {
        let around = r#" {"note": "secret", "\u0072equests" : [ {"qty": 1} , {"org": {"code": "other"}} ] , "more": ["secret"]} "#;
        let shown = seen(around, Some(OWN)).unwrap();
        assert!(!shown.contains("secret") && !shown.contains("note") && !shown.contains("other"), "{shown}");
        assert!(shown.contains(r#""\u0072equests" : [ {"qty": 1} , {"#), "{shown}");
        let none = r#"{"requests": []}"#;
        assert_eq!(seen(none, None).unwrap(), none);
    }

    #[test]
    fn body_without_rows_is_hidden() {
        for body in [
            "",
            "{",
            "[]",
            "7",
            "{}",
            r#"{"requests": 7}"#,
            r#"{"requests": [{}"#,
            r#"{"requests": [{}]} more"#,
            r#"{"requests": [{}], "requests": [{}]}"#,
        ] {
            let shown = shown(body.as_bytes(), &OrgScope::These(vec![OWN]), Some(OWN), &reference());
            assert!(shown.is_none(), "{body}");
        }
        let latin = b"{\"requests\": [{\"poReference\": \"Gr\xFC\xDFe\"}]}";
        assert!(shown(latin, &OrgScope::These(vec![OWN]), Some(OWN), &reference()).is_none());
        let marked = "\u{FEFF}{\"requests\": [{}]}".as_bytes();
        assert!(shown(marked, &OrgScope::These(vec![OWN]), Some(OWN), &reference()).is_some());
    }
}
