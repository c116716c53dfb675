//! Values that hold instead of imported ones, as a correction or an edit of many candidates names them.

use orderdock_domain::candidate::{Field, InvoiceDocType, OrderDocType, PaymentRule, Sent, SentDay};
use orderdock_domain::candidate_members;
use orderdock_domain::correction::{NamedRole, WantedValue};
use orderdock_domain::identifier::IdentifierString;
use orderdock_domain::number::Decimal;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::text::{Code, Text};
use utoipa::openapi::schema::Type;

use crate::read::candidate_request::{CodeOrNumber, Discount, PlainCode};
use crate::read::json::{
    Anything, Described, JsonValue, Property, Reader, Scalar, Slot, ValueFault, members, typed,
};

members! {
    ChangeMembers("EditChange", Strict) "A change of one member: exactly one of `set`, `changeBy` and `clear`." {
        set: "set" Anything, "New value, in the format of an override.";
        change_by: "changeBy" Code,
            "Step from the effective value, with a sign: for qty, price and discount a percentage (`+10%`) or an \
             amount (`-2.5`), for dates a number of days (`+3`). Quantity and discount are calculated exactly. A \
             price is rounded half up to the decimal places of its price list, or to 4 without a price list. \
             Candidates without a value of their own, for example with a price from the list, are skipped.";
        clear: "clear" bool, "`true` removes the override, so that the imported value applies again.";
    }
}

/// Declares the members of overrides, each with the field that it is about.
macro_rules! override_members {
    ($($field:ident $name:ident: $member:literal $type:ty $(, $words:literal)?;)*) => {
        members! {
            OverrideMembers("OverrideData", Strict, each Sent)
            "Overrides of imported values. Null removes an override. Partners, locations, contacts, shipper and \
             payment term are identifier strings: `int-…`, `ext-…`, `val-…` or a record id. For locations, `val-` is \
             the GLN." {
                $($name: $member $type $(, $words)?;)*
            }
        }

        members! {
            ChangesMembers("EditChanges", Strict)
            "Changes by member. Absent members stay unchanged. Values of `set` have the format of an override." {
                $($name: $member ChangeMembers<'t>;)*
            }
        }

        impl<'t> OverrideMembers<'t> {
            /// What was sent for each field, in their order.
            pub fn read(&self, reader: &mut Reader) -> Vec<(Field, Sent<WantedValue>)> {
                vec![$((Field::$field, <$type as ReadAsOverride>::wanted(reader, self.$name)),)*]
            }
        }

        impl<'t> ChangesMembers<'t> {
            /// The members in the order of their fields.
            pub fn slots(&self) -> impl Iterator<Item = (Field, Slot<'t, ChangeMembers<'t>>)> {
                [$((Field::$field, self.$name),)*].into_iter()
            }
        }

        /// A value that stands elsewhere than in an override, as it would stand there.
        pub fn read_value<'t>(reader: &mut Reader, field: Field, slot: Slot<'t, Anything>) -> Sent<WantedValue> {
            match field {
                $(Field::$field => <$type as ReadAsOverride>::wanted(reader, slot.being()),)*
                // these are cleared and never set
                Field::PackingMaterialId | Field::QtyItemCapacity | Field::OrderLineGroup => Sent::Absent,
            }
        }
    };
}

