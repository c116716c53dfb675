//! Which candidates a call is about: exactly one of ids, a filter, or the sender's header.

use orderdock_app::{
    CandidateFilter, LARGEST_SELECTION, OpContext, Selection, SourceName, resolve_organisation,
};
use orderdock_domain::candidate::{HoldReason, Releases, Status};
use orderdock_domain::ids::{CandidateId, RequestId, RunId};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Code as Problems, Param, Problem};
use orderdock_domain::processing::RunOutcomeWord;
use orderdock_domain::text::Code;

use crate::candidate_filter::{choice, day, instant};
use crate::candidate_request::KEPT_PER_REQUEST;
use crate::importing::located;
use crate::json::{
    Fault, Handling, Keep, Node, Reader, Scalar, Slot, SyntaxFault, Value, members, parse, text_of,
};
use crate::refusal::Refusal;

const KEEP: Keep = Keep { errors: KEPT_PER_REQUEST, warnings: 0 };

members! {
    BodyMembers {
        selection: "selection",
    }
}

members! {
    ProcessMembers {
        selection: "selection",
        release: "release",
    }
}

members! {
    SelectionMembers {
        ids: "ids",
        filter: "filter",
        exclude: "exclude",
        data_source: "dataSource",
        external_header_id: "externalHeaderId",
    }
}

