//! List of all kinds of master data, with their fields, keys and look-ups.

use super::FieldType::{
    Boolean, Code, Codes, Date, Decimal, Letters, Logo, Name, Reference, Scales, Short, Text, TimeZone,
    Version, VersionDay, Whole, Word,
};
use super::cross_references::CROSS_REFERENCES;
use super::partners::{CONTACTS, LOCATIONS, PARTNER_GROUPS, PARTNERS};
use super::shared_fields::{
    ACTIVE, CODE, COUNTRY, DELIVERY_RULE, DELIVERY_VIA_RULE, EXTERNAL_ID, EXTERNAL_REFERENCES, GTINS, NAME,
    OPTIONAL_COUNTRY, OPTIONAL_NAME, ORG, PARENTS_ORG, PAYMENT_RULE, PAYMENT_TERM, PRICING_SYSTEM, SHIPPER,
    SMALL, TAX_CATEGORY, UOM, WAREHOUSE, flag, optional, required,
};
use super::{Field, FieldType, Kind, KindName, NESTED_IN, Range, Single};
use crate::phrase::Phrase;

/// All kinds, indexed by [`KindName`].
pub static KINDS: [&Kind; 26] = [
    &ORGANISATIONS,
    &COUNTRIES,
    &CURRENCIES,
    &UOMS,
    &EXTERNAL_SYSTEMS,
    &DATA_SOURCES,
    &DOCUMENT_TYPES,
    &TAX_CATEGORIES,
    &TAXES,
    &PRICING_SYSTEMS,
    &PRICE_LISTS,
    &PRICE_LIST_VERSIONS,
    &WAREHOUSES,
    &SHIPPERS,
    &PAYMENT_TERMS,
    &PARTNER_GROUPS,
    &UOM_CONVERSIONS,
    &POSTAL_CODES,
    &PARTNERS,
    &LOCATIONS,
    &CONTACTS,
    &PRODUCTS,
    &PRODUCT_CONVERSIONS,
    &PRODUCT_PRICES,
    &PARTNER_PRODUCTS,
    &CROSS_REFERENCES,
];

/// Maximum length of a document's sub type.
const SUB_TYPE_LETTERS: usize = 10;
/// Number of decimal places.
const DIGITS: FieldType = Whole { minimum: 0, maximum: 12 };

/// Fields of unit conversions, both general ones and those of a product.
const CONVERSION: &[Field] = &[
    required("from", Reference(KindName::Uoms), "Code of the unit to convert from"),
    required("to", Reference(KindName::Uoms), "Code of the unit to convert to"),
    required("multiplier", Decimal(Range::Positive), "to = from × multiplier ÷ divisor"),
    optional("divisor", Decimal(Range::Positive), "to = from × multiplier ÷ divisor").with_default("1"),
    ACTIVE,
];

const ORGANISATIONS: Kind = Kind {
    name: KindName::Organisations,
    member: "organisations",
    singular: Phrase::Organisation,
    fields: &[
        // the shared organisation is created with the schema and cannot be changed
        CODE.reserving(&["*"]),
        NAME,
        optional("timeZone", TimeZone, "Time zone that determines when a day begins").with_default("UTC"),
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
        .with_default("problem"),
        optional("legalName", Name, "Letterhead: name of the company; `name` if absent"),
        optional("address1", Name, "Letterhead: street and house number"),
        optional("address2", Name, "Letterhead: second line of the address"),
        optional("postal", Name, "Letterhead: postal code"),
        optional("city", Name, "Letterhead: city"),
        optional("vatId", Name, "Letterhead: VAT id"),
        optional("phone", Name, "Letterhead: phone number"),
        optional("email", Name, "Letterhead: e-mail address"),
        optional("footer", Text, "Letterhead: lines at the end of printed orders, such as bank and register"),
        optional("logo", Logo, "Letterhead: PNG or JPEG image of up to 100 KiB in Base64"),
        ACTIVE,
    ],
    ..SMALL
};

const COUNTRIES: Kind = Kind {
    name: KindName::Countries,
    member: "countries",
    singular: Phrase::Country,
    fields: &[required("code", Letters(2), "Two-letter code (ISO 3166-1)"), NAME, ACTIVE],
    ..SMALL
};

const CURRENCIES: Kind = Kind {
    name: KindName::Currencies,
    member: "currencies",
    singular: Phrase::Currency,
    fields: &[
        required("code", Letters(3), "Three-letter code (ISO 4217)"),
        NAME,
        optional("precision", DIGITS, "Decimal places of an amount").with_default("2"),
        ACTIVE,
    ],
    ..SMALL
};

const UOMS: Kind = Kind {
    name: KindName::Uoms,
    member: "uoms",
    singular: Phrase::Unit,
    fields: &[
        CODE,
        NAME,
        optional(
            "precision",
            DIGITS,
            "Decimal places of converted quantities, see `roundConvertedQuantities`",
        )
        .with_default("6"),
        flag(
            "roundConvertedQuantities",
            "Whether a quantity converted to this unit is rounded before pricing; otherwise it stays exact",
        ),
        ACTIVE,
    ],
    ..SMALL
};

