//! What has come in of headers, whatever became of it.

use std::collections::{BTreeSet, HashMap, HashSet};

use jiff::Timestamp;
use orderdock_domain::candidate::{Candidate, Status};
use orderdock_domain::ids::{CandidateId, RequestId};
use orderdock_domain::problem;
use orderdock_domain::processing::{HeaderKey, HeaderState};
use orderdock_domain::text::Code;
use orderdock_store::{StoreError, StoreResult, decode_problems};

use crate::Session;
use crate::column::{self, Fields, rows, text};
use crate::keys;
use crate::scope::OrganisationIds;

/// `?1` organisations, `?2` candidates: one of each of their headers.
const REPRESENTATIVES: &str = "SELECT min(r.id) FROM json_each(?2) k CROSS JOIN candidate r ON r.id = k.value
     WHERE r.org_id IN (SELECT value FROM json_each(?1))
     GROUP BY r.org_id, r.data_source_id, r.flat_identity,
       iif(r.flat_identity, r.bpartner_id, 0), iif(r.flat_identity, r.po_reference, r.external_header_id)";

/// `?1` organisations, `?2` one candidate of each header: that one, and each candidate of the header.
const MEMBERS: &str = "SELECT r.id, c.id, c.status, c.header_line_count, c.request_id, c.created_at
     FROM json_each(?2) k CROSS JOIN candidate r ON r.id = k.value
     CROSS JOIN candidate_identity i ON i.external_header_id = r.external_header_id
       AND +i.org_id = r.org_id AND +i.data_source_id = r.data_source_id
     CROSS JOIN candidate c ON c.id = i.candidate_id
     WHERE r.flat_identity = 0 AND c.flat_identity = 0 AND r.org_id IN (SELECT value FROM json_each(?1))
     UNION ALL
     SELECT r.id, c.id, c.status, c.header_line_count, c.request_id, c.created_at
     FROM json_each(?2) k CROSS JOIN candidate r ON r.id = k.value
     CROSS JOIN candidate c INDEXED BY candidate_flat
       ON c.po_reference = r.po_reference AND c.bpartner_id = r.bpartner_id
     WHERE r.flat_identity = 1 AND c.flat_identity = 1 AND +c.org_id = r.org_id
       AND +c.data_source_id = r.data_source_id AND r.org_id IN (SELECT value FROM json_each(?1))";

/// `?1` requests that made all candidates of a header. Bulks have an index of their own: what a request was stands
/// behind its body.
const BULKS: &str = "SELECT q.id FROM json_each(?1) k CROSS JOIN request q INDEXED BY request_bulk ON q.id = k.value \
     WHERE q.kind = 'bulk'";

/// `?1` candidates in error.
const PROBLEMS: &str =
    "SELECT c.id, c.problems FROM json_each(?1) k CROSS JOIN candidate c ON c.id = k.value";

/// `?1` organisations, `?2` one candidate of each header: lines that the same sender sent for it, that were
/// rejected, and that have not come in since. A line that named no organisation or data source that there is may
/// have meant this one.
const REJECTED: &str = "SELECT r.id, x.external_line_id
     FROM json_each(?2) k CROSS JOIN candidate r ON r.id = k.value
     CROSS JOIN rejected_line x ON x.external_header_id = r.external_header_id
     WHERE r.flat_identity = 0 AND r.org_id IN (SELECT value FROM json_each(?1))
       AND coalesce(x.org_id = r.org_id, 1) AND coalesce(x.data_source_id = r.data_source_id, 1)
       AND (SELECT caller_id FROM request WHERE id = x.request_id)
         IS (SELECT caller_id FROM request WHERE id = r.request_id)
       AND NOT EXISTS (SELECT 1 FROM candidate_identity i WHERE i.external_header_id = x.external_header_id
         AND i.external_line_id = x.external_line_id AND i.org_id = r.org_id
         AND i.data_source_id = r.data_source_id)
     ORDER BY k.key, x.request_id DESC, x.request_index DESC";

/// A candidate of a header.
pub struct Member {
    id: CandidateId,
    status: Status,
    announced: Option<i64>,
    request: RequestId,
    created_at: Timestamp,
}

/// Headers by the candidates that stand for them, with all of theirs.
pub struct Headers {
    /// The keys of `members`.
    representatives: String,
    pub members: HashMap<CandidateId, Vec<Member>>,
}

