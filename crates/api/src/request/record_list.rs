//! Received list of master data records. It is kept to find the positions of problems.

use bytes::Bytes;
use orderdock_app::{Effort, MAX_PUT_RECORDS, Services};
use orderdock_domain::cast;
use orderdock_domain::masterdata::kinds::{Batch, Kind, Node, NodeContent, RecordReader};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Param, Problem, ProblemCode};

use crate::http::error::{ApiError, MAX_ERRORS};
use crate::request::json::{
    JsonNode, JsonValue, SyntaxFault, ValueFinding, WalkedRow, locate, text_of, visit_list,
};
use crate::request::located::located;

/// Body with the positions of its records.
pub struct RecordList {
    kind: &'static Kind,
    body: Bytes,
    /// Offset and length in the text.
    records: Vec<(u32, usize)>,
}

impl RecordList {
    /// Decodes a body on a worker thread. Problems of single records are in the batch.
    pub async fn read(
        services: &Services,
        kind: &'static Kind,
        body: Bytes,
    ) -> Result<(Self, Batch), ApiError> {
        services.workers.compute(Effort::Large, move || Self::decode(kind, &body)).await?
    }

    fn decode(kind: &'static Kind, body: &Bytes) -> Result<(Self, Batch), ApiError> {
        let unreadable = |fault: SyntaxFault| ApiError::of(located(body, vec![(None, fault.finding())]));
        let text = text_of(body).map_err(unreadable)?;
        let mut reader = RecordReader::at_most(MAX_PUT_RECORDS);
        let mut records = Vec::new();
        let walked = visit_list(text, |WalkedRow { index, node, text }| {
            records.push((node.at, text.len()));
            reader.record(kind, index, &given(&node));
        });
        if let Err(other) = walked.map_err(unreadable)? {
            let problem = Problem::new(ProblemCode::TypeWrong, "").with("expected", Phrase::AList);
            let problem = problem.with("found", other.value.kind());
            let finding = ValueFinding { problem, at: other.at, seen: Some(other.value.seen()) };
            return Err(ApiError::of(located(body, vec![(None, finding)])));
        }
        let list = Self { kind, body: body.clone(), records };
        match reader.finish() {
            Ok(batch) => Ok((list, batch)),
            Err(problems) => Err(list.rejected(problems)),
        }
    }

    /// Adds pointers into the body and positions to problems, and sorts them.
    pub fn rejected(&self, problems: Vec<Problem>) -> ApiError {
        let total = problems.len();
        let mut problems: Vec<(Option<usize>, Problem)> =
            problems.into_iter().map(|problem| self.placed(problem)).collect();
        // the sort is stable, so problems of one record keep their order
        problems.sort_by_key(|(index, _)| *index);
        problems.truncate(MAX_ERRORS);
        let mut findings = Vec::with_capacity(problems.len());
        for row in problems.chunk_by(|left, right| left.0 == right.0) {
            let record = row[0].0.and_then(|index| self.records.get(index));
            let (at, text) = record.map_or((0, ""), |(at, length)| (*at, self.text(*at, *length)));
            let within = |problem: &Problem| match record {
                Some(_) => {
                    problem.pointer.splitn(3, '/').nth(2).map_or(String::new(), |rest| format!("/{rest}"))
                }
                None => String::new(),
            };
            let pointers: Vec<String> = row.iter().map(|(_, problem)| within(problem)).collect();
            let resolved_pointers = locate(text, pointers.iter().map(String::as_str));
            for ((index, problem), resolved) in row.iter().zip(resolved_pointers) {
                let (problem, seen) = (problem.clone(), resolved.seen.filter(|_| record.is_some()));
                findings.push((*index, ValueFinding { problem, at: at + resolved.at, seen }));
            }
        }
        ApiError { errors_total: total, ..ApiError::of(located(&self.body, findings)) }
    }

    /// Converts pointers: those of the reader begin with the kind, as in a master data file; here the list is the
    /// document.
    fn placed(&self, mut problem: Problem) -> (Option<usize>, Problem) {
        let start = format!("/{}/", self.kind.member);
        let here = |pointer: &str| pointer.strip_prefix(&start).map(|rest| format!("/{rest}"));
        if let Some(pointer) = here(&problem.pointer) {
            problem.pointer = pointer.into();
        }
        for (_, param) in &mut problem.params {
            if let Param::Text(text) = param
                && let Some(pointer) = here(text)
            {
                *text = pointer;
            }
        }
        let index = problem.pointer.split('/').nth(1).and_then(|index| index.parse().ok());
        (index, problem)
    }

    fn text(&self, at: u32, length: usize) -> &str {
        let text = text_of(&self.body).unwrap_or_default();
        let at = cast::<usize>(at);
        text.get(at..at + length).unwrap_or_default()
    }
}

/// Converts a node to the common form of JSON and YAML. Positions are found in the text on demand.
fn given(node: &JsonNode<'_>) -> Node {
    let content = match &node.value {
        JsonValue::Null => NodeContent::Null,
        JsonValue::Bool(on) => NodeContent::Boolean(*on),
        JsonValue::Number(text) => NodeContent::Scalar((*text).to_owned()),
        JsonValue::Text(text) => NodeContent::Scalar(text.clone().into_owned()),
        JsonValue::Array(nodes) => NodeContent::List(nodes.iter().map(given).collect()),
        JsonValue::Object(members) => {
            let members =
                members.iter().map(|member| (member.name.clone().into_owned(), given(&member.value)));
            NodeContent::Members(members.collect())
        }
    };
    Node { line: 0, column: 0, content }
}
