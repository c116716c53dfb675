//! Table of the candidate members. JSON, content, storage, overrides and labels must agree with it.
//!
//! The members themselves are in [`CandidateRequest`](super::CandidateRequest), as sent, and in
//! [`Candidate`](super::Candidate), as stored. The JSON reader of the API contains the descriptions for senders.

use super::{Field, string_enum};
use crate::problem::Language;

/// One member of a candidate: its names, and its position in content, overrides and lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldDescriptor {
    /// Name in JSON.
    pub json: &'static str,
    /// Other accepted names in JSON.
    pub aliases: &'static [&'static str],
    /// Column of the table `candidate`.
    pub column: &'static str,
    /// Column with the folded text, if lists can be filtered by the member.
    pub filter_key: Option<&'static str>,
    /// Override of the imported value, if the member can have one.
    pub overridden_as: Option<Field>,
    /// Section of the content that contains the member. Within a section, lines have the order of the table.
    pub section: ContentSection,
    /// First version of the content that contains the member; 0: every version.
    pub since: u32,
    /// User-facing label, in English and German.
    pub label: [&'static str; 2],
    /// Group of the member in the browser interface.
    pub group: FieldGroup,
}

/// Section of a content; see [`ContentPart`](crate::import::ContentPart).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContentSection {
    /// `ContentPart::Terms`: values that a shop sends in every row.
    Terms,
    /// Free texts, at the beginning of `ContentPart::Own`.
    Texts,
    /// The remaining values of a row, in `ContentPart::Own`.
    Own,
}

string_enum! {
    /// Group of members in the browser interface.
    FieldGroup { Order "order" Product "product" Dates "dates" }
}

impl FieldDescriptor {
    /// Returns the member with this JSON name.
    pub fn named(json: &str) -> Option<&'static Self> {
        CANDIDATE_FIELDS.iter().find(|field| field.json == json)
    }

    pub const fn label_in(&self, language: Language) -> &'static str {
        let [english, german] = self.label;
        match language {
            Language::English => english,
            Language::German => german,
        }
    }
}

/// Descriptor without optional properties, from which the entries of the table are built.
const DEFAULTS: FieldDescriptor = FieldDescriptor {
    json: "",
    aliases: &[],
    column: "",
    filter_key: None,
    overridden_as: None,
    section: ContentSection::Own,
    since: 0,
    label: ["", ""],
    group: FieldGroup::Order,
};

