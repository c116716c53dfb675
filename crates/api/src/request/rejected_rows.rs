//! Reads filters of rejected rows and decisions on them.

use axum::http::Uri;
use orderdock_app::{Caller, resolve_organisation};
use orderdock_domain::ids::RejectedRowId;
use orderdock_domain::import::RejectedRowStatus;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text::{Text, fold};
use orderdock_store::{RejectedRowFilter, RejectedRowSource};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use utoipa::openapi::schema::Type;

use crate::http::error::ApiError;
use crate::request::candidate_request::RecordId;
use crate::request::json::{
    ListOf, Members, Reader, TypedMember, checked, members, no_longer, scalars, typed,
};
use crate::request::located::read_whole;
use crate::request::query::{Parameters, RejectedRowFilters, choice, find_data_source, instant};

/// Filter value for rows without an existing data source.
pub const NO_SOURCE: &str = "none";
/// Maximum number of entries of a decision by ids.
const MAX_IDS: usize = 1_000;
/// Maximum length of a reason in characters.
const MAX_REASON_LENGTH: usize = 2_000;
const MAX_ERRORS: usize = 20;

scalars! {
    /// A text of at most [`MAX_REASON_LENGTH`] characters.
    ReasonText -> Text,
        |description| typed(Type::String, description).max_length(Some(MAX_REASON_LENGTH)).into(),
        |value| checked::<Text>(value, |text| no_longer(text.as_str(), MAX_REASON_LENGTH));
}

members! {
    DismissBody("RejectedRowDismissal", Strict) "The reason for dismissing a rejected row." {
        reason: "reason" ReasonText, required;
    }
}

members! {
    DismissAllBody("RejectedRowsDismissal", Strict)
    "The reason for dismissing open rejected rows, and either their ids or a filter." {
        reason: "reason" ReasonText, required;
        ids: "ids" ListOf<RecordId, 1, MAX_IDS>;
        filter: "filter" FilterMembers<'t>;
    }
}

members! {
    FilterMembers("RejectedRowFilter", Strict) "A filter of rejected rows, with the parameters of the list." {
        org: "org" Text;
        data_source: "dataSource" Text;
        cause: "cause" Text;
        q: "q" Text;
        from: "from" Text;
        to: "to" Text;
    }
}

/// Reads the reason for dismissing one entry.
pub fn read_dismissal(sent: &[u8]) -> Result<String, ApiError> {
    read_whole(sent, MAX_ERRORS, |reader, node| {
        let members = DismissBody::open(reader, node)?;
        reader.required(members.reason).map(Text::into_string)
    })
}

/// Reads the reason for dismissing the entries of a filter.
pub fn read_dismissals(
    sent: &[u8],
    caller: &Caller,
    reference: &Reference,
) -> Result<(String, RejectedRowFilter), ApiError> {
    let (reason, ids, filter) = read_whole(sent, MAX_ERRORS, |reader, node| {
        let members = DismissAllBody::open(reader, node)?;
        let reason = reader.required(members.reason);
        reader.conflict(members.ids, members.filter);
        if !members.ids.is_given() && !members.filter.is_given() {
            reader.missing(members.filter);
        }
        let ids = reader.list(members.ids).unwrap_or_default();
        let filter = reader.object(members.filter, read_filter_members);
        Some((reason?.into_string(), ids, filter))
    })?;
    let ids = ids.into_iter().flatten().map(RejectedRowId).collect();
    let filter = match filter {
        Some(query) => {
            let uri: Uri = format!("/?{query}").parse().map_err(|_| ProblemCode::ServerFault)?;
            let mut parameters = Parameters::of::<RejectedRowFilters>(&uri);
            let filter = read_filter(&mut parameters, caller, reference)?;
            parameters.finish()?;
            filter
        }
        None => RejectedRowFilter::default(),
    };
    Ok((reason, RejectedRowFilter { ids, ..filter }))
}

/// Returns the members as a query string, which [`read_filter`] reads.
fn read_filter_members(reader: &mut Reader, members: &FilterMembers<'_>) -> String {
    let mut pairs = Vec::new();
    let mut add = |name: &str, member: TypedMember<'_, Text>| {
        if let Some(text) = reader.read(member) {
            pairs.push(format!("{name}={}", utf8_percent_encode(text.as_str(), NON_ALPHANUMERIC)));
        }
    };
    add("org", members.org);
    add("dataSource", members.data_source);
    add("cause", members.cause);
    add("q", members.q);
    add("from", members.from);
    add("to", members.to);
    pairs.join("&")
}

/// Reads the filters of a list.
pub fn read_filter(
    parameters: &mut Parameters,
    caller: &Caller,
    reference: &Reference,
) -> Result<RejectedRowFilter, ApiError> {
    let statuses = choice(RejectedRowStatus::ALL, RejectedRowStatus::as_str);
    let source = |text: &str| {
        let found = find_data_source(text, caller, reference).map(RejectedRowSource::One);
        found.or_else(|| (text == NO_SOURCE).then_some(RejectedRowSource::Unknown))
    };
    let org = parameters.text("org");
    let filter = RejectedRowFilter {
        statuses: parameters.many("status", statuses, RejectedRowStatus::parse),
        ids: Vec::new(),
        organisation: None,
        data_source: parameters.one("dataSource", Phrase::ExistingDataSource, source),
        code: parameters.one("cause", Phrase::ProblemCode, ProblemCode::parse),
        words: parameters.text("q").map(|text| fold(&text)),
        from: parameters.one("from", Phrase::DayOrInstant, |word| instant(word, false)),
        to: parameters.one("to", Phrase::DayOrInstant, |word| instant(word, true)),
    };
    let organisation = org.map(|code| resolve_organisation(caller, reference, &code)).transpose()?;
    Ok(RejectedRowFilter { organisation, ..filter })
}

/// Returns the id of an entry.
pub fn rejected_row_id(text: &str) -> Result<RejectedRowId, ApiError> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(RejectedRowId).ok_or_else(|| Problem::not_found(ProblemCode::RejectedRowNotFound, text).into())
}
