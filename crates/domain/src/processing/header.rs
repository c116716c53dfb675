//! Headers: what belongs together, and what has come in of it.

use crate::fit;
use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use jiff::civil::Date;

use crate::candidate::{Candidate, Status};
use crate::ids::{CallerId, CandidateId, DataSourceId, OrganisationId, PartnerId, RequestId};
use crate::problem::ProblemCode;
use crate::text::{Code, legacy_fold};

/// What belongs together in the sender's eyes, and therefore waits and goes together.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct HeaderKey {
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
    pub group: HeaderGroup,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum HeaderGroup {
    /// The sender's external header.
    Header(Code),
    /// Rows with a flat `externalId` have no header: those of one buyer and reference stand for one.
    Reference { buyer: PartnerId, po_reference: Code },
}

/// What no text of a sender contains.
const SEPARATOR: char = '\u{1f}';

impl HeaderKey {
    pub fn of(candidate: &Candidate) -> Self {
        let group = HeaderGroup::of(candidate);
        Self { organisation: candidate.organisation, data_source: candidate.data_source, group }
    }
}

impl HeaderGroup {
    pub fn of(candidate: &Candidate) -> Self {
        if candidate.identity.flat {
            let po_reference = candidate.po_reference.clone();
            return Self::Reference { buyer: candidate.buyer.partner, po_reference };
        }
        Self::Header(candidate.identity.header_id.clone())
    }

    /// A text that only equal groups have. That of an external header begins with its folded id, by whose beginning it
    /// can be searched; that of a reference begins like no id.
    ///
    /// The id is folded as older versions do: a line that arrives while these run must have the key of its group.
    pub fn key(&self) -> String {
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
        }
    }
}

/// What has come in of a header, whatever became of it: an aggregate over all its candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeaderState {
    /// How many candidates have come in.
    pub arrived: i64,
    /// How many of them are `new`.
    pub ready: usize,
    /// The largest number of lines that one of them announces.
    pub announced: Option<i64>,
    /// Whether all of them came in one bulk; a single row never counts as one.
    pub one_bulk: bool,
    /// When the newest came in.
    pub newest: Timestamp,
    /// The one with the smallest id whose status is `error`, with its first problem.
    pub error: Option<(CandidateId, ProblemCode)>,
    /// The first line id that was rejected alone and has not come in since.
    pub rejected_line: Option<Code>,
    /// Of the open ones for which someone waits that which waits longest, and until when.
    pub waiting: Option<(CandidateId, Date)>,
}

/// A candidate of a header, as far as the state of the header depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeaderMember {
    pub id: CandidateId,
    pub status: Status,
    /// How many lines its sender says that the header has.
    pub announced: Option<i64>,
    pub request: RequestId,
    pub created_at: Timestamp,
    /// Until when someone waits for the customer because of it.
    pub waits_until: Option<Date>,
}

/// What must be known besides the members of headers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeaderFacts {
    /// Of the requests that [`only_request`] names, those that were bulks.
    pub bulks: HashSet<RequestId>,
    /// Of the candidates that [`first_error`] names, their first problem.
    pub problems: HashMap<CandidateId, ProblemCode>,
}

/// The request in which all members of a header came, if it is one.
pub fn only_request(members: &[HeaderMember]) -> Option<RequestId> {
    let request = members.first()?.request;
    members.iter().all(|member| member.request == request).then_some(request)
}

/// The member in error with the smallest id.
pub fn first_error(members: &[HeaderMember]) -> Option<CandidateId> {
    members.iter().filter(|member| member.status == Status::Error).map(|member| member.id).min()
}

/// The open member for which someone waits longest, that with the smallest id first.
fn longest_wait(members: &[HeaderMember]) -> Option<(CandidateId, Date)> {
    let open = members.iter().filter(|member| matches!(member.status, Status::New | Status::Error));
    let waiting = open.filter_map(|member| Some((member.id, member.waits_until?)));
    waiting.max_by_key(|(id, until)| (*until, std::cmp::Reverse(*id)))
}

impl HeaderState {
    /// `None` of a header without members.
    pub fn of(members: &[HeaderMember], facts: &HeaderFacts, rejected_line: Option<Code>) -> Option<Self> {
        // an error without a problem would be a state without a reason
        let problem = |id| facts.problems.get(&id).copied().unwrap_or(ProblemCode::ServerFault);
        Some(Self {
            arrived: fit::<i64>(members.len()),
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

/// Where a header belongs, and who sent it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeaderOwner {
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
    pub sender: Option<CallerId>,
}

/// A line that was rejected alone, under the name of a header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineRejected {
    /// `None` if it named none that there is: any may have been meant.
    pub organisation: Option<OrganisationId>,
    /// `None` if it named none that there is: any may have been meant.
    pub data_source: Option<DataSourceId>,
    pub sender: Option<CallerId>,
    pub request: RequestId,
    /// The row's place in its request.
    pub index: u32,
    pub line_id: Code,
    /// The header has a candidate of this line.
    pub arrived: bool,
}

impl LineRejected {
    /// Whether a header waits for it: its sender meant it, or may have, and it has not come in since.
    fn is_awaited(&self, owner: HeaderOwner) -> bool {
        !self.arrived
            && self.sender == owner.sender
            && self.organisation.is_none_or(|meant| meant == owner.organisation)
            && self.data_source.is_none_or(|meant| meant == owner.data_source)
    }
}

/// The line that a header waits for: the one that was rejected first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AwaitedLine(Option<((RequestId, u32), Code)>);

impl AwaitedLine {
    pub fn consider(&mut self, owner: HeaderOwner, line: LineRejected) {
        let place = (line.request, line.index);
        if line.is_awaited(owner) && self.0.as_ref().is_none_or(|(first, _)| place < *first) {
            self.0 = Some((place, line.line_id));
        }
    }

    pub fn into_line(self) -> Option<Code> {
        self.0.map(|(_, line)| line)
    }
}
