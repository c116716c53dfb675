//! Handlers of statistics.

pub mod day;
pub mod intake;

use orderdock_domain::ids::DataSourceId;
use orderdock_domain::masterdata::Reference;
use serde::Serialize;
use utoipa::ToSchema;

use crate::response::Id;

/// A data source with its internal name.
#[derive(Serialize, ToSchema)]
pub struct IntakeSourceName<'a> {
    id: Id,
    name: &'a str,
}

fn source_name(reference: &Reference, id: DataSourceId) -> &str {
    let source = reference.data_sources.iter().find(|source| source.id == id);
    source.and_then(|source| source.internal_names.first()).map_or("", |name| name.as_str())
}
