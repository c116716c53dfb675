use orderdock_domain::masterdata::{Organisation, PartnerGroup};
use orderdock_store::StoreResult;
use rusqlite::types::ToSqlOutput;

use super::{Stored, Written, columns_of};
use crate::column::{Column, Fields};

impl Stored for Organisation {
    const TABLE: &'static str = "organisation";

    fn read(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            version: fields.take()?,
            active: fields.take()?,
            code: fields.take()?,
            name: fields.take()?,
            time_zone: fields.take()?,
            country: fields.take()?,
            pricing_system: fields.take()?,
            warehouse: fields.take()?,
        })
    }
}

impl Written for Organisation {
    const INSERT: &'static str =
        concat!("INSERT INTO organisation (", columns_of!(organisation), ") VALUES (?,?,?,?,?,?,?,?,?)");
    const UPDATE: &'static str = concat!(
        "UPDATE organisation SET (",
        columns_of!(organisation),
        ") = (?,?,?,?,?,?,?,?,?) WHERE id = ?1 AND version = ?2 - 1"
    );

    fn version(&self) -> i64 {
        self.version
    }

    fn values(&self, version: i64) -> impl IntoIterator<Item = ToSqlOutput<'_>> {
        [
            self.id.write(),
            crate::column::integer(version),
            self.active.write(),
            self.code.write(),
            self.name.write(),
            self.time_zone.write(),
            self.country.write(),
            self.pricing_system.write(),
            self.warehouse.write(),
        ]
    }
}

impl Stored for PartnerGroup {
    const TABLE: &'static str = "bpartner_group";

    fn read(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            organisation: fields.take()?,
            active: fields.take()?,
            name: fields.take()?,
            pricing_system: fields.take()?,
        })
    }
}
