//! The table `candidate`: its columns, and their decoding and encoding.
//!
//! [`ToRow`], [`FromRow`] and [`TableRecord::append_to`] have the same order. The content is in a separate table:
//! written separately, and joined when candidates are read.

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::candidate::{
    Candidate, ExtendedProps, ExternalIdentity, Hold, OrderDocType, Override, PartnerRole, PaymentRule,
    Status, UnresolvedReference,
};
use orderdock_domain::ids::{
    CandidateId, ContactId, DataSourceId, DocumentTypeId, ExternalSystemId, LocationId, OrganisationId,
    PartnerId, PaymentTermId, PricingSystemId, ProductId, RequestId, ShipperId, TaxCategoryId, UnitId,
    WarehouseId,
};
use orderdock_domain::masterdata::CurrencyCode;
use orderdock_domain::number::{Decimal, sort_key};
use orderdock_domain::problem::Problem;
use orderdock_domain::processing::HeaderGroup;
use orderdock_domain::text::{Code, Text, fold};
use orderdock_store::{StoreResult, from_json, to_json};

use super::{RecordStatements, SearchKey, TableRecord};
use crate::SqlValue;
use crate::candidates::content;
use crate::sql::column::{ColumnType, FromRow, NULL, RowReader, ToRow, TypedColumns, owned};
use crate::sql::table::{Member, Table};