const EXTERNAL_SYSTEMS: Kind = Kind {
    name: KindName::ExternalSystems,
    member: "external-systems",
    singular: Phrase::ExternalSystem,
    fields: &[ORG, CODE, OPTIONAL_NAME, ACTIVE],
    ..SMALL
};

const DATA_SOURCES: Kind = Kind {
    name: KindName::DataSources,
    member: "data-sources",
    singular: Phrase::DataSource,
    fields: &[
        ORG,
        required("internalNames", Codes, "Internal names; responses contain the first one. Names are never removed")
            // fixed path segments, at a position that can also contain a data source
            .reserving(&["by-ref", "bulk", "process", "revalidate"]),
        EXTERNAL_ID,
        optional("code", Code, "Code of the record"),
        OPTIONAL_NAME,
        optional(
            "settleSeconds",
            Whole { minimum: 0, maximum: 86_400 },
            "Settle time in seconds: how long a run waits for further lines of an incoming order",
        )
        .with_default("30"),
        flag("partialHeaders", "Whether an incoming order can be processed without its lines in error"),
        flag("releaseByHand", "Whether incoming orders stay on hold until a clerk releases them"),
        optional(
            "keyMismatch",
            Word(&["warn", "reject"]),
            "Effect of a key of a partner or location that differs from the record found by another key: `warn` (a \
             warning) or `reject` (the row is rejected)",
        )
        .with_default("warn"),
        optional(
            "unsupportedMembers",
            Word(&["problem", "warn"]),
            "Effect of `packingMaterialId`, `qtyItemCapacity` and `orderLineGroup`: `problem` (the candidate \
             cannot become an order line) or `warn` (a warning)",
        )
        .with_default("problem"),
        optional(
            "externalSystem",
            Reference(KindName::ExternalSystems),
            "Code of the external system of rows without `externalSystemCode`, for look-ups of external ids",
        ),
        optional(
            "externalIds",
            Word(&["shared", "own"]),
            "Look-up of external ids: `shared` (ids of the row's external system, otherwise ids without a system) or \
             `own` (ids of the row's external system only). Use `own` for systems that number records alike. Under `own`, rows of a system create records whose ids \
             belong to that system",
        )
        .with_default("shared"),
        optional(
            "differences",
            Word(&["warn", "problem"]),
            "Effect of a name, postal code, city or country that differs clearly from the partner, location or product \
             found: `warn` (a warning) or `problem` (the candidate cannot become an order line)",
        )
        .with_default("warn"),
        optional(
            "unresolvedReferences",
            Word(&["reject", "store"]),
            "Effect of an unknown partner, product or other record: `reject` (the row is rejected) or `store` (the candidate \
             is stored with a problem until the record exists)",
        )
        .with_default("reject"),
        ACTIVE,
    ],
    keys: &[&["internalNames"]],
    ..SMALL
};

const DOCUMENT_TYPES: Kind = Kind {
    name: KindName::DocumentTypes,
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
    ..SMALL
};

const TAX_CATEGORIES: Kind = Kind {
    name: KindName::TaxCategories,
    member: "tax-categories",
    singular: Phrase::TaxCategory,
    fields: &[ORG, CODE, NAME, ACTIVE],
    ..SMALL
};

const TAXES: Kind = Kind {
    name: KindName::Taxes,
    member: "taxes",
    singular: Phrase::Tax,
    fields: &[
        ORG,
        CODE,
        OPTIONAL_NAME,
        required("taxCategory", Reference(KindName::TaxCategories), "Code of the tax category"),
        required("fromCountry", Reference(KindName::Countries), "Country that goods are shipped from"),
        optional(
            "toCountry",
            Reference(KindName::Countries),
            "Country that goods are shipped to; any if absent",
        ),
        required("rate", Decimal(Range::Percent), "Tax rate in percent"),
        required("validFrom", Date, "First day of validity"),
        optional("validTo", Date, "Last day of validity"),
        flag("requiresVatId", "Whether the partner must have a VAT id"),
        flag("reverseCharge", "Whether the partner owes the tax (reverse charge)"),
        flag("perLine", "Whether the tax is rounded for each line instead of for the total"),
        ACTIVE,
    ],
    keys: &[&["code", "validFrom"]],
    ..SMALL
};

const PRICING_SYSTEMS: Kind = Kind {
    name: KindName::PricingSystems,
    member: "pricing-systems",
    singular: Phrase::PricingSystem,
    fields: &[ORG, CODE, NAME, ACTIVE],
    ..SMALL
};

