//! Blocks with members of a table of the domain.

/// Declares such a block and how it is read: what stands before the members of the table and behind them, what is
/// understood as its advice, and what of its own is read first and last, for faults are listed as they are found.
macro_rules! sent_members {
    ([$name:ident($schema:literal) $words_of_all:literal { $($before:tt)* } { $($behind:tt)* }
        $read:ident($understands:expr) $data:ident { $($first:ident),* } { $($last:ident),* } $(with { $($more:tt)* })?]
        $($field:ident { $sent:ty, $json:literal } $kept:tt $answered:tt { $words:literal $($written:tt)* };)*
    ) => {
        $crate::read::json::members! {
            $name($schema, Lenient, each Sent) $words_of_all {
                $($before)*
                $($field: $json $sent, $words;)*
                $($behind)*
                sync_advise: "syncAdvise" $crate::read::candidate_request::advice::SyncAdviceMembers<'t>;
            }
        }

        fn $read(reader: &mut $crate::read::json::Reader, members: &$name<'_>) -> $data {
            $data {
                $($first: reader.sent(members.$first),)*
                $($field: reader.sent(members.$field),)*
                $($last: reader.sent(members.$last),)*
                $($($more)*)?
                advice: $crate::read::candidate_request::advice::read(
                    reader,
                    members.sync_advise.not_null(),
                    $understands,
                ),
            }
        }
    };
}
pub(super) use sent_members;
