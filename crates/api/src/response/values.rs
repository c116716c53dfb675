//! Values of a candidate by override member: effective values and overrides.

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::candidate::{Candidate, Field, OrderDocType, Override, PartnerRole, Related};
use orderdock_domain::ids::{ContactId, LocationId, PartnerId, PricingSystemId, TaxCategoryId, WarehouseId};
use orderdock_domain::masterdata::{EffectiveValues, ValueSource};
use orderdock_domain::order::ValueOrigin;
use orderdock_domain::text::Code;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::candidate::{
    InvoiceDocTypeResponse, currency_digits, invoice_doc_type, payment_term, sales_partner, shipper,
};
use super::free_texts::FreeTexts;
use super::{Exact, NamedResponse};

/// User or access token that set or cleared a value, and the time.
#[derive(Serialize, ToSchema, Debug)]
pub struct OverrideNote<'a> {
    by: &'a str,
    at: Timestamp,
}

/// Authors and times of all overrides, by member.
#[derive(Debug)]
pub struct OverrideNotes<'a>(pub &'a [Override]);

impl<'a> Serialize for OverrideNotes<'a> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let note = |one: &'a Override| (one.field.as_str(), OverrideNote { by: &one.actor, at: one.at });
        serializer.collect_map(self.0.iter().map(note))
    }
}

/// Source of an effective value.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = ValueSource)]
pub struct ValueSourceResponse<'a> {
    /// Level that provides the value: `candidate`, `bpartner`, `bpartnerGroup` or `organisation`. For payment and
    /// prices, the partner is the bill partner; for shipper, warehouse and delivery, it is the partner that receives
    /// the goods.
    #[schema(example = "bpartnerGroup")]
    from: &'static str,
    /// Code of the partner or organisation, or name of the group. Absent for `candidate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
}

impl<'a> From<ValueSource<'a>> for ValueSourceResponse<'a> {
    fn from(source: ValueSource<'a>) -> Self {
        Self { from: source.level.as_str(), code: source.code }
    }
}

/// Sources of the effective values of a candidate, by member.
#[derive(Debug)]
pub struct ValueSources<'a>(pub EffectiveValues<'a>);

impl Serialize for ValueSources<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sources = self.0.sources();
        serializer
            .collect_map(sources.map(|(field, source)| (field.as_str(), ValueSourceResponse::from(source))))
    }
}

/// Sources of the effective values of an order, by member.
#[derive(Debug)]
pub struct ValueOrigins<'a>(pub &'a [ValueOrigin]);

impl ValueOrigins<'_> {
    /// Returns whether there are none, as for orders created before sources were recorded.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for ValueOrigins<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|origin| {
            let member = match origin.field {
                Field::PricingSystemCode => "pricingSystem",
                Field::WarehouseCode => "warehouse",
                field => field.as_str(),
            };
            let code = origin.code.as_ref().map(AsRef::as_ref);
            (member, ValueSourceResponse { from: origin.level.as_str(), code })
        }))
    }
}

/// Members whose imported values count as absent.
pub fn cleared(candidate: &Candidate) -> Vec<&'static str> {
    let cleared = candidate.overrides.iter().filter(|one| one.cleared);
    cleared.map(|one| one.field.as_str()).collect()
}

/// A partner with location and contact.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
pub struct RoleNames<'a> {
    bpartner: NamedResponse<'a>,
    location: Option<NamedResponse<'a>>,
    contact: Option<NamedResponse<'a>>,
}

/// Values, with the field names of an override. References contain `id`, `code` and `name`.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = CandidateValues)]
pub struct Values<'a> {
    pub qty: Option<Exact>,
    pub uom_code: Option<NamedResponse<'a>>,
    pub price: Option<Exact>,
    pub currency_code: Option<&'a str>,
    pub discount: Option<Exact>,
    pub pricing_system_code: Option<NamedResponse<'a>>,
    pub tax_category_code: Option<NamedResponse<'a>>,
    pub product_code: Option<NamedResponse<'a>>,
    pub bpartner: Option<NamedResponse<'a>>,
    pub location: Option<NamedResponse<'a>>,
    pub contact: Option<NamedResponse<'a>>,
    #[serde(rename = "billBPartner")]
    pub bill_bpartner: Option<RoleNames<'a>>,
    #[serde(rename = "dropShipBPartner")]
    pub drop_ship_bpartner: Option<RoleNames<'a>>,
    #[serde(rename = "handOverBPartner")]
    pub hand_over_bpartner: Option<RoleNames<'a>>,
    pub po_reference: Option<&'a str>,
    pub date_ordered: Option<Date>,
    pub date_required: Option<Date>,
    pub preset_date_invoiced: Option<Date>,
    pub preset_date_shipped: Option<Date>,
    pub order_doc_type: Option<&'static str>,
    pub invoice_doc_type: Option<InvoiceDocTypeResponse<'a>>,
    pub payment_rule: Option<&'static str>,
    pub payment_term: Option<NamedResponse<'a>>,
    pub shipper: Option<NamedResponse<'a>>,
    pub sales_partner_code: Option<NamedResponse<'a>>,
    pub warehouse_code: Option<NamedResponse<'a>>,
    pub warehouse_dest_code: Option<NamedResponse<'a>>,
    pub delivery_rule: Option<&'a str>,
    pub delivery_via_rule: Option<&'a str>,
    pub line: Option<i64>,
    pub promotion_code: Option<&'a str>,
    #[serde(flatten)]
    #[schema(inline)]
    pub texts: FreeTexts<'a>,
}