const PRICE_LISTS: Kind = Kind {
    name: KindName::PriceLists,
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
        optional("sales", Boolean, "Whether it is a sales price list").with_default("true"),
        flag("taxIncluded", "Whether prices include tax"),
        optional("precision", DIGITS, "Decimal places of a price").with_default("2"),
        optional(
            "netPrecision",
            Word(&["currency", "list"]),
            "Decimal places of net amounts. `currency`: those of the currency. `list`: those of the list if it has fewer",
        )
        .with_default("currency"),
        optional(
            "exemptBuyers",
            Word(&["keepGross", "removeTax"]),
            "If prices include tax: the price for a buyer that is tax-exempt or under reverse charge. `keepGross`: \
             the same price. `removeTax`: the price less the tax of a sale within the seller's country",
        )
        .with_default("keepGross"),
        optional(
            "defaultTaxCategory",
            Reference(KindName::TaxCategories),
            "Code of the tax category used if product price and product have none",
        ),
        ACTIVE,
    ],
    ..SMALL
};

const PRICE_LIST_VERSIONS: Kind = Kind {
    name: KindName::PriceListVersions,
    member: "versions",
    singular: Phrase::PriceListVersion,
    parent: Some(KindName::PriceLists),
    nested: true,
    fields: &[
        PARENTS_ORG,
        required("validFrom", Date, "First day of validity"),
        optional(
            "validTo",
            Date,
            "Last day of validity; after the end of the newest version there is no price",
        ),
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
    ..SMALL
};

const WAREHOUSES: Kind = Kind {
    name: KindName::Warehouses,
    member: "warehouses",
    singular: Phrase::Warehouse,
    fields: &[ORG, CODE, OPTIONAL_NAME, OPTIONAL_COUNTRY, ACTIVE],
    ..SMALL
};

const SHIPPERS: Kind = Kind {
    name: KindName::Shippers,
    member: "shippers",
    singular: Phrase::Shipper,
    fields: &[ORG, CODE, EXTERNAL_ID, OPTIONAL_NAME, ACTIVE],
    ..SMALL
};

const PAYMENT_TERMS: Kind = Kind {
    name: KindName::PaymentTerms,
    member: "payment-terms",
    singular: Phrase::PaymentTerm,
    fields: &[ORG, CODE, EXTERNAL_ID, OPTIONAL_NAME, ACTIVE],
    ..SMALL
};

const UOM_CONVERSIONS: Kind = Kind {
    name: KindName::UomConversions,
    member: "uom-conversions",
    singular: Phrase::UnitConversion,
    nested: true,
    fields: CONVERSION,
    keys: &[&["from", "to"]],
    lookups: &[&[NESTED_IN]],
    ..SMALL
};

const POSTAL_CODES: Kind = Kind {
    name: KindName::PostalCodes,
    member: "postal-codes",
    singular: Phrase::PostalCode,
    fields: &[
        COUNTRY,
        required("postal", Code, "Postal code"),
        optional("city", Name, "City").with_default(""),
        optional("region", Name, "Region"),
        ACTIVE,
    ],
    keys: &[&["country", "postal", "city"]],
    lookups: &[&["country", "postal"]],
    ..SMALL
};

const PRODUCTS: Kind = Kind {
    name: KindName::Products,
    member: "products",
    singular: Phrase::Product,
    children: &[KindName::ProductConversions],
    fields: &[
        ORG,
        CODE,
        EXTERNAL_ID,
        NAME,
        optional("type", Word(&["ITEM", "SERVICE"]), "Item or service").with_default("ITEM"),
        UOM,
        TAX_CATEGORY,
        EXTERNAL_REFERENCES,
        GTINS,
        ACTIVE,
    ],
    lookups: &[
        &["org", "code"],
        &["org", "externalId"],
        &[EXTERNAL_REFERENCES.name],
        &[GTINS.name],
        &["org", "code", GTINS.name],
    ],
    unique: &["externalId"],
    ..SMALL
};

const PRODUCT_CONVERSIONS: Kind = Kind {
    name: KindName::ProductConversions,
    member: "conversions",
    singular: Phrase::UnitConversion,
    parent: Some(KindName::Products),
    nested: true,
    fields: CONVERSION,
    keys: &[&["from", "to"]],
    lookups: &[&[NESTED_IN]],
    ..SMALL
};

const PRODUCT_PRICES: Kind = Kind {
    name: KindName::ProductPrices,
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
    ..SMALL
};

const PARTNER_PRODUCTS: Kind = Kind {
    name: KindName::PartnerProducts,
    member: "bpartner-products",
    singular: Phrase::PartnerProduct,
    fields: &[
        ORG,
        required("bpartner", Reference(KindName::Partners), "Code of the partner"),
        required("product", Reference(KindName::Products), "Code of the product"),
        required("number", Code, "Number that the partner uses for the product"),
        optional("description", Name, "Name that the partner uses for the product"),
        ACTIVE,
    ],
    keys: &[&["bpartner", "number"]],
    lookups: &[&["org", "bpartner", "number"]],
    ..SMALL
};
