//! Partners and products of the model in the sequence tests.

use crate::sync_advice::{IfExists, SyncAdvice};

#[derive(Clone, PartialEq, Debug, PartialOrd, Eq, Ord)]
pub(super) struct Record {
    /// `None` if it was generated.
    pub(super) code: Option<u8>,
    pub(super) external_id: Option<u8>,
    pub(super) name: u8,
    pub(super) locations: Vec<ModelLocation>,
    /// Whether the current request created it.
    pub(super) new: bool,
}

#[derive(Clone, PartialEq, Debug, PartialOrd, Eq, Ord)]
pub(super) struct ModelLocation {
    pub(super) external_id: Option<u8>,
    pub(super) street: Option<u8>,
    pub(super) new: bool,
}

/// Returns the partner with the external id, otherwise the one with the code. A different external id of the latter is a
/// contradiction.
pub(super) fn find_partner(
    records: &[Record],
    (key, id): (Option<u8>, Option<u8>),
) -> Result<Option<usize>, ()> {
    let by_id = id.and_then(|id| records.iter().position(|record| record.external_id == Some(id)));
    let by_code = || key.and_then(|key| records.iter().position(|record| record.code == Some(key)));
    match by_id.or_else(by_code) {
        Some(one) if by_id.is_none() && id.is_some() && records[one].external_id.is_some() => Err(()),
        found => Ok(found),
    }
}

/// Returns the record with the keys, or an error if they contradict each other.
pub(super) fn find(records: &[Record], (key, id): (Option<u8>, Option<u8>)) -> Result<Option<usize>, ()> {
    let by_code = key.and_then(|key| records.iter().position(|record| record.code == Some(key)));
    let by_id = id.and_then(|id| records.iter().position(|record| record.external_id == Some(id)));
    match (by_code, by_id) {
        (Some(one), Some(two)) if one != two => Err(()),
        (Some(one), None) if id.is_some() && records[one].external_id.is_some() => Err(()),
        (None, Some(_)) if key.is_some() => Err(()),
        (one, two) => Ok(one.or(two)),
    }
}

#[expect(clippy::too_many_arguments, reason = "a model of plain values")]
pub(super) fn update(
    records: &mut [Record],
    place: usize,
    (key, id): (Option<u8>, Option<u8>),
    name: Option<u8>,
    advice: SyncAdvice,
    may_update: bool,
    errors: &mut Vec<&'static str>,
    changed: &'static str,
) {
    let code_taken = key.is_some()
        && records.iter().enumerate().any(|(other, record)| other != place && record.code == key);
    let record = &mut records[place];
    let fills = id.is_some() && record.external_id != id;
    let recodes = key.is_some() && record.code != key;
    let renames = name.is_some_and(|name| name != record.name);
    match advice.if_exists {
        IfExists::AssertUnchanged => {
            errors.extend(std::iter::repeat_n(
                changed,
                usize::from(fills) + usize::from(recodes) + usize::from(renames),
            ));
        }
        IfExists::UpdateMerge if fills || recodes || renames => {
            if !may_update && !record.new {
                errors.push("scope.missing");
                return;
            }
            if code_taken {
                errors.push("key.taken");
                return;
            }
            record.code = key.or(record.code);
            record.external_id = id.or(record.external_id);
            record.name = name.unwrap_or(record.name);
        }
        _ => {}
    }
}
