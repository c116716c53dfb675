//! The members of objects, each with the type that it is read as and described by.

use std::marker::PhantomData;

pub use orderdock_domain::candidate::Sent;

use super::described::Described;
use super::reader::Reader;
use super::tree::{Node, Value};

/// A member that an object may have: its name, and its value if it was sent. It is read as what it is described as.
#[derive(Debug)]
pub struct Slot<'t, T> {
    pub name: &'static str,
    pub node: Option<&'t Node<'t>>,
    /// Where the object begins.
    pub object: u32,
    read_as: PhantomData<fn() -> T>,
}

impl<T> Clone for Slot<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Slot<'_, T> {}

impl<'t, T> Slot<'t, T> {
    pub const fn empty(name: &'static str, object: u32) -> Self {
        Self { name, node: None, object, read_as: PhantomData }
    }

    /// Whether it was sent with something else than null or blank text.
    pub fn is_given(&self) -> bool {
        self.given().is_some()
    }

    /// The value unless it is absent, null or blank text.
    pub fn given(&self) -> Option<&'t Node<'t>> {
        self.node.filter(|node| !node.value.is_nothing())
    }

    /// Takes what was sent, unless something is there already.
    pub fn fill(&mut self, name: &'static str, node: &'t Node<'t>) -> bool {
        if self.node.is_some() {
            return false;
        }
        (self.name, self.node) = (name, Some(node));
        true
    }

    const fn reading<U>(self) -> Slot<'t, U> {
        Slot { name: self.name, node: self.node, object: self.object, read_as: PhantomData }
    }
}

impl<'t, T> Slot<'t, Sent<T>> {
    /// For where it is not null.
    pub const fn not_null(self) -> Slot<'t, T> {
        self.reading()
    }
}

impl<'t> Slot<'t, Anything> {
    /// What anything is, is told by something else.
    pub const fn being<T>(self) -> Slot<'t, T> {
        self.reading()
    }
}

impl Value<'_> {
    /// Whether it is null or blank text, which mostly counts as absent.
    pub fn is_nothing(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Text(text) => text.chars().all(char::is_whitespace),
            _ => false,
        }
    }
}

/// Any value, of which a member beside it says how it is to be read.
#[derive(Debug)]
pub enum Anything {}

/// A list of objects or of single values. Whoever reads it looks at its bounds.
#[derive(Debug)]
pub struct Listed<T, const LEAST: usize = 0, const MOST: usize = { usize::MAX }>(PhantomData<T>);

/// The members of a kind of objects.
pub trait Members<'t>: Described + Sized {
    /// `None`, and a note, if the value is no object.
    fn open(reader: &mut Reader, node: &'t Node<'t>) -> Option<Self>;

    /// The object itself.
    fn node(&self) -> &'t Node<'t>;
}

/// Null means the same as nothing.
pub type Plain<T> = T;

/// Declares the members of an object, for what reads it and for the document that describes it: a struct of [`Slot`]s
/// with `open`, which sorts what was sent into them and notes unknown and duplicate names.
///
/// ```text
/// members! {
///     /// A line of an order.
///     LineMembers("OrderLineData", Lenient) "What is ordered." {
///         qty: "qty" Decimal, required, "Greater than 0.";
///         price: "price" | "unitPrice" Decimal;
///     }
/// }
/// ```
///
/// In parentheses stand the name of the object in the document and what becomes of unknown members, at the least; with
/// `each Sent` null means something else than nothing in every member, and each is read by [`Reader::sent`]. A member
/// has a field, a name (and other names of it, which are not described), the type that it is read as, whether the
/// document demands it, and words. A type of members is written with the lifetime `'t`.
macro_rules! members {
    ($(#[$doc:meta])* $name:ident($schema:literal, $handling:ident) $($rest:tt)*) => {
        $crate::read::json::members! { $(#[$doc])* $name($schema, $handling, each Plain) $($rest)* }
    };
    ($(#[$doc:meta])* $name:ident($schema:literal, $handling:ident, each $each:ident) $words:literal {
        $($field:ident: $member:literal $(| $alias:literal)* $type:ty $(, $need:ident)? $(, $told:literal)?;)*
    }) => {
        $(#[$doc])*
        pub(crate) struct $name<'t> {
            node: &'t $crate::read::json::Node<'t>,
            $(pub $field: $crate::read::json::Slot<'t, $crate::read::json::$each<$type>>,)*
        }

        impl<'t> $crate::read::json::Members<'t> for $name<'t> {
            fn open(reader: &mut $crate::read::json::Reader, node: &'t $crate::read::json::Node<'t>) -> Option<Self> {
                let members = reader.members(node)?;
                let mut opened = Self { node, $($field: $crate::read::json::Slot::empty($member, node.at),)* };
                let mut unknown = None;
                for member in members {
                    let first = match &*member.name {
                        $($member => opened.$field.fill($member, &member.value),
                        $($alias => opened.$field.fill($alias, &member.value),)*)*
                        name => {
                            let (name, seen) = (std::borrow::Cow::Borrowed(name), unknown.get_or_insert_default());
                            reader.unknown($crate::read::json::Handling::$handling, seen, name, &member.value);
                            true
                        }
                    };
                    if !first {
                        reader.duplicate(&member.name, member.value.at);
                    }
                }
                Some(opened)
            }

            fn node(&self) -> &'t $crate::read::json::Node<'t> {
                self.node
            }
        }

        impl<'t> utoipa::PartialSchema for $name<'t> {
            fn schema() -> $crate::read::json::Property {
                use $crate::read::json::{Described, DescribedMember, Handling, members, object};
                object($words, Handling::$handling, &[$(DescribedMember {
                    name: $member,
                    required: members!(@ $($need)?),
                    described: <$crate::read::json::$each<$type> as Described>::described,
                    words: concat!("" $(, $told)?),
                },)*])
            }
        }

        impl<'t> utoipa::ToSchema for $name<'t> {
            fn name() -> std::borrow::Cow<'static, str> {
                $schema.into()
            }

            fn schemas(parts: &mut $crate::read::json::Parts) {
                $(<$crate::read::json::$each<$type> as $crate::read::json::Described>::parts(parts);)*
            }
        }

        impl<'t> $crate::read::json::Described for $name<'t> {
            fn described(words: &str) -> $crate::read::json::Property {
                $crate::read::json::reference($schema, words)
            }

            fn parts(parts: &mut $crate::read::json::Parts) {
                if parts.iter().all(|(name, _)| name != $schema) {
                    parts.push(($schema.to_owned(), <Self as utoipa::PartialSchema>::schema()));
                    <Self as utoipa::ToSchema>::schemas(parts);
                }
            }
        }
    };
    (@) => { false };
    (@ optional) => { false };
    (@ required) => { true };
}
pub(crate) use members;
