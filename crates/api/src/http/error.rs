//! Error responses in one format.

use std::fmt::Write;
use std::sync::Arc;

use axum::body::Body;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use orderdock_app::{EncodedResponse, Failure};
use orderdock_domain::problem::{Language, Problem, ProblemCode, list_path};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::written::{encoded, replayed};
use crate::response::{Item, LocatedProblem};

/// Maximum number of errors in a response.
pub const MAX_ERRORS: usize = 1_000;
/// Maximum number of errors or warnings per row.
pub const MAX_PER_ROW: usize = 20;

/// Rejected request. It is passed as an extension of an empty response to the outermost layer, which knows
/// language, media type and request id and writes the body.
#[derive(Clone, Default, Debug)]
pub struct ApiError {
    pub status: u16,
    /// First errors, at most [`MAX_ERRORS`].
    pub errors: Vec<LocatedProblem>,
    pub errors_total: usize,
    /// `Retry-After` in seconds; present if a retry can succeed.
    pub retry_after: Option<u32>,
    /// The request is already in the request log.
    pub logged: bool,
    /// Not an error: the stored response of the idempotency key.
    pub replay: Option<EncodedResponse>,
}

impl ApiError {
    /// Creates an error with the status of the most severe problem.
    pub fn of(errors: Vec<LocatedProblem>) -> Self {
        let status = orderdock_app::status_of(errors.iter().map(|error| error.problem.code));
        Self { status, errors_total: errors.len(), errors, ..Self::default() }
    }

    #[must_use]
    pub fn retry_after(self, seconds: u32) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    /// Creates a replay of the stored response of an idempotency key.
    pub fn replay(response: EncodedResponse) -> Self {
        Self { replay: Some(response), ..Self::of(Vec::new()) }
    }

    /// Creates an error of a request whose effect and log entry are committed: only the response failed.
    pub fn after_commit(failure: impl Into<Self>) -> Self {
        Self { logged: true, ..failure.into() }
    }

