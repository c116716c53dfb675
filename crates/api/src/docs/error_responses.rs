//! Error responses of the document. Each operation has one, `default`, which it shares with the operations that fail for
//! the same general reasons. Causes of its own are listed in its description.

use std::fmt::Write;

use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{Components, ContentBuilder, Ref, RefOr, Response, ResponseBuilder};

use crate::http::access::Access;

/// Status of an error and its cause.
type ErrorCause = (&'static str, &'static str);

/// Operations that fail for the same general reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorClass {
    /// Access without credentials. The operation lists all its causes itself.
    Open,
    /// Access with a session only.
    Session,
    /// Access with a token or a session, without changes.
    Read,
    /// Changes, without a request body.
    Write,
    /// Changes, with a request body.
    WriteBody,
}

impl ErrorClass {
    const ALL: [Self; 5] = [Self::Open, Self::Session, Self::Read, Self::Write, Self::WriteBody];

    pub const fn of(access: Access, is_write: bool, has_body: bool) -> Self {
        match access {
            Access::Open => Self::Open,
            Access::Session => Self::Session,
            Access::User | Access::Token(..) => match (is_write, has_body) {
                (false, _) => Self::Read,
                (true, false) => Self::Write,
                (true, true) => Self::WriteBody,
            },
        }
    }

    /// Name in `components.responses`.
    const fn component(self) -> &'static str {
        match self {
            Self::Open => "Error",
            Self::Session => "SessionError",
            Self::Read => "ReadError",
            Self::Write => "WriteError",
            Self::WriteBody => "WriteBodyError",
        }
    }

    /// Causes that all operations of the class have in common, sorted by status.
    fn causes(self) -> Vec<ErrorCause> {
        let groups: &[&[ErrorCause]] = match self {
            Self::Open => &[],
            Self::Session => &[&SESSION, &WORK],
            Self::Read => &[&ACCESS, &WORK],
            Self::Write => &[&ACCESS, &WRITE, &WORK],
            Self::WriteBody => &[&ACCESS, &BODY, &WRITE, &WORK],
        };
        sorted(groups.concat())
    }

    fn response(self) -> Response {
        let general = match self {
            Self::Open => "Error. The operation lists the statuses.".to_owned(),
            _ => format!("Error. The operation lists further causes.\n\n{}", list(&self.causes())),
        };
        let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
        let seconds = ObjectBuilder::new().schema_type(Type::Integer);
        let retry = HeaderBuilder::new()
            .schema(Some(seconds))
            .description(Some("Seconds to wait before a retry, if `retryable`."));
        ResponseBuilder::new()
            .description(general)
            .header("Retry-After", retry.build())
            .content("application/json", content)
            .build()
    }
}

const SESSION: [ErrorCause; 1] = [("401", "The session is missing, unknown or expired.")];

const ACCESS: [ErrorCause; 3] = [
    ("400", "The request is invalid."),
    ("401", "The access token or the session is missing, malformed, unknown, expired or revoked."),
    (
        "403",
        "The caller lacks the scope or the organisation, or the CSRF token of the session is missing or invalid.",
    ),
];

const BODY: [ErrorCause; 3] = [
    ("408", "Timeout while reading the body."),
    ("413", "The body is too large or has too many rows."),
    ("415", "The media type or the `Content-Encoding` of the body is not supported."),
];

const WRITE: [ErrorCause; 3] = [
    ("409", "The request conflicts with stored data, or the idempotency key is in use."),
    ("422", "The idempotency key was used with a different request."),
    ("507", "No space left on the server."),
];

const WORK: [ErrorCause; 3] = [
    ("429", "Too many concurrent requests or bulk imports of the caller, or the rate limit is exceeded."),
    ("500", "Internal error. The log contains details under the `requestId`."),
    ("503", "The server is overloaded, or the outcome is unknown."),
];

fn sorted(mut causes: Vec<ErrorCause>) -> Vec<ErrorCause> {
    causes.sort_by_key(|(status, _)| *status);
    causes
}

/// Adds the shared responses.
pub fn add_components(components: &mut Components) {
    for class in ErrorClass::ALL {
        components.responses.insert(class.component().to_owned(), class.response().into());
    }
}

/// Replaces the error responses of an operation that are described by a status and a cause alone by the shared one, and
/// lists their causes in the description of the operation.
pub fn share(operation: &mut Operation, class: ErrorClass) {
    let responses = &mut operation.responses.responses;
    let is_cause = |status: &str, response: &RefOr<Response>| {
        let RefOr::T(response) = response else { return None };
        let is_error = status.starts_with(['4', '5']) && response.content.is_empty();
        is_error.then(|| (status.to_owned(), response.description.clone()))
    };
    let mut causes: Vec<(String, String)> =
        responses.iter().filter_map(|(status, response)| is_cause(status, response)).collect();
    responses.retain(|status, response| is_cause(status, response).is_none());
    if class == ErrorClass::Open && operation.request_body.is_some() {
        for (status, cause) in BODY.iter().chain(&WORK) {
            if causes.iter().all(|(own, _)| own != status) {
                causes.push(((*status).to_owned(), (*cause).to_owned()));
            }
        }
        causes.sort();
    }
    if class == ErrorClass::Open && causes.is_empty() {
        return;
    }
    responses.insert("default".to_owned(), Ref::from_response_name(class.component()).into());
    if !causes.is_empty() {
        let text = operation.description.get_or_insert_default();
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        text.push_str("Errors:\n\n");
        text.push_str(&list(&causes));
    }
}

/// Writes causes as a Markdown list, one line each.
fn list<S: AsRef<str>>(causes: &[(S, S)]) -> String {
    let mut list = String::new();
    for (status, cause) in causes {
        let begin = if list.is_empty() { "" } else { "\n" };
        // writing to a String cannot fail
        let _ = write!(list, "{begin}- `{}`: {}", status.as_ref(), cause.as_ref());
    }
    list
}

#[cfg(test)]
mod tests {
    use utoipa::openapi::path::OperationBuilder;

    use super::*;

    #[test]
    fn specific_causes_are_listed_and_other_responses_kept() {
        let problem = |cause: &str| ResponseBuilder::new().description(cause).build();
        let own = ContentBuilder::new().schema(Some(Ref::from_schema_name("Own"))).build();
        let own = ResponseBuilder::new().description("None.").content("application/json", own).build();
        let mut operation = OperationBuilder::new()
            .description(Some("Text."))
            .response("200", problem("Done."))
            .response("404", problem("Order not found."))
            .response("409", own)
            .build();
        share(&mut operation, ErrorClass::Write);
        assert_eq!(operation.description.unwrap(), "Text.\n\nErrors:\n\n- `404`: Order not found.");
        let statuses: Vec<_> = operation.responses.responses.keys().map(String::as_str).collect();
        assert_eq!(statuses, ["200", "409", "default"]);
        let RefOr::Ref(shared) = &operation.responses.responses["default"] else { panic!("not shared") };
        assert_eq!(shared.ref_location, "#/components/responses/WriteError");
    }

    #[test]
    fn general_causes_are_sorted_and_named_once() {
        for class in ErrorClass::ALL {
            let causes = class.causes();
            let statuses: Vec<_> = causes.iter().map(|(status, _)| *status).collect();
            assert!(statuses.windows(2).all(|pair| pair[0] < pair[1]), "{class:?}: {statuses:?}");
        }
    }
}
