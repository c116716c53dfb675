//! The table `candidate`: its columns, and how candidates are read from them and written to them.
//!
//! Columns, [`Taken`] and [`Stored::put`] have the same order. The content is stored in a table of its own, which is
//! written separately and joined when candidates are read.

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::candidate::{
    Candidate, ExtendedProps, ExternalIdentity, Hold, OrderDocType, Override, PartnerRole, PaymentRule,
    Status,
};
use orderdock_domain::ids::{
    CandidateId, ContactId, DataSourceId, DocumentTypeId, LocationId, OrganisationId, PartnerId,
    PaymentTermId, PricingSystemId, ProductId, RequestId, ShipperId, TaxCategoryId, UnitId, WarehouseId,
};
use orderdock_domain::masterdata::CurrencyCode;
use orderdock_domain::number::{Decimal, sort_key};
use orderdock_domain::problem::Problem;
use orderdock_domain::processing::HeaderGroup;
use orderdock_domain::text::{Code, Text, fold};
use orderdock_store::{StoreError, StoreResult, decode_problems, encode_problems};

use super::{SearchKey, Stored, Writes};
use crate::Datum;
use crate::column::{Columns, Fields, Held, HeldColumns, NULL, Taken, owned};
use crate::content;
use crate::table::{Member, Table};

impl Stored for Candidate {
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
            Member::of::<DataSourceId>(&["data_dest_id"]),
            Member::of::<ExternalIdentity>(&["external_header_id", "external_line_id", "flat_identity"]),
            Member::of::<RequestId>(&["request_id"]),
            Member::of::<u32>(&["request_index"]),
            Member::of::<PartnerRole>(&["bpartner_id", "bpartner_location_id", "bpartner_contact_id"]),
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
            Member::of::<ProductId>(&["product_id"]),
            Member::of::<Option<Decimal>>(&["list_price"]),
            Member::of::<Option<Decimal>>(&["net"]),
            Member::of::<Option<TaxCategoryId>>(&["tax_category_id"]),
            Member::of::<Vec<Override>>(&["overrides"]),
            Member::of::<Timestamp>(&["created_at"]),
            Member::of::<Timestamp>(&["updated_at"]),
            Member::of::<Decimal>(&["qty"]),
            Member::of::<UnitId>(&["uom_id"]),
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
    const WRITES: &'static Writes = {
        static WRITES: Writes = Writes::to(Candidate::TABLE);
        &WRITES
    };

    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        self.id.put(row);
        self.version.put(row);
        self.organisation.put(row);
        self.status.put(row);
        self.hold.put(row);
        self.problems.put(row);
        self.assigned_to.put(row);
        self.data_source.put(row);
        self.data_dest.put(row);
        self.identity.put(row);
        self.request.put(row);
        self.request_index.put(row);
        self.buyer.put(row);
        self.bill.put(row);
        self.drop_ship.put(row);
        self.hand_over.put(row);
        self.product.put(row);
        self.list_price.put(row);
        self.net.put(row);
        self.tax_category.put(row);
        self.overrides.put(row);
        self.created_at.put(row);
        self.updated_at.put(row);
        self.qty.put(row);
        self.unit.put(row);
        self.price.put(row);
        self.currency.put(row);
        self.discount.put(row);
        self.pricing_system.put(row);
        self.product_description.put(row);
        self.description.put(row);
        self.po_reference.put(row);
        self.date_ordered.put(row);
        self.date_required.put(row);
        self.preset_date_invoiced.put(row);
        self.preset_date_shipped.put(row);
        self.order_doc_type.put(row);
        self.invoice_doc_type.put(row);
        self.payment_rule.put(row);
        self.payment_term.put(row);
        self.shipper.put(row);
        self.sales_partner.put(row);
        self.warehouse.put(row);
        self.warehouse_dest.put(row);
        self.delivery_rule.put(row);
        self.delivery_via_rule.put(row);
        self.line.put(row);
        self.header_line_count.put(row);
        self.is_without_charge.put(row);
        self.reason.put(row);
        self.promotion_code.put(row);
        self.extended_props.put(row);
        put_search_keys(self, row);
    }
}

/// Writes the columns by which candidates are searched and sorted.
fn put_search_keys(candidate: &Candidate, row: &mut Vec<Datum<'_>>) {
    row.push(sort_key(&candidate.qty).value());
    row.push(candidate.price_in_effect().map(|price| sort_key(&price)).value());
    row.push(HeaderGroup::of(candidate).key().value());
    row.push(line_key(&candidate.identity).value());
    row.push(fold(candidate.po_reference.as_str()).value());
    row.push(candidate.promotion_code.as_ref().map(|code| fold(code.as_str())).value());
}

impl Taken for Candidate {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            version: fields.take()?,
            organisation: fields.take()?,
            status: fields.take()?,
            hold: fields.take()?,
            problems: fields.take()?,
            assigned_to: fields.take()?,
            data_source: fields.take()?,
            data_dest: fields.take()?,
            identity: fields.take()?,
            request: fields.take()?,
            request_index: fields.take()?,
            buyer: fields.take()?,
            bill: fields.take()?,
            drop_ship: fields.take()?,
            hand_over: fields.take()?,
            product: fields.take()?,
            list_price: fields.take()?,
            net: fields.take()?,
            tax_category: fields.take()?,
            overrides: fields.take()?,
            created_at: fields.take()?,
            updated_at: fields.take()?,
            qty: fields.take()?,
            unit: fields.take()?,
            price: fields.take()?,
            currency: fields.take()?,
            discount: fields.take()?,
            pricing_system: fields.take()?,
            product_description: fields.take()?,
            description: fields.take()?,
            po_reference: fields.take()?,
            date_ordered: fields.take()?,
            date_required: fields.take()?,
            preset_date_invoiced: fields.take()?,
            preset_date_shipped: fields.take()?,
            order_doc_type: fields.take()?,
            invoice_doc_type: fields.take()?,
            payment_rule: fields.take()?,
            payment_term: fields.take()?,
            shipper: fields.take()?,
            sales_partner: fields.take()?,
            warehouse: fields.take()?,
            warehouse_dest: fields.take()?,
            delivery_rule: fields.take()?,
            delivery_via_rule: fields.take()?,
            line: fields.take()?,
            header_line_count: fields.take()?,
            is_without_charge: fields.take()?,
            reason: fields.take()?,
            promotion_code: fields.take()?,
            extended_props: fields.take()?,
            content: content::read(fields)?,
        })
    }
}

