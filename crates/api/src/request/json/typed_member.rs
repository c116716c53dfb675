//! Typed optional members of objects.

use std::marker::PhantomData;

pub use orderdock_domain::candidate::MaybeUndefined;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, SchemaType};

use super::described::{Described, NamedSchemas, Property};
use super::tree::JsonNode;

/// Member of an object with its value, if it was sent. `T` is the type for reading and describing it.
#[derive(Debug)]
pub struct TypedMember<'t, T> {
    pub name: &'static str,
    pub node: Option<&'t JsonNode<'t>>,
    /// Offset of the object in bytes.
    pub object: u32,
    read_as: PhantomData<fn() -> T>,
}

impl<T> Clone for TypedMember<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for TypedMember<'_, T> {}

impl<'t, T> TypedMember<'t, T> {
    pub const fn empty(name: &'static str, object: u32) -> Self {
        Self { name, node: None, object, read_as: PhantomData }
    }

    /// Returns whether the member has a value other than null or blank text.
    pub fn is_given(&self) -> bool {
        self.given().is_some()
    }

    /// Returns the value unless it is absent, null or blank text.
    pub fn given(&self) -> Option<&'t JsonNode<'t>> {
        self.node.filter(|node| !node.value.is_nothing())
    }

    /// Stores the value. Returns false if the member already has one.
    pub fn fill(&mut self, name: &'static str, node: &'t JsonNode<'t>) -> bool {
        if self.node.is_some() {
            return false;
        }
        (self.name, self.node) = (name, Some(node));
        true
    }

    const fn reading<U>(self) -> TypedMember<'t, U> {
        TypedMember { name: self.name, node: self.node, object: self.object, read_as: PhantomData }
    }
}

impl<'t, T> TypedMember<'t, MaybeUndefined<T>> {
    /// Returns the member for a value that is not null.
    pub const fn not_null(self) -> TypedMember<'t, T> {
        self.reading()
    }
}

impl<'t> TypedMember<'t, Anything> {
    /// Returns the member with a type that another member determines.
    pub const fn being<T>(self) -> TypedMember<'t, T> {
        self.reading()
    }
}

/// Value whose type another member determines.
#[derive(Debug)]
pub enum Anything {}

/// List of objects or values. The reader checks its bounds.
#[derive(Debug)]
pub struct ListOf<T, const MIN: usize = 0, const MAX: usize = { usize::MAX }>(PhantomData<T>);

impl<T: Described, const MIN: usize, const MAX: usize> Described for ListOf<T, MIN, MAX> {
    fn described(description: &str) -> Property {
        ArrayBuilder::new()
            .items(T::described(""))
            .description((!description.is_empty()).then_some(description))
            .min_items((MIN > 0).then_some(MIN))
            .max_items((MAX < usize::MAX).then_some(MAX))
            .into()
    }

    fn parts(parts: &mut NamedSchemas) {
        T::parts(parts);
    }
}

impl Described for Anything {
    fn described(description: &str) -> Property {
        ObjectBuilder::new().schema_type(SchemaType::AnyValue).description(Some(description)).into()
    }
}