impl Headers {
    /// The headers of candidates. Of one whose orders were overtaken many are named: each of them with each member
    /// would be too much to hold.
    pub fn find(
        session: &dyn Session,
        organisations: &OrganisationIds,
        candidates: &[CandidateId],
    ) -> StoreResult<Self> {
        let values = [organisations.write(), keys::numbers(candidates.iter().map(|id| id.0))];
        let representatives: Vec<CandidateId> =
            rows(session, "candidate", REPRESENTATIVES, values, column::take)?;
        let representatives = keys::number_array(representatives.iter().map(|id| id.0));
        let values = [organisations.write(), text(&representatives)];
        let mut members: HashMap<_, Vec<_>> = HashMap::new();
        let found =
            rows(session, "candidate", MEMBERS, values, |fields| Ok((fields.take()?, member(fields)?)))?;
        for (representative, member) in found {
            members.entry(representative).or_default().push(member);
        }
        Ok(Self { representatives, members })
    }

    /// The candidates that a run can take, ascending.
    pub fn new_ones(&self) -> Vec<CandidateId> {
        let members = self.members.values().flatten().filter(|member| member.status == Status::New);
        let mut ids: Vec<_> = members.map(|member| member.id).collect();
        ids.sort_unstable();
        ids
    }

    /// The states of the headers of which `candidates`, by id, holds at least one.
    pub fn states(
        &self,
        session: &dyn Session,
        organisations: &OrganisationIds,
        candidates: &[Candidate],
    ) -> StoreResult<HashMap<HeaderKey, HeaderState>> {
        let bulks = bulks(session, self.members.values().filter_map(|members| only_request(members)))?;
        let errors = errors(session, self.members.values().filter_map(|members| first_error(members)))?;
        let rejected = rejected_lines(session, organisations, &self.representatives)?;
        let loaded = |member: &Member| {
            let place = candidates.binary_search_by_key(&member.id, |candidate| candidate.id).ok()?;
            candidates.get(place)
        };
        let headers = self.members.iter().filter_map(|(representative, members)| {
            let state = HeaderState {
                arrived: i64::try_from(members.len()).unwrap_or(i64::MAX),
                announced: members.iter().filter_map(|member| member.announced).max(),
                one_bulk: only_request(members).is_some_and(|request| bulks.contains(&request)),
                newest: members.iter().map(|member| member.created_at).max()?,
                error: first_error(members).and_then(|id| errors.get(&id).map(|code| (id, *code))),
                rejected_line: rejected.get(representative).cloned(),
            };
            Some((HeaderKey::of(members.iter().find_map(loaded)?), state))
        });
        Ok(headers.collect())
    }
}

fn member(fields: &mut Fields<'_>) -> StoreResult<Member> {
    Ok(Member {
        id: fields.take()?,
        status: fields.take()?,
        announced: fields.take()?,
        request: fields.take()?,
        created_at: fields.take()?,
    })
}

/// The request in which all of them came.
fn only_request(members: &[Member]) -> Option<RequestId> {
    let request = members.first()?.request;
    members.iter().all(|member| member.request == request).then_some(request)
}

/// The one in error with the smallest id.
fn first_error(members: &[Member]) -> Option<CandidateId> {
    members.iter().filter(|member| member.status == Status::Error).map(|member| member.id).min()
}

fn bulks(
    session: &dyn Session,
    requests: impl Iterator<Item = RequestId>,
) -> StoreResult<HashSet<RequestId>> {
    let requests: BTreeSet<_> = requests.collect();
    let requests = keys::numbers(requests.iter().map(|id| id.0));
    Ok(rows(session, "request", BULKS, [requests], column::take)?.into_iter().collect())
}

fn errors(
    session: &dyn Session,
    candidates: impl Iterator<Item = CandidateId>,
) -> StoreResult<HashMap<CandidateId, problem::Code>> {
    let ids = keys::numbers(candidates.map(|id| id.0));
    let found = rows(session, "candidate", PROBLEMS, [ids], |fields| {
        let (id, problems) = (fields.take::<CandidateId>()?, fields.take::<Option<String>>()?);
        let problems = decode_problems(problems.as_deref().unwrap_or("[]")).map_err(|fault| {
            StoreError::Inconsistent { place: "candidate.problems", fault: fault.to_string() }
        })?;
        // an error without a problem would be a state without a reason
        Ok((id, problems.first().map_or(problem::Code::ServerFault, |first| first.code)))
    })?;
    Ok(found.into_iter().collect())
}

fn rejected_lines(
    session: &dyn Session,
    organisations: &OrganisationIds,
    candidates: &str,
) -> StoreResult<HashMap<CandidateId, Code>> {
    let values = [organisations.write(), text(candidates)];
    // the first line of a header comes last, and stays
    let found = rows(session, "rejected_line", REJECTED, values, |fields| {
        Ok((fields.take::<CandidateId>()?, fields.take::<Code>()?))
    })?;
    Ok(found.into_iter().collect())
}
