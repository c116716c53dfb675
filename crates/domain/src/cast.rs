//! Conversion of counts between integer types.

/// Converts a count to another integer type. Panics on overflow, which is a bug because real counts are far below the
/// limits.
pub fn cast<N>(count: impl TryInto<N>) -> N {
    count.try_into().unwrap_or_else(|_| unreachable!("a count that fits into no number"))
}
