//! Identity of rows: decides which imported row a sent row repeats, depending on the external systems.

use crate::ids::ExternalSystemId;

/// External system of a row as it was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SentSystem {
    NotSent,
    Known(ExternalSystemId),
    /// Sent with the code of an external system that does not exist yet.
    Unknown,
}

/// Imported row that a sent row repeats, if any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IdentityMatch<T> {
    /// The row is new.
    None,
    One(T),
    /// The row was sent without a system, and several systems have rows with its ids.
    Ambiguous(Vec<ExternalSystemId>),
}

/// Returns the row that a sent row repeats, among rows with its external ids in its organisation and data source.
///
/// | Sent | Repeats |
/// |---|---|
/// | with a system | the row of this system, otherwise the row without a system |
/// | without a system | the row without a system, otherwise the only row with a system; several are ambiguous |
///
/// If several rows have the same system, the first one applies.
pub fn match_identity<T>(
    sent: SentSystem,
    rows: impl Iterator<Item = (Option<ExternalSystemId>, T)>,
) -> IdentityMatch<T> {
    let (mut of_system, mut without_system) = (None, None);
    let (mut of_others, mut others) = (None, Vec::new());
    for (system, row) in rows {
        match (system, sent) {
            (None, _) => without_system = without_system.or(Some(row)),
            (Some(system), SentSystem::Known(sent)) if system == sent => of_system = of_system.or(Some(row)),
            (Some(system), SentSystem::NotSent) if !others.contains(&system) => {
                others.push(system);
                of_others = of_others.or(Some(row));
            }
            (Some(_), _) => {}
        }
    }
    match of_system.or(without_system) {
        Some(row) => IdentityMatch::One(row),
        None if others.len() > 1 => IdentityMatch::Ambiguous(others),
        None => of_others.map_or(IdentityMatch::None, IdentityMatch::One),
    }
}