    /// Adds problems, except those at pointers that already have one.
    #[must_use]
    pub fn with(mut self, problems: Vec<Problem>) -> Self {
        let known: Vec<_> = self.errors.iter().map(|error| error.problem.pointer.clone()).collect();
        let within = |pointer: &str, known: &str| {
            known.strip_prefix(pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let is_new = |problem: &Problem| !known.iter().any(|known| within(&problem.pointer, known));
        let more: Vec<LocatedProblem> =
            problems.into_iter().filter(is_new).map(LocatedProblem::from).collect();
        self.errors_total += more.len();
        self.errors.extend(more);
        Self { status: orderdock_app::status_of(self.errors.iter().map(|error| error.problem.code)), ..self }
    }

    pub fn has(&self, code: ProblemCode) -> bool {
        self.errors.iter().any(|error| error.problem.code == code)
    }

    /// Returns the error that determines the status.
    fn gravest(&self) -> Option<&LocatedProblem> {
        let decides = |error: &&LocatedProblem| error.problem.code.status() == self.status;
        self.errors.iter().find(decides).or(self.errors.first())
    }

    /// Encodes the error as JSON.
    pub fn encode(&self, language: Language, request_id: &str) -> Vec<u8> {
        encoded(&self.document(language, request_id))
    }

    pub fn document<'a>(&'a self, language: Language, request_id: &'a str) -> ProblemDocument<'a> {
        let code = self.gravest().map_or(ProblemCode::ServerFault, |error| error.problem.code);
        let detail = self.gravest().map(|error| error.problem.message(language)).unwrap_or_default();
        debug_assert_eq!(self.retry_after.is_some(), is_retryable(code), "{code} is documented otherwise");
        ProblemDocument {
            kind: format!("/docs/problems#{}", code.as_str()),
            title: code.title(),
            status: self.status,
            detail,
            body: self.english(),
            request_id,
            retryable: self.retry_after.is_some(),
            errors: self.errors.iter().take(MAX_ERRORS).map(|error| error.item(language)).collect(),
            errors_total: self.errors_total,
            // errors never have warnings so far
            warnings: Vec::new(),
            warnings_total: None,
        }
    }

    /// Returns the English text for older clients: the failed assumption (that of a quantity also with more
    /// severe errors), position in the lists, line and column.
    fn english(&self) -> String {
        let Some(error) = self.gravest() else { return String::new() };
        let (mut body, mut described) = (english(error), 1);
        if let Some(quantity) = self.quantity_at_fault()
            && !body.contains(POSITIVE)
        {
            if quantity.problem.code != ProblemCode::QtyNotPositive {
                let _ = write!(body, " For a quantity the assumption is {POSITIVE}."); // into a String
            }
            if !std::ptr::eq(quantity, error) {
                let _ = write!(body, " {}", english(quantity));
                described += 1;
            }
        }
        match self.errors_total.saturating_sub(described) {
            0 => body,
            1 => body + " (and one more error)",
            more => format!("{body} (and {more} more errors)"),
        }
    }

    /// Returns an error about a quantity, preferably one that is not positive.
    fn quantity_at_fault(&self) -> Option<&LocatedProblem> {
        let not_positive = |error: &&LocatedProblem| error.problem.code == ProblemCode::QtyNotPositive;
        let about = |error: &&LocatedProblem| error.problem.pointer.ends_with("/qty");
        self.errors.iter().find(not_positive).or_else(|| self.errors.iter().find(about))
    }
}

/// Returns whether the same request can succeed later, as the list of problem codes documents it.
pub fn is_retryable(code: ProblemCode) -> bool {
    code == ProblemCode::IdempotencyRunning || matches!(code.status(), 408 | 429 | 503 | 507)
}

/// Text that older clients search for if a quantity is invalid.
const POSITIVE: &str = "qty > 0";

/// Returns an error and its position in English.
fn english(error: &LocatedProblem) -> String {
    let mut message = error.problem.message(Language::English);
    if let Some(position) = error.position {
        let path = list_path(&error.problem.pointer);
        let at = if path.is_empty() { String::new() } else { format!("{path}, ") };
        let _ = write!(message, " At {at}line {}, column {}.", position.line, position.column); // into a String
    }
    message
}

/// An error response.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = Problem)]
pub struct ProblemDocument<'a> {
    /// Link to the documentation of the problem code.
    #[serde(rename = "type")]
    #[schema(example = "/docs/problems#qty.not_positive")]
    pub kind: String,
    /// Short English phrase for the problem code.
    #[schema(example = "Quantity not positive")]
    pub title: &'static str,
    #[schema(example = 400)]
    pub status: u16,
    /// The most severe error, in the requested language.
    pub detail: String,
    /// Technical description in English: the failed assumption, the position in the lists, line and column.
    #[schema(
        example = "The quantity must be greater than 0: the assumption qty > 0 failed, got 0. At requests[3].qty, line 1, column 303."
    )]
    pub body: String,
    /// Request id, which is also in the log.
    pub request_id: &'a str,
    /// Whether the same request can succeed later, after `Retry-After`.
    pub retryable: bool,
    /// Errors: the first 1,000 of the request, at most 20 per row.
    pub errors: Vec<Item<'a>>,
    /// Total number of errors.
    pub errors_total: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<Item<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warnings_total: Option<usize>,
}

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> Self {
        Self::of(vec![problem.into()])
    }
}

impl From<ProblemCode> for ApiError {
    fn from(code: ProblemCode) -> Self {
        Problem::new(code, "").into()
    }
}