impl TableRecord for Candidate {
    const TABLE: &'static Table = &Table {
        name: "candidate",
        key: &["id"],
        members: &[
            Member::of::<CandidateId>(&["id"]),
            Member::of::<i64>(&["version"]),
            Member::of::<OrganisationId>(&["org_id"]),
            Member::of::<Status>(&["status"]),
            Member::of::<Option<Hold>>(&["hold"]),
            Member::of::<Vec<Problem>>(&["problems"]),
            Member::of::<Option<Code>>(&["assigned_to"]),
            Member::of::<DataSourceId>(&["data_source_id"]),
            Member::of::<Option<ExternalSystemId>>(&["external_system_id"]),
            Member::of::<DataSourceId>(&["data_dest_id"]),
            Member::of::<ExternalIdentity>(&["external_header_id", "external_line_id", "flat_identity"]),
            Member::of::<RequestId>(&["request_id"]),
            Member::of::<u32>(&["request_index"]),
            Member::of::<Option<PartnerRole>>(&[
                "bpartner_id",
                "bpartner_location_id",
                "bpartner_contact_id",
            ]),
            Member::of::<Option<PartnerRole>>(&["bill_bpartner_id", "bill_location_id", "bill_contact_id"]),
            Member::of::<Option<PartnerRole>>(&[
                "drop_ship_bpartner_id",
                "drop_ship_location_id",
                "drop_ship_contact_id",
            ]),
            Member::of::<Option<PartnerRole>>(&[
                "hand_over_bpartner_id",
                "hand_over_location_id",
                "hand_over_contact_id",
            ]),
            Member::of::<Option<ProductId>>(&["product_id"]),
            Member::of::<Option<Decimal>>(&["list_price"]),
            Member::of::<Option<Decimal>>(&["net"]),
            Member::of::<Option<TaxCategoryId>>(&["tax_category_id"]),
            Member::of::<Vec<UnresolvedReference>>(&["unresolved"]),
            Member::of::<Vec<Override>>(&["overrides"]),
            Member::of::<Timestamp>(&["created_at"]),
            Member::of::<Timestamp>(&["updated_at"]),
            Member::of::<Decimal>(&["qty"]),
            Member::of::<Option<UnitId>>(&["uom_id"]),
            Member::of::<Option<Decimal>>(&["price"]),
            Member::of::<Option<CurrencyCode>>(&["currency"]),
            Member::of::<Option<Decimal>>(&["discount"]),
            Member::of::<Option<PricingSystemId>>(&["pricing_system_id"]),
            Member::of::<Option<Text>>(&["product_description"]),
            Member::of::<Option<Text>>(&["description"]),
            Member::of::<Code>(&["po_reference"]),
            Member::of::<Date>(&["date_ordered"]),
            Member::of::<Option<Date>>(&["date_required"]),
            Member::of::<Option<Date>>(&["preset_date_invoiced"]),
            Member::of::<Option<Date>>(&["preset_date_shipped"]),
            Member::of::<Option<OrderDocType>>(&["order_doc_type"]),
            Member::of::<Option<DocumentTypeId>>(&["invoice_doc_type_id"]),
            Member::of::<Option<PaymentRule>>(&["payment_rule"]),
            Member::of::<Option<PaymentTermId>>(&["payment_term_id"]),
            Member::of::<Option<ShipperId>>(&["shipper_id"]),
            Member::of::<Option<PartnerId>>(&["sales_bpartner_id"]),
            Member::of::<Option<WarehouseId>>(&["warehouse_id"]),
            Member::of::<Option<WarehouseId>>(&["warehouse_dest_id"]),
            Member::of::<Option<Code>>(&["delivery_rule"]),
            Member::of::<Option<Code>>(&["delivery_via_rule"]),
            Member::of::<Option<i64>>(&["line"]),
            Member::of::<Option<i64>>(&["header_line_count"]),
            Member::of::<Option<bool>>(&["is_without_charge"]),
            Member::of::<Option<Text>>(&["reason"]),
            Member::of::<Option<Code>>(&["promotion_code"]),
            Member::of::<Option<ExtendedProps>>(&["extended_props"]),
        ],
        made: &[
            Member::of::<String>(&["qty_key"]),
            Member::of::<Option<String>>(&["price_key"]),
            Member::of::<String>(&["header_group"]),
            Member::of::<Option<String>>(&["line_key"]),
            Member::of::<String>(&["po_reference_key"]),
            Member::of::<Option<String>>(&["promotion_code_key"]),
        ],
        later: &[],
    };
    const WRITES: &'static RecordStatements = {
        static WRITES: RecordStatements = RecordStatements::to(Candidate::TABLE);
        &WRITES
    };

    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.id.append_to(row);
        self.version.append_to(row);
        self.organisation.append_to(row);
        self.status.append_to(row);
        self.hold.append_to(row);
        self.problems.append_to(row);
        self.assigned_to.append_to(row);
        self.data_source.append_to(row);
        self.external_system.append_to(row);
        self.data_dest.append_to(row);
        self.identity.append_to(row);
        self.request.append_to(row);
        self.request_index.append_to(row);
        self.buyer.append_to(row);
        self.bill.append_to(row);
        self.drop_ship.append_to(row);
        self.hand_over.append_to(row);
        self.product.append_to(row);
        self.list_price.append_to(row);
        self.net.append_to(row);
        self.tax_category.append_to(row);
        self.unresolved.append_to(row);
        self.overrides.append_to(row);
        self.created_at.append_to(row);
        self.updated_at.append_to(row);
        self.qty.append_to(row);
        self.unit.append_to(row);
        self.price.append_to(row);
        self.currency.append_to(row);
        self.discount.append_to(row);
        self.pricing_system.append_to(row);
        self.product_description.append_to(row);
        self.description.append_to(row);
        self.po_reference.append_to(row);
        self.date_ordered.append_to(row);
        self.date_required.append_to(row);
        self.preset_date_invoiced.append_to(row);
        self.preset_date_shipped.append_to(row);
        self.order_doc_type.append_to(row);
        self.invoice_doc_type.append_to(row);
        self.payment_rule.append_to(row);
        self.payment_term.append_to(row);
        self.shipper.append_to(row);
        self.sales_partner.append_to(row);
        self.warehouse.append_to(row);
        self.warehouse_dest.append_to(row);
        self.delivery_rule.append_to(row);
        self.delivery_via_rule.append_to(row);
        self.line.append_to(row);
        self.header_line_count.append_to(row);
        self.is_without_charge.append_to(row);
        self.reason.append_to(row);
        self.promotion_code.append_to(row);
        self.extended_props.append_to(row);
        put_search_keys(self, row);
    }
}

