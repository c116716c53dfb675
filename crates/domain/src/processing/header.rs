//! Incoming orders (headers): groups candidates and derives the state of each group.

use crate::cast;
use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use jiff::civil::Date;

use crate::candidate::{Candidate, Status};
use crate::ids::{
    CallerId, CandidateId, DataSourceId, ExternalSystemId, OrganisationId, PartnerId, RequestId,
};
use crate::problem::ProblemCode;
use crate::text::{Code, legacy_fold};

/// Key of an incoming order. Its candidates are held and processed together.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct HeaderKey {
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
    /// External system that the rows were sent with.
    pub system: Option<ExternalSystemId>,
    pub group: HeaderGroup,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum HeaderGroup {
    /// External header id of the sender.
    Header(Code),
    /// Rows with a flat `externalId` have no header id; they are grouped by buyer and order reference.
    Reference { buyer: PartnerId, po_reference: Code },
    /// A row with a flat `externalId` whose buyer is unresolved is not grouped with others.
    Unresolved(Code),
}

/// Separator that does not occur in any text of a sender.
const SEPARATOR: char = '\u{1f}';

impl HeaderKey {
    pub fn of(candidate: &Candidate) -> Self {
        Self {
            organisation: candidate.organisation,
            data_source: candidate.data_source,
            system: candidate.external_system,
            group: HeaderGroup::of(candidate),
        }
    }
}

impl HeaderGroup {
    pub fn of(candidate: &Candidate) -> Self {
        if candidate.identity.flat {
            let po_reference = candidate.po_reference.clone();
            return match candidate.buyer {
                Some(buyer) => Self::Reference { buyer: buyer.partner, po_reference },
                None => Self::Unresolved(candidate.identity.header_id.clone()),
            };
        }
        Self::Header(candidate.identity.header_id.clone())
    }

    /// Returns a text that is unique for the group and the external system within a data source. For an external header,
    /// it begins with the folded id, which allows a prefix search. For a reference, it begins with a separator, which
    /// no id contains. An external system is appended after two separators.
    ///
    /// The id is folded as in older versions, so that lines that these import at the same time get the same key.
    pub fn key(&self, system: Option<ExternalSystemId>) -> String {
        let key = self.key_without_system();
        match system {
            Some(system) => format!("{key}{SEPARATOR}{SEPARATOR}{}", system.0),
            None => key,
        }
    }

    fn key_without_system(&self) -> String {
        match self {
            Self::Header(id) => {
                let mut key = legacy_fold(id.as_str());
                if key != id.as_str() {
                    key.push(SEPARATOR);
                    key.push_str(id.as_str());
                }
                key
            }
            Self::Reference { buyer, po_reference } => {
                format!("{SEPARATOR}{}{SEPARATOR}{po_reference}", buyer.0)
            }
            // distinct from references, because the id of a buyer is never empty
            Self::Unresolved(id) => format!("{SEPARATOR}{SEPARATOR}{id}"),
        }
    }
}

/// Aggregate over all candidates of an incoming order, regardless of their status.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeaderState {
    /// Number of candidates received.
    pub arrived: i64,
    /// Number of candidates with status `new`.
    pub ready: usize,
    /// Largest announced number of lines.
    pub announced: Option<i64>,
    /// Whether all candidates arrived in one bulk. The import of a single row is not a bulk.
    pub one_bulk: bool,
    /// Import time of the newest candidate.
    pub newest: Timestamp,
    /// Candidate with status `error` and the smallest id, with its first problem.
    pub error: Option<(CandidateId, ProblemCode)>,
    /// Id of the first line that was rejected individually and not imported since.
    pub rejected_line: Option<Code>,
    /// Open candidate with the longest wait for the customer, and the day on which the wait ends.
    pub waiting: Option<(CandidateId, Date)>,
}

/// Values of a candidate that determine the state of its incoming order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeaderMember {
    pub id: CandidateId,
    pub status: Status,
    /// Number of lines that the sender announced.
    pub announced: Option<i64>,
    pub request: RequestId,
    pub created_at: Timestamp,
    /// Day on which the wait of this candidate for the customer ends.
    pub waits_until: Option<Date>,
}

