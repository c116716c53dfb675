//! Members of a kind that a column of a spreadsheet can contain, with the column names that users give them.

use orderdock_domain::masterdata::kinds::{Field, FieldType, Kind, KindName, Range};
use orderdock_spreadsheet::{MappedKind, normalised_name};

/// A member of a record, or of a record nested in it.
#[derive(Clone, Copy)]
pub struct RecordMember {
    /// Kind of the nested record; `None` if the member belongs to the record itself.
    pub nested: Option<&'static Kind>,
    pub field: &'static Field,
}

const PRODUCT_NUMBER: &[&str] = &[
    "Product code",
    "Product number",
    "Article number",
    "Article",
    "Item number",
    "Item",
    "SKU",
    "Artikelnummer",
    "Art.-Nr.",
    "Artikel",
    "Produktnummer",
    "Produkt",
    "Materialnummer",
];
const PARTNER_NUMBER: &[&str] = &[
    "Customer number",
    "Customer code",
    "Customer",
    "Partner",
    "Partner code",
    "Kundennummer",
    "Kd.-Nr.",
    "Kunde",
    "Debitorennummer",
    "Geschäftspartner",
];

/// Members of a kind in the order of its description, followed by those of nested records.
pub fn members_of(kind: &'static Kind) -> Vec<RecordMember> {
    let own = kind.fields.iter().map(|field| RecordMember { nested: None, field });
    let nested =
        kind.children.iter().map(|child| child.kind()).flat_map(|child| {
            child.fields.iter().map(move |field| RecordMember { nested: Some(child), field })
        });
    own.chain(nested).collect()
}

/// Returns whether two column names are equal without regard to case, spaces and punctuation.
pub fn is_same_name(name: &str, other: &str) -> bool {
    normalised_name(name) == normalised_name(other)
}

impl RecordMember {
    /// Returns the name of the member, after the name of the nested list and a dot if it is nested.
    pub fn path(&self) -> String {
        match self.nested {
            Some(nested) => format!("{}.{}", nested.member, self.field.name),
            None => self.field.name.to_owned(),
        }
    }

    /// Returns how cells are read; `None` if a cell cannot contain the member.
    pub fn mapped_kind(&self) -> Option<MappedKind> {
        match self.field.field_type {
            FieldType::Scales | FieldType::ExternalReferences | FieldType::Logo => None,
            FieldType::Name | FieldType::Text => Some(MappedKind::Text),
            FieldType::Boolean => Some(MappedKind::Boolean),
            FieldType::Whole { .. } => Some(MappedKind::Integer),
            FieldType::Decimal(Range::Percent) => Some(MappedKind::Percentage),
            FieldType::Decimal(_) => Some(MappedKind::Number),
            FieldType::Date | FieldType::VersionDay => Some(MappedKind::Date),
            _ => Some(MappedKind::Code),
        }
    }

    /// Returns whether a column can have this name.
    pub fn is_named(&self, kind: KindName, header: &str) -> bool {
        self.names(kind).iter().any(|name| is_same_name(name, header))
    }

    /// Returns the names of the column in English and German, after the path.
    pub fn names(&self, kind: KindName) -> Vec<String> {
        let synonyms = if self.nested.is_some() { &[] } else { synonyms(kind, self.field.name) };
        std::iter::once(self.path()).chain(synonyms.iter().map(|name| (*name).to_owned())).collect()
    }
}

fn synonyms(kind: KindName, member: &str) -> &'static [&'static str] {
    match (kind, member) {
        (KindName::Products, "code") | (_, "product") => PRODUCT_NUMBER,
        (KindName::Partners, "code") | (_, "bpartner") => PARTNER_NUMBER,
        (KindName::PartnerProducts, "number") => {
            &["Customer product number", "Customer article number", "Kundenartikelnummer"]
        }
        (_, "org") => &["Organisation", "Organization"],
        (_, "name") => &["Description", "Bezeichnung", "Benennung"],
        (_, "uom") => &["Unit", "Unit of measure", "Einheit", "Mengeneinheit", "ME"],
        (_, "price") => &[
            "Unit price",
            "Net price",
            "List price",
            "Preis",
            "Einzelpreis",
            "Nettopreis",
            "Listenpreis",
            "VK",
        ],
        (_, "priceList") => &["Preisliste"],
        (_, "validFrom") => &["Valid since", "Gültig ab", "Gültig von"],
        (_, "validTo") => &["Valid until", "Gültig bis"],
        (_, "taxCategory") => &["Steuerkategorie", "Steuerklasse"],
        (_, "gtins") => &["GTIN", "EAN", "Barcode"],
        (_, "externalId") => &["Externe ID"],
        (_, "active") => &["Aktiv"],
        (_, "phone") => &["Telefon"],
        (_, "language") => &["Sprache"],
        (_, "group") => &["Partner group", "Kundengruppe"],
        (_, "vatId") => &["USt-IdNr.", "USt-ID", "UID"],
        (_, "country") => &["Land"],
        (_, "postal") => &["Postal code", "ZIP", "PLZ", "Postleitzahl"],
        (_, "city") => &["Ort", "Stadt"],
        (_, "rate") => &["Steuersatz"],
        _ => &[],
    }
}
