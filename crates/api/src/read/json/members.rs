//! The members of objects, each with the type that it is read as and described by.

use super::tree::{JsonNode, JsonValue};

/// Null means the same as nothing.
pub type Plain<T> = T;

/// Whether a member is a marker that the original's classes emit beside a known one: `"nameSet": true` says that `name`
/// was set.
pub(crate) fn marks_member(name: &str, node: &JsonNode<'_>, known: &[&str]) -> bool {
    matches!(node.value, JsonValue::Bool(_))
        && name.strip_suffix("Set").is_some_and(|name| known.contains(&name))
}

/// Declares the members of an object, for what reads it and for the document that describes it: a struct of [`Slot`]s
/// with `open`, which sorts what was sent into them and notes unknown and duplicate names.
///
/// ```text
/// members! {
///     /// A line of an order.
///     LineMembers("OrderLineData", Lenient) "A line of a sales order." {
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
            node: &'t $crate::read::json::JsonNode<'t>,
            $(pub $field: $crate::read::json::Slot<'t, $crate::read::json::$each<$type>>,)*
        }

        impl<'t> $crate::read::json::Members<'t> for $name<'t> {
            fn open(reader: &mut $crate::read::json::Reader, node: &'t $crate::read::json::JsonNode<'t>) -> Option<Self> {
                let members = reader.members(node)?;
                let mut opened = Self { node, $($field: $crate::read::json::Slot::empty($member, node.at),)* };
                let mut unknown = None;
                for member in members {
                    let first = match &*member.name {
                        $($member => opened.$field.fill($member, &member.value),
                        $($alias => opened.$field.fill($alias, &member.value),)*)*
                        name if $crate::read::json::marks_member(name, &member.value, &[$($member, $($alias,)*)*]) => true,
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

            fn node(&self) -> &'t $crate::read::json::JsonNode<'t> {
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

            fn schemas(parts: &mut $crate::read::json::NamedSchemas) {
                $(<$crate::read::json::$each<$type> as $crate::read::json::Described>::parts(parts);)*
            }
        }

        impl<'t> $crate::read::json::Described for $name<'t> {
            fn described(words: &str) -> $crate::read::json::Property {
                $crate::read::json::reference($schema, words)
            }

            fn parts(parts: &mut $crate::read::json::NamedSchemas) {
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
