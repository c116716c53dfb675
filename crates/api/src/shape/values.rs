//! Values of a candidate in the member names of an override: those that hold, and those that were set.

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::candidate::{Candidate, Field, OrderDocType, Override, PartnerRole, Related};
use orderdock_domain::ids::{ContactId, LocationId, PartnerId, PricingSystemId, TaxCategoryId, WarehouseId};
use orderdock_domain::masterdata::{ValueSource, ValuesInEffect};
use orderdock_domain::order::ValueOrigin;
use orderdock_domain::text::Code;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::candidate::{
    InvoiceDocTypeShape, currency_digits, invoice_doc_type, payment_term, sales_partner, shipper,
};
use super::said::SaidMembers;
use super::{Exact, NamedShape};

/// User or access token that set or cleared a value, and the time.
#[derive(Serialize, ToSchema, Debug)]
pub struct OverrideNote<'a> {
    by: &'a str,
    at: Timestamp,
}

/// The notes of all overrides, by member.
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
pub struct ValueSourceShape<'a> {
    /// Level that provides the value: `candidate`, `bpartner`, `bpartnerGroup` or `organisation`. For payment and
    /// prices, the partner is the bill partner; for shipper, warehouse and delivery, it is the partner that receives
    /// the goods.
    #[schema(example = "bpartnerGroup")]
    from: &'static str,
    /// Code of the partner or organisation, or name of the group. Absent for `candidate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
}

impl<'a> From<ValueSource<'a>> for ValueSourceShape<'a> {
    fn from(source: ValueSource<'a>) -> Self {
        Self { from: source.level.as_str(), code: source.code }
    }
}

/// Where the values of a candidate come from, by member.
#[derive(Debug)]
pub struct ValueSources<'a>(pub ValuesInEffect<'a>);

impl Serialize for ValueSources<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sources = self.0.sources();
        serializer
            .collect_map(sources.map(|(field, source)| (field.as_str(), ValueSourceShape::from(source))))
    }
}

/// Where the values of an order came from, by its members.
#[derive(Debug)]
pub struct ValueOrigins<'a>(pub &'a [ValueOrigin]);

impl ValueOrigins<'_> {
    /// Of orders made before it was kept, nobody knows.
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
            (member, ValueSourceShape { from: origin.level.as_str(), code })
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
    bpartner: NamedShape<'a>,
    location: Option<NamedShape<'a>>,
    contact: Option<NamedShape<'a>>,
}

