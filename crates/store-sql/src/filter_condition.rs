//! One condition of a filter of candidates, and how it is read from an index.

use std::borrow::Cow;

use crate::SqlValue;

pub type FilterValues<'v> = Vec<SqlValue<'v>>;

/// One condition of a filter.
pub struct FilterCondition<'v> {
    /// On `candidate c`, written so that it never decides how the table is read.
    pub condition: Cow<'static, str>,
    pub values: FilterValues<'v>,
    /// Selects the ids of the candidates from an index.
    pub ids: Option<(String, FilterValues<'v>)>,
    /// The same id may come more than once.
    pub repeats: bool,
    /// The ids are only some of them: enough to say that they are many.
    pub partial: bool,
}

impl<'v> FilterCondition<'v> {
    pub fn new(
        condition: &'static str,
        values: impl IntoIterator<Item = SqlValue<'v>>,
        ids: &str,
        ids_values: impl IntoIterator<Item = SqlValue<'v>>,
    ) -> Self {
        let (values, ids_values) = (values.into_iter().collect(), ids_values.into_iter().collect());
        Self {
            condition: condition.into(),
            values,
            ids: Some((ids.to_owned(), ids_values)),
            repeats: false,
            partial: false,
        }
    }

    /// Where the index is asked for the same values.
    pub fn alike(condition: &'static str, values: impl IntoIterator<Item = SqlValue<'v>>, ids: &str) -> Self {
        let values: FilterValues<'v> = values.into_iter().collect();
        Self::new(condition, values.clone(), ids, values)
    }

    /// What most candidates are, which no index finds.
    pub fn without(condition: &'static str) -> Self {
        Self::unindexed(condition, Vec::new())
    }

    pub fn unindexed(condition: &'static str, values: FilterValues<'v>) -> Self {
        Self { condition: condition.into(), values, ids: None, repeats: false, partial: false }
    }
}
