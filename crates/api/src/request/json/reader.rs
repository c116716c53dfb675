//! Walking a tree into typed values, noting everything that is wrong on the way.

use std::borrow::Cow;
use std::collections::HashSet;

use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text::has_line_break;

use super::described::{Described, Handling};
use super::finding::{Findings, ValueFinding};
use super::pointer::{PointerStep, pointer};
use super::scalar::{Scalar, ValueFault};
use super::tree::{JsonMember, JsonNode, JsonValue};
use super::typed_member::{ListOf, Sent, TypedMember};

/// How many findings are kept with their words; all are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keep {
    pub errors: usize,
    pub warnings: usize,
}

/// The members of a kind of objects.
pub trait Members<'t>: Described + Sized {
    /// `None`, and a note, if the value is no object.
    fn open(reader: &mut Reader, node: &'t JsonNode<'t>) -> Option<Self>;

    /// The object itself.
    fn node(&self) -> &'t JsonNode<'t>;
}

/// Collects findings while values are read; knows the way to where it is.
#[derive(Debug)]
pub struct Reader {
    handling: Handling,
    way: Vec<PointerStep<'static>>,
    pub errors: Findings,
    pub warnings: Findings,
}

impl Reader {
    pub fn new(handling: Handling, keep: Keep) -> Self {
        let (errors, warnings) = (Findings::keeping(keep.errors), Findings::keeping(keep.warnings));
        Self { handling, way: Vec::new(), errors, warnings }
    }

    /// A single value; `None` if it is absent, null, blank, or wrong (which is noted).
    pub fn read<T: Scalar>(&mut self, slot: TypedMember<'_, T>) -> Option<T::Read> {
        let node = slot.node?;
        match T::read(&node.value) {
            Ok(value) => {
                self.remark(slot, node, T::ONE_LINE);
                value
            }
            Err(fault) => {
                self.fault(slot, fault);
                None
            }
        }
    }

    /// Notes that the line breaks of a text are read as spaces.
    fn remark<T>(&mut self, slot: TypedMember<'_, T>, node: &JsonNode<'_>, one_line: bool) {
        if let (true, JsonValue::Text(text)) = (one_line, &node.value)
            && has_line_break(text)
        {
            let Self { way, warnings, .. } = self;
            let fault = || ValueFault::new(ProblemCode::TextLineBreak);
            warnings.note(|| finding(way, Some(slot.name), node.at, Some(&node.value), fault()));
        }
    }

    /// A single value that must be there.
    pub fn required<T: Scalar>(&mut self, slot: TypedMember<'_, T>) -> Option<T::Read> {
        let Some(node) = slot.node else {
            self.missing(slot);
            return None;
        };
        match T::read(&node.value) {
            Ok(Some(value)) => {
                self.remark(slot, node, T::ONE_LINE);
                return Some(value);
            }
            Ok(None) => self.missing(slot),
            Err(fault) => self.fault(slot, fault),
        }
        None
    }

    /// A single value of a record that may be changed by it: null is not the same as absent.
    pub fn sent<T: Scalar>(&mut self, slot: TypedMember<'_, Sent<T>>) -> Sent<T::Read> {
        let Some(node) = slot.node else { return Sent::Absent };
        match T::read(&node.value) {
            Ok(Some(value)) => {
                self.remark(slot, node, T::ONE_LINE);
                Sent::Value(value)
            }
            Ok(None) => Sent::Null,
            Err(fault) => {
                self.fault(slot, fault);
                Sent::Absent
            }
        }
    }

    /// An object or a list of such a record; `read` is asked where it is there and not null.
    pub fn sent_by<'t, T, U>(
        &mut self,
        slot: TypedMember<'t, Sent<T>>,
        read: impl FnOnce(&mut Self, TypedMember<'t, T>) -> Option<U>,
    ) -> Sent<U> {
        match slot.node {
            None => Sent::Absent,
            Some(JsonNode { value: JsonValue::Null, .. }) => Sent::Null,
            Some(_) => read(self, slot.not_null()).map_or(Sent::Absent, Sent::Value),
        }
    }

    /// Reads an object in its own place; `None` if it is absent or null, or no object.
    pub fn object<'t, M: Members<'t>, T>(
        &mut self,
        slot: TypedMember<'t, M>,
        read: impl FnOnce(&mut Self, &M) -> T,
    ) -> Option<T> {
        let node = slot.given()?;
        self.within(PointerStep::Member(slot.name), |reader| {
            let members = M::open(reader, node)?;
            Some(read(reader, &members))
        })
    }

    /// Reads every object of a list in its own place; `None` if there is no list.
    pub fn objects<'t, M: Members<'t>, T, const LEAST: usize, const MOST: usize>(
        &mut self,
        slot: TypedMember<'t, ListOf<M, LEAST, MOST>>,
        mut read: impl FnMut(&mut Self, &M) -> Option<T>,
    ) -> Option<Vec<Option<T>>> {
        self.each(slot, |reader, node| {
            let members = M::open(reader, node)?;
            read(reader, &members)
        })
    }

    /// Reads every value of a list in its own place; `None` if there is no list.
    pub fn list<T: Scalar, const LEAST: usize, const MOST: usize>(
        &mut self,
        slot: TypedMember<'_, ListOf<T, LEAST, MOST>>,
    ) -> Option<Vec<Option<T::Read>>> {
        self.each(slot, |reader, node| {
            T::read(&node.value).unwrap_or_else(|fault| {
                reader.fault_here(node.at, Some(&node.value), fault);
                None
            })
        })
    }

