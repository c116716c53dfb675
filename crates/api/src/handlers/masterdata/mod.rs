//! Master data: everything else that orders refer to.

pub mod deactivate_masterdata;
pub mod get_masterdata;
pub mod get_masterdata_history;
pub mod get_masterdata_schema;
mod list;
pub mod list_masterdata;
pub mod list_nested_masterdata;
pub mod put_masterdata;
pub mod undo_masterdata;

use orderdock_domain::masterdata::kinds::Kind;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::http::refusal::Refusal;

/// A path's kind.
fn kind_named(name: &str) -> Result<&'static Kind, Refusal> {
    Kind::by_member(name).ok_or_else(|| {
        let known: Vec<_> = Kind::members().collect();
        let problem = Problem::new(ProblemCode::KindNotFound, "").with("name", name);
        problem.with("known", known.join(", ")).into()
    })
}

/// A path's record; a text that is no id names none.
fn record_id(kind: &Kind, text: &str) -> Result<i64, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.ok_or_else(|| {
        let named = Phrase::RecordWithId.of([kind.singular.into(), text.into()]);
        Problem::new(ProblemCode::RecordNotFound, "").with("kind", named).into()
    })
}
