//! Selections of candidates in request bodies: exactly one of ids, a filter, or the header id of the sender.

use orderdock_app::Caller;
use orderdock_domain::candidate::{Releases, Status};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Language, Problem, ProblemCode};
use orderdock_domain::processing::SelectionScope;
use orderdock_domain::text::Code;
use orderdock_store::{RunTarget, Selection};

use crate::http::error::ApiError;
use crate::request::candidate_request::{KEPT_PER_REQUEST, RecordId};
use crate::request::filter::candidates::CandidateFilterInput;
use crate::request::filter::read_candidate_ids;
use crate::request::filter::selection_filter::SelectionFilter;
use crate::request::json::{
    Described, JsonNode, JsonValue, ListOf, Members, Property, Reader, Scalar, TypedMember, ValueFault,
    members, one_of, scalars,
};
use crate::request::located::read_whole;
use crate::request::query::{choice, find_data_source};

members! {
    SelectionBody("SelectionBody", Strict) "A selection of candidates." {
        selection: "selection" SelectionMembers<'t>, required;
    }
}

members! {
    ProcessBody("ProcessBody", Strict) "A selection of candidates for which sales orders are created." {
        selection: "selection" SelectionMembers<'t>, required;
        scope: "scope" RunExtent,
            "`order` (default) adds the other open lines of the same incoming orders. `selection` processes only \
             the selected lines and requires `\"release\": [\"partial\"]`.";
        release: "release" ListOf<Releasable>,
            "Hold reasons to release: candidates on hold for one of them are also processed. `partial` releases no \
             hold; it is required with `\"scope\": \"selection\"`.";
    }
}

members! {
    SelectionMembers("SelectionData", Strict)
    "A selection: exactly one of `ids`, `filter`, or `dataSource` with `externalHeaderId`. Unknown fields are \
     rejected." {
        ids: "ids" ListOf<CandidateId>, "Record ids of the candidates, at most 10,000.";
        filter: "filter" SelectionFilter<'t>;
        exclude: "exclude" ListOf<CandidateId>,
            "Record ids of candidates to leave out. Requires `filter`. If whole incoming orders are selected, the \
             incoming orders of these candidates are left out.";
        data_source: "dataSource" Code, "Data source by internal name, record id or identifier string.";
        external_header_id: "externalHeaderId" Code,
            "Header id or flat external id of the sender. An incoming order that was sent without an external system takes \
             precedence. Otherwise the incoming orders of all systems with this id are selected; to select one, use \
             `filter` with `externalSystem`.";
    }
}

scalars! {
    /// Hold reason that a request releases.
    Releasable -> Releases,
        |description| one_of(description, Releases::WORDS),
        |value| {
            let JsonValue::Text(word) = value else { return Err(ValueFault::wrong_type(Phrase::Text, value)) };
            let allowed = || choice(&Releases::WORDS, |word| word);
            Releases::NONE.with_word(word.trim()).map(Some).ok_or_else(|| {
                ValueFault::invalid_parameter("release", word, allowed())
            })
        };
    /// Lines of an incoming order that a request processes.
    RunExtent -> SelectionScope,
        |description| one_of(description, SelectionScope::ALL.iter().map(|scope| scope.as_str())),
        |value| {
            let JsonValue::Text(word) = value else { return Err(ValueFault::wrong_type(Phrase::Text, value)) };
            let allowed = || choice(SelectionScope::ALL, SelectionScope::as_str);
            SelectionScope::parse(word.trim()).map(Some).ok_or_else(|| {
                ValueFault::invalid_parameter("scope", word, allowed())
            })
        };
}

impl Described for CandidateId {
    fn described(description: &str) -> Property {
        RecordId::described(description)
    }
}

impl Scalar for CandidateId {
    type Read = Self;

    /// Reads an id; null is an error.
    fn read(value: &JsonValue<'_>) -> Result<Option<Self>, ValueFault> {
        let id = RecordId::read(value)?;
        id.map(|id| Some(Self(id))).ok_or_else(|| ValueFault::wrong_type(Phrase::WholeNumber, value))
    }
}

/// Caller, reference data and time for reading a selection.
#[derive(Clone, Copy)]
pub struct SelectionContext<'a> {
    pub caller: &'a Caller,
    pub reference: &'a Reference,
    pub language: Language,
}

/// Reads `{"selection": {…}}`. An unknown member is an error: if it were ignored, more candidates would be selected than
/// intended.
pub fn read_selection(sent: &[u8], context: SelectionContext<'_>) -> Result<Selection, ApiError> {
    read_selecting(sent, context, |reader, node| {
        let members = SelectionBody::open(reader, node)?;
        Some(((), members.selection))
    })
    .map(|((), selection)| selection)
}

