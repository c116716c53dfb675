//! Reads saved views. Filters and sort order are validated by the reader of the list, so that a stored view
//! is always valid.

use orderdock_domain::cast;
use std::collections::HashSet;

use axum::http::Uri;
use orderdock_app::{Caller, SavedViewChange};
use orderdock_domain::candidate::MaybeUndefined;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Language, Problem, ProblemCode};
use orderdock_domain::saved_view::{
    MAX_VIEW_COLUMNS, MAX_VIEW_NAME_LENGTH, ViewColumn, ViewList, WIDEST_VIEW_COLUMN,
};
use orderdock_domain::text::{Code, Name, TextFault};
use orderdock_store::CandidateSort;
use utoipa::openapi::schema::Type;

use crate::http::error::ApiError;
use crate::request::candidate_window::{HEADER_SORTS, read_sort};
use crate::request::filter::candidates::{CandidateFilterInput, CandidateFilters};
use crate::request::json::{
    JsonValue, ListOf, Members, Reader, ValueFault, checked, members, no_longer, scalars, typed,
};
use crate::request::located::read_whole;
use crate::request::query::{KnownParameters, Parameters};

const MAX_ERRORS: usize = 20;
/// Maximum size of filters and sort order in bytes.
const MAX_QUERY_LENGTH: usize = 4_000;

members! {
    SavedViewBody("SavedViewBody", Strict)
    "A saved view of a list. In a change, absent fields stay unchanged and null clears a field." {
        version: "version" i64, "Version that was read. Required for changes only.";
        name: "name" ViewName,
            "Name, unique among the views of the owner and not case-sensitive. Required for a new view.";
        shared: "shared" bool, "Whether users of the same organisations can use the view. Default: false.";
        list: "list" ViewList, "List of candidates or of incoming orders. Default: candidates.";
        query: "query" MaybeUndefined<ViewQuery>, "Filters and `sort`, as in the query string of the list.";
        columns: "columns" MaybeUndefined<ListOf<ViewColumnMembers<'t>, 0, MAX_VIEW_COLUMNS>>,
            "Columns in display order. Without columns, the view does not change those of the list.";
    }
}

members! {
    ViewColumnMembers("SavedViewColumnData", Strict) "A column of a list." {
        name: "name" Code, required, "Name of the column in the order desk.";
        width: "width" i64, "Width in pixels. Default: the standard width.";
        pinned: "pinned" bool, "Whether the column stays visible while the others scroll.";
        hidden: "hidden" bool;
    }
}

members! {
    DefaultViewBody("DefaultViewBody", Strict) "The default view of the caller." {
        id: "id" MaybeUndefined<i64>, "Record id of the view. Null for no default view.";
    }
}

/// Reads a new or changed view, and its expected version.
pub fn read_view(sent: &[u8], is_change: bool) -> Result<(i64, SavedViewChange), ApiError> {
    read_whole(sent, MAX_ERRORS, |reader, node| {
        let members = SavedViewBody::open(reader, node)?;
        // everything is read, so that the error contains all problems
        let version = if is_change { reader.required(members.version) } else { Some(0) };
        let name = if is_change { reader.read(members.name) } else { reader.required(members.name) };
        let columns = reader.sent_by(members.columns, |reader, slot| {
            let columns = reader.objects(slot, read_column)?;
            let columns: Vec<_> = columns.into_iter().flatten().collect();
            let names: HashSet<_> = columns.iter().map(|column| &column.name).collect();
            if names.len() < columns.len() || columns.len() > MAX_VIEW_COLUMNS {
                let limit = cast::<i64>(MAX_VIEW_COLUMNS);
                let expected = Phrase::ColumnsUpTo.of([limit.into()]);
                let fault = ValueFault::new(ProblemCode::TypeWrong).with("expected", expected);
                reader.fault(slot, fault.with("found", Phrase::Array));
            }
            Some(columns)
        });
        let query = reader.sent(members.query);
        let change = SavedViewChange {
            name,
            shared: reader.read(members.shared),
            list: reader.read(members.list),
            query: value_or_default(query),
            columns: value_or_default(columns),
        };
        Some((version?, change))
    })
}

