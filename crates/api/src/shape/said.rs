//! Texts of a sender that stand in answers as they were said, by the table of a candidate's members.

use orderdock_domain::candidate::{Candidate, Field};
use orderdock_domain::candidate_members;
use serde::Serialize;
use utoipa::ToSchema;

macro_rules! said_members {
    ([] $($field:ident $sent:tt { $how:ident $kept:ident: $($held:tt)* } { ($($variant:ident)?), $($called:tt)* }
        $words:tt;)*
    ) => {
        said_members! { @ [] $($how $field $kept ($($variant)?))* }
    };
    (@ [$($said:tt)*] said $field:ident $kept:ident $variant:tt $($rest:tt)*) => {
        said_members! { @ [$($said)* $field $kept $variant] $($rest)* }
    };
    (@ $said:tt $how:ident $field:ident $kept:ident $variant:tt $($rest:tt)*) => {
        said_members! { @ $said $($rest)* }
    };
    (@ [$($field:ident $kept:ident ($variant:ident))*]) => {
        /// Free texts of a candidate, as sent.
        #[derive(Serialize, ToSchema, Debug)]
        #[serde(rename_all = "camelCase")]
        pub struct SaidMembers<'a> {
            $(#[serde(skip_serializing_if = "Option::is_none")] pub $field: Option<&'a str>,)*
        }

        impl<'a> SaidMembers<'a> {
            pub fn of(candidate: &'a Candidate, wanted: impl Fn(Field) -> bool) -> Self {
                Self {
                    $($field: candidate.$kept.as_ref().map(AsRef::as_ref).filter(|_| wanted(Field::$variant)),)*
                }
            }
        }
    };
}
candidate_members!(said_members![]);
