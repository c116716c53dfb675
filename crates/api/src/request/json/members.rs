//! Macro that declares the members of JSON objects: their types for reading and their descriptions.

use super::tree::{JsonNode, JsonValue};

/// Null is the same as an absent member.
pub type Plain<T> = T;

/// Returns whether a member is a marker such as `"nameSet": true`, which metasfresh classes add for a known member.
pub(crate) fn marks_member(name: &str, node: &JsonNode<'_>, known: &[&str]) -> bool {
    matches!(node.value, JsonValue::Bool(_))
        && name.strip_suffix("Set").is_some_and(|name| known.contains(&name))
}

/// Declares the members of an object for reading and for the OpenAPI document. Expands to a struct of [`TypedMember`]s
/// with `open`, which assigns sent members to fields and reports unknown and duplicate names.
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
/// In parentheses: the schema name in the OpenAPI document, and the minimum handling of unknown members. With `each
/// MaybeUndefined`, null differs from an absent member, and members are read by [`Reader::sent`]. Each member has a
/// field, a name with optional aliases (not documented), a type, `required` if the document requires it, and a
/// description. Types with members have the lifetime `'t`.
macro_rules! members {
    ($(#[$doc:meta])* $name:ident($schema:literal, $handling:ident) $($rest:tt)*) => {
        $crate::request::json::members! { $(#[$doc])* $name($schema, $handling, each Plain) $($rest)* }
    };
    ($(#[$doc:meta])* $name:ident($schema:literal, $handling:ident, each $each:ident) $description:literal {
        $($field:ident: $member:literal $(| $alias:literal)* $type:ty $(, $need:ident)? $(, $help:literal)?;)*
    }) => {
        $(#[$doc])*
        pub(crate) struct $name<'t> {
            node: &'t $crate::request::json::JsonNode<'t>,
            $(pub $field: $crate::request::json::TypedMember<'t, $crate::request::json::$each<$type>>,)*
        }

        impl<'t> $crate::request::json::Members<'t> for $name<'t> {
            fn open(reader: &mut $crate::request::json::Reader, node: &'t $crate::request::json::JsonNode<'t>) -> Option<Self> {
                let members = reader.members(node)?;
                let mut opened = Self { node, $($field: $crate::request::json::TypedMember::empty($member, node.at),)* };
                let mut unknown = None;
                for member in members {
                    let first = match &*member.name {
                        $($member => opened.$field.fill($member, &member.value),
                        $($alias => opened.$field.fill($alias, &member.value),)*)*
                        name if $crate::request::json::marks_member(name, &member.value, &[$($member, $($alias,)*)*]) => true,
                        name => {
                            let (name, seen) = (std::borrow::Cow::Borrowed(name), unknown.get_or_insert_default());
                            reader.unknown($crate::request::json::Handling::$handling, seen, name, &member.value);
                            true
                        }
                    };
                    if !first {
                        reader.duplicate(&member.name, member.value.at);
                    }
                }
                Some(opened)
            }

            fn node(&self) -> &'t $crate::request::json::JsonNode<'t> {
                self.node
            }
        }

        impl<'t> utoipa::PartialSchema for $name<'t> {
            fn schema() -> $crate::request::json::Property {
                use $crate::request::json::{Described, DescribedMember, Handling, members, object};
                object($description, Handling::$handling, &[$(DescribedMember {
                    name: $member,
                    required: members!(@ $($need)?),
                    described: <$crate::request::json::$each<$type> as Described>::described,
                    description: concat!("" $(, $help)?),
                },)*])
            }
        }

        impl<'t> utoipa::ToSchema for $name<'t> {
            fn name() -> std::borrow::Cow<'static, str> {
                $schema.into()
            }

            fn schemas(parts: &mut $crate::request::json::NamedSchemas) {
                $(<$crate::request::json::$each<$type> as $crate::request::json::Described>::parts(parts);)*
            }
        }

        impl<'t> $crate::request::json::Described for $name<'t> {
            fn described(description: &str) -> $crate::request::json::Property {
                $crate::request::json::reference($schema, description)
            }

            fn parts(parts: &mut $crate::request::json::NamedSchemas) {
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
