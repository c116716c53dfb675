//! Reads JSON trees into typed values and collects all problems.

use std::borrow::Cow;
use std::collections::HashSet;

use orderdock_domain::phrase::{Param, Phrase};
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text::has_line_break;

use super::described::{Described, Handling};
use super::finding::{Findings, ValueFinding};
use super::pointer::{PointerStep, pointer};
use super::scalar::{Scalar, ValueFault};
use super::tree::{JsonMember, JsonNode, JsonValue};
use super::typed_member::{ListOf, MaybeUndefined, TypedMember};

/// Maximum number of stored findings. All are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keep {
    pub errors: usize,
    pub warnings: usize,
}

/// Members of a kind of objects.
pub trait Members<'t>: Described + Sized {
    /// Opens an object. Reports other values and returns `None`.
    fn open(reader: &mut Reader, node: &'t JsonNode<'t>) -> Option<Self>;

    /// Returns the node of the object.
    fn node(&self) -> &'t JsonNode<'t>;
}

/// Collects findings while values are read, and tracks the current pointer.
#[derive(Debug)]
pub struct Reader {
    handling: Handling,
    path: Vec<PointerStep<'static>>,
    pub errors: Findings,
    pub warnings: Findings,
}

impl Reader {
    pub fn new(handling: Handling, keep: Keep) -> Self {
        let (errors, warnings) = (Findings::keeping(keep.errors), Findings::keeping(keep.warnings));
        Self { handling, path: Vec::new(), errors, warnings }
    }

    /// Reads a value; `None` if it is absent, null, blank or invalid. Invalid values are reported.
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

    /// Warns that line breaks of a text are replaced by spaces.
    fn remark<T>(&mut self, slot: TypedMember<'_, T>, node: &JsonNode<'_>, one_line: bool) {
        if let (true, JsonValue::Text(text)) = (one_line, &node.value)
            && has_line_break(text)
        {
            let Self { path, warnings, .. } = self;
            let fault = || ValueFault::new(ProblemCode::TextLineBreak);
            warnings.note(|| finding(path, Some(slot.name), node.at, Some(&node.value), fault()));
        }
    }

    /// Reads a required value.
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

    /// Reads a value of a record that can be updated: null differs from absent.
    pub fn sent<T: Scalar>(&mut self, slot: TypedMember<'_, MaybeUndefined<T>>) -> MaybeUndefined<T::Read> {
        let Some(node) = slot.node else { return MaybeUndefined::Absent };
        match T::read(&node.value) {
            Ok(Some(value)) => {
                self.remark(slot, node, T::ONE_LINE);
                MaybeUndefined::Value(value)
            }
            Ok(None) => MaybeUndefined::Null,
            Err(fault) => {
                self.fault(slot, fault);
                MaybeUndefined::Absent
            }
        }
    }

    /// Reads an object or list of a record that can be updated. `read` is called if it is present and not null.
    pub fn sent_by<'t, T, U>(
        &mut self,
        slot: TypedMember<'t, MaybeUndefined<T>>,
        read: impl FnOnce(&mut Self, TypedMember<'t, T>) -> Option<U>,
    ) -> MaybeUndefined<U> {
        match slot.node {
            None => MaybeUndefined::Absent,
            Some(JsonNode { value: JsonValue::Null, .. }) => MaybeUndefined::Null,
            Some(_) => read(self, slot.not_null()).map_or(MaybeUndefined::Absent, MaybeUndefined::Value),
        }
    }

    /// Reads a nested object; `None` if it is absent, null or not an object.
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

    /// Reads the objects of a list; `None` if there is no list.
    pub fn objects<'t, M: Members<'t>, T, const MIN: usize, const MAX: usize>(
        &mut self,
        slot: TypedMember<'t, ListOf<M, MIN, MAX>>,
        mut read: impl FnMut(&mut Self, &M) -> Option<T>,
    ) -> Option<Vec<Option<T>>> {
        self.each(slot, |reader, node| {
            let members = M::open(reader, node)?;
            read(reader, &members)
        })
    }

    /// Reads the values of a list; `None` if there is no list.
    pub fn list<T: Scalar, const MIN: usize, const MAX: usize>(
        &mut self,
        slot: TypedMember<'_, ListOf<T, MIN, MAX>>,
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
        self.path.push(step);
        let value = read(self);
        self.path.pop();
        value
    }

    /// Returns the members of an object. Reports other values.
    pub fn members<'t>(&mut self, node: &'t JsonNode<'t>) -> Option<&'t [JsonMember<'t>]> {
        if let JsonValue::Object(members) = &node.value {
            return Some(members);
        }
        self.wrong_type(node, Phrase::Object);
        None
    }

