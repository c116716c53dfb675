//! Records as they stand in their tables: which columns, in which order, read and written.

mod candidate;
mod organisation;
mod partner;
mod product;

use orderdock_domain::candidate::Candidate;
use orderdock_domain::masterdata::{Contact, Location, Organisation, Partner, Product};
use orderdock_store::StoreResult;

use crate::column::{Fields, Rows};
use crate::template::Statement;
use crate::{Datum, Transaction, conflict};
pub use candidate::{content, identity};
pub use organisation::{default_values, defaults};

/// The columns of each table, in the order in which records are read.
macro_rules! columns_of {
    (defaults) => {
        "pricing_system_id, payment_rule, payment_term_id, shipper_id, warehouse_id, delivery_rule, delivery_via_rule"
    };
    (organisation) => {
        concat!(
            "id, version, active, code, name, time_zone, country, ",
            columns_of!(defaults),
            ", default_tax_category_id, negative_prices"
        )
    };
    (bpartner_group) => { concat!("id, org_id, active, name, ", columns_of!(defaults)) };
    (bpartner) => {
        concat!(
            "id, version, org_id, active, code, external_id, name, name2, name3, company_name, \
             bpartner_group_id, phone, language, url, url2, url3, global_id, vat_id, parent_id, customer, \
             vendor, invoice_rule, sales_code, tax_exempt, ",
            columns_of!(defaults)
        )
    };
    (bpartner_location) => {
        "id, version, bpartner_id, org_id, active, external_id, gln, name, bpartner_name, address1, address2, \
         address3, address4, po_box, postal, city, district, region, country, postal_code_id, ship_to, \
         ship_to_default, bill_to, bill_to_default"
    };
    (bpartner_contact) => {
        "id, version, bpartner_id, org_id, active, external_id, code, name, greeting, first_name, last_name, \
         email, phone, mobile_phone, fax, description, newsletter, default_contact, ship_to_default, \
         bill_to_default, sales, sales_default, purchase, purchase_default, subject_matter"
    };
    (product) => { "id, version, org_id, active, code, external_id, name, type, uom_id, tax_category_id" };
    (product_price) => {
        "id, org_id, active, price_list_version_id, product_id, uom_id, price, tax_category_id"
    };
    // of `candidate JOIN candidate_content`
    (candidate_with_content) => { concat!(columns_of!(candidate), ", content, content_version, content_hash") };
    // what no plan reads is not loaded: what was sent is larger than all the rest
    (candidate_without_content) => { concat!(columns_of!(candidate), ", '', 0, {bytes 32}") };
    (candidate) => {
        "id, version, org_id, status, hold, problems, data_source_id, data_dest_id, external_header_id, \
         external_line_id, flat_identity, request_id, request_index, line, header_line_count, po_reference, \
         bpartner_id, bpartner_location_id, bpartner_contact_id, bill_bpartner_id, bill_location_id, \
         bill_contact_id, drop_ship_bpartner_id, drop_ship_location_id, drop_ship_contact_id, \
         hand_over_bpartner_id, hand_over_location_id, hand_over_contact_id, product_id, product_description, \
         description, qty, uom_id, price, list_price, currency, discount, pricing_system_id, \
         tax_category_id, date_ordered, \
         date_required, preset_date_invoiced, preset_date_shipped, order_doc_type, invoice_doc_type_id, \
         payment_rule, payment_term_id, shipper_id, sales_bpartner_id, warehouse_id, warehouse_dest_id, \
         delivery_rule, delivery_via_rule, overrides, created_at, updated_at"
    };
}
pub(crate) use columns_of;

/// The columns of a candidate, but for the keys made of them.
pub const CANDIDATE: &str = columns_of!(candidate);

/// A record that is read from a table.
pub trait Stored: Sized {
    const TABLE: &'static str;

    /// Reads the columns of the table in the order of `columns_of!`.
    fn read(fields: &mut Fields<'_>) -> StoreResult<Self>;
}

/// The statements that write a record whole, by its columns and the keys that are made of them.
pub struct Whole {
    insert: Statement,
    /// Takes the same values; the version is the new one, and the row must still have the one before.
    update: Statement,
}

impl Whole {
    const fn new(table: &'static str, columns: &'static str) -> Self {
        Self { insert: Statement::insert(table, columns), update: Statement::update(table, columns) }
    }
}

/// Every statement of the room.
pub fn statements() -> impl Iterator<Item = &'static Statement> {
    fn of<R: Written>() -> [&'static Statement; 2] {
        [&R::ROWS.insert, &R::ROWS.update]
    }
    [
        of::<Candidate>(),
        of::<Organisation>(),
        of::<Partner>(),
        of::<Location>(),
        of::<Contact>(),
        of::<Product>(),
    ]
    .into_iter()
    .flatten()
}

/// A record that is written whole; id and version are its first two columns.
pub trait Written: Stored {
    const ROWS: &'static Whole;

    fn version(&self) -> i64;

    fn values(&self, version: i64) -> impl IntoIterator<Item = Datum<'_>>;
}

/// Writes new records.
pub fn insert<R: Written>(transaction: &dyn Transaction, records: &[R]) -> StoreResult<()> {
    if records.is_empty() {
        return Ok(());
    }
    let mut rows = Rows::prepare(transaction, &R::ROWS.insert)?;
    records.iter().try_for_each(|record| rows.write(record.values(record.version())).map(|_| ()))
}

/// Writes changed records over the versions that were read, and raises these.
pub fn update<'r, R: Written + 'r>(
    transaction: &dyn Transaction,
    records: impl IntoIterator<Item = &'r R>,
) -> StoreResult<()> {
    let mut records = records.into_iter().peekable();
    if records.peek().is_none() {
        return Ok(());
    }
    let mut rows = Rows::prepare(transaction, &R::ROWS.update)?;
    for record in records {
        if rows.write(record.values(record.version() + 1))? != 1 {
            return Err(conflict(R::TABLE));
        }
    }
    Ok(())
}
