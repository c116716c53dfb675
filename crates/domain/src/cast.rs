//! Conversion of counts between integer types.

/// Converts a count to another integer type. Panics if it does not fit: real counts are far below the limits, so such a
/// value is a bug.
pub fn cast<N>(count: impl TryInto<N>) -> N {
    count.try_into().unwrap_or_else(|_| unreachable!("a count that fits into no number"))
}