impl<'a> Values<'a> {
    /// Returns the effective values.
    pub fn effective(candidate: &'a Candidate, related: &'a Related) -> Self {
        let effective = related.values(candidate);
        Self {
            qty: Some(Exact::plain(candidate.qty)),
            uom_code: unit(candidate, related),
            price: price(candidate, related),
            currency_code: candidate.currency.as_ref().map(Code::as_str),
            discount: candidate.discount.map(Exact::plain),
            pricing_system_code: effective.pricing_system.map(|system| pricing_system(system.value, related)),
            tax_category_code: candidate.tax_category.map(|id| tax_category(id, related)),
            product_code: product(candidate, related),
            bpartner: candidate.buyer.map(|buyer| partner(buyer.partner, related)),
            location: candidate.buyer.and_then(|buyer| buyer.location).map(|id| location(id, related)),
            contact: candidate.buyer.and_then(|buyer| buyer.contact).map(|id| contact(id, related)),
            bill_bpartner: candidate.bill.map(|one| role(one, related)),
            drop_ship_bpartner: candidate.drop_ship.map(|one| role(one, related)),
            hand_over_bpartner: candidate.hand_over.map(|one| role(one, related)),
            po_reference: Some(candidate.po_reference.as_str()),
            date_ordered: Some(candidate.date_ordered),
            date_required: candidate.date_required,
            preset_date_invoiced: candidate.preset_date_invoiced,
            preset_date_shipped: candidate.preset_date_shipped,
            order_doc_type: candidate.order_doc_type.map(OrderDocType::as_str),
            invoice_doc_type: candidate.invoice_doc_type.and_then(|id| invoice_doc_type(id, related)),
            payment_rule: effective.payment_rule.map(|rule| rule.value.as_str()),
            payment_term: effective.payment_term.map(|term| payment_term(term.value, related)),
            shipper: effective.shipper.map(|one| shipper(one.value, related)),
            sales_partner_code: sales_partner(candidate, related),
            warehouse_code: effective.warehouse.map(|one| warehouse(one.value, related)),
            warehouse_dest_code: candidate.warehouse_dest.map(|id| warehouse(id, related)),
            delivery_rule: effective.delivery_rule.map(|rule| rule.value.as_str()),
            delivery_via_rule: effective.delivery_via_rule.map(|rule| rule.value.as_str()),
            line: candidate.line,
            promotion_code: candidate.promotion_code.as_ref().map(Code::as_str),
            texts: FreeTexts::of(candidate),
        }
    }

    /// Returns the effective values of some members.
    pub fn of_fields(candidate: &'a Candidate, related: &'a Related, fields: &[Field]) -> Self {
        Self::effective(candidate, related).only(|field| fields.contains(&field))
    }

    /// Returns the values that were set in place of imported ones.
    pub fn overridden(candidate: &'a Candidate, related: &'a Related) -> Self {
        let is_set = |field| candidate.overrides.iter().any(|one| one.field == field && !one.cleared);
        Self::effective(candidate, related).only(is_set)
    }

