//! Values that stand beside imported ones and hold instead of them.

use jiff::Timestamp;
use jiff::civil::Date;

use super::{Candidate, OrderDocType, PartnerRole, PaymentRule, words};
use crate::ids;
use crate::number::{Decimal, canonical, exact};
use crate::text::{Code, Text};

/// A value in the text by which it is stored.
pub(crate) trait Worded: Sized {
    fn word(&self) -> String;

    fn read(text: &str) -> Option<Self>;
}

macro_rules! worded {
    ($($type:ty { $value:ident => $word:expr, $text:ident => $read:expr })*) => {$(
        impl Worded for $type {
            fn word(&self) -> String {
                let $value = self;
                $word
            }

            fn read($text: &str) -> Option<Self> {
                $read
            }
        }
    )*};
}

worded! {
    Decimal { value => canonical(value), text => exact(text).ok() }
    Date { value => value.to_string(), text => text.parse().ok() }
    Code { value => value.to_string(), text => Self::stored(text) }
    Text { value => value.to_string(), text => Self::stored(text) }
    i64 { value => value.to_string(), text => text.parse().ok() }
    OrderDocType { value => value.as_str().to_owned(), text => Self::parse(text) }
    PaymentRule { value => value.as_str().to_owned(), text => Self::parse(text) }
    PartnerRole { value => role_word(*value), text => role(text) }
}

macro_rules! worded_ids {
    ($($id:ident)*) => {worded! {$(
        ids::$id { value => value.0.to_string(), text => text.parse().ok().map(Self) }
    )*}};
}
worded_ids! {
    UnitId PartnerId LocationId ContactId ProductId PricingSystemId TaxCategoryId WarehouseId ShipperId PaymentTermId DocumentTypeId
}

/// `partner location contact`, a dash for what is not there.
fn role_word(role: PartnerRole) -> String {
    let or_dash = |id: Option<i64>| id.map_or_else(|| "-".to_owned(), |id| id.to_string());
    let (location, contact) = (role.location.map(|id| id.0), role.contact.map(|id| id.0));
    format!("{} {} {}", role.partner, or_dash(location), or_dash(contact))
}

fn role(text: &str) -> Option<PartnerRole> {
    let [partner, location, contact] = text.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let id = |word: &str| if word == "-" { Some(None) } else { word.parse().ok().map(Some) };
    Some(PartnerRole {
        partner: ids::PartnerId(partner.parse().ok()?),
        location: id(location)?.map(ids::LocationId),
        contact: id(contact)?.map(ids::ContactId),
    })
}

/// Declares the members that can be overridden: how they are named in the interface, whether a candidate can be
/// without, and where they stand in it.
macro_rules! fields {
    ($($variant:ident $member:literal $kind:ident $($place:ident).+;)*) => {
        words! {
            /// A member whose imported value can be overridden, by its name in the interface.
            Field { $($variant $member)* }
        }

        impl Field {
            /// Whether a candidate can be without it.
            pub fn is_optional(self) -> bool {
                match self { $(Self::$variant => fields!(@optional $kind),)* }
            }

            /// The value that holds, as it is stored: numbers and days as they are written, records by their id.
            pub fn read(self, candidate: &Candidate) -> Option<String> {
                match self { $(Self::$variant => fields!(@read $kind candidate.$($place).+),)* }
            }

            /// Sets a value as [`Self::read`] gives it; `false` if it is none of this member.
            pub fn write(self, candidate: &mut Candidate, value: Option<&str>) -> bool {
                match self { $(Self::$variant => fields!(@write $kind candidate.$($place).+, value),)* }
            }
        }
    };
    (@optional required) => { false };
    (@optional optional) => { true };
    (@read required $place:expr) => { Some(Worded::word(&$place)) };
    (@read optional $place:expr) => { $place.as_ref().map(Worded::word) };
    (@write required $place:expr, $value:ident) => {
        $value.and_then(Worded::read).map(|value| $place = value).is_some()
    };
    (@write optional $place:expr, $value:ident) => {
        match $value.map(Worded::read) {
            None => {
                $place = None;
                true
            }
            Some(Some(value)) => {
                $place = Some(value);
                true
            }
            Some(None) => false,
        }
    };
}

fields! {
    Qty "qty" required qty;
    UomCode "uomCode" required unit;
    Price "price" optional price;
    CurrencyCode "currencyCode" optional currency;
    Discount "discount" optional discount;
    PricingSystemCode "pricingSystemCode" optional pricing_system;
    TaxCategoryCode "taxCategoryCode" optional tax_category;
    ProductCode "productCode" required product;
    ProductDescription "productDescription" optional product_description;
    Description "description" optional description;
    Bpartner "bpartner" required buyer.partner;
    Location "location" optional buyer.location;
    Contact "contact" optional buyer.contact;
    BillBPartner "billBPartner" optional bill;
    DropShipBPartner "dropShipBPartner" optional drop_ship;
    HandOverBPartner "handOverBPartner" optional hand_over;
    PoReference "poReference" required po_reference;
    DateOrdered "dateOrdered" required date_ordered;
    DateRequired "dateRequired" optional date_required;
    PresetDateInvoiced "presetDateInvoiced" optional preset_date_invoiced;
    PresetDateShipped "presetDateShipped" optional preset_date_shipped;
    OrderDocType "orderDocType" optional order_doc_type;
    InvoiceDocType "invoiceDocType" optional invoice_doc_type;
    PaymentRule "paymentRule" optional payment_rule;
    PaymentTerm "paymentTerm" optional payment_term;
    Shipper "shipper" optional shipper;
    SalesPartnerCode "salesPartnerCode" optional sales_partner;
    WarehouseCode "warehouseCode" optional warehouse;
    WarehouseDestCode "warehouseDestCode" optional warehouse_dest;
    DeliveryRule "deliveryRule" optional delivery_rule;
    DeliveryViaRule "deliveryViaRule" optional delivery_via_rule;
    Line "line" optional line;
}

/// That a member holds another value than the imported one. The value itself stands in the candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Override {
    pub field: Field,
    /// The imported value that it covers, as [`Field::read`] gives it.
    pub imported: Option<String>,
    /// It counts as absent; what then holds is nothing, or what an absent member stands for.
    pub cleared: bool,
    pub actor: String,
    pub at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_keep_what_they_lack() {
        for text in ["1 2 3", "1 - -", "1 - 3"] {
            assert_eq!(role(text).map(role_word).as_deref(), Some(text));
        }
        for wrong in ["", "1", "- 2 3", "1 2", "1 2 x"] {
            assert_eq!(role(wrong), None, "{wrong:?}");
        }
    }
}
