//! The members of the blocks, each listed once: for the content of a row and for writing records.
//!
//! A line is the field's name in Rust, its name in JSON, and how it lands in the record: `optional` (null
//! clears it), `required` (it always holds a value), or `apart` (it is written by hand: another kind of value,
//! or none of the record's).

use crate::candidate::{Day, OrderDocType, PaymentRule};
use crate::identifier::IdentifierString;
use crate::masterdata::ProductType;
use crate::number::{Decimal, canonical};
use crate::text::{Code, Name, Text, on_one_line};

/// What kind of value a member holds, and what it is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemberKind {
    Text,
    Number,
    Boolean,
    Date,
    /// Text as it was sent: shown, not compared.
    Sent,
    /// What it stands for: compared, not shown.
    Resolved,
}

impl MemberKind {
    const LETTERS: [(Self, char); 6] = [
        (Self::Text, 's'),
        (Self::Number, 'n'),
        (Self::Boolean, 'b'),
        (Self::Date, 'd'),
        (Self::Sent, 'S'),
        (Self::Resolved, 'r'),
    ];

    pub(super) fn letter(self) -> char {
        Self::LETTERS.iter().find(|(kind, _)| *kind == self).map_or('s', |(_, letter)| *letter)
    }

    pub(super) fn parse(letter: &str) -> Option<Self> {
        Self::LETTERS.iter().find(|(_, known)| letter.chars().eq([*known])).map(|(kind, _)| *kind)
    }

    /// Whether it decides if a repeated row is the same.
    pub fn is_compared(self) -> bool {
        self != Self::Sent
    }

    /// Whether it is part of what the sender wrote.
    pub fn is_shown(self) -> bool {
        self != Self::Resolved
    }
}

macro_rules! partner_members {
    ($use:ident! $context:tt) => {
        $use! { $context
            active "active" required;
            code "code" required;
            external_id "externalId" optional;
            name "name" required;
            name2 "name2" optional;
            name3 "name3" optional;
            company_name "companyName" optional;
            group "group" apart;
            phone "phone" optional;
            language "language" optional;
            url "url" optional;
            url2 "url2" optional;
            url3 "url3" optional;
            global_id "globalId" optional;
            vat_id "vatId" optional;
            parent_id "parentId" apart;
            customer "customer" required;
            vendor "vendor" required;
            invoice_rule "invoiceRule" optional;
        }
    };
}

macro_rules! location_members {
    ($use:ident! $context:tt) => {
        $use! { $context
            active "active" required;
            external_id "externalId" optional;
            gln "gln" optional;
            name "name" optional;
            bpartner_name "bpartnerName" optional;
            address1 "address1" optional;
            address2 "address2" optional;
            address3 "address3" optional;
            address4 "address4" optional;
            po_box "poBox" optional;
            postal "postal" optional;
            city "city" optional;
            district "district" optional;
            region "region" optional;
            country_code "countryCode" apart;
            ship_to "shipTo" required;
            ship_to_default "shipToDefault" required;
            bill_to "billTo" required;
            bill_to_default "billToDefault" required;
        }
    };
}

macro_rules! contact_members {
    ($use:ident! $context:tt) => {
        $use! { $context
            active "active" required;
            external_id "externalId" optional;
            code "code" optional;
            name "name" required;
            greeting "greeting" optional;
            first_name "firstName" optional;
            last_name "lastName" optional;
            email "email" optional;
            phone "phone" optional;
            mobile_phone "mobilePhone" optional;
            fax "fax" optional;
            description "description" optional;
            newsletter "newsletter" required;
            default_contact "defaultContact" required;
            ship_to_default "shipToDefault" required;
            bill_to_default "billToDefault" required;
            sales "sales" required;
            sales_default "salesDefault" required;
            purchase "purchase" required;
            purchase_default "purchaseDefault" required;
            subject_matter "subjectMatter" required;
        }
    };
}

macro_rules! product_members {
    ($use:ident! $context:tt) => {
        $use! { $context
            code "code" required;
            external_id "externalId" optional;
            name "name" required;
            product_type "type" required;
            uom_code "uomCode" apart;
            price_std "priceStd" apart;
        }
    };
}

pub(super) use {contact_members, location_members, partner_members, product_members};

/// A value as it stands in a row's content.
pub(super) trait MemberValue {
    const KIND: MemberKind;

    fn write(&self, out: &mut String);

    fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }
}

macro_rules! member_values {
    ($($type:ty, $kind:ident, |$value:ident| $text:expr;)*) => {$(
        impl MemberValue for $type {
            const KIND: MemberKind = MemberKind::$kind;

            fn write(&self, out: &mut String) {
                let $value = self;
                out.push_str(&$text);
            }
        }
    )*};
}

member_values! {
    Code, Text, |value| value.as_str();
    Name, Text, |value| value.as_str();
    Text, Text, |value| on_one_line(value.as_str());
    Decimal, Number, |value| canonical(value);
    i64, Number, |value| value.to_string();
    bool, Boolean, |value| if *value { "true" } else { "false" };
    IdentifierString, Text, |value| value.to_string();
    // an instant is a day by now, for the organisation is known
    Day, Date, |value| value.date().map(|date| date.to_string()).unwrap_or_default();
    ProductType, Text, |value| value.as_str();
    PaymentRule, Text, |value| value.as_str();
    OrderDocType, Text, |value| value.as_str();
}