/// What an override of a member of the table is read as.
macro_rules! named_as {
    (InvoiceDocType) => { InvoiceDocTypeMembers<'t> };
    ($type:ident) => { $type };
}

macro_rules! overrides {
    ([$($own:tt)*]
        $($field:ident { $need:ident $sent:ident, $json:literal, $($way:tt)* } $kept:tt
            { ($($variant:ident)?), $($called:tt)* } { $words:literal $over_words:literal };)*
    ) => {
        override_members! {
            $($own)*
            $($($variant $field: $json named_as!($sent), $over_words;)?)*
        }
    };
}

candidate_members!(overrides! [
    Bpartner bpartner: "bpartner" IdentifierString, "Buyer. Without `location`, its default ship-to location is used.";
    Location location: "location" IdentifierString;
    Contact contact: "contact" IdentifierString;
    BillBPartner bill_bpartner: "billBPartner" RoleMembers<'t>;
    DropShipBPartner drop_ship_bpartner: "dropShipBPartner" RoleMembers<'t>;
    HandOverBPartner hand_over_bpartner: "handOverBPartner" RoleMembers<'t>;
    ProductCode product_code: "productCode" Code, "Product code, or `ext-` and the external id.";
    TaxCategoryCode tax_category_code: "taxCategoryCode" Code,
        "Tax category code. Takes precedence over the tax categories of product price, product, price list and \
         organisation.";
]);

members! {
    RoleMembers("OverrideRole", Strict) "A business partner by identifier string." {
        bpartner: "bpartner" IdentifierString, required;
        location: "location" IdentifierString,
            "Location. Absent: the default bill-to or ship-to location of the partner.";
        contact: "contact" IdentifierString;
    }
}

members! {
    InvoiceDocTypeMembers("OverrideInvoiceDocumentType", Strict) "A document type by base type and sub type." {
        doc_base_type: "docBaseType" Code, required, "Base type, for example `ARI`.";
        doc_sub_type: "docSubType" Code;
    }
}

/// What an override is read as.
trait ReadAsOverride<'t>: Sized {
    fn wanted(reader: &mut Reader, slot: Slot<'t, Sent<Self>>) -> Sent<WantedValue>;
}

macro_rules! wanted {
    ($($type:ty: $wanted:expr;)*) => {$(
        impl ReadAsOverride<'_> for $type {
            fn wanted(reader: &mut Reader, slot: Slot<'_, Sent<Self>>) -> Sent<WantedValue> {
                reader.sent(slot).map($wanted)
            }
        }
    )*};
}
wanted! {
    Decimal: WantedValue::from;
    Discount: WantedValue::from;
    Text: WantedValue::from;
    SentDay: WantedValue::from;
    OrderDocType: WantedValue::from;
    PaymentRule: WantedValue::from;
    i64: WantedValue::from;
    Code: WantedValue::Code;
    CodeOrNumber: WantedValue::Code;
    PlainCode: |code| WantedValue::Value(code.into_string());
    IdentifierString: WantedValue::Identifier;
}

impl<'t> ReadAsOverride<'t> for RoleMembers<'t> {
    fn wanted(reader: &mut Reader, slot: Slot<'t, Sent<Self>>) -> Sent<WantedValue> {
        let read = |reader: &mut Reader, members: &Self| {
            let bpartner = reader.required(members.bpartner);
            let (location, contact) = (reader.read(members.location), reader.read(members.contact));
            Some(WantedValue::Role(NamedRole { bpartner: bpartner?, location, contact }))
        };
        reader.sent_by(slot, |reader, slot| reader.object(slot, read).flatten())
    }
}

impl<'t> ReadAsOverride<'t> for InvoiceDocTypeMembers<'t> {
    fn wanted(reader: &mut Reader, slot: Slot<'t, Sent<Self>>) -> Sent<WantedValue> {
        let read = |reader: &mut Reader, members: &Self| {
            let doc_base_type = reader.required(members.doc_base_type);
            let doc_sub_type = reader.read(members.doc_sub_type);
            Some(WantedValue::InvoiceDocType(InvoiceDocType { doc_base_type: doc_base_type?, doc_sub_type }))
        };
        reader.sent_by(slot, |reader, slot| reader.object(slot, read).flatten())
    }
}

/// The name of a field that can be overridden.
impl Described for Field {
    fn described(words: &str) -> Property {
        typed(Type::String, words).into()
    }
}

impl Scalar for Field {
    type Read = Self;

    fn read(value: &JsonValue<'_>) -> Result<Option<Self>, ValueFault> {
        let Some(word) = Code::read(value)? else {
            return Err(ValueFault::wrong_type(Phrase::MemberName, value));
        };
        let allowed = || Self::ALL.iter().map(|field| field.as_str());
        Self::parse(word.as_str()).map(Some).ok_or_else(|| ValueFault::not_allowed(word.as_str(), allowed()))
    }
}
