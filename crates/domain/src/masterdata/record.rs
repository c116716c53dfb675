//! Records with members of a table.

/// Declares a record and how a new one is made, by the table of its [members](super::members): its id, what it has besides,
/// and what a new one is given.
macro_rules! record {
    ([$(#[$doc:meta])* $name:ident($id:ty) { $($besides:tt)* }
        $(#[$new_doc:meta])* new($($parameter:ident: $type:ty),*) given { $($given:ident: $given_type:ty),* }
            $(($($more:ident: $more_type:ty),*))? { $($own:tt)* }]
        $($field:ident $sent:tt { $how:ident $kept:ident: $held:ty $(= $first:expr)?, [$($column:ident)?] }
            $answered:tt $words:tt;)*
    ) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name {
            pub id: $id,
            pub organisation: $crate::ids::OrganisationId,
            pub version: i64,
            pub active: bool,
            $(pub $kept: $held,)*
            $($besides)*
        }

        impl $name {
            $(#[$new_doc])*
            pub fn new($($parameter: $type,)* $($given: $given_type,)* $($($more: $more_type,)*)?) -> Self {
                struct GivenMembers {
                    $($given: $given_type,)*
                }
                let given = GivenMembers { $($given,)* };
                Self {
                    $($kept: record!(@first $how given.$kept $($first)?),)*
                    version: 1,
                    active: true,
                    $($own)*
                }
            }
        }
    };
    (@first given $given:ident.$kept:ident) => { $given.$kept };
    (@first needed $given:ident.$kept:ident) => { $given.$kept };
    (@first set $given:ident.$kept:ident $first:expr) => { $first };
    (@first $optional:ident $given:ident.$kept:ident) => { None };
}
pub(super) use record;
