//! Which candidates a call is about: exactly one of ids, a filter, or the sender's header.

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_app::{LARGEST_SELECTION, OpContext, SourceName, resolve_organisation};
use orderdock_domain::candidate::{HoldReason, Releases, Status};
use orderdock_domain::ids::{CandidateId, RequestId, RunId};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Param, Problem, ProblemCode};
use orderdock_domain::processing::{RunOutcomeWord, SelectionScope};
use orderdock_domain::text::Code;
use orderdock_store::{CandidateFilter, Gather, HeldFilter, Selection};
use utoipa::openapi::schema::{AnyOfBuilder, ArrayBuilder, KnownFormat, SchemaFormat, Type};

use crate::http::refusal::Refusal;
use crate::read::attention;
use crate::read::candidate_filter::{choice, day, instant, today};
use crate::read::candidate_request::{KEPT_PER_REQUEST, RecordId};
use crate::read::json::{
    Described, JsonNode, JsonValue, ListOf, Members, Property, Reader, Scalar, Slot, ValueFault, members,
    one_of, scalars, typed,
};
use crate::read::located::read_whole;

members! {
    BodyMembers("SelectionBody", Strict) "A selection of candidates." {
        selection: "selection" SelectionMembers<'t>, required;
    }
}

members! {
    ProcessMembers("ProcessBody", Strict) "A selection of candidates for which sales orders are created." {
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
    "A selection: exactly one of `ids`, `filter`, or `dataSource` with `externalHeaderId`. Unknown members are \
     rejected." {
        ids: "ids" ListOf<CandidateId>, "Record ids of the candidates, at most 10,000.";
        filter: "filter" FilterMembers<'t>;
        exclude: "exclude" ListOf<CandidateId>,
            "Record ids of candidates to leave out. Requires `filter`. If whole incoming orders are selected, the \
             incoming orders of these candidates are left out.";
        data_source: "dataSource" Code, "Data source by internal name, record id or identifier string.";
        external_header_id: "externalHeaderId" Code, "Header id or flat external id of the sender.";
    }
}

members! {
    FilterMembers("SelectionFilterData", Strict)
    "Filter of candidates, with at least one parameter of the list." {
        status: "status" Statuses,
            "Statuses, separated by commas or as a list: `new`, `error`, `processed`, `inactive`.";
        data_source: "dataSource" Code, "Data source by internal name, record id or identifier string.";
        org: "org" Code, "Organisation code.";
        bpartner: "bpartner" Code, "Code of the buyer.";
        product: "product" Code, "Product code.";
        external_header_id: "externalHeaderId" Code;
        date_required_from: "dateRequiredFrom" FilterDay;
        date_required_to: "dateRequiredTo" FilterDay;
        created_from: "createdFrom" CreatedFrom, "Earliest creation time, inclusive: a date (in UTC) or a timestamp.";
        created_to: "createdTo" CreatedTo, "Latest creation time: a date (in UTC), inclusive, or a timestamp, exclusive.";
        q: "q" Code, "Search words for references, codes, names, towns and postal codes, as in the list.";
        problem: "problem" FilterProblem, "Code of a problem of the candidate.";
        cause: "cause" Code, "Cause of the problem, as in the problem groups. Requires `problem`.";
        hold: "hold" Hold;
        held: "held" bool, "Whether a run started now would skip the candidate because it is on hold.";
        waiting_until_from: "waitingUntilFrom" FilterDay, "On hold for the customer until this date or later.";
        waiting_until_to: "waitingUntilTo" FilterDay,
            "On hold for the customer until this date or earlier, but after today.";
        assigned_to: "assignedTo" Code,
            "User name of the assignee; `me` for the caller, `none` for unassigned candidates.";
        header_of: "headerOf" ListOf<CandidateId>,
            "Record ids of candidates, at most 10,000. Matches all candidates of their incoming orders.";
        has_attachment: "hasAttachment" bool, "Whether the incoming order has attachments.";
        has_comments: "hasComments" bool, "Whether the candidate has comments.";
        request_id: "requestId" RecordId, "Record id of the request that imported the candidates.";
        run_id: "runId" RecordId, "Id of a run that has a result for the candidate.";
        outcome: "outcome" Outcome;
        exclude: "exclude" ListOf<CandidateId>, "Record ids of candidates to leave out.";
        po_reference: "poReference" Code, "Order reference of the customer.";
        promotion_code: "promotionCode" Code, "Promotion code. Any code is accepted.";
    }
}

/// A value that a query of candidates can have too; a wrong one is refused in the same words as there.
trait Sought: Described {
    type Sought;

    fn expected() -> Param;

    fn parse(text: &str) -> Option<Self::Sought>;
}

macro_rules! sought {
    ($($name:ident $sought:ty: $described:expr, $expected:expr, $parse:expr;)*) => {$(
        pub enum $name {}

        impl Described for $name {
            fn described(words: &str) -> Property {
                $described(words)
            }
        }

        impl Sought for $name {
            type Sought = $sought;

            fn expected() -> Param {
                $expected.into()
            }

            fn parse(text: &str) -> Option<$sought> {
                $parse(text)
            }
        }
    )*};
}
sought! {
    FilterDay Date: |words| {
        typed(Type::String, words).format(Some(SchemaFormat::KnownFormat(KnownFormat::Date))).into()
    },  Phrase::Day, day;
    CreatedFrom Timestamp: Code::described, Phrase::DayOrInstant, |text| instant(text, false);
    CreatedTo Timestamp: Code::described, Phrase::DayOrInstant, |text| instant(text, true);
    FilterProblem ProblemCode: Code::described, Phrase::ProblemCode, ProblemCode::parse;
    Hold HoldReason: |words| one_of(words, HoldReason::ALL.iter().map(|reason| reason.as_str())),
        choice(HoldReason::ALL, HoldReason::as_str), HoldReason::parse;
    Outcome RunOutcomeWord: |words| one_of(words, RunOutcomeWord::ALL.iter().map(|outcome| outcome.as_str())),
        choice(RunOutcomeWord::ALL, RunOutcomeWord::as_str), RunOutcomeWord::parse;
}

/// One status, several with commas between them, or a list.
pub enum Statuses {}

impl Described for Statuses {
    fn described(words: &str) -> Property {
        let word = || one_of("", Status::ALL.iter().map(|status| status.as_str()));
        AnyOfBuilder::new()
            .item(typed(Type::String, ""))
            .item(ArrayBuilder::new().items(word()))
            .description(Some(words))
            .into()
    }
}

scalars! {
    /// A rule that a call can release.
    Releasable -> Releases,
        |words| one_of(words, Releases::WORDS),
        |value| {
            let JsonValue::Text(word) = value else { return Err(ValueFault::wrong_type(Phrase::Text, value)) };
            let allowed = || choice(&Releases::WORDS, |word| word);
            Releases::NONE.with_word(word.trim()).map(Some).ok_or_else(|| wrong("release", word, allowed()))
        };
    /// Which lines of an incoming order a call is about.
    RunExtent -> SelectionScope,
        |words| one_of(words, SelectionScope::ALL.iter().map(|scope| scope.as_str())),
        |value| {
            let JsonValue::Text(word) = value else { return Err(ValueFault::wrong_type(Phrase::Text, value)) };
            let allowed = || choice(SelectionScope::ALL, SelectionScope::as_str);
            SelectionScope::parse(word.trim()).map(Some).ok_or_else(|| wrong("scope", word, allowed()))
        };
}

impl Described for CandidateId {
    fn described(words: &str) -> Property {
        RecordId::described(words)
    }
}

impl Scalar for CandidateId {
    type Read = Self;

    /// Null is none.
    fn read(value: &JsonValue<'_>) -> Result<Option<Self>, ValueFault> {
        let id = RecordId::read(value)?;
        id.map(|id| Some(Self(id))).ok_or_else(|| ValueFault::wrong_type(Phrase::WholeNumber, value))
    }
}

/// Reads `{"selection": {…}}`. A member that is not known is refused: ignored, it would select more than was
/// meant.
pub fn read_selection(sent: &[u8], caller: &OpContext, reference: &Reference) -> Result<Selection, Refusal> {
    read_selecting(sent, caller, reference, |reader, node| {
        let members = BodyMembers::open(reader, node)?;
        Some(((), members.selection))
    })
    .map(|((), selection)| selection)
}

/// Reads `{"selection": {…}, "scope": "…", "release": […]}`: what is meant, and which reasons to wait do not count.
pub fn read_processing(
    sent: &[u8],
    caller: &OpContext,
    reference: &Reference,
) -> Result<(Releases, Gather), Refusal> {
    let ((release, scope), selection) = read_selecting(sent, caller, reference, |reader, node| {
        let members = ProcessMembers::open(reader, node)?;
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

/// The statuses in which a run can make something of a candidate.
const OPEN: &[Status] = &[Status::New, Status::Error];

/// The candidates of a run; those that are added to a selection have one of these statuses.
pub fn gather(scope: SelectionScope, selection: Selection, added: &'static [Status]) -> Gather {
    match scope {
        SelectionScope::Order => Gather::WholeOrders(selection, added),
        SelectionScope::Selection => Gather::Selected(selection),
    }
}

/// Reads a body of which one member is a selection; `open` tells which one, and reads the others.
pub fn read_selecting<T>(
    sent: &[u8],
    caller: &OpContext,
    reference: &Reference,
    open: impl for<'t> FnOnce(&mut Reader, &'t JsonNode<'t>) -> Option<(T, Slot<'t, SelectionMembers<'t>>)>,
) -> Result<(T, Selection), Refusal> {
    let (rest, selected) = read_whole(sent, KEPT_PER_REQUEST, |reader, node| {
        let (rest, slot) = open(reader, node)?;
        if !slot.is_given() {
            reader.missing(slot);
        }
        let seek = Seek { caller, reference };
        Some((rest, reader.object(slot, |reader, members| seek.selection(reader, members))??))
    })?;
    Ok((rest, with_organisation(selected, caller, reference)?))
}

/// A selection whose filter may still name an organisation.
struct Selected {
    selection: Selection,
    organisation: Option<Code>,
}

/// Looks names up on the way.
struct Seek<'a> {
    caller: &'a OpContext,
    reference: &'a Reference,
}

impl Seek<'_> {
    fn selection(&self, reader: &mut Reader, members: &SelectionMembers<'_>) -> Option<Selected> {
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
            let ids = ids(reader, members.ids)?;
            return Some(Selected { selection: Selection::Ids(ids), organisation: None });
        }
        if members.filter.is_given() {
            let outer = ids(reader, members.exclude).unwrap_or_default();
            return reader.object(members.filter, |reader, members| self.filter(reader, members, outer));
        }
        let data_source = reader.required(members.data_source);
        let header_id = reader.required(members.external_header_id);
        let data_source = data_source.and_then(|name| self.source(reader, members.data_source, &name));
        let selection = Selection::Header { data_source: data_source?, header_id: header_id?.into_string() };
        Some(Selected { selection, organisation: None })
    }

    fn source(
        &self,
        reader: &mut Reader,
        slot: Slot<'_, Code>,
        name: &Code,
    ) -> Option<orderdock_domain::ids::DataSourceId> {
        let sought = SourceName(name.as_str().to_owned());
        let found = sought.find(self.caller, self.reference);
        if found.is_none() {
            reader.fault(slot, wrong(slot.name, name.as_str(), Phrase::ExistingDataSource));
        }
        found.map(|source| source.id)
    }

    fn filter(
        &self,
        reader: &mut Reader,
        members: &FilterMembers<'_>,
        mut exclude: Vec<CandidateId>,
    ) -> Selected {
        let source = reader.read(members.data_source);
        let text = |reader: &mut Reader, slot| reader.read::<Code>(slot).map(Code::into_string);
        let mut filter = CandidateFilter {
            statuses: statuses(reader, members.status),
            data_source: source.and_then(|name| self.source(reader, members.data_source, &name)),
            organisation: None,
            bpartner: text(reader, members.bpartner),
            product: text(reader, members.product),
            external_header_id: text(reader, members.external_header_id),
            date_required_from: parsed(reader, members.date_required_from),
            date_required_to: parsed(reader, members.date_required_to),
            created_from: parsed(reader, members.created_from),
            created_to: parsed(reader, members.created_to),
            search: text(reader, members.q),
            problem: parsed(reader, members.problem),
            cause: text(reader, members.cause),
            hold: parsed(reader, members.hold),
            held: reader.read(members.held).map(|held| HeldFilter { held, today: today(self.caller) }),
            header_of: ids(reader, members.header_of).unwrap_or_default(),
            has_attachment: reader.read(members.has_attachment),
            has_comments: reader.read(members.has_comments),
            request: reader.read(members.request_id).map(RequestId),
            run: reader.read(members.run_id).map(RunId),
            outcome: parsed(reader, members.outcome),
            po_reference: text(reader, members.po_reference),
            promotion_code: text(reader, members.promotion_code),
            ..CandidateFilter::default()
        };
        let attention = attention::SentAttention {
            from: parsed(reader, members.waiting_until_from),
            to: parsed(reader, members.waiting_until_to),
            assigned: text(reader, members.assigned_to),
        };
        attention.add_to(&mut filter, self.caller, self.reference);
        if let (Some(outcome), None) = (filter.outcome, filter.run) {
            reader.fault(members.outcome, wrong("outcome", outcome.as_str(), Phrase::OnlyWithRun));
        }
        if filter.header_of.is_empty() && members.header_of.is_given() {
            // no header is not every header
            reader.fault(members.header_of, ValueFault::new(ProblemCode::SelectionInvalid));
        }
        exclude.extend(ids(reader, members.exclude).unwrap_or_default());
        let organisation = reader.read(members.org);
        if filter == CandidateFilter::default() && organisation.is_none() && reader.errors.total == 0 {
            // an empty filter selects everything there is, which is more than anyone means
            let node = members.node();
            reader.fault_here(node.at, Some(&node.value), ValueFault::new(ProblemCode::SelectionInvalid));
        }
        Selected { selection: Selection::Filter { filter: Box::new(filter), exclude }, organisation }
    }
}

/// Ids as they were sent; too many are refused.
fn ids(reader: &mut Reader, slot: Slot<'_, ListOf<CandidateId>>) -> Option<Vec<CandidateId>> {
    let ids: Vec<_> = reader.list(slot)?.into_iter().flatten().collect();
    if ids.len() > LARGEST_SELECTION {
        reader.fault(slot, ValueFault::too_many(ProblemCode::RecordsTooMany, ids.len(), LARGEST_SELECTION));
    }
    Some(ids)
}

/// One status, several separated by commas, or a list.
fn statuses(reader: &mut Reader, slot: Slot<'_, Statuses>) -> Vec<Status> {
    let Some(node) = slot.given() else { return Vec::new() };
    let words: Vec<&str> = match &node.value {
        JsonValue::Text(text) => text.split(',').map(str::trim).collect(),
        JsonValue::Array(nodes) => {
            let words = nodes.iter().map(|node| match &node.value {
                JsonValue::Text(text) => Some(text.trim()),
                _ => None,
            });
            words.collect::<Option<_>>().unwrap_or_else(|| vec!["?"])
        }
        _ => vec!["?"],
    };
    let known = choice(Status::ALL, Status::as_str);
    let mut statuses = Vec::new();
    for word in words {
        match Status::parse(word) {
            Some(status) => statuses.push(status),
            None => reader.fault(slot, wrong(slot.name, &node.value.seen(), known.clone())),
        }
    }
    statuses
}

/// One value of a filter.
fn parsed<T: Sought>(reader: &mut Reader, slot: Slot<'_, T>) -> Option<T::Sought> {
    let node = slot.node?;
    let read = Code::read(&node.value).and_then(|text| {
        let wrong = |text: &Code| wrong(slot.name, text.as_str(), T::expected());
        text.map(|text| T::parse(text.as_str()).ok_or_else(|| wrong(&text))).transpose()
    });
    read.unwrap_or_else(|fault| {
        reader.fault(slot, fault);
        None
    })
}

fn wrong(name: &'static str, value: &str, expected: impl Into<Param>) -> ValueFault {
    ValueFault::new(ProblemCode::QueryInvalid)
        .with("name", name)
        .with("value", value)
        .with("expected", expected)
}

fn with_organisation(
    selected: Selected,
    caller: &OpContext,
    reference: &Reference,
) -> Result<Selection, Refusal> {
    let (mut filter, exclude, code) = match selected {
        Selected { selection: Selection::Filter { filter, exclude }, organisation: Some(code) } => {
            (filter, exclude, code)
        }
        Selected { selection, .. } => return Ok(selection),
    };
    let place = |problem: Problem| Problem { pointer: "/selection/filter/org".into(), ..problem };
    let found = resolve_organisation(caller, reference, code.as_str()).map_err(|failure| {
        orderdock_app::Failure { problems: failure.problems.into_iter().map(place).collect(), ..failure }
    })?;
    filter.organisation = Some(found);
    Ok(Selection::Filter { filter, exclude })
}
