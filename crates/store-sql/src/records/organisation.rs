//! Organisations and partner groups, with the default values that partners also have.

use orderdock_domain::masterdata::{Defaults, Letterhead, Organisation, PartnerGroup};
use orderdock_domain::text::Text;
use orderdock_store::StoreResult;

use super::{RecordStatements, TableRecord, held, member};
use crate::SqlValue;
use crate::sql::column::{Column, ColumnType, FromRow, RowReader, ToRow, TypedColumns};
use crate::sql::table::{Member, Table};

/// Columns of [`Defaults`] in the tables that have them.
pub(super) const DEFAULTS_COLUMNS: &[&str] = &[
    "pricing_system_id",
    "payment_rule",
    "payment_term_id",
    "shipper_id",
    "warehouse_id",
    "delivery_rule",
    "delivery_via_rule",
];

impl FromRow for Defaults {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            pricing_system: row.read()?,
            payment_rule: row.read()?,
            payment_term: row.read()?,
            shipper: row.read()?,
            warehouse: row.read()?,
            delivery_rule: row.read()?,
            delivery_via_rule: row.read()?,
        })
    }
}

impl ToRow for Defaults {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        let Self {
            pricing_system,
            payment_rule,
            payment_term,
            shipper,
            warehouse,
            delivery_rule,
            delivery_via_rule,
        } = self;
        row.extend([
            pricing_system.write(),
            payment_rule.write(),
            payment_term.write(),
            shipper.write(),
            warehouse.write(),
            delivery_rule.write(),
            delivery_via_rule.write(),
        ]);
    }
}

impl TypedColumns for Defaults {
    const TYPES: &'static [ColumnType] = &[
        held(|defaults: &Defaults| &defaults.pricing_system),
        held(|defaults: &Defaults| &defaults.payment_rule),
        held(|defaults: &Defaults| &defaults.payment_term),
        held(|defaults: &Defaults| &defaults.shipper),
        held(|defaults: &Defaults| &defaults.warehouse),
        held(|defaults: &Defaults| &defaults.delivery_rule),
        held(|defaults: &Defaults| &defaults.delivery_via_rule),
    ];
}

/// Columns of [`Letterhead`].
const LETTERHEAD_COLUMNS: &[&str] =
    &["legal_name", "address1", "address2", "postal", "city", "vat_id", "phone", "email", "footer"];

impl FromRow for Letterhead {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            legal_name: row.read()?,
            address1: row.read()?,
            address2: row.read()?,
            postal: row.read()?,
            city: row.read()?,
            vat_id: row.read()?,
            phone: row.read()?,
            email: row.read()?,
            footer: row.read()?,
        })
    }
}

impl ToRow for Letterhead {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        let Self { legal_name, address1, address2, postal, city, vat_id, phone, email, footer } = self;
        row.extend([
            legal_name.write(),
            address1.write(),
            address2.write(),
            postal.write(),
            city.write(),
            vat_id.write(),
            phone.write(),
            email.write(),
            footer.write(),
        ]);
    }
}

impl TypedColumns for Letterhead {
    const TYPES: &'static [ColumnType] = &[
        held(|letterhead: &Letterhead| &letterhead.legal_name),
        held(|letterhead: &Letterhead| &letterhead.address1),
        held(|letterhead: &Letterhead| &letterhead.address2),
        held(|letterhead: &Letterhead| &letterhead.postal),
        held(|letterhead: &Letterhead| &letterhead.city),
        held(|letterhead: &Letterhead| &letterhead.vat_id),
        held(|letterhead: &Letterhead| &letterhead.phone),
        held(|letterhead: &Letterhead| &letterhead.email),
        held(|letterhead: &Letterhead| &letterhead.footer),
    ];
}

/// Columns of [`Organisation`], in the order of reading and writing.
static ORGANISATION_TABLE: Table = Table {
    name: "organisation",
    key: &["id"],
    members: &[
        member(&["id"], |organisation: &Organisation| &organisation.id),
        member(&["version"], |organisation: &Organisation| &organisation.version),
        member(&["active"], |organisation: &Organisation| &organisation.active),
        member(&["code"], |organisation: &Organisation| &organisation.code),
        member(&["name"], |organisation: &Organisation| &organisation.name),
        member(&["time_zone"], |organisation: &Organisation| &organisation.time_zone),
        member(&["country"], |organisation: &Organisation| &organisation.country),
        member(DEFAULTS_COLUMNS, |organisation: &Organisation| &organisation.defaults),
        member(&["default_tax_category_id"], |organisation: &Organisation| &organisation.tax_category),
        member(&["negative_prices"], |organisation: &Organisation| &organisation.negative_prices),
        member(LETTERHEAD_COLUMNS, |organisation: &Organisation| &organisation.letterhead),
    ],
    made: &[],
    // the logo is read and written only by lists of master data
    later: &[Member::of::<Option<Text>>(&["logo"])],
};

static ORGANISATION_WRITES: RecordStatements = RecordStatements::to(&ORGANISATION_TABLE);

impl FromRow for Organisation {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            version: row.read()?,
            active: row.read()?,
            code: row.read()?,
            name: row.read()?,
            time_zone: row.read()?,
            country: row.read()?,
            defaults: row.read()?,
            tax_category: row.read()?,
            negative_prices: row.read()?,
            letterhead: row.read()?,
        })
    }
}

impl TableRecord for Organisation {
    const TABLE: &'static Table = &ORGANISATION_TABLE;
    const WRITES: &'static RecordStatements = &ORGANISATION_WRITES;

    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        let Self {
            id,
            version,
            active,
            code,
            name,
            time_zone,
            country,
            defaults,
            tax_category,
            negative_prices,
            letterhead,
        } = self;
        row.extend([
            id.write(),
            version.write(),
            active.write(),
            code.write(),
            name.write(),
            time_zone.write(),
            country.write(),
        ]);
        defaults.append_to(row);
        row.extend([tax_category.write(), negative_prices.write()]);
        letterhead.append_to(row);
    }
}

// without a version, because the generation of the reference data detects changes
/// Columns of [`PartnerGroup`], in the order of reading and writing.
static PARTNER_GROUP_TABLE: Table = Table {
    name: "bpartner_group",
    key: &["id"],
    members: &[
        member(&["id"], |partner_group: &PartnerGroup| &partner_group.id),
        member(&["org_id"], |partner_group: &PartnerGroup| &partner_group.organisation),
        member(&["active"], |partner_group: &PartnerGroup| &partner_group.active),
        member(&["name"], |partner_group: &PartnerGroup| &partner_group.name),
        member(DEFAULTS_COLUMNS, |partner_group: &PartnerGroup| &partner_group.defaults),
    ],
    made: &[],
    later: &[Member::of::<i64>(&["version"])],
};

static PARTNER_GROUP_WRITES: RecordStatements = RecordStatements::to(&PARTNER_GROUP_TABLE);

impl FromRow for PartnerGroup {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            organisation: row.read()?,
            active: row.read()?,
            name: row.read()?,
            defaults: row.read()?,
        })
    }
}

impl TableRecord for PartnerGroup {
    const TABLE: &'static Table = &PARTNER_GROUP_TABLE;
    const WRITES: &'static RecordStatements = &PARTNER_GROUP_WRITES;

    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        let Self { id, organisation, active, name, defaults } = self;
        row.extend([id.write(), organisation.write(), active.write(), name.write()]);
        defaults.append_to(row);
    }
}