/// Reads `{"selection": {…}, "scope": "…", "release": […]}`: the candidates of a run and the hold reasons to release.
pub fn read_processing(
    sent: &[u8],
    context: SelectionContext<'_>,
) -> Result<(Releases, RunTarget), ApiError> {
    let ((release, scope), selection) = read_selecting(sent, context, |reader, node| {
        let members = ProcessBody::open(reader, node)?;
        let named: Vec<Releases> = reader.list(members.release).into_iter().flatten().flatten().collect();
        let release = named.into_iter().fold(Releases::NONE, Releases::and);
        let scope = reader.read(members.scope).unwrap_or(SelectionScope::Order);
        if scope == SelectionScope::Selection && !release.partial {
            reader.fault(
                members.scope,
                ValueFault::new(ProblemCode::ReleaseRequired).with("release", "partial"),
            );
        }
        Some(((release, scope), members.selection))
    })?;
    Ok((release, gather(scope, selection, OPEN)))
}

/// Statuses of candidates that a run processes.
const OPEN: &[Status] = &[Status::New, Status::Error];

/// Returns the candidates of a run. Lines that are added to a selection have one of the statuses `added`.
pub fn gather(scope: SelectionScope, selection: Selection, added: &'static [Status]) -> RunTarget {
    match scope {
        SelectionScope::Order => RunTarget::WholeOrders(selection, added),
        SelectionScope::Selection => RunTarget::Selected(selection),
    }
}

/// Reads a body with a selection. `open` returns the member with the selection and reads all others.
pub fn read_selecting<T>(
    sent: &[u8],
    context: SelectionContext<'_>,
    open: impl for<'t> FnOnce(&mut Reader, &'t JsonNode<'t>) -> Option<(T, TypedMember<'t, SelectionMembers<'t>>)>,
) -> Result<(T, Selection), ApiError> {
    let (rest, selected) = read_whole(sent, KEPT_PER_REQUEST, |reader, node| {
        let (rest, slot) = open(reader, node)?;
        if !slot.is_given() {
            reader.missing(slot);
        }
        let selection = reader.object(slot, |reader, members| {
            read_members(reader, members, context.caller, context.reference)
        })??;
        Some((rest, selection))
    })?;
    Ok((rest, resolve(selected, context)?))
}

/// A selection before look-ups.
enum SelectionInput {
    Complete(Selection),
    /// The filter contains names that are not looked up yet.
    Filter {
        filter: Box<CandidateFilterInput>,
        exclude: Vec<CandidateId>,
    },
}

fn read_members(
    reader: &mut Reader,
    members: &SelectionMembers<'_>,
    caller: &Caller,
    reference: &Reference,
) -> Option<SelectionInput> {
    let by_header = members.data_source.is_given() || members.external_header_id.is_given();
    let ways = [members.ids.is_given(), members.filter.is_given(), by_header];
    if ways.iter().filter(|given| **given).count() != 1 {
        let node = members.node();
        reader.fault_here(node.at, Some(&node.value), ValueFault::new(ProblemCode::SelectionInvalid));
        return None;
    }
    if by_header {
        reader.conflict(members.exclude, members.data_source);
    } else {
        reader.conflict(members.exclude, members.ids);
    }
    if members.ids.is_given() {
        let ids = read_candidate_ids(reader, members.ids)?;
        return Some(SelectionInput::Complete(Selection::Ids(ids)));
    }
    if members.filter.is_given() {
        let mut exclude = read_candidate_ids(reader, members.exclude).unwrap_or_default();
        let read = reader.object(members.filter, |reader, members| members.read(reader, caller, reference));
        let (filter, more) = read?;
        exclude.extend(more);
        return Some(SelectionInput::Filter { filter: Box::new(filter), exclude });
    }
    let data_source = reader.required(members.data_source);
    let header_id = reader.required(members.external_header_id);
    let data_source = data_source.and_then(|name| {
        let found = find_data_source(name.as_str(), caller, reference);
        if found.is_none() {
            let slot = members.data_source;
            let expected = Phrase::ExistingDataSource;
            reader.fault(slot, ValueFault::invalid_parameter(slot.name, name.as_str(), expected));
        }
        found
    });
    let selection = Selection::Header { data_source: data_source?, header_id: header_id?.into_string() };
    Some(SelectionInput::Complete(selection))
}

/// Looks up the names of a filter. Fails if the organisation is unknown or not allowed.
fn resolve(selection: SelectionInput, context: SelectionContext<'_>) -> Result<Selection, ApiError> {
    let SelectionContext { caller, reference, language } = context;
    let (filter, exclude) = match selection {
        SelectionInput::Complete(selection) => return Ok(selection),
        SelectionInput::Filter { filter, exclude } => (filter, exclude),
    };
    let place = |problem: Problem| Problem { pointer: "/selection/filter/org".into(), ..problem };
    let filter = filter.resolve(caller, reference, language).map_err(|failure| orderdock_app::Failure {
        problems: failure.problems.into_iter().map(place).collect(),
        ..failure
    })?;
    Ok(Selection::Filter { filter: Box::new(filter), exclude })
}