    /// Removes the values of unwanted members.
    fn only(self, wanted: impl Fn(Field) -> bool) -> Self {
        Self {
            qty: self.qty.filter(|_| wanted(Field::Qty)),
            uom_code: self.uom_code.filter(|_| wanted(Field::UomCode)),
            price: self.price.filter(|_| wanted(Field::Price)),
            currency_code: self.currency_code.filter(|_| wanted(Field::CurrencyCode)),
            discount: self.discount.filter(|_| wanted(Field::Discount)),
            pricing_system_code: self.pricing_system_code.filter(|_| wanted(Field::PricingSystemCode)),
            tax_category_code: self.tax_category_code.filter(|_| wanted(Field::TaxCategoryCode)),
            product_code: self.product_code.filter(|_| wanted(Field::ProductCode)),
            bpartner: self.bpartner.filter(|_| wanted(Field::Bpartner)),
            location: self.location.filter(|_| wanted(Field::Location)),
            contact: self.contact.filter(|_| wanted(Field::Contact)),
            bill_bpartner: self.bill_bpartner.filter(|_| wanted(Field::BillBPartner)),
            drop_ship_bpartner: self.drop_ship_bpartner.filter(|_| wanted(Field::DropShipBPartner)),
            hand_over_bpartner: self.hand_over_bpartner.filter(|_| wanted(Field::HandOverBPartner)),
            po_reference: self.po_reference.filter(|_| wanted(Field::PoReference)),
            date_ordered: self.date_ordered.filter(|_| wanted(Field::DateOrdered)),
            date_required: self.date_required.filter(|_| wanted(Field::DateRequired)),
            preset_date_invoiced: self.preset_date_invoiced.filter(|_| wanted(Field::PresetDateInvoiced)),
            preset_date_shipped: self.preset_date_shipped.filter(|_| wanted(Field::PresetDateShipped)),
            order_doc_type: self.order_doc_type.filter(|_| wanted(Field::OrderDocType)),
            invoice_doc_type: self.invoice_doc_type.filter(|_| wanted(Field::InvoiceDocType)),
            payment_rule: self.payment_rule.filter(|_| wanted(Field::PaymentRule)),
            payment_term: self.payment_term.filter(|_| wanted(Field::PaymentTerm)),
            shipper: self.shipper.filter(|_| wanted(Field::Shipper)),
            sales_partner_code: self.sales_partner_code.filter(|_| wanted(Field::SalesPartnerCode)),
            warehouse_code: self.warehouse_code.filter(|_| wanted(Field::WarehouseCode)),
            warehouse_dest_code: self.warehouse_dest_code.filter(|_| wanted(Field::WarehouseDestCode)),
            delivery_rule: self.delivery_rule.filter(|_| wanted(Field::DeliveryRule)),
            delivery_via_rule: self.delivery_via_rule.filter(|_| wanted(Field::DeliveryViaRule)),
            line: self.line.filter(|_| wanted(Field::Line)),
            promotion_code: self.promotion_code.filter(|_| wanted(Field::PromotionCode)),
            texts: self.texts.only(wanted),
        }
    }
}

fn unit<'a>(candidate: &Candidate, related: &'a Related) -> Option<NamedResponse<'a>> {
    let id = candidate.unit?;
    let unit = related.reference.unit(id);
    Some(NamedResponse::of(id, unit, |unit| (Some(&unit.code), Some(&unit.name))))
}

fn price(candidate: &Candidate, related: &Related) -> Option<Exact> {
    let digits = currency_digits(candidate, related);
    candidate.price_in_effect().map(|price| Exact::money(price, digits))
}

fn product<'a>(candidate: &Candidate, related: &'a Related) -> Option<NamedResponse<'a>> {
    let id = candidate.product?;
    let product = related.products.get(&id);
    Some(NamedResponse::of(id, product, |product| (Some(&product.code), Some(&product.name))))
}

fn role(role: PartnerRole, related: &Related) -> RoleNames<'_> {
    RoleNames {
        bpartner: partner(role.partner, related),
        location: role.location.map(|id| location(id, related)),
        contact: role.contact.map(|id| contact(id, related)),
    }
}

fn partner(id: PartnerId, related: &Related) -> NamedResponse<'_> {
    NamedResponse::of(id, related.partners.get(&id), |partner| (Some(&partner.code), Some(&partner.name)))
}

fn pricing_system(id: PricingSystemId, related: &Related) -> NamedResponse<'_> {
    NamedResponse::of(id, related.reference.pricing_system(id), |known| {
        (Some(&known.code), Some(&known.name))
    })
}

fn tax_category(id: TaxCategoryId, related: &Related) -> NamedResponse<'_> {
    NamedResponse::of(id, related.reference.tax_category(id), |known| (Some(&known.code), Some(&known.name)))
}

/// Returns a location with its external id as code and, without a name, its first address line as name.
fn location(id: LocationId, related: &Related) -> NamedResponse<'_> {
    NamedResponse::of(id, related.locations.get(&id), |known| {
        (known.external_id.as_ref().or(known.gln.as_ref()), known.name.as_ref().or(known.address1.as_ref()))
    })
}

fn contact(id: ContactId, related: &Related) -> NamedResponse<'_> {
    NamedResponse::of(id, related.contacts.get(&id), |known| {
        (known.external_id.as_ref().or(known.code.as_ref()), Some(&known.name))
    })
}

fn warehouse(id: WarehouseId, related: &Related) -> NamedResponse<'_> {
    NamedResponse::of(id, related.reference.warehouse(id), |known| (Some(&known.code), known.name.as_ref()))
}
