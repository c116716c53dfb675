//! External systems.

use orderdock_domain::masterdata::ExternalSystem;
use orderdock_store::StoreResult;

use super::{RecordStatements, TableRecord, member};
use crate::SqlValue;
use crate::sql::column::{Column, FromRow, RowReader};
use crate::sql::table::{Member, Table};

// without a version, because the generation of the reference data detects changes
/// Columns of [`ExternalSystem`], in the order of reading and writing.
static EXTERNAL_SYSTEM_TABLE: Table = Table {
    name: "external_system",
    key: &["id"],
    members: &[
        member(&["id"], |system: &ExternalSystem| &system.id),
        member(&["org_id"], |system: &ExternalSystem| &system.organisation),
        member(&["active"], |system: &ExternalSystem| &system.active),
        member(&["code"], |system: &ExternalSystem| &system.code),
        member(&["name"], |system: &ExternalSystem| &system.name),
    ],
    made: &[],
    later: &[Member::of::<i64>(&["version"])],
};

static EXTERNAL_SYSTEM_WRITES: RecordStatements = RecordStatements::to(&EXTERNAL_SYSTEM_TABLE);

impl FromRow for ExternalSystem {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            organisation: row.read()?,
            active: row.read()?,
            code: row.read()?,
            name: row.read()?,
        })
    }
}

impl TableRecord for ExternalSystem {
    const TABLE: &'static Table = &EXTERNAL_SYSTEM_TABLE;
    const WRITES: &'static RecordStatements = &EXTERNAL_SYSTEM_WRITES;

    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        let Self { id, organisation, active, code, name } = self;
        row.extend([id.write(), organisation.write(), active.write(), code.write(), name.write()]);
    }
}
