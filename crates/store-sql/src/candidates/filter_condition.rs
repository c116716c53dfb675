//! A condition of a filter of candidates, as a predicate and as an index query.

use std::borrow::Cow;

use crate::SqlValue;

pub type FilterValues<'v> = Vec<SqlValue<'v>>;

/// A condition of a filter.
pub struct FilterCondition<'v> {
    /// Predicate on `candidate c`, written so that no engine uses an index for it.
    pub condition: Cow<'static, str>,
    pub values: FilterValues<'v>,
    /// Query for the ids of the matching candidates from an index.
    pub ids: Option<(String, FilterValues<'v>)>,
    /// Whether the query may return an id several times.
    pub repeats: bool,
    /// Parts of `ids` that return no id twice, so that each can be counted without comparing ids.
    pub distinct_parts: Vec<(&'static str, FilterValues<'v>)>,
    /// Whether the query returns only some of the candidates, for a lower bound of their number.
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
            distinct_parts: Vec::new(),
            partial: false,
        }
    }

    /// Creates a condition whose predicate and index query have the same values.
    pub fn alike(condition: &'static str, values: impl IntoIterator<Item = SqlValue<'v>>, ids: &str) -> Self {
        let values: FilterValues<'v> = values.into_iter().collect();
        Self::new(condition, values.clone(), ids, values)
    }

    /// Creates a condition without an index query, because most candidates match it.
    pub fn without(condition: &'static str) -> Self {
        Self::unindexed(condition, Vec::new())
    }

    pub fn unindexed(condition: &'static str, values: FilterValues<'v>) -> Self {
        let condition = condition.into();
        Self { condition, values, ids: None, repeats: false, distinct_parts: Vec::new(), partial: false }
    }
}
