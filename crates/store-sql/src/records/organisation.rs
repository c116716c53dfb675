use orderdock_domain::masterdata::{Defaults, Organisation, PartnerGroup};
use orderdock_store::StoreResult;

use super::{Stored, Whole, Written, columns_of};
use crate::Datum;
use crate::column::{Column, Fields};

/// The columns that partners, groups and organisations have in common.
pub fn defaults(fields: &mut Fields<'_>) -> StoreResult<Defaults> {
    Ok(Defaults {
        pricing_system: fields.take()?,
        payment_rule: fields.take()?,
        payment_term: fields.take()?,
        shipper: fields.take()?,
        warehouse: fields.take()?,
        delivery_rule: fields.take()?,
        delivery_via_rule: fields.take()?,
    })
}

/// In the order of [`defaults`].
pub fn default_values(defaults: &Defaults) -> [Datum<'_>; 7] {
    [
        defaults.pricing_system.write(),
        defaults.payment_rule.write(),
        defaults.payment_term.write(),
        defaults.shipper.write(),
        defaults.warehouse.write(),
        defaults.delivery_rule.write(),
        defaults.delivery_via_rule.write(),
    ]
}

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
            defaults: defaults(fields)?,
            tax_category: fields.take()?,
            negative_prices: fields.take()?,
        })
    }
}

static ORGANISATION: Whole = Whole::new("organisation", columns_of!(organisation));

impl Written for Organisation {
    const ROWS: &'static Whole = &ORGANISATION;

    fn version(&self) -> i64 {
        self.version
    }

    fn values(&self, version: i64) -> impl IntoIterator<Item = Datum<'_>> {
        [
            self.id.write(),
            crate::column::integer(version),
            self.active.write(),
            self.code.write(),
            self.name.write(),
            self.time_zone.write(),
            self.country.write(),
        ]
        .into_iter()
        .chain(default_values(&self.defaults))
        .chain([self.tax_category.write(), self.negative_prices.write()])
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
            defaults: defaults(fields)?,
        })
    }
}
