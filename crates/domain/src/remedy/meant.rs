//! Which code was probably meant by one that is not known.

use strsim::osa_distance;

use crate::text::fold;

/// So many are told.
pub const MEANT: usize = 3;

/// A record that may have been meant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Meant {
    pub code: String,
    pub name: String,
}

/// The known codes that are nearest to an unknown one, the nearest first; none that is hardly like it. What differs only
/// in upper and lower case, in zeros at its beginning, or in what stands between letters and digits counts as the same.
pub fn nearest(unknown: &str, known: impl IntoIterator<Item = Meant>) -> Vec<Meant> {
    let unknown = fold(unknown);
    let length = unknown.chars().count();
    // one slip in three characters
    let most = (length / 3).clamp(1, 3);
    let near = known.into_iter().filter_map(|meant| {
        let code = fold(&meant.code);
        if code.chars().count().abs_diff(length) > most && bare(&code) != bare(&unknown) {
            return None;
        }
        let distance = match bare(&code) == bare(&unknown) {
            true => 0,
            false => osa_distance(&code, &unknown),
        };
        (distance <= most && distance < length).then_some((distance, meant))
    });
    let mut near: Vec<_> = near.collect();
    near.sort();
    near.dedup_by(|one, other| one.1.code == other.1.code);
    near.truncate(MEANT);
    near.into_iter().map(|(_, meant)| meant).collect()
}

/// Letters and digits alone, without zeros at the beginning.
fn bare(folded: &str) -> String {
    let kept: String = folded.chars().filter(|letter| letter.is_alphanumeric()).collect();
    kept.trim_start_matches('0').to_owned()
}
