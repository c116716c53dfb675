//! Filters of lists, each declared once: name, type and description.
//!
//! `candidates.rs` and `orders.rs` contain the tables. From an entry follow the query parameter, its description in the
//! OpenAPI document, whether saved views accept it and, for candidates, the member of a selection's filter.

pub(crate) mod candidates;
mod member;
pub(crate) mod orders;
mod parameter;
pub(crate) mod selection_filter;

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::ids::{CandidateId, DataSourceId};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::ProblemCode;

pub(crate) use member::read_candidate_ids;

/// Filter of a list. `Input` collects the values of a request.
pub struct Filter<Input: 'static> {
    /// Name of the query parameter and of the member.
    pub name: &'static str,
    pub value: FilterType<Input>,
    /// Description of parameter and member in the OpenAPI document.
    pub description: &'static str,
    /// Example of the query parameter. In the document it replaces the words of a choice.
    pub example: Option<&'static str>,
}

/// Type of a filter's value, with the function that stores the value. The function is called only for filters that the
/// request contains, with valid values.
pub enum FilterType<Input: 'static> {
    /// Text of at most 255 characters.
    Text(fn(&mut Input, String)),
    /// Date as in `2026-12-08`.
    Day(fn(&mut Input, Date)),
    /// Inclusive start of a period: a timestamp, or a date for its beginning in UTC.
    PeriodStart(fn(&mut Input, Timestamp)),
    /// Exclusive end of a period: a timestamp, or a date for its end in UTC.
    PeriodEnd(fn(&mut Input, Timestamp)),
    Boolean(fn(&mut Input, bool)),
    /// Record id. The phrase describes it in errors about query parameters.
    Id(Phrase, fn(&mut Input, i64)),
    /// Ids of candidates: separated by commas in a query, a list in JSON.
    Candidates(fn(&mut Input, Vec<CandidateId>)),
    /// One word of a list.
    Choice(ChoiceWords, fn(&mut Input, &str)),
    /// Several words of a list: separated by commas, in JSON also as a list.
    Choices(ChoiceWords, fn(&mut Input, &[&str])),
    /// Code of a problem.
    Problem(fn(&mut Input, ProblemCode)),
    /// Data source by internal name, record id or identifier string.
    DataSource(fn(&mut Input, DataSourceId)),
}

/// Function that returns the words of a choice.
pub type ChoiceWords = fn() -> Vec<&'static str>;

impl<Input> Filter<Input> {
    pub const fn new(name: &'static str, value: FilterType<Input>, description: &'static str) -> Self {
        Self { name, value, description, example: None }
    }

    pub const fn with_example(
        name: &'static str,
        value: FilterType<Input>,
        description: &'static str,
        example: &'static str,
    ) -> Self {
        Self { name, value, description, example: Some(example) }
    }
}
