//! Reader of YAML and JSON files, record by record.
//!
//! JSON is parsed as YAML. Scalars remain text exactly as written; the description of their member defines the type. A
//! file is never in memory as a whole tree, so it is parsed a second time to find the positions of faults.

use std::borrow::Cow;
use std::collections::HashMap;

use granit_parser::{Event, Marker, Parser, ScalarStyle, StrInput};
use orderdock_domain::cast;
use orderdock_domain::masterdata::kinds::{Batch, Kind, Node, NodeContent, RecordReader};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Param, Problem, ProblemCode};

use super::{MAX_FILE_BYTES, syntax};

/// Maximum nesting depth of objects and lists.
const MAX_DEPTH: usize = 32;

/// Line and column, both 1-based.
type LineAndColumn = (usize, usize);
/// A member of the file, or a record in its list.
type MemberKey<'t> = (Cow<'t, str>, Option<usize>);

/// Returns the records of a file with their faults, or the problems that prevent reading it to its end.
pub fn read(text: &str) -> Result<Batch, Vec<Problem>> {
    if text.len() > MAX_FILE_BYTES {
        return Err(vec![Problem::new(ProblemCode::BodyTooLarge, "").with("limit", limit(MAX_FILE_BYTES))]);
    }
    let mut reader = RecordReader::default();
    let mut kinds: Vec<String> = Vec::new();
    let walked = walk(text, |part| match part {
        FilePart::Member { name, .. } => {
            let pointer = format!("/{}", name.replace('~', "~0").replace('/', "~1"));
            let known = Kind::by_member(name).is_some();
            if kinds.iter().any(|kind| kind == name) {
                reader.fault(Problem::new(ProblemCode::PropertyDuplicate, pointer).with("name", name));
                return false;
            }
            kinds.push(name.to_owned());
            if !known {
                let kinds: Vec<_> = Kind::members().collect();
                let problem = Problem::new(ProblemCode::KindUnknown, pointer).with("name", name);
                reader.fault(problem.with("known", kinds.join(", ")));
            }
            known
        }
        FilePart::Record { member, index, node } => {
            if let Some(kind) = Kind::by_member(member) {
                reader.record(kind, index, node);
            }
            true
        }
        FilePart::Other { pointer, expected, found } => {
            let problem = Problem::new(ProblemCode::TypeWrong, pointer).with("expected", expected);
            reader.fault(problem.with("found", found));
            true
        }
    });
    if let Err(stopped) = walked {
        reader.stopped(stopped.problem);
    }
    reader.finish()
}

/// Returns line and column of each JSON Pointer. A missing member has the position of its nearest existing parent.
pub fn positions<'p>(text: &str, pointers: impl Iterator<Item = &'p str>) -> Vec<LineAndColumn> {
    let pointers: Vec<&str> = pointers.collect();
    let mut positions = vec![(1, 1); pointers.len()];
    // pointers by member and index, each with its remaining path
    let mut wanted: HashMap<MemberKey<'_>, Vec<(usize, &str)>> = HashMap::new();
    for (number, pointer) in pointers.iter().enumerate() {
        let mut segments = pointer.splitn(4, '/').skip(1);
        let member = segments.next().unwrap_or_default().replace("~1", "/").replace("~0", "~");
        let index = segments.next().and_then(|index| index.parse().ok());
        let rest = segments.next().map_or("", |rest| &pointer[pointer.len() - rest.len() - 1..]);
        wanted.entry((member.into(), index)).or_default().push((number, rest));
    }
    let walked = walk(text, |part| {
        let (key, at) = match part {
            FilePart::Member { name, place } => ((name.into(), None), At::Position(place)),
            FilePart::Record { member, index, node } => ((member.into(), Some(index)), At::Node(node)),
            FilePart::Other { .. } => return true,
        };
        for (number, rest) in wanted.get(&key).into_iter().flatten() {
            positions[*number] = match at {
                At::Position(place) => place,
                At::Node(node) => {
                    let node = node.at(rest);
                    (node.line, node.column)
                }
            };
        }
        true
    });
    if let Err(stopped) = walked {
        for (number, _) in wanted.get(&(Cow::Borrowed(""), None)).into_iter().flatten() {
            positions[*number] = stopped.place;
        }
    }
    positions
}

enum At<'n> {
    Position(LineAndColumn),
    Node(&'n Node),
}

/// Part of a file.
enum FilePart<'n> {
    /// Start of a member; the callback returns whether to read its records.
    Member {
        name: &'n str,
        place: LineAndColumn,
    },
    Record {
        member: &'n str,
        index: usize,
        node: &'n Node,
    },
    /// A value that is not the expected list of records or object of kinds.
    Other {
        pointer: String,
        expected: Phrase,
        found: Param,
    },
}

/// Position and reason of a parse error.
struct ParseFailure {
    place: LineAndColumn,
    problem: Problem,
}