/// The members of a candidate from `qty` on, in the order of [`CandidateRequest`](super::CandidateRequest) and
/// [`Candidate`](super::Candidate).
///
/// Content hashes depend on the order within a section: new members are appended, with the next version in `since`.
pub const CANDIDATE_FIELDS: &[FieldDescriptor] = &[
    FieldDescriptor {
        json: "qty",
        column: "qty",
        overridden_as: Some(Field::Qty),
        section: ContentSection::Own,
        label: ["Quantity", "Menge"],
        group: FieldGroup::Product,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "uomCode",
        column: "uom_id",
        overridden_as: Some(Field::UomCode),
        section: ContentSection::Own,
        label: ["Unit", "Einheit"],
        group: FieldGroup::Product,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "price",
        column: "price",
        overridden_as: Some(Field::Price),
        section: ContentSection::Own,
        label: ["Price", "Preis"],
        group: FieldGroup::Product,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "currencyCode",
        column: "currency",
        overridden_as: Some(Field::CurrencyCode),
        section: ContentSection::Terms,
        label: ["Currency", "Währung"],
        group: FieldGroup::Product,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "discount",
        column: "discount",
        overridden_as: Some(Field::Discount),
        section: ContentSection::Own,
        label: ["Discount", "Rabatt"],
        group: FieldGroup::Product,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "pricingSystemCode",
        column: "pricing_system_id",
        overridden_as: Some(Field::PricingSystemCode),
        section: ContentSection::Terms,
        label: ["Pricing system", "Preissystem"],
        group: FieldGroup::Product,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "productDescription",
        column: "product_description",
        overridden_as: Some(Field::ProductDescription),
        section: ContentSection::Texts,
        label: ["Product description", "Produktbeschreibung"],
        group: FieldGroup::Product,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "description",
        column: "description",
        overridden_as: Some(Field::Description),
        section: ContentSection::Texts,
        label: ["Description", "Beschreibung"],
        group: FieldGroup::Order,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "poReference",
        column: "po_reference",
        filter_key: Some("po_reference_key"),
        overridden_as: Some(Field::PoReference),
        section: ContentSection::Own,
        label: ["PO reference", "Bestellreferenz"],
        group: FieldGroup::Order,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "dateOrdered",
        column: "date_ordered",
        overridden_as: Some(Field::DateOrdered),
        section: ContentSection::Own,
        label: ["Date ordered", "Bestelldatum"],
        group: FieldGroup::Dates,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "dateRequired",
        column: "date_required",
        overridden_as: Some(Field::DateRequired),
        section: ContentSection::Own,
        label: ["Date required", "Wunschtermin"],
        group: FieldGroup::Dates,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "presetDateInvoiced",
        aliases: &["dateInvoiced"],
        column: "preset_date_invoiced",
        overridden_as: Some(Field::PresetDateInvoiced),
        section: ContentSection::Own,
        label: ["Invoice date", "Rechnungsdatum"],
        group: FieldGroup::Dates,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "presetDateShipped",
        column: "preset_date_shipped",
        overridden_as: Some(Field::PresetDateShipped),
        section: ContentSection::Own,
        label: ["Ship date", "Versanddatum"],
        group: FieldGroup::Dates,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "orderDocType",
        column: "order_doc_type",
        overridden_as: Some(Field::OrderDocType),
        section: ContentSection::Terms,
        label: ["Document type", "Belegart"],
        group: FieldGroup::Order,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "invoiceDocType",
        column: "invoice_doc_type_id",
        overridden_as: Some(Field::InvoiceDocType),
        section: ContentSection::Terms,
        label: ["Invoice document type", "Rechnungsbelegart"],
        group: FieldGroup::Order,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "paymentRule",
        column: "payment_rule",
        overridden_as: Some(Field::PaymentRule),
        section: ContentSection::Terms,
        label: ["Payment rule", "Zahlungsweise"],
        group: FieldGroup::Order,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "paymentTerm",
        column: "payment_term_id",
        overridden_as: Some(Field::PaymentTerm),
        section: ContentSection::Terms,
        label: ["Payment term", "Zahlungsbedingung"],
        group: FieldGroup::Order,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "shipper",
        column: "shipper_id",
        overridden_as: Some(Field::Shipper),
        section: ContentSection::Terms,
        label: ["Shipper", "Spediteur"],
        group: FieldGroup::Order,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "salesPartnerCode",
        column: "sales_bpartner_id",
        overridden_as: Some(Field::SalesPartnerCode),
        section: ContentSection::Terms,
        label: ["Sales partner", "Vertriebspartner"],
        group: FieldGroup::Order,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "warehouseCode",
        column: "warehouse_id",
        overridden_as: Some(Field::WarehouseCode),
        section: ContentSection::Terms,
        label: ["Warehouse", "Lager"],
        group: FieldGroup::Order,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "warehouseDestCode",
        column: "warehouse_dest_id",
        overridden_as: Some(Field::WarehouseDestCode),
        section: ContentSection::Terms,
        label: ["Destination warehouse", "Ziellager"],
        group: FieldGroup::Order,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "deliveryRule",
        column: "delivery_rule",
        overridden_as: Some(Field::DeliveryRule),
        section: ContentSection::Terms,
        label: ["Delivery rule", "Lieferart"],
        group: FieldGroup::Order,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "deliveryViaRule",
        column: "delivery_via_rule",
        overridden_as: Some(Field::DeliveryViaRule),
        section: ContentSection::Terms,
        label: ["Delivery method", "Lieferweg"],
        group: FieldGroup::Order,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "line",
        column: "line",
        overridden_as: Some(Field::Line),
        section: ContentSection::Own,
        label: ["Line number", "Positionsnummer"],
        group: FieldGroup::Order,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "headerLineCount",
        column: "header_line_count",
        section: ContentSection::Own,
        label: ["Lines of the incoming order", "Positionen der Bestellung"],
        group: FieldGroup::Order,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "isWithoutCharge",
        column: "is_without_charge",
        section: ContentSection::Own,
        since: 4,
        label: ["Free of charge", "Ohne Berechnung"],
        group: FieldGroup::Product,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "reason",
        column: "reason",
        section: ContentSection::Texts,
        since: 4,
        label: ["Reason", "Grund"],
        group: FieldGroup::Product,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "promotionCode",
        column: "promotion_code",
        filter_key: Some("promotion_code_key"),
        overridden_as: Some(Field::PromotionCode),
        section: ContentSection::Own,
        since: 5,
        label: ["Promotion code", "Aktionscode"],
        group: FieldGroup::Order,
        ..DEFAULTS
    },
    FieldDescriptor {
        json: "extendedProps",
        column: "extended_props",
        section: ContentSection::Own,
        since: 5,
        label: ["Custom properties", "Zusatzangaben"],
        group: FieldGroup::Order,
        ..DEFAULTS
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::candidate::full_request::full_request;
    use crate::ids::{DataSourceId, OrganisationId};
    use crate::import::{Content, ContentPart};

    #[test]
    fn names_columns_and_labels_are_unique() {
        let names = CANDIDATE_FIELDS.iter().flat_map(|field| field.aliases.iter().chain([&field.json]));
        assert_eq!(names.clone().collect::<BTreeSet<_>>().len(), names.count());
        let columns = CANDIDATE_FIELDS.iter().flat_map(|field| [Some(field.column), field.filter_key]);
        let columns: Vec<_> = columns.flatten().collect();
        assert_eq!(columns.iter().collect::<BTreeSet<_>>().len(), columns.len());
        for language in Language::ALL {
            let labels: BTreeSet<_> = CANDIDATE_FIELDS.iter().map(|field| field.label_in(language)).collect();
            assert_eq!(labels.len(), CANDIDATE_FIELDS.len());
        }
    }

    #[test]
    fn override_fields_follow_the_field_table() {
        // partners, product and tax category are not in the table
        let others = [
            Field::Bpartner,
            Field::Location,
            Field::Contact,
            Field::BillBPartner,
            Field::DropShipBPartner,
            Field::HandOverBPartner,
            Field::ProductCode,
            Field::TaxCategoryCode,
        ];
        let of_table: Vec<_> = CANDIDATE_FIELDS.iter().filter_map(|field| field.overridden_as).collect();
        assert_eq!([&others[..], &of_table, &Field::UNSUPPORTED].concat(), Field::ALL);
        for field in CANDIDATE_FIELDS {
            assert!(field.overridden_as.is_none_or(|member| member.as_str() == field.json), "{field:?}");
        }
    }

    /// Members of a section, in the order of the table.
    fn members_of(section: ContentSection) -> Vec<&'static str> {
        let of_section = CANDIDATE_FIELDS.iter().filter(|field| field.section == section);
        of_section.map(|field| field.json).collect()
    }

    /// Returns the members of the table that have a line among `lines`, in their order.
    fn members_in(lines: &str) -> Vec<&str> {
        let names = lines.lines().map(|line| line.trim_start_matches('/').split(['/', '\t']).next().unwrap());
        let mut members: Vec<_> = names.filter(|name| FieldDescriptor::named(name).is_some()).collect();
        members.dedup();
        members
    }

    #[test]
    fn content_follows_the_field_table() {
        let content = Content::of(&full_request(), OrganisationId(1), DataSourceId(10), DataSourceId(11));
        for (part, lines) in ContentPart::ALL.into_iter().zip(content.parts()) {
            let expected = match part {
                ContentPart::Terms => members_of(ContentSection::Terms),
                ContentPart::Own => {
                    [members_of(ContentSection::Texts), members_of(ContentSection::Own)].concat()
                }
                _ => Vec::new(),
            };
            assert_eq!(members_in(lines), expected, "{part:?}");
        }
    }
}
