//! The descriptions themselves.

use super::{Derived, Field, FieldType, Kind, NESTED_IN, POSTAL_CODE_LINK, Range, Single};
use FieldType::{
    Boolean, Code, Codes, Date, Decimal, Letters, Name, Owner, Reference, Scales, Short, Text, TimeZone,
    Version, VersionDay, Whole, Word,
};

use crate::phrase::Phrase;

pub(super) const fn required(name: &'static str, field_type: FieldType, words: &'static str) -> Field {
    Field { name, field_type, required: true, default: None, words, reserved: &[] }
}

const fn optional(name: &'static str, field_type: FieldType, words: &'static str) -> Field {
    Field { name, field_type, required: false, default: None, words, reserved: &[] }
}

/// A flag that is off unless given.
const fn flag(name: &'static str, words: &'static str) -> Field {
    optional(name, Boolean, words).or("false")
}

impl Field {
    const fn or(mut self, default: &'static str) -> Self {
        self.default = Some(default);
        self
    }

    const fn but_not(mut self, reserved: &'static [&'static str]) -> Self {
        self.reserved = reserved;
        self
    }
}

const ORG: Field =
    optional("org", Owner, "Code of the organisation it belongs to; * is shared by all").or("*");
/// A nested record belongs where its parent does.
const PARENTS_ORG: Field =
    optional("org", Owner, "Code of the organisation it belongs to; its parent's if absent");
const CODE: Field = required("code", Code, "Search key");
const NAME: Field = required("name", Name, "Name");
const OPTIONAL_NAME: Field = optional("name", Name, "Name");
const EXTERNAL_ID: Field = optional("externalId", Code, "Id in the sender's system");
const ACTIVE: Field = optional("active", Boolean, "Whether it may be used").or("true");
const PRICING_SYSTEM: Field =
    optional("pricingSystem", Reference(KindName::PricingSystems), "Code of the pricing system");
const OPTIONAL_COUNTRY: Field =
    optional("country", Reference(KindName::Countries), "Country, by its two-letter code");
const COUNTRY: Field = required("country", Reference(KindName::Countries), "Country, by its two-letter code");
const UOM: Field = required("uom", Reference(KindName::Uoms), "Unit, by its code");
const PAYMENT_RULE: Field = optional(
    "paymentRule",
    Word(&["OnCredit", "Paypal", "DirectDebit"]),
    "How invoices are paid unless said",
);
const PAYMENT_TERM: Field =
    optional("paymentTerm", Reference(KindName::PaymentTerms), "Code of the payment term unless said");
const SHIPPER: Field =
    optional("shipper", Reference(KindName::Shippers), "Code of the shipper of goods unless said");
const WAREHOUSE: Field = optional(
    "warehouse",
    Reference(KindName::Warehouses),
    "Code of the warehouse goods leave from unless said",
);
const DELIVERY_RULE: Field = optional("deliveryRule", Code, "When goods are delivered unless said");
const DELIVERY_VIA_RULE: Field = optional("deliveryViaRule", Code, "How goods are delivered unless said");
const TAX_CATEGORY: Field =
    optional("taxCategory", Reference(KindName::TaxCategories), "Code of the tax category");
/// Most letters of a document's sub type.
pub const SUB_TYPE_LETTERS: usize = 10;
const DIGITS: FieldType = Whole { least: 0, most: 12 };

/// What most kinds have in common: a small kind without parent or rules of its own, known by its code.
const SMALL: Kind = Kind {
    name: KindName::Organisations,
    member: "",
    singular: Phrase::Nothing,
    parent: None,
    nested: false,
    children: &[],
    fields: &[],
    keys: &[&["code"]],
    lookups: &[],
    unique: &[],
    single: &[],
    derived: &[],
};

const CONVERSION: &[Field] = &[
    required("from", Reference(KindName::Uoms), "Unit that is converted, by its code"),
    required("to", Reference(KindName::Uoms), "Unit it becomes, by its code"),
    required("multiplier", Decimal(Range::Positive), "to = from × multiplier ÷ divisor"),
    optional("divisor", Decimal(Range::Positive), "to = from × multiplier ÷ divisor").or("1"),
    ACTIVE,
];

