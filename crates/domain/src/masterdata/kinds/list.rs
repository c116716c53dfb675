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
    optional("org", Owner, "Code of the organisation that owns the record; * if it is shared by all").or("*");
/// A nested record belongs where its parent does.
const PARENTS_ORG: Field = optional(
    "org",
    Owner,
    "Code of the organisation that owns the record; that of the parent record if absent",
);
const CODE: Field = required("code", Code, "Search key");
const NAME: Field = required("name", Name, "Name");
const OPTIONAL_NAME: Field = optional("name", Name, "Name");
const EXTERNAL_ID: Field = optional("externalId", Code, "Id in the sender's system");
const ACTIVE: Field = optional("active", Boolean, "Whether the record can be used").or("true");
const PRICING_SYSTEM: Field =
    optional("pricingSystem", Reference(KindName::PricingSystems), "Code of the pricing system");
const OPTIONAL_COUNTRY: Field =
    optional("country", Reference(KindName::Countries), "Two-letter code of the country");
const COUNTRY: Field = required("country", Reference(KindName::Countries), "Two-letter code of the country");
const UOM: Field = required("uom", Reference(KindName::Uoms), "Code of the unit");
const PAYMENT_RULE: Field =
    optional("paymentRule", Word(&["OnCredit", "Paypal", "DirectDebit"]), "Default payment rule");
const PAYMENT_TERM: Field =
    optional("paymentTerm", Reference(KindName::PaymentTerms), "Code of the default payment term");
const SHIPPER: Field = optional("shipper", Reference(KindName::Shippers), "Code of the default shipper");
const WAREHOUSE: Field = optional(
    "warehouse",
    Reference(KindName::Warehouses),
    "Code of the default warehouse that goods are shipped from",
);
const DELIVERY_RULE: Field =
    optional("deliveryRule", Code, "Default delivery rule: when goods are delivered");
const DELIVERY_VIA_RULE: Field =
    optional("deliveryViaRule", Code, "Default delivery method: how goods are delivered");
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
    required("from", Reference(KindName::Uoms), "Code of the unit to convert from"),
    required("to", Reference(KindName::Uoms), "Code of the unit to convert to"),
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
            optional("timeZone", TimeZone, "Time zone that determines when a day begins").or("UTC"),
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
                "Code of the tax category used if product price, product and price list have none",
            ),
            optional(
                "negativePrices",
                Word(&["problem", "allow"]),
                "Effect of a price below 0: `problem` (the candidate cannot become an order line) or `allow`",
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
            optional("precision", DIGITS, "Decimal places of an amount").or("2"),
            ACTIVE,
        ],
    }

    Uoms {
        member: "uoms",
        singular: Phrase::Unit,
        fields: &[
            CODE,
            NAME,
            optional("precision", DIGITS, "Decimal places of converted quantities, see `roundConvertedQuantities`")
                .or("6"),
            flag(
                "roundConvertedQuantities",
                "Whether a quantity converted to this unit is rounded before pricing; otherwise it stays exact",
            ),
            ACTIVE,
        ],
    }

    DataSources {
        member: "data-sources",
        singular: Phrase::DataSource,
        fields: &[
            ORG,
            required("internalNames", Codes, "Internal names; responses contain the first one. Names are never removed")
                // what stands in paths where a data source can
                .but_not(&["by-ref", "bulk", "process", "revalidate"]),
            EXTERNAL_ID,
            optional("code", Code, "Search key"),
            OPTIONAL_NAME,
            optional(
                "settleSeconds",
                Whole { least: 0, most: 86_400 },
                "Settle time in seconds: how long a run waits for further lines of an incoming order",
            )
            .or("30"),
            flag("partialHeaders", "Whether an incoming order can be processed without its lines in error"),
            flag("releaseByHand", "Whether incoming orders stay on hold until a clerk releases them"),
            optional(
                "keyMismatch",
                Word(&["warn", "reject"]),
                "Effect of a key of a partner or location that differs from the record found by another key: `warn` (a \
                 warning) or `reject` (the row is rejected)",
            )
            .or("warn"),
            optional(
                "unsupportedMembers",
                Word(&["problem", "warn"]),
                "Effect of `packingMaterialId`, `qtyItemCapacity` and `orderLineGroup`: `problem` (the candidate \
                 cannot become an order line) or `warn` (a warning)",
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
            required("baseType", Word(&["SOO", "ARI"]), "Base type: `SOO` (sales order) or `ARI` (invoice)"),
            optional(
                "subType",
                Short(SUB_TYPE_LETTERS),
                "Sub type. Sales orders: SO (standard), PR (prepay), ON (proposal), OB (quotation). Invoices: any",
            ),
            flag("default", "Whether it is the default document type"),
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
            required("fromCountry", Reference(KindName::Countries), "Country that goods are shipped from"),
            optional("toCountry", Reference(KindName::Countries), "Country that goods are shipped to; any if absent"),
            required("rate", Decimal(Range::Percent), "Tax rate in percent"),
            required("validFrom", Date, "First day of validity"),
            optional("validTo", Date, "Last day of validity"),
            flag("requiresVatId", "Whether the partner must have a VAT id"),
            flag("reverseCharge", "Whether the partner owes the tax (reverse charge)"),
            flag("perLine", "Whether the tax is rounded for each line instead of for the total"),
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
            optional("country", Reference(KindName::Countries), "Country that the list applies to; any if absent"),
            required("currency", Reference(KindName::Currencies), "Three-letter code of the currency"),
            optional("sales", Boolean, "Whether it is a sales price list").or("true"),
            flag("taxIncluded", "Whether prices include tax"),
            optional("precision", DIGITS, "Decimal places of a price").or("2"),
            optional(
                "netPrecision",
                Word(&["currency", "list"]),
                "Decimal places of net amounts: those of the currency, or those of the list if it has fewer",
            )
            .or("currency"),
            optional(
                "exemptBuyers",
                Word(&["keepGross", "removeTax"]),
                "If prices include tax: the price for a buyer that is tax-exempt or under reverse charge. `keepGross`: \
                 the same price. `removeTax`: the price less the tax of a sale within the seller's country",
            )
            .or("keepGross"),
            optional(
                "defaultTaxCategory",
                Reference(KindName::TaxCategories),
                "Code of the tax category used if product price and product have none",
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
            required("validFrom", Date, "First day of validity"),
            optional("validTo", Date, "Last day of validity; after the end of the newest version there is no price"),
            optional(
                "basePriceList",
                Version { day: "baseValidFrom" },
                "Price list of the base version; the list of this version if absent",
            ),
            optional(
                "baseValidFrom",
                VersionDay,
                "First day of the base version, which is searched for missing prices",
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
            optional("salesCode", Code, "Code of the partner as a sales partner"),
            flag("taxExempt", "Whether the partner is exempt from tax"),
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
            optional("scales", Scales, "Scale prices, each with `fromQuantity` and `price`"),
            ACTIVE,
        ],
        keys: &[&["priceList", "product", "uom"]],
        lookups: &[&["org", "priceList", "product", "uom"]],
    }
}