/// Writes the columns by which candidates are searched and sorted.
fn put_search_keys(candidate: &Candidate, row: &mut Vec<SqlValue<'_>>) {
    row.push(sort_key(&candidate.qty).value());
    row.push(candidate.price_in_effect().map(|price| sort_key(&price)).value());
    row.push(HeaderGroup::of(candidate).key(candidate.external_system).value());
    row.push(line_key(&candidate.identity).value());
    row.push(fold(candidate.po_reference.as_str()).value());
    row.push(candidate.promotion_code.as_ref().map(|code| fold(code.as_str())).value());
}

impl FromRow for Candidate {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            version: row.read()?,
            organisation: row.read()?,
            status: row.read()?,
            hold: row.read()?,
            problems: row.read()?,
            assigned_to: row.read()?,
            data_source: row.read()?,
            external_system: row.read()?,
            data_dest: row.read()?,
            identity: row.read()?,
            request: row.read()?,
            request_index: row.read()?,
            buyer: row.read()?,
            bill: row.read()?,
            drop_ship: row.read()?,
            hand_over: row.read()?,
            product: row.read()?,
            list_price: row.read()?,
            net: row.read()?,
            tax_category: row.read()?,
            unresolved: row.read()?,
            overrides: row.read()?,
            created_at: row.read()?,
            updated_at: row.read()?,
            qty: row.read()?,
            unit: row.read()?,
            price: row.read()?,
            currency: row.read()?,
            discount: row.read()?,
            pricing_system: row.read()?,
            product_description: row.read()?,
            description: row.read()?,
            po_reference: row.read()?,
            date_ordered: row.read()?,
            date_required: row.read()?,
            preset_date_invoiced: row.read()?,
            preset_date_shipped: row.read()?,
            order_doc_type: row.read()?,
            invoice_doc_type: row.read()?,
            payment_rule: row.read()?,
            payment_term: row.read()?,
            shipper: row.read()?,
            sales_partner: row.read()?,
            warehouse: row.read()?,
            warehouse_dest: row.read()?,
            delivery_rule: row.read()?,
            delivery_via_rule: row.read()?,
            line: row.read()?,
            header_line_count: row.read()?,
            is_without_charge: row.read()?,
            reason: row.read()?,
            promotion_code: row.read()?,
            extended_props: row.read()?,
            content: content::read(row)?,
        })
    }
}

/// Returns the folded line id, for flat ids that of the header; `None` if it equals the line id.
fn line_key(identity: &ExternalIdentity) -> Option<String> {
    let line = if identity.flat { &identity.header_id } else { &identity.line_id };
    Some(fold(line.as_str())).filter(|key| key != identity.line_id.as_str())
}

impl FromRow for ExternalIdentity {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { header_id: row.read()?, line_id: row.read()?, flat: row.read()? })
    }
}

impl TypedColumns for ExternalIdentity {
    const TYPES: &'static [ColumnType] =
        &[ColumnType::of::<Code>(), ColumnType::of::<Code>(), ColumnType::of::<bool>()];
}

impl ToRow for ExternalIdentity {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.header_id.append_to(row);
        self.line_id.append_to(row);
        self.flat.append_to(row);
    }
}

impl FromRow for PartnerRole {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { partner: row.read()?, location: row.read()?, contact: row.read()? })
    }
}

impl TypedColumns for PartnerRole {
    const TYPES: &'static [ColumnType] = &[
        ColumnType::of::<PartnerId>(),
        ColumnType::of::<Option<LocationId>>(),
        ColumnType::of::<Option<ContactId>>(),
    ];
}

impl ToRow for PartnerRole {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.partner.append_to(row);
        self.location.append_to(row);
        self.contact.append_to(row);
    }
}

/// An empty role is stored as three nulls.
impl FromRow for Option<PartnerRole> {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        let (partner, location, contact): (Option<PartnerId>, _, _) = row.read()?;
        Ok(partner.map(|partner| PartnerRole { partner, location, contact }))
    }
}

impl TypedColumns for Option<PartnerRole> {
    const TYPES: &'static [ColumnType] = &[
        ColumnType::of::<Option<PartnerId>>(),
        ColumnType::of::<Option<LocationId>>(),
        ColumnType::of::<Option<ContactId>>(),
    ];
}

impl ToRow for Option<PartnerRole> {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        match self {
            Some(role) => role.append_to(row),
            None => row.extend([NULL; 3]),
        }
    }
}