/// The fields of a table of members, and what stands before them and behind them.
macro_rules! fields {
    ([[$($before:tt)*] [$($behind:tt)*]]
        $($field:ident { $sent:ident, $json:literal } $kept:tt $answered:tt { $words:literal $($written:tt)* };)*
    ) => {
        &[$($before)*, $(fields!(@ $json $sent $($written)*),)* $($behind)*]
    };
    (@ $json:literal $sent:ident ($field:expr)) => { $field };
    (@ $json:literal bool on $words:literal) => { optional($json, Boolean, $words).or("true") };
    (@ $json:literal bool off $words:literal) => { flag($json, $words) };
    (@ $json:literal OneLine optional $words:literal) => { optional($json, Text, $words) };
    (@ $json:literal $sent:ident optional $words:literal) => { optional($json, $sent, $words) };
}

/// Declares the kinds by their descriptions, in the order in which keys resolve: what a key refers to comes first. What a
/// description does not say is as in [`SMALL`].
macro_rules! kinds {
    ($($name:ident { $($description:tt)* })*) => {
        /// Names every kind, nested ones included, in the order in which keys resolve.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum KindName {
            $($name,)*
        }

        /// Every kind, at the place of its name.
        pub static KINDS: [&Kind; [$(KindName::$name),*].len()] =
            [$(&Kind { name: KindName::$name, $($description)* ..SMALL },)*];
    };
}