/// Calls `take` for each part of a file, in order.
fn walk(text: &str, mut take: impl FnMut(FilePart<'_>) -> bool) -> Result<(), ParseFailure> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut events = ParserEvents { parser: Parser::new_from_str(text), at: (1, 1) };
    let start = events.document_start()?;
    let Some(Event::MappingStart(..)) = start else {
        let found = start.map(|event| events.node(event, 0)).transpose()?;
        let found = found.map_or(Phrase::Nothing.into(), |node| node.words());
        let expected = Phrase::ObjectOfKinds;
        take(FilePart::Other { pointer: String::new(), expected, found });
        return Ok(());
    };
    while let Some(name) = events.member()? {
        let event = events.next()?;
        let place = events.at;
        let known = take(FilePart::Member { name: &name, place });
        if !matches!(event, Event::SequenceStart(..)) {
            let node = events.node(event, 1)?;
            if known && node.content != NodeContent::Null {
                let pointer = format!("/{name}");
                take(FilePart::Other { pointer, expected: Phrase::AList, found: node.words() });
            }
            continue;
        }
        for index in 0.. {
            let event = events.next()?;
            if matches!(event, Event::SequenceEnd) {
                break;
            }
            let node = events.node(event, 2)?;
            if known {
                take(FilePart::Record { member: &name, index, node: &node });
            }
        }
    }
    events.document_end()
}

struct ParserEvents<'t> {
    parser: Parser<'t, StrInput<'t>>,
    /// Start of the last event.
    at: LineAndColumn,
}

fn place(marker: Marker) -> LineAndColumn {
    (marker.line(), marker.col() + 1)
}

impl<'t> ParserEvents<'t> {
    fn stop<T>(&self, reason: impl Into<Param>) -> Result<T, ParseFailure> {
        Err(ParseFailure { place: self.at, problem: syntax(reason) })
    }

    fn next(&mut self) -> Result<Event<'t>, ParseFailure> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => {
                self.at = place(span.start);
                if event.tag().is_some() {
                    return self.stop(Phrase::NoTags);
                }
                Ok(event)
            }
            Some(Err(error)) => {
                Err(ParseFailure { place: place(*error.marker()), problem: syntax(error.info()) })
            }
            None => Ok(Event::StreamEnd),
        }
    }

    /// Returns the first event of the document's content; `None` if it is empty.
    fn document_start(&mut self) -> Result<Option<Event<'t>>, ParseFailure> {
        loop {
            match self.next()? {
                Event::StreamStart | Event::DocumentStart(..) => {}
                Event::StreamEnd => return Ok(None),
                event => return Ok(Some(event)),
            }
        }
    }

    fn document_end(&mut self) -> Result<(), ParseFailure> {
        loop {
            match self.next()? {
                Event::StreamEnd => return Ok(()),
                Event::DocumentStart(..) => return self.stop(Phrase::SeveralDocuments),
                _ => {}
            }
        }
    }

    /// Returns the next name in an object; `None` at its end.
    fn member(&mut self) -> Result<Option<String>, ParseFailure> {
        match self.next()? {
            Event::MappingEnd => Ok(None),
            Event::Scalar(name, ..) => Ok(Some(name.into_owned())),
            _ => self.stop(Phrase::MemberNotText),
        }
    }

    /// Parses the value that starts with the event, at a nesting depth.
    fn node(&mut self, event: Event<'t>, depth: usize) -> Result<Node, ParseFailure> {
        let (line, column) = self.at;
        if depth == MAX_DEPTH && matches!(event, Event::SequenceStart(..) | Event::MappingStart(..)) {
            return self.stop(Phrase::NestedTooDeep.of([limit(MAX_DEPTH).into()]));
        }
        let content = match event {
            Event::Scalar(text, ScalarStyle::Plain, ..)
                if matches!(text.as_ref(), "" | "~" | "null" | "Null" | "NULL") =>
            {
                NodeContent::Null
            }
            Event::Scalar(text, ScalarStyle::Plain, ..)
                if matches!(text.as_ref(), "true" | "True" | "TRUE" | "false" | "False" | "FALSE") =>
            {
                NodeContent::Boolean(text.eq_ignore_ascii_case("true"))
            }
            Event::Scalar(text, ..) => NodeContent::Scalar(text.into_owned()),
            Event::SequenceStart(..) => {
                let mut nodes = Vec::new();
                loop {
                    match self.next()? {
                        Event::SequenceEnd => break NodeContent::List(nodes),
                        event => nodes.push(self.node(event, depth + 1)?),
                    }
                }
            }
            Event::MappingStart(..) => {
                let mut members = Vec::new();
                while let Some(name) = self.member()? {
                    let event = self.next()?;
                    members.push((name, self.node(event, depth + 1)?));
                }
                NodeContent::Members(members)
            }
            Event::Alias(_) => return self.stop(Phrase::NoAliases),
            _ => return self.stop(Phrase::DocumentCut),
        };
        Ok(Node { line, column, content })
    }
}

fn limit(number: usize) -> i64 {
    cast(number)
}