/// Declares the shape: each member is left out if it has no value, or is not among the wanted ones.
macro_rules! values {
    ($binder:ident, $related:ident, $held:ident { $($(#[$attribute:meta])* $name:ident: $type:ty, $field:ident, $value:expr;)* }) => {
        /// Values, with the member names of an override. References contain `id`, `code` and `name`.
        #[derive(Serialize, ToSchema, Debug)]
        #[serde(rename_all = "camelCase")]
        #[schema(as = CandidateValues)]
        pub struct Values<'a> {
            $(
                #[serde(skip_serializing_if = "Option::is_none")]
                $(#[$attribute])*
                pub $name: Option<$type>,
            )*
            #[serde(flatten)]
            #[schema(inline)]
            pub said: SaidMembers<'a>,
        }

        impl<'a> Values<'a> {
            fn of($binder: &'a Candidate, $related: &'a Related, wanted: impl Fn(Field) -> bool) -> Self {
                let $held = $related.values($binder);
                Self {
                    $($name: if wanted(Field::$field) { $value } else { None },)*
                    said: SaidMembers::of($binder, wanted),
                }
            }
        }
    };
}

values! { candidate, related, held {
    qty: Exact, Qty, Some(Exact::plain(candidate.qty));
    uom_code: NamedShape<'a>, UomCode, Some(unit(candidate, related));
    price: Exact, Price, price(candidate, related);
    currency_code: &'a str, CurrencyCode, candidate.currency.as_ref().map(Code::as_str);
    discount: Exact, Discount, candidate.discount.map(Exact::plain);
    pricing_system_code: NamedShape<'a>, PricingSystemCode,
        held.pricing_system.map(|system| pricing_system(system.value, related));
    tax_category_code: NamedShape<'a>, TaxCategoryCode, candidate.tax_category.map(|id| tax_category(id, related));
    product_code: NamedShape<'a>, ProductCode, Some(product(candidate, related));
    bpartner: NamedShape<'a>, Bpartner, Some(partner(candidate.buyer.partner, related));
    location: NamedShape<'a>, Location, candidate.buyer.location.map(|id| location(id, related));
    contact: NamedShape<'a>, Contact, candidate.buyer.contact.map(|id| contact(id, related));
    #[serde(rename = "billBPartner")]
    bill_bpartner: RoleNames<'a>, BillBPartner, candidate.bill.map(|one| role(one, related));
    #[serde(rename = "dropShipBPartner")]
    drop_ship_bpartner: RoleNames<'a>, DropShipBPartner, candidate.drop_ship.map(|one| role(one, related));
    #[serde(rename = "handOverBPartner")]
    hand_over_bpartner: RoleNames<'a>, HandOverBPartner, candidate.hand_over.map(|one| role(one, related));
    po_reference: &'a str, PoReference, Some(candidate.po_reference.as_str());
    date_ordered: Date, DateOrdered, Some(candidate.date_ordered);
    date_required: Date, DateRequired, candidate.date_required;
    preset_date_invoiced: Date, PresetDateInvoiced, candidate.preset_date_invoiced;
    preset_date_shipped: Date, PresetDateShipped, candidate.preset_date_shipped;
    order_doc_type: &'static str, OrderDocType, candidate.order_doc_type.map(OrderDocType::as_str);
    invoice_doc_type: InvoiceDocTypeShape<'a>, InvoiceDocType,
        candidate.invoice_doc_type.and_then(|id| invoice_doc_type(id, related));
    payment_rule: &'static str, PaymentRule, held.payment_rule.map(|rule| rule.value.as_str());
    payment_term: NamedShape<'a>, PaymentTerm, held.payment_term.map(|term| payment_term(term.value, related));
    shipper: NamedShape<'a>, Shipper, held.shipper.map(|one| shipper(one.value, related));
    sales_partner_code: NamedShape<'a>, SalesPartnerCode, sales_partner(candidate, related);
    warehouse_code: NamedShape<'a>, WarehouseCode, held.warehouse.map(|one| warehouse(one.value, related));
    warehouse_dest_code: NamedShape<'a>, WarehouseDestCode, candidate.warehouse_dest.map(|id| warehouse(id, related));
    delivery_rule: &'a str, DeliveryRule, held.delivery_rule.map(|rule| rule.value.as_str());
    delivery_via_rule: &'a str, DeliveryViaRule, held.delivery_via_rule.map(|rule| rule.value.as_str());
    line: i64, Line, candidate.line;
    promotion_code: &'a str, PromotionCode, candidate.promotion_code.as_ref().map(Code::as_str);
} }

impl<'a> Values<'a> {
    /// What holds.
    pub fn effective(candidate: &'a Candidate, related: &'a Related) -> Self {
        Self::of(candidate, related, |_| true)
    }

    /// What some members hold.
    pub fn of_fields(candidate: &'a Candidate, related: &'a Related, fields: &[Field]) -> Self {
        Self::of(candidate, related, |field| fields.contains(&field))
    }

    /// What was set instead of imported values.
    pub fn overridden(candidate: &'a Candidate, related: &'a Related) -> Self {
        let set = |field| candidate.overrides.iter().any(|one| one.field == field && !one.cleared);
        Self::of(candidate, related, set)
    }
}

fn unit<'a>(candidate: &Candidate, related: &'a Related) -> NamedShape<'a> {
    let id = candidate.unit;
    NamedShape::of(id, related.reference.unit(id), |unit| (Some(&unit.code), Some(&unit.name)))
}

fn price(candidate: &Candidate, related: &Related) -> Option<Exact> {
    let digits = currency_digits(candidate, related);
    candidate.price_in_effect().map(|price| Exact::money(price, digits))
}

fn product<'a>(candidate: &Candidate, related: &'a Related) -> NamedShape<'a> {
    let id = candidate.product;
    NamedShape::of(id, related.products.get(&id), |product| (Some(&product.code), Some(&product.name)))
}

fn role(role: PartnerRole, related: &Related) -> RoleNames<'_> {
    RoleNames {
        bpartner: partner(role.partner, related),
        location: role.location.map(|id| location(id, related)),
        contact: role.contact.map(|id| contact(id, related)),
    }
}

fn partner(id: PartnerId, related: &Related) -> NamedShape<'_> {
    NamedShape::of(id, related.partners.get(&id), |partner| (Some(&partner.code), Some(&partner.name)))
}

fn pricing_system(id: PricingSystemId, related: &Related) -> NamedShape<'_> {
    NamedShape::of(id, related.reference.pricing_system(id), |known| (Some(&known.code), Some(&known.name)))
}

fn tax_category(id: TaxCategoryId, related: &Related) -> NamedShape<'_> {
    NamedShape::of(id, related.reference.tax_category(id), |known| (Some(&known.code), Some(&known.name)))
}

/// Its external id stands for a code; without a name the first address line names it.
fn location(id: LocationId, related: &Related) -> NamedShape<'_> {
    NamedShape::of(id, related.locations.get(&id), |known| {
        (known.external_id.as_ref().or(known.gln.as_ref()), known.name.as_ref().or(known.address1.as_ref()))
    })
}

fn contact(id: ContactId, related: &Related) -> NamedShape<'_> {
    NamedShape::of(id, related.contacts.get(&id), |known| {
        (known.external_id.as_ref().or(known.code.as_ref()), Some(&known.name))
    })
}

fn warehouse(id: WarehouseId, related: &Related) -> NamedShape<'_> {
    NamedShape::of(id, related.reference.warehouse(id), |known| (Some(&known.code), known.name.as_ref()))
}
