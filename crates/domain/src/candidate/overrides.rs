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

/// What a candidate holds in a member that can be overridden.
trait Overridable {
    /// Whether a candidate can be without it.
    const OPTIONAL: bool;

    fn read(&self) -> Option<String>;

    fn write(&mut self, value: Option<&str>) -> bool;
}

impl<T: Worded> Overridable for Option<T> {
    const OPTIONAL: bool = true;

    fn read(&self) -> Option<String> {
        self.as_ref().map(Worded::word)
    }

    fn write(&mut self, value: Option<&str>) -> bool {
        let read = value.map(T::read);
        let understood = !matches!(read, Some(None));
        if understood {
            *self = read.flatten();
        }
        understood
    }
}

macro_rules! always_held {
    ($($type:ty)*) => {$(
        impl Overridable for $type {
            const OPTIONAL: bool = false;

            fn read(&self) -> Option<String> {
                Some(self.word())
            }

            fn write(&mut self, value: Option<&str>) -> bool {
                value.and_then(Worded::read).map(|value| *self = value).is_some()
            }
        }
    )*};
}
always_held! { Decimal Date Code ids::UnitId ids::ProductId ids::PartnerId }

const fn is_optional<T: Overridable>(_: fn(&Candidate) -> &T) -> bool {
    T::OPTIONAL
}

macro_rules! fields {
    ([$($own:ident $own_json:literal $($place:ident).+;)*]
        $($field:ident { $need:ident $sent:ty, $json:literal, $($way:tt)* } { $how:ident $kept:ident: $($held:tt)* }
            { ($($variant:ident)?), $($called:tt)* } $words:tt;)*
    ) => {
        words! {
            /// A member whose imported value can be overridden, by its name in the interface.
            Field {
                $($own $own_json)*
                $($($variant $json)?)*
                PackingMaterialId "packingMaterialId"
                QtyItemCapacity "qtyItemCapacity"
                OrderLineGroup "orderLineGroup"
            }
        }

        impl Field {
            /// Whether a candidate can be without it.
            pub fn is_optional(self) -> bool {
                match self {
                    $(Self::$own => is_optional(|candidate| &candidate.$($place).+),)*
                    $($(Self::$variant => is_optional(|candidate| &candidate.$kept),)?)*
                    Self::PackingMaterialId | Self::QtyItemCapacity | Self::OrderLineGroup => true,
                }
            }

            /// The value that holds, as it is stored: numbers and days as they are written, records by their id.
            pub fn read(self, candidate: &Candidate) -> Option<String> {
                match self {
                    $(Self::$own => candidate.$($place).+.read(),)*
                    $($(Self::$variant => candidate.$kept.read(),)?)*
                    Self::PackingMaterialId | Self::QtyItemCapacity | Self::OrderLineGroup => {
                        self.unsupported(candidate)
                    }
                }
            }

            /// Sets a value as [`Self::read`] gives it; `false` if it is none of this member.
            pub fn write(self, candidate: &mut Candidate, value: Option<&str>) -> bool {
                match self {
                    $(Self::$own => candidate.$($place).+.write(value),)*
                    $($(Self::$variant => candidate.$kept.write(value),)?)*
                    // the value is in the content alone, and whether it counts follows from the overrides
                    Self::PackingMaterialId | Self::QtyItemCapacity | Self::OrderLineGroup => true,
                }
            }
        }
    };
}

// the buyer comes before its location and contact
candidate_members!(fields! [
    Bpartner "bpartner" buyer.partner;
    Location "location" buyer.location;
    Contact "contact" buyer.contact;
    BillBPartner "billBPartner" bill;
    DropShipBPartner "dropShipBPartner" drop_ship;
    HandOverBPartner "handOverBPartner" hand_over;
    ProductCode "productCode" product;
    TaxCategoryCode "taxCategoryCode" tax_category;
]);

impl Field {
    /// Members that touch money and are not supported: they are stored, and can only be cleared.
    pub const UNSUPPORTED: [Self; 3] = [Self::PackingMaterialId, Self::QtyItemCapacity, Self::OrderLineGroup];

    /// The imported value of such a member, unless it was cleared.
    fn unsupported(self, candidate: &Candidate) -> Option<String> {
        if candidate.overrides.iter().any(|one| one.field == self && one.cleared) {
            return None;
        }
        let is_it = |pointer: &str| pointer.strip_prefix('/') == Some(self.as_str());
        let found = candidate.content.members().find(|member| is_it(member.pointer));
        found.map(|member| member.text().into_owned())
    }

    /// Whether it names a partner.
    pub fn is_partner(self) -> bool {
        self.is_role() || self == Self::Bpartner
    }

    /// Whether it names a partner with a location and a contact.
    pub(crate) fn is_role(self) -> bool {
        matches!(self, Self::BillBPartner | Self::DropShipBPartner | Self::HandOverBPartner)
    }
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