/// An empty list is stored as null.
impl FromRow for Vec<Problem> {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        let Some(json) = row.read::<Option<String>>()? else { return Ok(Self::new()) };
        from_json("problems", &json)
    }
}

impl TypedColumns for Vec<Problem> {
    const TYPES: &'static [ColumnType] = &[ColumnType::of::<Option<String>>()];
}

impl ToRow for Vec<Problem> {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        row.push(problems_json(self));
    }
}

/// Problems as JSON; null if there are none.
pub fn problems_json(problems: &[Problem]) -> SqlValue<'static> {
    if problems.is_empty() { NULL } else { owned(to_json(problems)) }
}

#[cfg(test)]
mod tests {
    use orderdock_domain::candidate::{CANDIDATE_FIELDS, NewCandidate};

    use super::*;
    use crate::Row;
    use crate::sql::column::SqlType;

    struct ReadRow<'r>(Vec<SqlValue<'r>>);

    impl Row for ReadRow<'_> {
        fn value(&self, column: usize) -> Result<SqlValue<'_>, String> {
            Ok(self.0[column].clone())
        }

        fn column_name(&self, column: usize) -> &str {
            Candidate::TABLE.read().nth(column).unwrap_or("content")
        }
    }

    fn candidate() -> Candidate {
        let code = |text: &str| Code::stored(text).unwrap();
        Candidate::from(NewCandidate {
            id: CandidateId(1),
            organisation: OrganisationId(2),
            identity: ExternalIdentity { header_id: code("H"), line_id: code("L"), flat: false },
            data_source: DataSourceId(3),
            data_dest: DataSourceId(4),
            request: RequestId(5),
            request_index: 6,
            buyer: Some(PartnerRole { partner: PartnerId(7), location: Some(LocationId(8)), contact: None }),
            product: Some(ProductId(9)),
            qty: Decimal::new(25, 1),
            unit: Some(UnitId(10)),
            po_reference: code("PO"),
            date_ordered: Date::constant(2026, 12, 1),
            at: Timestamp::UNIX_EPOCH,
        })
    }

    #[test]
    fn candidate_columns_match_the_field_table() {
        let read: Vec<_> = Candidate::TABLE.read().collect();
        let columns: Vec<_> = CANDIDATE_FIELDS.iter().map(|field| field.column).collect();
        assert!(read.ends_with(&columns), "{read:?}");
        let written: Vec<_> = Candidate::TABLE.written().collect();
        let keys: Vec<_> = CANDIDATE_FIELDS.iter().filter_map(|field| field.filter_key).collect();
        assert!(written.ends_with(&keys), "{written:?}");
    }

    #[test]
    fn every_column_is_written_with_its_type() {
        let (candidate, mut row) = (candidate(), Vec::new());
        candidate.append_to(&mut row);
        let columns: Vec<_> = Candidate::TABLE.columns().collect();
        assert_eq!(row.len(), columns.len());
        for (value, (name, column_type)) in row.iter().zip(columns) {
            let fits = match (value, column_type.sql_type) {
                (SqlValue::Null, _) => column_type.nullable,
                (SqlValue::Boolean(_), SqlType::Boolean)
                | (SqlValue::Integer(_), SqlType::Integer)
                | (SqlValue::Text(_), SqlType::Text)
                | (SqlValue::Decimal(_), SqlType::Decimal)
                | (SqlValue::Date(_), SqlType::Date)
                | (SqlValue::Instant(_), SqlType::Instant) => true,
                _ => false,
            };
            assert!(fits, "{name}: {value:?}");
        }
    }

    #[test]
    fn candidate_is_read_as_written() {
        let (candidate, mut row) = (candidate(), Vec::new());
        candidate.append_to(&mut row);
        row.truncate(Candidate::TABLE.read().count());
        // an empty content: text, version, hash, and no block
        row.extend([owned(String::new()), SqlValue::Integer(0), SqlValue::Bytes(vec![0; 16].into())]);
        row.extend([NULL; 6]);
        let read = Candidate::from_row(&mut RowReader::of("candidate", &ReadRow(row))).unwrap();
        assert_eq!(read, candidate);
    }
}