    fn each<'t, L, T>(
        &mut self,
        slot: TypedMember<'t, L>,
        mut read: impl FnMut(&mut Self, &'t JsonNode<'t>) -> Option<T>,
    ) -> Option<Vec<Option<T>>> {
        let node = slot.given()?;
        self.within(PointerStep::Member(slot.name), |reader| {
            let JsonValue::Array(nodes) = &node.value else {
                reader.wrong_type(node, Phrase::Array);
                return None;
            };
            let entries = nodes.iter().enumerate();
            Some(
                entries
                    .map(|(index, node)| reader.within(PointerStep::Index(index), |r| read(r, node)))
                    .collect(),
            )
        })
    }

    pub(super) fn within<T>(&mut self, step: PointerStep<'static>, read: impl FnOnce(&mut Self) -> T) -> T {
        self.way.push(step);
        let value = read(self);
        self.way.pop();
        value
    }

    /// The members of an object, or a note that it is none.
    pub fn members<'t>(&mut self, node: &'t JsonNode<'t>) -> Option<&'t [JsonMember<'t>]> {
        if let JsonValue::Object(members) = &node.value {
            return Some(members);
        }
        self.wrong_type(node, Phrase::Object);
        None
    }

    /// Notes a fault of a member's value, or of its being missing.
    pub fn fault<T>(&mut self, slot: TypedMember<'_, T>, fault: ValueFault) {
        let Self { way, errors, .. } = self;
        let (at, value) = slot.node.map_or((slot.object, None), |node| (node.at, Some(&node.value)));
        errors.note(|| finding(way, Some(slot.name), at, value, fault));
    }

    /// Notes a fault of which the answer must list at least one, however many others there are: the first takes the place
    /// of the last that is kept.
    pub fn fault_told<T>(&mut self, slot: TypedMember<'_, T>, fault: ValueFault) {
        let Findings { first, keep, .. } = &mut self.errors;
        if first.len() == *keep && first.iter().all(|finding| finding.problem.code != fault.code) {
            first.pop();
        }
        self.fault(slot, fault);
    }

    /// Notes that a member must not stand beside another one; nothing unless both are given.
    pub fn conflict<T, U>(&mut self, slot: TypedMember<'_, T>, other: TypedMember<'_, U>) {
        if slot.is_given() && other.is_given() {
            let fault = ValueFault::new(ProblemCode::PropertyConflict);
            self.fault(slot, fault.with("name", slot.name).with("other", other.name));
        }
    }

    /// Notes that a member is ignored because another one is given; nothing unless both are.
    pub fn ignored<T, U>(&mut self, slot: TypedMember<'_, T>, other: TypedMember<'_, U>) {
        let (Some(node), true) = (slot.given(), other.is_given()) else { return };
        let Self { way, errors, warnings, handling } = self;
        let findings = if *handling == Handling::Strict { errors } else { warnings };
        let fault = || {
            ValueFault::new(ProblemCode::PropertyConflict).with("name", slot.name).with("other", other.name)
        };
        findings.note(|| finding(way, Some(slot.name), node.at, Some(&node.value), fault()));
    }

    /// Notes that a member is missing, or null or blank where it must not be.
    pub fn missing<T>(&mut self, slot: TypedMember<'_, T>) {
        self.fault(slot, missing(slot.name));
    }

    /// Notes that an object lacks a member.
    pub fn missing_at(&mut self, name: &'static str, object: u32) {
        self.fault_at(name, object, missing(name));
    }

    /// Notes something about a member that is not there, or only about its being there; `at` is what to show.
    pub fn fault_at(&mut self, name: &'static str, at: u32, fault: ValueFault) {
        let Self { way, errors, .. } = self;
        errors.note(|| finding(way, Some(name), at, None, fault));
    }

    /// Notes something about the value at the place where the reader is.
    pub fn fault_here(&mut self, at: u32, value: Option<&JsonValue<'_>>, fault: ValueFault) {
        let Self { way, errors, .. } = self;
        errors.note(|| finding(way, None, at, value, fault));
    }

    /// Notes that the value at the place where the reader is has the wrong type.
    pub fn wrong_type(&mut self, node: &JsonNode<'_>, expected: Phrase) {
        self.fault_here(node.at, Some(&node.value), ValueFault::wrong_type(expected, &node.value));
    }

    /// Notes a member that was there before.
    pub fn duplicate(&mut self, name: &str, at: u32) {
        let fault = || ValueFault::new(ProblemCode::PropertyDuplicate).with("name", name);
        let Self { way, errors, .. } = self;
        errors.note(|| finding(way, Some(name), at, None, fault()));
    }

    /// Notes a member that is not known; `seen` are those before it in the same object.
    pub fn unknown<'t>(
        &mut self,
        least: Handling,
        seen: &mut HashSet<Cow<'t, str>>,
        name: Cow<'t, str>,
        node: &JsonNode<'_>,
    ) {
        if seen.contains(&name) {
            return self.duplicate(&name, node.at);
        }
        let Self { way, errors, warnings, handling } = self;
        let strict = [*handling, least].contains(&Handling::Strict);
        let findings = if strict { errors } else { warnings };
        let fault = || ValueFault::new(ProblemCode::PropertyUnknown).with("name", &*name);
        findings.note(|| finding(way, Some(&name), node.at, Some(&node.value), fault()));
        seen.insert(name);
    }
}

fn missing(name: &'static str) -> ValueFault {
    ValueFault::new(ProblemCode::PropertyMissing).with("name", name)
}

fn finding(
    way: &[PointerStep<'_>],
    name: Option<&str>,
    at: u32,
    value: Option<&JsonValue<'_>>,
    fault: ValueFault,
) -> ValueFinding {
    let steps = way.iter().copied().chain(name.map(PointerStep::Member));
    let mut problem = Problem::new(fault.code, pointer(steps));
    problem.params = fault.params.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect();
    ValueFinding { problem, at, seen: value.map(JsonValue::seen) }
}
