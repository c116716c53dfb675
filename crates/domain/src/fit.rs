//! Counts of what there is, in the type that somebody wants them in.

/// The count in another type. Nothing that can be counted here comes near the end of one, so that it fits: where it
/// does not, a number was made up, and the work ends there instead of going on with another.
pub fn fit<N>(count: impl TryInto<N>) -> N {
    count.try_into().unwrap_or_else(|_| unreachable!("a count that fits into no number"))
}