members! {
    FilterMembers {
        status: "status",
        data_source: "dataSource",
        org: "org",
        bpartner: "bpartner",
        product: "product",
        po_reference: "poReference",
        external_header_id: "externalHeaderId",
        date_required_from: "dateRequiredFrom",
        date_required_to: "dateRequiredTo",
        created_from: "createdFrom",
        created_to: "createdTo",
        q: "q",
        problem: "problem",
        hold: "hold",
        has_attachment: "hasAttachment",
        request_id: "requestId",
        run_id: "runId",
        outcome: "outcome",
        exclude: "exclude",
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

/// Reads `{"selection": {…}, "release": […]}`: what is meant, and which reasons to wait do not count.
pub fn read_processing(
    sent: &[u8],
    caller: &OpContext,
    reference: &Reference,
) -> Result<(Releases, Selection), Refusal> {
    read_selecting(sent, caller, reference, |reader, node| {
        let members = ProcessMembers::open(reader, node)?;
        Some((releases(reader, members.release), members.selection))
    })
}

fn releases(reader: &mut Reader, slot: Slot<'_>) -> Releases {
    let named = reader.list(slot, |reader, node| {
        let Value::Text(word) = &node.value else {
            reader.wrong_type(node, Phrase::Text);
            return None;
        };
        let reason = HoldReason::parse(word.trim()).filter(|reason| reason.is_releasable());
        if reason.is_none() {
            let allowed = choice(&HoldReason::RELEASABLE, HoldReason::as_str);
            reader.fault_here(node.at, Some(&node.value), wrong("release", word, allowed));
        }
        reason
    });
    named.into_iter().flatten().flatten().collect()
}

/// Reads a body of which one member is a selection; `open` tells which one, and reads the others.
pub fn read_selecting<T>(
    sent: &[u8],
    caller: &OpContext,
    reference: &Reference,
    open: impl for<'t> FnOnce(&mut Reader, &'t Node<'t>) -> Option<(T, Slot<'t>)>,
) -> Result<(T, Selection), Refusal> {
    let unreadable = |fault: SyntaxFault| Refusal::of(located(sent, vec![(None, fault.finding())]));
    let node = parse(text_of(sent).map_err(unreadable)?).map_err(unreadable)?;
    let mut reader = Reader::new(Handling::Strict, KEEP);
    let read = open(&mut reader, &node).and_then(|(rest, slot)| {
        if !slot.is_given() {
            reader.missing(slot);
        }
        let seek = Seek { caller, reference };
        Some((rest, reader.object(slot, |reader, node| seek.selection(reader, node))?))
    });
    let errors = reader.errors;
    match read {
        Some((rest, Selected { selection, organisation })) if errors.total == 0 => {
            Ok((rest, with_organisation(selection, organisation, caller, reference)?))
        }
        _ => {
            let first = errors.first.iter().map(|finding| (None, finding.clone())).collect();
            Err(Refusal { errors_total: errors.total, ..Refusal::of(located(sent, first)) })
        }
    }
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
    fn selection(&self, reader: &mut Reader, node: &Node<'_>) -> Option<Selected> {
        let members = SelectionMembers::open(reader, node)?;
        let by_header = members.data_source.is_given() || members.external_header_id.is_given();
        let ways = [members.ids.is_given(), members.filter.is_given(), by_header];
        if ways.iter().filter(|given| **given).count() != 1 {
            reader.fault_here(node.at, Some(&node.value), Fault::new(Problems::SelectionInvalid));
            return None;
        }
        reader.conflict(members.exclude, if by_header { members.data_source } else { members.ids });
        if members.ids.is_given() {
            let ids = ids(reader, members.ids)?;
            return Some(Selected { selection: Selection::Ids(ids), organisation: None });
        }
        if members.filter.is_given() {
            let outer = ids(reader, members.exclude).unwrap_or_default();
            return reader.object(members.filter, |reader, node| self.filter(reader, node, outer));
        }
        let data_source = reader.required::<Code>(members.data_source);
        let header_id = reader.required::<Code>(members.external_header_id);
        let data_source = data_source.and_then(|name| self.source(reader, members.data_source, &name));
        let selection = Selection::Header { data_source: data_source?, header_id: header_id?.into_string() };
        Some(Selected { selection, organisation: None })
    }

    fn source(
        &self,
        reader: &mut Reader,
        slot: Slot<'_>,
        name: &Code,
    ) -> Option<orderdock_domain::ids::DataSourceId> {
        let sought = SourceName(name.as_str().to_owned());
        let found = sought.find(self.caller, self.reference);
        if let (None, Some(node)) = (found, slot.node) {
            reader.fault(slot, node, wrong(slot.name, name.as_str(), Phrase::ExistingDataSource));
        }
        found.map(|source| source.id)
    }

    fn filter(
        &self,
        reader: &mut Reader,
        node: &Node<'_>,
        mut exclude: Vec<CandidateId>,
    ) -> Option<Selected> {
        let members = FilterMembers::open(reader, node)?;
        let source = reader.read::<Code>(members.data_source);
        let text = |reader: &mut Reader, slot| reader.read::<Code>(slot).map(Code::into_string);
        let filter = CandidateFilter {
            statuses: statuses(reader, members.status),
            data_source: source.and_then(|name| self.source(reader, members.data_source, &name)),
            organisation: None,
            bpartner: text(reader, members.bpartner),
            product: text(reader, members.product),
            po_reference: text(reader, members.po_reference),
            external_header_id: text(reader, members.external_header_id),
            date_required_from: parsed(reader, members.date_required_from, Phrase::Day, day),
            date_required_to: parsed(reader, members.date_required_to, Phrase::Day, day),
            created_from: parsed(reader, members.created_from, Phrase::DayOrInstant, |text| {
                instant(text, false)
            }),
            created_to: parsed(reader, members.created_to, Phrase::DayOrInstant, |text| instant(text, true)),
            search: text(reader, members.q),
            problem: parsed(reader, members.problem, Phrase::ProblemCode, Problems::parse),
            hold: parsed(
                reader,
                members.hold,
                choice(HoldReason::ALL, HoldReason::as_str),
                HoldReason::parse,
            ),
            has_attachment: reader.read(members.has_attachment),
            request: reader.read(members.request_id).map(RequestId),
            run: reader.read(members.run_id).map(RunId),
            outcome: parsed(
                reader,
                members.outcome,
                choice(RunOutcomeWord::ALL, RunOutcomeWord::as_str),
                RunOutcomeWord::parse,
            ),
        };
        if let (Some(outcome), None, Some(node)) = (filter.outcome, filter.run, members.outcome.node) {
            reader.fault(members.outcome, node, wrong("outcome", outcome.as_str(), Phrase::OnlyWithRun));
        }
        exclude.extend(ids(reader, members.exclude).unwrap_or_default());
        let organisation = reader.read::<Code>(members.org);
        if filter == CandidateFilter::default() && organisation.is_none() && reader.errors.total == 0 {
            // an empty filter selects everything there is, which is more than anyone means
            reader.fault_here(node.at, Some(&node.value), Fault::new(Problems::SelectionInvalid));
        }
        Some(Selected { selection: Selection::Filter { filter: Box::new(filter), exclude }, organisation })
    }
}

/// Ids as they were sent; too many are refused.
fn ids(reader: &mut Reader, slot: Slot<'_>) -> Option<Vec<CandidateId>> {
    let ids = reader
        .list(slot, |reader, node| {
            let id = i64::read(&node.value);
            match id {
                Ok(Some(id)) => return Some(CandidateId(id)),
                Ok(None) => reader.wrong_type(node, Phrase::WholeNumber),
                Err(fault) => reader.fault_here(node.at, Some(&node.value), fault),
            }
            None
        })?
        .into_iter()
        .flatten()
        .collect::<Vec<_>>();
    if ids.len() > LARGEST_SELECTION
        && let Some(node) = slot.node
    {
        let limit = i64::try_from(LARGEST_SELECTION).unwrap_or(i64::MAX);
        let seen = i64::try_from(ids.len()).unwrap_or(i64::MAX);
        reader.fault(
            slot,
            node,
            Fault::new(Problems::RecordsTooMany).with("seen", seen).with("limit", limit),
        );
    }
    Some(ids)
}

/// One status, several separated by commas, or a list.
fn statuses(reader: &mut Reader, slot: Slot<'_>) -> Vec<Status> {
    let Some(node) = slot.given() else { return Vec::new() };
    let words: Vec<&str> = match &node.value {
        Value::Text(text) => text.split(',').map(str::trim).collect(),
        Value::Array(nodes) => {
            let words = nodes.iter().map(|node| match &node.value {
                Value::Text(text) => Some(text.trim()),
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
            None => reader.fault(slot, node, wrong(slot.name, &node.value.seen(), known.clone())),
        }
    }
    statuses
}

fn parsed<T>(
    reader: &mut Reader,
    slot: Slot<'_>,
    expected: impl Into<Param>,
    parse: impl Fn(&str) -> Option<T>,
) -> Option<T> {
    let text = reader.read::<Code>(slot)?;
    let value = parse(text.as_str());
    if let (None, Some(node)) = (&value, slot.node) {
        reader.fault(slot, node, wrong(slot.name, text.as_str(), expected));
    }
    value
}

fn wrong(name: &'static str, value: &str, expected: impl Into<Param>) -> Fault {
    Fault::new(Problems::QueryInvalid).with("name", name).with("value", value).with("expected", expected)
}

fn with_organisation(
    selection: Selection,
    organisation: Option<Code>,
    caller: &OpContext,
    reference: &Reference,
) -> Result<Selection, Refusal> {
    let (Selection::Filter { mut filter, exclude }, Some(code)) = (selection.clone(), organisation) else {
        return Ok(selection);
    };
    let place = |problem: Problem| Problem { pointer: "/selection/filter/org".into(), ..problem };
    let found = resolve_organisation(caller, reference, code.as_str()).map_err(|failure| {
        orderdock_app::Failure { problems: failure.problems.into_iter().map(place).collect(), ..failure }
    })?;
    filter.organisation = Some(found);
    Ok(Selection::Filter { filter, exclude })
}
