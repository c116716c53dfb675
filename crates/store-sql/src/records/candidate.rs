use orderdock_domain::candidate::{Candidate, ExternalIdentity, PartnerRole};
use orderdock_domain::ids::PartnerId;
use orderdock_domain::import::Content;
use orderdock_domain::number::sort_key;
use orderdock_domain::problem::Problem;
use orderdock_domain::processing::HeaderGroup;
use orderdock_domain::text::fold;
use orderdock_store::{StoreError, StoreResult, decode_problems};

use super::{Stored, Whole, Written, columns_of};
use crate::Datum;
use crate::changes::problems_json;
use crate::column::{Column, Fields, NULL, integer, owned};

impl Stored for Candidate {
    const TABLE: &'static str = "candidate";

    fn read(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            version: fields.take()?,
            organisation: fields.take()?,
            status: fields.take()?,
            hold: fields.take()?,
            problems: problems(fields)?,
            data_source: fields.take()?,
            data_dest: fields.take()?,
            identity: identity(fields)?,
            request: fields.take()?,
            request_index: fields.take()?,
            line: fields.take()?,
            header_line_count: fields.take()?,
            po_reference: fields.take()?,
            buyer: PartnerRole { partner: fields.take()?, location: fields.take()?, contact: fields.take()? },
            bill: role(fields)?,
            drop_ship: role(fields)?,
            hand_over: role(fields)?,
            product: fields.take()?,
            product_description: fields.take()?,
            description: fields.take()?,
            qty: fields.take()?,
            unit: fields.take()?,
            price: fields.take()?,
            list_price: fields.take()?,
            currency: fields.take()?,
            discount: fields.take()?,
            pricing_system: fields.take()?,
            tax_category: fields.take()?,
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
            overrides: fields.take::<Option<_>>()?.unwrap_or_default(),
            created_at: fields.take()?,
            updated_at: fields.take()?,
            content: content(fields)?,
        })
    }
}

fn problems(fields: &mut Fields<'_>) -> StoreResult<Vec<Problem>> {
    let Some(json) = fields.take::<Option<String>>()? else { return Ok(Vec::new()) };
    decode_problems(&json)
        .map_err(|fault| StoreError::Inconsistent { place: "candidate.problems", fault: fault.to_string() })
}

/// External ids and whether they stand for one flat id.
pub fn identity(fields: &mut Fields<'_>) -> StoreResult<ExternalIdentity> {
    Ok(ExternalIdentity { header_id: fields.take()?, line_id: fields.take()?, flat: fields.take()? })
}

fn role(fields: &mut Fields<'_>) -> StoreResult<Option<PartnerRole>> {
    let (partner, location, contact) = (fields.take::<Option<PartnerId>>()?, fields.take()?, fields.take()?);
    Ok(partner.map(|partner| PartnerRole { partner, location, contact }))
}

/// Members, version of the member list and hash.
pub fn content(fields: &mut Fields<'_>) -> StoreResult<Content> {
    Ok(Content { members: fields.take()?, version: fields.take()?, hash: fields.take()? })
}

static CANDIDATE: Whole = Whole::new(
    "candidate",
    concat!(columns_of!(candidate), ", qty_key, price_key, po_reference_key, header_group, line_key"),
);

/// Without what was sent, which is written once, to a table of its own.
impl Written for Candidate {
    const ROWS: &'static Whole = &CANDIDATE;

    fn version(&self) -> i64 {
        self.version
    }

    fn values(&self, version: i64) -> impl IntoIterator<Item = Datum<'_>> {
        [
            self.id.write(),
            integer(version),
            self.organisation.write(),
            self.status.write(),
            self.hold.write(),
            problems_json(&self.problems),
            self.data_source.write(),
            self.data_dest.write(),
            self.identity.header_id.write(),
            self.identity.line_id.write(),
            self.identity.flat.write(),
            self.request.write(),
            self.request_index.write(),
            self.line.write(),
            self.header_line_count.write(),
            self.po_reference.write(),
        ]
        .into_iter()
        .chain(role_values(Some(&self.buyer)))
        .chain(role_values(self.bill.as_ref()))
        .chain(role_values(self.drop_ship.as_ref()))
        .chain(role_values(self.hand_over.as_ref()))
        .chain([
            self.product.write(),
            self.product_description.write(),
            self.description.write(),
            self.qty.write(),
            self.unit.write(),
            self.price.write(),
            self.list_price.write(),
            self.currency.write(),
            self.discount.write(),
            self.pricing_system.write(),
            self.tax_category.write(),
            self.date_ordered.write(),
            self.date_required.write(),
            self.preset_date_invoiced.write(),
            self.preset_date_shipped.write(),
            self.order_doc_type.write(),
            self.invoice_doc_type.write(),
            self.payment_rule.write(),
            self.payment_term.write(),
            self.shipper.write(),
            self.sales_partner.write(),
            self.warehouse.write(),
            self.warehouse_dest.write(),
            self.delivery_rule.write(),
            self.delivery_via_rule.write(),
            if self.overrides.is_empty() { NULL } else { self.overrides.write() },
            self.created_at.write(),
            self.updated_at.write(),
            owned(sort_key(&self.qty)),
            self.price_in_effect().map_or(NULL, |price| owned(sort_key(&price))),
            owned(fold(self.po_reference.as_str())),
            owned(HeaderGroup::key_of(self)),
            // a flat identity is no header, so it is searched as a line
            owned(fold(if self.identity.flat {
                self.identity.header_id.as_str()
            } else {
                self.identity.line_id.as_str()
            })),
        ])
    }
}

fn role_values(role: Option<&PartnerRole>) -> [Datum<'_>; 3] {
    role.map_or([NULL; 3], |role| [role.partner.write(), role.location.write(), role.contact.write()])
}
