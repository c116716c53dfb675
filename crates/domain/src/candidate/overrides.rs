//! Members whose imported value can be overridden, and the stored overrides.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::{Candidate, OrderDocType, PartnerRole, PaymentRule, string_enum};
use crate::ids::{ContactId, LocationId, PartnerId, TypedId};
use crate::number::{Decimal, canonical, exact};
use crate::text::{Code, Text};

/// A value that is stored as text in an override: numbers without trailing zeros, dates as `2026-12-08`, records by id.
pub(crate) trait StoredText: Sized {
    fn to_stored(&self) -> String;

    /// Parses the text; `None` if it is not a value of this type.
    fn from_stored(text: &str) -> Option<Self>;
}

impl StoredText for Decimal {
    fn to_stored(&self) -> String {
        canonical(self)
    }

    fn from_stored(text: &str) -> Option<Self> {
        exact(text).ok()
    }
}

impl StoredText for Date {
    fn to_stored(&self) -> String {
        self.to_string()
    }

    fn from_stored(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl StoredText for Code {
    fn to_stored(&self) -> String {
        self.to_string()
    }

    fn from_stored(text: &str) -> Option<Self> {
        Self::stored(text)
    }
}

impl StoredText for Text {
    fn to_stored(&self) -> String {
        self.to_string()
    }

    fn from_stored(text: &str) -> Option<Self> {
        Self::stored(text)
    }
}

impl StoredText for i64 {
    fn to_stored(&self) -> String {
        self.to_string()
    }

    fn from_stored(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl StoredText for OrderDocType {
    fn to_stored(&self) -> String {
        self.as_str().to_owned()
    }

    fn from_stored(text: &str) -> Option<Self> {
        Self::parse(text)
    }
}

impl StoredText for PaymentRule {
    fn to_stored(&self) -> String {
        self.as_str().to_owned()
    }

    fn from_stored(text: &str) -> Option<Self> {
        Self::parse(text)
    }
}

impl<T: TypedId> StoredText for T {
    fn to_stored(&self) -> String {
        let id: i64 = (*self).into();
        id.to_string()
    }

    fn from_stored(text: &str) -> Option<Self> {
        text.parse::<i64>().ok().map(Self::from)
    }
}

/// The ids of partner, location and contact, separated by spaces; `-` without location or contact.
impl StoredText for PartnerRole {
    fn to_stored(&self) -> String {
        let location = text(self.location.as_ref());
        let contact = text(self.contact.as_ref());
        let or_dash = |id: Option<String>| id.unwrap_or_else(|| "-".to_owned());
        format!("{} {} {}", self.partner, or_dash(location), or_dash(contact))
    }

    fn from_stored(text: &str) -> Option<Self> {
        let [partner, location, contact] = text.split(' ').collect::<Vec<_>>().try_into().ok()?;
        let id = |word: &str| if word == "-" { Some(None) } else { i64::from_stored(word).map(Some) };
        Some(Self {
            partner: PartnerId::from_stored(partner)?,
            location: id(location)?.map(LocationId),
            contact: id(contact)?.map(ContactId),
        })
    }
}

fn text<T: StoredText>(value: Option<&T>) -> Option<String> {
    value.map(StoredText::to_stored)
}

/// Sets a required member; `false` if the text is missing or not a value of the member.
fn set<T: StoredText>(member: &mut T, text: Option<&str>) -> bool {
    let value = text.and_then(T::from_stored);
    value.map(|value| *member = value).is_some()
}

/// Sets an optional member, or clears it without a text; `false` if the text is not a value of the member.
fn set_or_clear<T: StoredText>(member: &mut Option<T>, text: Option<&str>) -> bool {
    let value = text.and_then(T::from_stored);
    let is_valid = text.is_none() || value.is_some();
    if is_valid {
        *member = value;
    }
    is_valid
}

/// Sets the buyer's partner, or removes an unresolved buyer.
fn write_buyer(candidate: &mut Candidate, text: Option<&str>) -> bool {
    let Some(text) = text else {
        let may_lack = candidate.may_lack(Field::Bpartner);
        candidate.buyer = candidate.buyer.filter(|_| !may_lack);
        return may_lack;
    };
    let Some(partner) = PartnerId::from_stored(text) else { return false };
    let places = candidate.buyer.map(|buyer| (buyer.location, buyer.contact));
    let (location, contact) = places.unwrap_or_default();
    candidate.buyer = Some(PartnerRole { partner, location, contact });
    true
}

/// Sets location or contact of the buyer. A candidate without a buyer has neither.
fn write_buyer_part<T: StoredText>(
    candidate: &mut Candidate,
    text: Option<&str>,
    place: impl Fn(&mut PartnerRole) -> &mut Option<T>,
) -> bool {
    match &mut candidate.buyer {
        Some(buyer) => set_or_clear(place(buyer), text),
        None => text.is_none(),
    }
}

string_enum! {
    /// A member whose imported value can be overridden, by its JSON name. Changes are applied in this order, so the buyer
    /// precedes its location and contact.
    Field {
        Bpartner "bpartner"
        Location "location"
        Contact "contact"
        BillBPartner "billBPartner"
        DropShipBPartner "dropShipBPartner"
        HandOverBPartner "handOverBPartner"
        ProductCode "productCode"
        TaxCategoryCode "taxCategoryCode"
        Qty "qty"
        UomCode "uomCode"
        Price "price"
        CurrencyCode "currencyCode"
        Discount "discount"
        PricingSystemCode "pricingSystemCode"
        ProductDescription "productDescription"
        Description "description"
        PoReference "poReference"
        DateOrdered "dateOrdered"
        DateRequired "dateRequired"
        PresetDateInvoiced "presetDateInvoiced"
        PresetDateShipped "presetDateShipped"
        OrderDocType "orderDocType"
        InvoiceDocType "invoiceDocType"
        PaymentRule "paymentRule"
        PaymentTerm "paymentTerm"
        Shipper "shipper"
        SalesPartnerCode "salesPartnerCode"
        WarehouseCode "warehouseCode"
        WarehouseDestCode "warehouseDestCode"
        DeliveryRule "deliveryRule"
        DeliveryViaRule "deliveryViaRule"
        Line "line"
        PromotionCode "promotionCode"
        PackingMaterialId "packingMaterialId"
        QtyItemCapacity "qtyItemCapacity"
        OrderLineGroup "orderLineGroup"
    }
}

impl Field {
    /// Members that change prices and are not supported: they are stored, and can only be cleared.
    pub const UNSUPPORTED: [Self; 3] = [Self::PackingMaterialId, Self::QtyItemCapacity, Self::OrderLineGroup];

    /// Returns whether a candidate can have no value in the member.
    pub const fn is_optional(self) -> bool {
        !matches!(
            self,
            Self::Bpartner
                | Self::ProductCode
                | Self::Qty
                | Self::UomCode
                | Self::PoReference
                | Self::DateOrdered
        )
    }

    /// Returns the effective value as text, as it is stored in overrides and history.
    pub fn read(self, candidate: &Candidate) -> Option<String> {
        match self {
            Self::Bpartner => text(candidate.buyer.map(|buyer| buyer.partner).as_ref()),
            Self::Location => text(candidate.buyer.and_then(|buyer| buyer.location).as_ref()),
            Self::Contact => text(candidate.buyer.and_then(|buyer| buyer.contact).as_ref()),
            Self::BillBPartner => text(candidate.bill.as_ref()),
            Self::DropShipBPartner => text(candidate.drop_ship.as_ref()),
            Self::HandOverBPartner => text(candidate.hand_over.as_ref()),
            Self::ProductCode => text(candidate.product.as_ref()),
            Self::TaxCategoryCode => text(candidate.tax_category.as_ref()),
            Self::Qty => Some(candidate.qty.to_stored()),
            Self::UomCode => text(candidate.unit.as_ref()),
            Self::Price => text(candidate.price.as_ref()),
            Self::CurrencyCode => text(candidate.currency.as_ref()),
            Self::Discount => text(candidate.discount.as_ref()),
            Self::PricingSystemCode => text(candidate.pricing_system.as_ref()),
            Self::ProductDescription => text(candidate.product_description.as_ref()),
            Self::Description => text(candidate.description.as_ref()),
            Self::PoReference => Some(candidate.po_reference.to_stored()),
            Self::DateOrdered => Some(candidate.date_ordered.to_stored()),
            Self::DateRequired => text(candidate.date_required.as_ref()),
            Self::PresetDateInvoiced => text(candidate.preset_date_invoiced.as_ref()),
            Self::PresetDateShipped => text(candidate.preset_date_shipped.as_ref()),
            Self::OrderDocType => text(candidate.order_doc_type.as_ref()),
            Self::InvoiceDocType => text(candidate.invoice_doc_type.as_ref()),
            Self::PaymentRule => text(candidate.payment_rule.as_ref()),
            Self::PaymentTerm => text(candidate.payment_term.as_ref()),
            Self::Shipper => text(candidate.shipper.as_ref()),
            Self::SalesPartnerCode => text(candidate.sales_partner.as_ref()),
            Self::WarehouseCode => text(candidate.warehouse.as_ref()),
            Self::WarehouseDestCode => text(candidate.warehouse_dest.as_ref()),
            Self::DeliveryRule => text(candidate.delivery_rule.as_ref()),
            Self::DeliveryViaRule => text(candidate.delivery_via_rule.as_ref()),
            Self::Line => text(candidate.line.as_ref()),
            Self::PromotionCode => text(candidate.promotion_code.as_ref()),
            Self::PackingMaterialId | Self::QtyItemCapacity | Self::OrderLineGroup => {
                self.unsupported(candidate)
            }
        }
    }

    /// Sets a value in the format of [`Self::read`]; returns `false` if it is not a value of the member.
    pub fn write(self, candidate: &mut Candidate, value: Option<&str>) -> bool {
        match self {
            Self::Bpartner => write_buyer(candidate, value),
            Self::Location => write_buyer_part(candidate, value, |buyer| &mut buyer.location),
            Self::Contact => write_buyer_part(candidate, value, |buyer| &mut buyer.contact),
            Self::BillBPartner => set_or_clear(&mut candidate.bill, value),
            Self::DropShipBPartner => set_or_clear(&mut candidate.drop_ship, value),
            Self::HandOverBPartner => set_or_clear(&mut candidate.hand_over, value),
            Self::ProductCode => {
                (value.is_some() || candidate.may_lack(self)) && set_or_clear(&mut candidate.product, value)
            }
            Self::TaxCategoryCode => set_or_clear(&mut candidate.tax_category, value),
            Self::Qty => set(&mut candidate.qty, value),
            Self::UomCode => {
                (value.is_some() || candidate.may_lack(self)) && set_or_clear(&mut candidate.unit, value)
            }
            Self::Price => set_or_clear(&mut candidate.price, value),
            Self::CurrencyCode => set_or_clear(&mut candidate.currency, value),
            Self::Discount => set_or_clear(&mut candidate.discount, value),
            Self::PricingSystemCode => set_or_clear(&mut candidate.pricing_system, value),
            Self::ProductDescription => set_or_clear(&mut candidate.product_description, value),
            Self::Description => set_or_clear(&mut candidate.description, value),
            Self::PoReference => set(&mut candidate.po_reference, value),
            Self::DateOrdered => set(&mut candidate.date_ordered, value),
            Self::DateRequired => set_or_clear(&mut candidate.date_required, value),
            Self::PresetDateInvoiced => set_or_clear(&mut candidate.preset_date_invoiced, value),
            Self::PresetDateShipped => set_or_clear(&mut candidate.preset_date_shipped, value),
            Self::OrderDocType => set_or_clear(&mut candidate.order_doc_type, value),
            Self::InvoiceDocType => set_or_clear(&mut candidate.invoice_doc_type, value),
            Self::PaymentRule => set_or_clear(&mut candidate.payment_rule, value),
            Self::PaymentTerm => set_or_clear(&mut candidate.payment_term, value),
            Self::Shipper => set_or_clear(&mut candidate.shipper, value),
            Self::SalesPartnerCode => set_or_clear(&mut candidate.sales_partner, value),
            Self::WarehouseCode => set_or_clear(&mut candidate.warehouse, value),
            Self::WarehouseDestCode => set_or_clear(&mut candidate.warehouse_dest, value),
            Self::DeliveryRule => set_or_clear(&mut candidate.delivery_rule, value),
            Self::DeliveryViaRule => set_or_clear(&mut candidate.delivery_via_rule, value),
            Self::Line => set_or_clear(&mut candidate.line, value),
            Self::PromotionCode => set_or_clear(&mut candidate.promotion_code, value),
            // the content contains the value, and the overrides determine whether it is ignored
            Self::PackingMaterialId | Self::QtyItemCapacity | Self::OrderLineGroup => true,
        }
    }

    /// Returns the imported value of an unsupported member, unless it was cleared.
    fn unsupported(self, candidate: &Candidate) -> Option<String> {
        if candidate.overrides.iter().any(|one| one.field == self && one.cleared) {
            return None;
        }
        let is_it = |pointer: &str| pointer.strip_prefix('/') == Some(self.as_str());
        let found = candidate.content.members().find(|member| is_it(member.pointer));
        found.map(|member| member.text().into_owned())
    }

    /// Returns whether the value is a partner.
    pub fn is_partner(self) -> bool {
        self.is_role() || self == Self::Bpartner
    }

    /// Returns whether the value is a partner with location and contact.
    pub(crate) fn is_role(self) -> bool {
        matches!(self, Self::BillBPartner | Self::DropShipBPartner | Self::HandOverBPartner)
    }
}

/// Override of an imported value. The candidate itself contains the effective value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Override {
    pub field: Field,
    /// Imported value, in the format of [`Field::read`].
    pub imported: Option<String>,
    /// The imported value is ignored, and no other value was set.
    pub cleared: bool,
    /// User or access token that set or cleared the value.
    pub actor: String,
    pub at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::test_fixture::candidate;

    #[test]
    fn partner_roles_are_stored_as_three_words() {
        for text in ["1 2 3", "1 - -", "1 - 3"] {
            assert_eq!(PartnerRole::from_stored(text).map(|role| role.to_stored()).as_deref(), Some(text));
        }
        for wrong in ["", "1", "- 2 3", "1 2", "1 2 x"] {
            assert_eq!(PartnerRole::from_stored(wrong), None, "{wrong:?}");
        }
    }

    /// Returns an example value of a member, as stored.
    fn sample(field: Field) -> &'static str {
        match field {
            Field::BillBPartner | Field::DropShipBPartner | Field::HandOverBPartner => "7 8 -",
            Field::DateOrdered | Field::DateRequired => "2026-11-30",
            Field::PresetDateInvoiced | Field::PresetDateShipped => "2027-01-02",
            Field::OrderDocType => "PrepayOrder",
            Field::PaymentRule => "Paypal",
            _ => "77",
        }
    }

    #[test]
    fn every_field_returns_the_written_value() {
        for field in Field::ALL.iter().copied().filter(|field| !Field::UNSUPPORTED.contains(field)) {
            let imported = candidate(1, "H");
            let mut changed = imported.clone();
            assert!(field.write(&mut changed, Some(sample(field))), "{field:?}");
            assert_eq!(field.read(&changed).as_deref(), Some(sample(field)), "{field:?}");
            let others = Field::ALL.iter().filter(|other| **other != field);
            for other in others {
                assert_eq!(other.read(&changed), other.read(&imported), "{field:?} changes {other:?}");
            }
        }
    }

    #[test]
    fn only_optional_fields_can_be_cleared() {
        for field in Field::ALL {
            let mut cleared = candidate(1, "H");
            assert_eq!(field.write(&mut cleared, None), field.is_optional(), "{field:?}");
            assert_eq!(field.read(&cleared).is_none(), field.is_optional(), "{field:?}");
        }
    }

    #[test]
    fn unreadable_values_change_nothing() {
        let imported = candidate(1, "H");
        for field in
            [Field::Qty, Field::UomCode, Field::DateRequired, Field::PaymentRule, Field::BillBPartner]
        {
            let mut changed = imported.clone();
            assert!(!field.write(&mut changed, Some("not a value")), "{field:?}");
            assert_eq!(changed, imported);
        }
    }
}