/// Null is the same as absent.
fn value_or_default<T: Default>(sent: MaybeUndefined<T>) -> Option<T> {
    match sent {
        MaybeUndefined::Absent => None,
        MaybeUndefined::Null => Some(T::default()),
        MaybeUndefined::Value(value) => Some(value),
    }
}

fn read_column(reader: &mut Reader, members: &ViewColumnMembers<'_>) -> Option<ViewColumn> {
    let width = reader.read(members.width);
    if let Some(wide) = width.filter(|wide| !(1..=WIDEST_VIEW_COLUMN).contains(wide)) {
        let expected = Phrase::WholeNumberBetween.of([1.into(), WIDEST_VIEW_COLUMN.into()]);
        let found = Phrase::Quoted.of([wide.to_string().into()]);
        let fault = ValueFault::new(ProblemCode::TypeWrong).with("expected", expected).with("found", found);
        reader.fault(members.width, fault);
    }
    Some(ViewColumn {
        name: reader.required(members.name)?,
        width: width.and_then(|width| width.try_into().ok()),
        pinned: reader.read(members.pinned).unwrap_or_default(),
        hidden: reader.read(members.hidden).unwrap_or_default(),
    })
}

/// Reads the default view.
pub fn read_default(sent: &[u8]) -> Result<Option<i64>, ApiError> {
    read_whole(sent, MAX_ERRORS, |reader, node| {
        let members = DefaultViewBody::open(reader, node)?;
        match reader.sent(members.id) {
            MaybeUndefined::Value(id) => Some(Some(id)),
            MaybeUndefined::Null => Some(None),
            MaybeUndefined::Absent => {
                reader.missing(members.id);
                None
            }
        }
    })
}

/// Returns the errors that the list would return.
pub fn check_query(
    list: ViewList,
    query: &str,
    caller: &Caller,
    reference: &Reference,
) -> Result<(), ApiError> {
    let read = || {
        let uri: Uri = format!("/?{query}").parse().map_err(|_| {
            let found = Phrase::Quoted.of([query.into()]);
            Problem::new(ProblemCode::TypeWrong, "").with("expected", Phrase::AQuery).with("found", found)
        })?;
        let known = [CandidateFilters::names(), vec!["sort"]].concat();
        let mut parameters = Parameters::read(&uri, &known);
        let sorts: &[CandidateSort] = match list {
            ViewList::Candidates => CandidateSort::ALL,
            ViewList::Headers => &HEADER_SORTS,
        };
        read_sort(&mut parameters, sorts);
        let filter = CandidateFilterInput::read(&mut parameters, caller, reference);
        parameters.finish()?;
        // the language decides what the search of the view matches, not whether it is valid
        filter.resolve(caller, reference, Language::default())?;
        Ok(())
    };
    read().map_err(|mut error: ApiError| {
        for item in &mut error.errors {
            item.problem.pointer = "/query".into();
        }
        error
    })
}

scalars! {
    /// Name of a view.
    ViewName -> Name,
        |description| typed(Type::String, description).max_length(Some(MAX_VIEW_NAME_LENGTH)).examples(["Late"]).into(),
        |value| checked::<Name>(value, |name| no_longer(name.as_str(), MAX_VIEW_NAME_LENGTH));
    /// Query parameters of a list.
    ViewQuery -> String,
        |description| {
            let examples = ["status=error&bpartner=G0001&sort=-createdAt"];
            typed(Type::String, description).max_length(Some(MAX_QUERY_LENGTH)).examples(examples).into()
        },
        |value| match value {
            JsonValue::Null => Ok(None),
            JsonValue::Text(text) if text.len() > MAX_QUERY_LENGTH => {
                Err(TextFault::TooLong { limit: MAX_QUERY_LENGTH, seen: text.len() }.into())
            }
            JsonValue::Text(text) => Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty())),
            other => Err(ValueFault::wrong_type(Phrase::String, other)),
        };
}