/// Data about several incoming orders that is needed besides their members.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeaderContext {
    /// Requests that were bulks, among those returned by [`only_request`].
    pub bulks: HashSet<RequestId>,
    /// First problem of each candidate returned by [`first_error`].
    pub problems: HashMap<CandidateId, ProblemCode>,
}

/// Returns the request that contained all members; `None` if there are several requests or no members.
pub fn only_request(members: &[HeaderMember]) -> Option<RequestId> {
    let request = members.first()?.request;
    members.iter().all(|member| member.request == request).then_some(request)
}

/// Returns the member in error with the smallest id.
pub fn first_error(members: &[HeaderMember]) -> Option<CandidateId> {
    members.iter().filter(|member| member.status == Status::Error).map(|member| member.id).min()
}

/// Returns the open member with the longest wait for the customer; of equal waits, the one with the smallest id.
fn longest_wait(members: &[HeaderMember]) -> Option<(CandidateId, Date)> {
    let open = members.iter().filter(|member| matches!(member.status, Status::New | Status::Error));
    let waiting = open.filter_map(|member| Some((member.id, member.waits_until?)));
    waiting.max_by_key(|(id, until)| (*until, std::cmp::Reverse(*id)))
}

impl HeaderState {
    /// Creates the state; `None` without members.
    pub fn of(members: &[HeaderMember], facts: &HeaderContext, rejected_line: Option<Code>) -> Option<Self> {
        // a candidate in error without a stored problem also needs a code
        let problem = |id| facts.problems.get(&id).copied().unwrap_or(ProblemCode::ServerFault);
        Some(Self {
            arrived: cast::<i64>(members.len()),
            ready: members.iter().filter(|member| member.status == Status::New).count(),
            announced: members.iter().filter_map(|member| member.announced).max(),
            one_bulk: only_request(members).is_some_and(|request| facts.bulks.contains(&request)),
            newest: members.iter().map(|member| member.created_at).max()?,
            error: first_error(members).map(|id| (id, problem(id))),
            rejected_line,
            waiting: longest_wait(members),
        })
    }
}

/// Organisation, data source, external system and sender of an incoming order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeaderOwner {
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
    pub system: Option<ExternalSystemId>,
    pub sender: Option<CallerId>,
}

/// External system of a row that was rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RejectedSystem {
    /// The system could not be read or does not exist, so that the row may belong to any.
    Any,
    NotSent,
    One(ExternalSystemId),
}

impl RejectedSystem {
    /// Returns whether the row may belong to the incoming order of a system.
    pub fn may_be(self, system: Option<ExternalSystemId>) -> bool {
        match self {
            Self::Any => true,
            Self::NotSent => system.is_none(),
            Self::One(own) => system == Some(own),
        }
    }
}

/// Line of an incoming order that was rejected individually.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RejectedOrderLine {
    /// `None` if the row named no existing organisation, so that it may belong to any.
    pub organisation: Option<OrganisationId>,
    /// `None` if the row named no existing data source, so that it may belong to any.
    pub data_source: Option<DataSourceId>,
    pub system: RejectedSystem,
    pub sender: Option<CallerId>,
    pub request: RequestId,
    /// Index of the row in its request.
    pub index: u32,
    pub line_id: Code,
    /// Whether the line was imported since.
    pub arrived: bool,
}

impl RejectedOrderLine {
    /// Returns whether an incoming order waits for this line: the line may belong to it and was not imported since.
    fn is_awaited(&self, owner: HeaderOwner) -> bool {
        !self.arrived
            && self.sender == owner.sender
            && self.organisation.is_none_or(|meant| meant == owner.organisation)
            && self.data_source.is_none_or(|meant| meant == owner.data_source)
            && self.system.may_be(owner.system)
    }
}

/// Rejected line that an incoming order waits for: the first one of those considered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AwaitedLine(Option<((RequestId, u32), Code)>);

impl AwaitedLine {
    pub fn consider(&mut self, owner: HeaderOwner, line: RejectedOrderLine) {
        let place = (line.request, line.index);
        if line.is_awaited(owner) && self.0.as_ref().is_none_or(|(first, _)| place < *first) {
            self.0 = Some((place, line.line_id));
        }
    }

    pub fn into_line(self) -> Option<Code> {
        self.0.map(|(_, line)| line)
    }
}