    /// Reports an invalid or missing member.
    pub fn fault<T>(&mut self, slot: TypedMember<'_, T>, fault: ValueFault) {
        let Self { path, errors, .. } = self;
        let (at, value) = slot.node.map_or((slot.object, None), |node| (node.at, Some(&node.value)));
        errors.note(|| finding(path, Some(slot.name), at, value, fault));
    }

    /// Reports a problem that the response must contain: the first one replaces the last stored finding.
    pub fn fault_told<T>(&mut self, slot: TypedMember<'_, T>, fault: ValueFault) {
        let Findings { first, keep, .. } = &mut self.errors;
        if first.len() == *keep && first.iter().all(|finding| finding.problem.code != fault.code) {
            first.pop();
        }
        self.fault(slot, fault);
    }

    /// Reports two members that exclude each other, if both are present.
    pub fn conflict<T, U>(&mut self, slot: TypedMember<'_, T>, other: TypedMember<'_, U>) {
        if slot.is_given() && other.is_given() {
            let fault = ValueFault::new(ProblemCode::PropertyConflict);
            self.fault(slot, fault.with("name", slot.name).with("other", other.name));
        }
    }

    /// Warns that a member is ignored because another one is present, if both are.
    pub fn ignored<T, U>(&mut self, slot: TypedMember<'_, T>, other: TypedMember<'_, U>) {
        let (Some(node), true) = (slot.given(), other.is_given()) else { return };
        let Self { path, errors, warnings, handling } = self;
        let findings = if *handling == Handling::Strict { errors } else { warnings };
        let fault = || {
            ValueFault::new(ProblemCode::PropertyConflict).with("name", slot.name).with("other", other.name)
        };
        findings.note(|| finding(path, Some(slot.name), node.at, Some(&node.value), fault()));
    }

    /// Reports a member that is missing, null or blank.
    pub fn missing<T>(&mut self, slot: TypedMember<'_, T>) {
        self.fault(slot, missing(slot.name));
    }

    /// Reports a missing member of an object.
    pub fn missing_at(&mut self, name: &'static str, object: u32) {
        self.fault_at(name, object, missing(name));
    }

    /// Reports a problem of a missing member, or of its presence. `at` is the reported offset.
    pub fn fault_at(&mut self, name: &'static str, at: u32, fault: ValueFault) {
        let Self { path, errors, .. } = self;
        errors.note(|| finding(path, Some(name), at, None, fault));
    }

    /// Reports a problem of the current value.
    pub fn fault_here(&mut self, at: u32, value: Option<&JsonValue<'_>>, fault: ValueFault) {
        let Self { path, errors, .. } = self;
        errors.note(|| finding(path, None, at, value, fault));
    }

    /// Reports that the current value has the wrong type.
    pub fn wrong_type(&mut self, node: &JsonNode<'_>, expected: impl Into<Param>) {
        self.fault_here(node.at, Some(&node.value), ValueFault::wrong_type(expected, &node.value));
    }

    /// Reports a duplicate member.
    pub fn duplicate(&mut self, name: &str, at: u32) {
        let fault = || ValueFault::new(ProblemCode::PropertyDuplicate).with("name", name);
        let Self { path, errors, .. } = self;
        errors.note(|| finding(path, Some(name), at, None, fault()));
    }

    /// Reports an unknown member. `seen` are the previous unknown ones of the object.
    pub fn unknown<'t>(
        &mut self,
        minimum: Handling,
        seen: &mut HashSet<Cow<'t, str>>,
        name: Cow<'t, str>,
        node: &JsonNode<'_>,
    ) {
        if seen.contains(&name) {
            return self.duplicate(&name, node.at);
        }
        let Self { path, errors, warnings, handling } = self;
        let strict = [*handling, minimum].contains(&Handling::Strict);
        let findings = if strict { errors } else { warnings };
        let fault = || ValueFault::new(ProblemCode::PropertyUnknown).with("name", &*name);
        findings.note(|| finding(path, Some(&name), node.at, Some(&node.value), fault()));
        seen.insert(name);
    }
}

fn missing(name: &'static str) -> ValueFault {
    ValueFault::new(ProblemCode::PropertyMissing).with("name", name)
}

fn finding(
    path: &[PointerStep<'_>],
    name: Option<&str>,
    at: u32,
    value: Option<&JsonValue<'_>>,
    fault: ValueFault,
) -> ValueFinding {
    let steps = path.iter().copied().chain(name.map(PointerStep::Member));
    let mut problem = Problem::new(fault.code, pointer(steps));
    problem.params = fault.params.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect();
    ValueFinding { problem, at, seen: value.map(JsonValue::seen) }
}