kinds! {
    Organisations {
        member: "organisations",
        singular: Phrase::Organisation,
        fields: &[
            // whose records everyone reads; it comes with the schema and stays as it is
            CODE.but_not(&["*"]),
            NAME,
            optional("timeZone", TimeZone, "Time zone in which its days begin").or("UTC"),
            OPTIONAL_COUNTRY,
            PRICING_SYSTEM,
            PAYMENT_RULE,
            PAYMENT_TERM,
            SHIPPER,
            WAREHOUSE,
            DELIVERY_RULE,
            DELIVERY_VIA_RULE,
            optional(
                "defaultTaxCategory",
                Reference(KindName::TaxCategories),
                "Code of the tax category where neither product price, product nor price list has one",
            ),
            optional(
                "negativePrices",
                Word(&["problem", "allow"]),
                "Whether a price below 0 keeps a candidate from becoming an order",
            )
            .or("problem"),
            ACTIVE,
        ],
    }

    Countries {
        member: "countries",
        singular: Phrase::Country,
        fields: &[required("code", Letters(2), "Two-letter code (ISO 3166-1)"), NAME, ACTIVE],
    }

    Currencies {
        member: "currencies",
        singular: Phrase::Currency,
        fields: &[
            required("code", Letters(3), "Three-letter code (ISO 4217)"),
            NAME,
            optional("precision", DIGITS, "Digits of an amount").or("2"),
            ACTIVE,
        ],
    }

    Uoms {
        member: "uoms",
        singular: Phrase::Unit,
        fields: &[
            CODE,
            NAME,
            optional("precision", DIGITS, "Digits that converted quantities are rounded to, see roundConvertedQuantities")
                .or("6"),
            flag(
                "roundConvertedQuantities",
                "Whether a quantity converted into this unit is rounded before it is priced; otherwise it counts exactly",
            ),
            ACTIVE,
        ],
    }

    DataSources {
        member: "data-sources",
        singular: Phrase::DataSource,
        fields: &[
            ORG,
            required("internalNames", Codes, "Internal names; the first one is answered, none is ever removed")
                // what stands in paths where a data source can
                .but_not(&["by-ref", "bulk", "process", "revalidate"]),
            EXTERNAL_ID,
            optional("code", Code, "Search key"),
            OPTIONAL_NAME,
            optional("settleSeconds", Whole { least: 0, most: 86_400 }, "How long a header waits for more rows")
                .or("30"),
            flag("partialHeaders", "Whether a header may go without its faulty candidates"),
            flag("releaseByHand", "Whether candidates wait for a clerk"),
            optional(
                "keyMismatch",
                Word(&["warn", "reject"]),
                "Effect of a key of a partner or location that differs from the record found by another key: a warning, \
                 or the row is rejected",
            )
            .or("warn"),
            optional(
                "unsupportedMembers",
                Word(&["problem", "warn"]),
                "Whether packingMaterialId, qtyItemCapacity and orderLineGroup keep a candidate from becoming an order",
            )
            .or("problem"),
            ACTIVE,
        ],
        keys: &[&["internalNames"]],
    }

    DocumentTypes {
        member: "document-types",
        singular: Phrase::DocumentType,
        fields: &[
            ORG,
            NAME,
            required("baseType", Word(&["SOO", "ARI"]), "Base type: sales order or invoice"),
            optional(
                "subType",
                Short(SUB_TYPE_LETTERS),
                "Of a sales order SO (standard), PR (prepay), ON (proposal) or OB (quotation); of an invoice any",
            ),
            flag("default", "Whether it is taken where none is named"),
            ACTIVE,
        ],
        keys: &[&["name"]],
        single: &[Single { flag: "default", within: &["org", "baseType", "subType"] }],
    }

    TaxCategories {
        member: "tax-categories",
        singular: Phrase::TaxCategory,
        fields: &[ORG, CODE, NAME, ACTIVE],
    }

    Taxes {
        member: "taxes",
        singular: Phrase::Tax,
        fields: &[
            ORG,
            CODE,
            OPTIONAL_NAME,
            required("taxCategory", Reference(KindName::TaxCategories), "Code of the tax category"),
            required("fromCountry", Reference(KindName::Countries), "Country the goods leave"),
            optional("toCountry", Reference(KindName::Countries), "Country they go to; any if absent"),
            required("rate", Decimal(Range::Percent), "Percent"),
            required("validFrom", Date, "First day"),
            optional("validTo", Date, "Last day"),
            flag("requiresVatId", "Whether the partner must have a VAT id"),
            flag("reverseCharge", "Whether the partner owes the tax"),
            flag("perLine", "Whether it is rounded on each line instead of on the sum"),
            ACTIVE,
        ],
        keys: &[&["code", "validFrom"]],
    }

    PricingSystems {
        member: "pricing-systems",
        singular: Phrase::PricingSystem,
        fields: &[ORG, CODE, NAME, ACTIVE],
    }

    PriceLists {
        member: "price-lists",
        singular: Phrase::PriceList,
        children: &[KindName::PriceListVersions],
        fields: &[
            ORG,
            CODE,
            NAME,
            required("pricingSystem", Reference(KindName::PricingSystems), "Code of the pricing system"),
            optional("country", Reference(KindName::Countries), "Country it is for; any if absent"),
            required("currency", Reference(KindName::Currencies), "Currency, by its three-letter code"),
            optional("sales", Boolean, "Whether it is for sales").or("true"),
            flag("taxIncluded", "Whether prices include tax"),
            optional("precision", DIGITS, "Digits of a price").or("2"),
            optional(
                "netPrecision",
                Word(&["currency", "list"]),
                "Digits of net amounts: the currency's, or the list's where it has fewer",
            )
            .or("currency"),
            optional(
                "exemptBuyers",
                Word(&["keepGross", "removeTax"]),
                "Where prices include tax, the price of a buyer who is exempt or under reverse charge: the same, or less the \
                 tax of a sale within the seller's country",
            )
            .or("keepGross"),
            optional(
                "defaultTaxCategory",
                Reference(KindName::TaxCategories),
                "Code of the tax category where neither product price nor product has one",
            ),
            ACTIVE,
        ],
    }

    PriceListVersions {
        member: "versions",
        singular: Phrase::PriceListVersion,
        parent: Some(KindName::PriceLists),
        nested: true,
        fields: &[
            PARENTS_ORG,
            required("validFrom", Date, "First day"),
            optional("validTo", Date, "Last day; where the newest version has ended there is no price"),
            optional(
                "basePriceList",
                Version { day: "baseValidFrom" },
                "Price list of the version below this one; its own if absent",
            ),
            optional(
                "baseValidFrom",
                VersionDay,
                "First day of the version that is looked into for missing prices",
            ),
            ACTIVE,
        ],
        keys: &[&["validFrom"]],
    }

    Warehouses {
        member: "warehouses",
        singular: Phrase::Warehouse,
        fields: &[ORG, CODE, OPTIONAL_NAME, OPTIONAL_COUNTRY, ACTIVE],
    }

    Shippers {
        member: "shippers",
        singular: Phrase::Shipper,
        fields: &[ORG, CODE, EXTERNAL_ID, OPTIONAL_NAME, ACTIVE],
    }

    PaymentTerms {
        member: "payment-terms",
        singular: Phrase::PaymentTerm,
        fields: &[ORG, CODE, EXTERNAL_ID, OPTIONAL_NAME, ACTIVE],
    }

    PartnerGroups {
        member: "bpartner-groups",
        singular: Phrase::PartnerGroup,
        fields: &[
            ORG,
            NAME,
            PRICING_SYSTEM,
            PAYMENT_RULE,
            PAYMENT_TERM,
            SHIPPER,
            WAREHOUSE,
            DELIVERY_RULE,
            DELIVERY_VIA_RULE,
            ACTIVE,
        ],
        keys: &[&["name"]],
    }

    UomConversions {
        member: "uom-conversions",
        singular: Phrase::UnitConversion,
        nested: true,
        fields: CONVERSION,
        keys: &[&["from", "to"]],
        lookups: &[&[NESTED_IN]],
    }

    PostalCodes {
        member: "postal-codes",
        singular: Phrase::PostalCode,
        fields: &[
            COUNTRY,
            required("postal", Code, "Postal code"),
            optional("city", Name, "City").or(""),
            optional("region", Name, "Region"),
            ACTIVE,
        ],
        keys: &[&["country", "postal", "city"]],
        lookups: &[&["country", "postal"]],
    }

    Partners {
        member: "bpartners",
        singular: Phrase::Partner,
        children: &[KindName::Locations, KindName::Contacts],
        fields: partner_members!(fields! [[ORG] [
            optional("salesCode", Code, "Code under which it is named as sales partner"),
            flag("taxExempt", "Whether it pays no tax"),
            PRICING_SYSTEM,
            PAYMENT_RULE,
            PAYMENT_TERM,
            SHIPPER,
            WAREHOUSE,
            DELIVERY_RULE,
            DELIVERY_VIA_RULE,
            ACTIVE,
        ]]),
        lookups: &[&["org", "code"], &["org", "externalId"]],
        unique: &["externalId"],
    }

    Locations {
        member: "locations",
        singular: Phrase::Location,
        parent: Some(KindName::Partners),
        nested: true,
        fields: location_members!(fields![[PARENTS_ORG][ACTIVE]]),
        keys: &[&["externalId"], &["gln"], &["addressKey"]],
        lookups: &[&[NESTED_IN]],
        single: &[
            Single { flag: "shipToDefault", within: &[NESTED_IN, "org"] },
            Single { flag: "billToDefault", within: &[NESTED_IN, "org"] },
        ],
        derived: &[("addressKey", Derived::Address), (POSTAL_CODE_LINK, Derived::PostalCode)],
    }

    Contacts {
        member: "contacts",
        singular: Phrase::Contact,
        parent: Some(KindName::Partners),
        nested: true,
        fields: contact_members!(fields![[PARENTS_ORG][ACTIVE]]),
        keys: &[&["externalId"], &["nameKey", "emailKey"], &["nameKey"]],
        lookups: &[&[NESTED_IN]],
        derived: &[("nameKey", Derived::Folded("name")), ("emailKey", Derived::Folded("email"))],
    }

    Products {
        member: "products",
        singular: Phrase::Product,
        children: &[KindName::ProductConversions],
        fields: product_members!(fields! [[ORG] [UOM, TAX_CATEGORY, ACTIVE]]),
        lookups: &[&["org", "code"], &["org", "externalId"]],
        unique: &["externalId"],
    }

    ProductConversions {
        member: "conversions",
        singular: Phrase::UnitConversion,
        parent: Some(KindName::Products),
        nested: true,
        fields: CONVERSION,
        keys: &[&["from", "to"]],
        lookups: &[&[NESTED_IN]],
    }

    ProductPrices {
        member: "product-prices",
        singular: Phrase::ProductPrice,
        fields: &[
            ORG,
            required("priceList", Version { day: "validFrom" }, "Code of the price list"),
            required("validFrom", VersionDay, "First day of the price list version"),
            required("product", Reference(KindName::Products), "Code of the product"),
            UOM,
            required("price", Decimal(Range::Any), "Price of one unit; below 0 a credit or a deposit"),
            TAX_CATEGORY,
            optional("scales", Scales, "Prices from a quantity on: fromQuantity, price"),
            ACTIVE,
        ],
        keys: &[&["priceList", "product", "uom"]],
        lookups: &[&["org", "priceList", "product", "uom"]],
    }
}