/// Returns the folded line id, unless it equals the line id. Flat ids are searched as line ids.
fn line_key(identity: &ExternalIdentity) -> Option<String> {
    let line = if identity.flat { &identity.header_id } else { &identity.line_id };
    Some(fold(line.as_str())).filter(|key| key != identity.line_id.as_str())
}

impl Taken for ExternalIdentity {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self { header_id: fields.take()?, line_id: fields.take()?, flat: fields.take()? })
    }
}

impl HeldColumns for ExternalIdentity {
    const HELD: &'static [Held] = &[Held::of::<Code>(), Held::of::<Code>(), Held::of::<bool>()];
}

impl Columns for ExternalIdentity {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        self.header_id.put(row);
        self.line_id.put(row);
        self.flat.put(row);
    }
}

impl Taken for PartnerRole {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self { partner: fields.take()?, location: fields.take()?, contact: fields.take()? })
    }
}

impl HeldColumns for PartnerRole {
    const HELD: &'static [Held] =
        &[Held::of::<PartnerId>(), Held::of::<Option<LocationId>>(), Held::of::<Option<ContactId>>()];
}

impl Columns for PartnerRole {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        self.partner.put(row);
        self.location.put(row);
        self.contact.put(row);
    }
}

/// An empty role is stored as three nulls.
impl Taken for Option<PartnerRole> {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        let (partner, location, contact): (Option<PartnerId>, _, _) = fields.take()?;
        Ok(partner.map(|partner| PartnerRole { partner, location, contact }))
    }
}

impl HeldColumns for Option<PartnerRole> {
    const HELD: &'static [Held] =
        &[Held::of::<Option<PartnerId>>(), Held::of::<Option<LocationId>>(), Held::of::<Option<ContactId>>()];
}

impl Columns for Option<PartnerRole> {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        match self {
            Some(role) => role.put(row),
            None => row.extend([NULL; 3]),
        }
    }
}

/// An empty list is stored as null.
impl Taken for Vec<Problem> {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        let Some(json) = fields.take::<Option<String>>()? else { return Ok(Self::new()) };
        decode_problems(&json)
            .map_err(|fault| StoreError::Inconsistent { place: "problems", fault: fault.to_string() })
    }
}

impl HeldColumns for Vec<Problem> {
    const HELD: &'static [Held] = &[Held::of::<Option<String>>()];
}

impl Columns for Vec<Problem> {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        row.push(problems_json(self));
    }
}

/// Problems as JSON; null if there are none.
pub fn problems_json(problems: &[Problem]) -> Datum<'static> {
    if problems.is_empty() { NULL } else { owned(encode_problems(problems)) }
}

#[cfg(test)]
mod tests {
    use orderdock_domain::candidate::{CANDIDATE_FIELDS, NewCandidate};

    use super::*;
    use crate::Row;
    use crate::column::Holds;

    struct ReadRow<'r>(Vec<Datum<'r>>);

    impl Row for ReadRow<'_> {
        fn datum(&self, column: usize) -> Result<Datum<'_>, String> {
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
            buyer: PartnerRole { partner: PartnerId(7), location: Some(LocationId(8)), contact: None },
            product: ProductId(9),
            qty: Decimal::new(25, 1),
            unit: UnitId(10),
            po_reference: code("PO"),
            date_ordered: Date::constant(2026, 12, 1),
            at: Timestamp::UNIX_EPOCH,
        })
    }

    #[test]
    fn columns_are_those_of_the_candidate_fields() {
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
        Stored::put(&candidate, &mut row);
        let columns: Vec<_> = Candidate::TABLE.columns().collect();
        assert_eq!(row.len(), columns.len());
        for (value, (name, held)) in row.iter().zip(columns) {
            let fits = match (value, held.what) {
                (Datum::Null, _) => held.nullable,
                (Datum::Boolean(_), Holds::Boolean)
                | (Datum::Integer(_), Holds::Integer)
                | (Datum::Text(_), Holds::Text)
                | (Datum::Decimal(_), Holds::Decimal)
                | (Datum::Date(_), Holds::Date)
                | (Datum::Instant(_), Holds::Instant) => true,
                _ => false,
            };
            assert!(fits, "{name}: {value:?}");
        }
    }

    #[test]
    fn a_written_candidate_is_read_back() {
        let (candidate, mut row) = (candidate(), Vec::new());
        Stored::put(&candidate, &mut row);
        row.truncate(Candidate::TABLE.read().count());
        // an empty content: text, version, hash, and no block
        row.extend([owned(String::new()), Datum::Integer(0), Datum::Bytes(vec![0; 16].into())]);
        row.extend([NULL; 6]);
        let read = Candidate::take(&mut Fields::of("candidate", &ReadRow(row))).unwrap();
        assert_eq!(read, candidate);
    }
}