impl From<Failure> for ApiError {
    fn from(failure: Failure) -> Self {
        let Failure { problems, retry_after, replay } = failure;
        Self { retry_after, replay, ..Self::of(problems.into_iter().map(LocatedProblem::from).collect()) }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if let Some(response) = self.replay {
            return replayed(response);
        }
        let mut response = Response::new(Body::empty());
        *response.status_mut() =
            StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::json::LineColumn;

    fn error_of_two_rows() -> ApiError {
        let qty = Problem::new(ProblemCode::QtyNotPositive, "/requests/3/qty").with("seen", "0");
        let position = Some(LineColumn { line: 1, column: 303 });
        let first = LocatedProblem { index: Some(3), position, seen: Some("0".into()), ..qty.into() };
        ApiError::of(vec![first, Problem::new(ProblemCode::BpartnerNameRequired, "/requests/4").into()])
    }

    #[test]
    fn body_has_assumption_and_position_in_english() {
        let document = error_of_two_rows();
        let document = document.document(Language::German, "r1");
        assert_eq!(
            document.body,
            "The quantity must be greater than 0: the assumption qty > 0 failed, got 0. \
             At requests[3].qty, line 1, column 303. (and one more error)"
        );
        assert!(document.detail.starts_with("Die Menge muss größer als 0 sein"));
        assert_eq!(document.status, 400);
        assert_eq!(document.kind, "/docs/problems#qty.not_positive");
        assert_eq!(document.title, "Quantity not positive");
    }

    #[test]
    fn invalid_quantity_is_reported_with_more_severe_errors() {
        let position = |line| Some(LineColumn { line, column: 1 });
        let located =
            |problem, line| LocatedProblem { position: position(line), ..LocatedProblem::from(problem) };
        let missing =
            Problem::new(ProblemCode::PropertyMissing, "/lines/0/productCode").with("name", "productCode");
        let zero = Problem::new(ProblemCode::QtyNotPositive, "/lines/3/qty").with("seen", "0");
        let comma = Problem::new(ProblemCode::NumberDecimalComma, "/lines/2/qty");
        let body = |errors: &[(&Problem, u32)]| {
            let errors = errors.iter().map(|(problem, line)| located((*problem).clone(), *line));
            ApiError::of(errors.collect()).english()
        };
        let first = "The required field “productCode” is missing. At lines[0].productCode, line 1, column 1.";
        let second = "The quantity must be greater than 0: the assumption qty > 0 failed, got 0. At lines[3].qty, line 4, column 1.";
        let third = "Invalid number: decimal comma. Use a decimal point, as in 5.5. At lines[2].qty, line 3, column 1.";
        let assumed = "For a quantity the assumption is qty > 0.";
        assert_eq!(body(&[(&missing, 1), (&zero, 4)]), format!("{first} {second}"));
        assert_eq!(
            body(&[(&missing, 1), (&comma, 3), (&zero, 4)]),
            format!("{first} {second} (and one more error)")
        );
        assert_eq!(body(&[(&missing, 1), (&comma, 3)]), format!("{first} {assumed} {third}"));
        assert_eq!(body(&[(&comma, 3)]), format!("{third} {assumed}"));
        assert_eq!(body(&[(&missing, 1)]), first);
        // too many lines is 413, but the quantity is still reported
        let many =
            Problem::new(ProblemCode::LinesTooMany, "/lines").with("seen", 10_001).with("limit", 10_000);
        let error = ApiError::of(vec![located(zero, 4), located(many, 1)]);
        assert_eq!(error.status, 413);
        assert!(error.english().contains("qty > 0"), "{}", error.english());
    }

    #[test]
    fn error_members_have_documented_names() {
        let document: serde_json::Value =
            serde_json::from_slice(&error_of_two_rows().encode(Language::English, "r1")).unwrap();
        let names: Vec<_> = document.as_object().unwrap().keys().cloned().collect();
        for name in
            ["type", "title", "status", "detail", "body", "requestId", "retryable", "errors", "errorsTotal"]
        {
            assert!(names.iter().any(|found| found == name), "{name} in {names:?}");
        }
        let item = &document["errors"][0];
        assert_eq!(item["pointer"], "/requests/3/qty");
        assert_eq!((&item["index"], &item["line"], &item["column"]), (&3.into(), &1.into(), &303.into()));
        assert_eq!((&item["seen"], &item["params"]["seen"]), (&"0".into(), &"0".into()));
        assert!(document["errors"][1].get("line").is_none());
    }
}
