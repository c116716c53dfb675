//! Members of an order candidate that a column can be mapped to, with the column names that users give them.

use std::collections::HashMap;
use std::sync::LazyLock;

use orderdock_domain::candidate::FieldDescriptor;
use orderdock_domain::text::fold;

/// Kind of a member's value, which determines how a cell is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MappedKind {
    /// Number, code or id. A number in the cell is written without decimal places.
    Code,
    Text,
    /// Identifier string of the API. A cell without one of its prefixes is a code (`val-`).
    Identifier,
    Number,
    /// Number in percent. A cell that is formatted as a percentage is converted.
    Percentage,
    Integer,
    Date,
    Boolean,
    /// Currency code. The symbols €, $ and £ are converted.
    Currency,
}

impl MappedKind {
    /// Returns whether values are codes or identifiers, which name records.
    pub const fn is_code(self) -> bool {
        matches!(self, Self::Code | Self::Identifier)
    }
}

/// A member of an order candidate in the API.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SheetMember {
    /// Names of the member and of the objects around it, separated by dots.
    pub path: &'static str,
    pub kind: MappedKind,
    /// Common names of the column in English and German, by preference. Names in JSON and labels of the domain are added.
    pub names: &'static [&'static str],
}

const fn member(path: &'static str, kind: MappedKind, names: &'static [&'static str]) -> SheetMember {
    SheetMember { path, kind, names }
}

use MappedKind::{Boolean, Code, Currency, Date, Identifier, Integer, Number, Percentage, Text};

pub(crate) const HEADER_ID: &str = "externalHeaderId";
pub(crate) const LINE_ID: &str = "externalLineId";
pub(crate) const PO_REFERENCE: &str = "poReference";
pub(crate) const BUYER_CODE: &str = "bpartner.bpartner.code";
pub(crate) const PRODUCT_CODE: &str = "product.code";
pub(crate) const QUANTITY: &str = "qty";
pub(crate) const PRICE: &str = "price";
pub(crate) const CURRENCY: &str = "currencyCode";
pub(crate) const DATE_REQUIRED: &str = "dateRequired";

/// The members in the order in which columns are assigned: a name that fits two members belongs to the first of them.
pub const SHEET_MEMBERS: &[SheetMember] = &[
    member(HEADER_ID, Code, &["Order id", "Bestell-ID", "Auftrags-ID", "Header id"]),
    member(
        LINE_ID,
        Code,
        &[
            "Line id",
            "Position",
            "Pos.",
            "Pos.-Nr.",
            "Positions-Nr.",
            "Line",
            "Line no.",
            "Zeile",
            "Zeilen-Nr.",
            "Lfd. Nr.",
        ],
    ),
    member(
        PO_REFERENCE,
        Code,
        &[
            "Bestellnummer",
            "Best.-Nr.",
            "Ihre Bestellnummer",
            "Kundenbestellnummer",
            "PO number",
            "PO no.",
            "PO",
            "Purchase order",
            "Purchase order number",
            "Customer order number",
            "Order number",
            "Order no.",
            "Order",
            "Order reference",
            "Your reference",
            "Bestellung",
            "Auftragsnummer",
            "Auftrag",
            "Kundenreferenz",
            "Referenz",
            "Reference",
            "Belegnummer",
        ],
    ),
    member(
        BUYER_CODE,
        Code,
        &[
            "Customer number",
            "Customer no.",
            "Customer code",
            "Customer id",
            "Customer",
            "Kundennummer",
            "Kd.-Nr.",
            "Kunden-Nr.",
            "Kundencode",
            "Kunde",
            "Debitorennummer",
            "Debitor-Nr.",
            "Debitor",
            "Partner code",
            "Partner",
            "Geschäftspartner",
            "Buyer",
            "Käufer",
            "Besteller",
            "Auftraggeber",
            "Sold-to",
            "Sold-to party",
            "Account number",
            "Account",
        ],
    ),
    member("bpartner.location.gln", Code, &["GLN", "ILN", "Customer GLN", "GLN Kunde", "Buyer GLN"]),
    member("bpartner.bpartner.externalId", Code, &[]),
    member("bpartner.bpartner.name", Text, &[]),
    member("bpartner.location.externalId", Code, &[]),
    member("bpartner.contact.externalId", Code, &[]),
    member("bpartner.contact.email", Text, &[]),
    member(
        PRODUCT_CODE,
        Code,
        &[
            "Product code",
            "Product number",
            "Product no.",
            "Item number",
            "Item no.",
            "Item code",
            "Article number",
            "Article no.",
            "Artikelnummer",
            "Artikel-Nr.",
            "Art.-Nr.",
            "Artikelcode",
            "Produktnummer",
            "Produktcode",
            "Materialnummer",
            "Material no.",
            "Part number",
            "Part no.",
            "Teilenummer",
            "Sachnummer",
            "SKU",
            "Product",
            "Item",
            "Article",
            "Artikel",
            "Produkt",
            "Material",
            "GTIN",
            "EAN",
            "GTIN/EAN",
            "EAN-Code",
            "EAN-Nr.",
            "UPC",
            "Barcode",
        ],
    ),
    member("product.externalId", Code, &[]),
    member("product.name", Text, &[]),
    member(
        QUANTITY,
        Number,
        &[
            "Qty",
            "Order quantity",
            "Ordered quantity",
            "Bestellmenge",
            "Anzahl",
            "Stückzahl",
            "Menge bestellt",
            "Pieces",
            "Stück",
        ],
    ),
    member(
        "uomCode",
        Code,
        &["Unit code", "UOM", "Unit of measure", "Mengeneinheit", "Maßeinheit", "ME", "VPE-Einheit"],
    ),
    member(
        PRICE,
        Number,
        &[
            "Unit price",
            "Net price",
            "Einzelpreis",
            "Stückpreis",
            "Nettopreis",
            "E-Preis",
            "EP",
            "VK-Preis",
            "VK",
        ],
    ),
    member(CURRENCY, Currency, &["Currency code", "Währungscode", "WKZ", "Whg."]),
    member("discount", Percentage, &["Discount %", "Discount in %", "Rabatt %", "Rabatt in %", "Nachlass"]),
    member(
        DATE_REQUIRED,
        Date,
        &[
            "Requested date",
            "Requested delivery date",
            "Wunschlieferdatum",
            "Wunschliefertermin",
            "Required date",
            "Required by",
            "Need by",
            "Delivery date",
            "Liefertermin",
            "Lieferdatum",
            "Anlieferdatum",
            "Due date",
            "Termin",
        ],
    ),
    member("dateOrdered", Date, &["Order date", "Auftragsdatum", "PO date", "Datum", "Date"]),
    member("presetDateShipped", Date, &["Shipping date"]),
    member("presetDateInvoiced", Date, &[]),
    member(
        "productDescription",
        Text,
        &[
            "Item description",
            "Artikelbezeichnung",
            "Produktbezeichnung",
            "Bezeichnung",
            "Product name",
            "Produktname",
            "Artikelname",
            "Artikeltext",
        ],
    ),
    member(
        "description",
        Text,
        &[
            "Remark",
            "Remarks",
            "Comment",
            "Comments",
            "Note",
            "Notes",
            "Bemerkung",
            "Anmerkung",
            "Kommentar",
            "Hinweis",
        ],
    ),
    member(
        "dropShipBPartner.bpartner.code",
        Code,
        &[
            "Ship-to",
            "Ship-to party",
            "Ship-to number",
            "Warenempfänger",
            "Empfängernummer",
            "Lieferempfänger",
        ],
    ),
    member(
        "dropShipBPartner.location.gln",
        Code,
        &["Ship-to GLN", "Delivery GLN", "Liefer-GLN", "GLN Warenempfänger"],
    ),
    member("dropShipBPartner.bpartner.externalId", Code, &[]),
    member("dropShipBPartner.location.externalId", Code, &[]),
    member("billBPartner.bpartner.code", Code, &["Bill-to", "Bill-to party", "Rechnungsempfänger"]),
    member("billBPartner.location.gln", Code, &["Bill-to GLN", "GLN Rechnungsempfänger"]),
    member("billBPartner.bpartner.externalId", Code, &[]),
    member("handOverBPartner.bpartner.code", Code, &[]),
    member("handOverBPartner.location.gln", Code, &[]),
    member("shipper", Identifier, &["Carrier", "Versandart"]),
    member("paymentTerm", Identifier, &["Payment terms", "Zahlungsziel"]),
    member("paymentRule", Code, &[]),
    member("pricingSystemCode", Code, &[]),
    member("salesPartnerCode", Code, &[]),
    member("warehouseCode", Code, &[]),
    member("warehouseDestCode", Code, &[]),
    member("deliveryRule", Code, &[]),
    member("deliveryViaRule", Code, &[]),
    member("orderDocType", Code, &[]),
    member("invoiceDocType.docBaseType", Code, &[]),
    member("invoiceDocType.docSubType", Code, &[]),
    member("line", Integer, &[]),
    member("headerLineCount", Integer, &[]),
    member("isWithoutCharge", Boolean, &[]),
    member("reason", Text, &[]),
    member("promotionCode", Code, &["Promotion"]),
    member("org.code", Code, &[]),
    member("dataSourceInternalName", Code, &[]),
    member("dataDestInternalName", Code, &[]),
    member("externalSystemCode", Code, &[]),
];

impl SheetMember {
    /// Returns the member with this path.
    pub fn of_path(path: &str) -> Option<&'static Self> {
        SHEET_MEMBERS.iter().find(|member| member.path == path)
    }

    /// Returns the member as a JSON pointer.
    pub fn pointer(&self) -> String {
        format!("/{}", self.path.replace('.', "/"))
    }

    fn all_names(&self) -> Vec<&'static str> {
        let mut names = vec![self.path];
        if let Some(field) = FieldDescriptor::named(self.path) {
            names.extend(field.aliases);
            names.extend(field.label);
        }
        names.extend(self.names);
        names
    }
}

/// Normalised names of all members. Each name has the index of the member in [`SHEET_MEMBERS`] and its preference.
static NAMES: LazyLock<HashMap<String, Vec<(usize, usize)>>> = LazyLock::new(|| {
    let mut names: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
    for (index, member) in SHEET_MEMBERS.iter().enumerate() {
        for (preference, name) in member.all_names().into_iter().enumerate() {
            names.entry(normalised_name(name)).or_default().push((index, preference));
        }
    }
    names
});

/// Returns the members with this column name: index and preference of the name, lower is better.
pub(crate) fn members_named(header: &str) -> &'static [(usize, usize)] {
    NAMES.get(&normalised_name(header)).map_or(&[], Vec::as_slice)
}

/// Returns the members whose name is the beginning of a column name, such as `Menge` of `Menge (Karton)`. Names of fewer
/// than four characters are not compared.
pub(crate) fn members_similar(header: &str) -> Vec<(usize, usize)> {
    let header = normalised_name(header);
    let begins = |name: &&String| name.len() >= 4 && header.starts_with(name.as_str());
    let longest = NAMES.keys().filter(begins).max_by_key(|name| name.len());
    longest.and_then(|name| NAMES.get(name)).cloned().unwrap_or_default()
}

/// Returns the letters and digits of a column name, folded, with one spelling of umlauts and of "number".
pub fn normalised_name(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for letter in fold(name).chars() {
        match letter {
            'ä' => text.push_str("ae"),
            'ö' => text.push_str("oe"),
            'ü' => text.push_str("ue"),
            '#' => text.push_str("nr"),
            '%' => text.push('%'),
            letter if letter.is_alphanumeric() => text.push(letter),
            _ => {}
        }
    }
    let text = text.replace("nummer", "nr").replace("number", "nr");
    match text.strip_suffix("no").or_else(|| text.strip_suffix("num")) {
        Some(start) if !start.is_empty() => format!("{start}nr"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use orderdock_domain::candidate::CANDIDATE_FIELDS;

    use super::*;

    fn path_of(header: &str) -> Option<&'static str> {
        members_named(header).first().map(|(index, _)| SHEET_MEMBERS[*index].path)
    }

    #[test]
    fn column_names_of_both_languages_are_known() {
        for (header, path) in [
            ("Menge", Some("qty")),
            ("MENGE", Some("qty")),
            ("Qty.", Some("qty")),
            ("Art.-Nr.", Some("product.code")),
            ("Artikel Nr", Some("product.code")),
            ("Article No", Some("product.code")),
            ("Item #", Some("product.code")),
            ("Kd.Nr.", Some("bpartner.bpartner.code")),
            ("Kundennummer", Some("bpartner.bpartner.code")),
            ("Bestell-Nr.", Some("poReference")),
            ("PO Number", Some("poReference")),
            ("Wunschtermin", Some("dateRequired")),
            ("Lieferdatum", Some("dateRequired")),
            ("Date required", Some("dateRequired")),
            ("Waehrung", Some("currencyCode")),
            ("Währung", Some("currencyCode")),
            ("Einzelpreis", Some("price")),
            ("Rabatt %", Some("discount")),
            ("externalLineId", Some("externalLineId")),
            ("dateInvoiced", Some("presetDateInvoiced")),
            ("Farbe", None),
            ("", None),
        ] {
            assert_eq!(path_of(header), path, "{header}");
        }
        let similar = members_similar("Menge (Karton)");
        assert_eq!(similar.first().map(|(index, _)| SHEET_MEMBERS[*index].path), Some("qty"));
        assert_eq!(members_similar("Farbe"), []);
    }

    #[test]
    fn every_field_of_a_candidate_can_be_mapped() {
        let paths: BTreeSet<_> = SHEET_MEMBERS.iter().map(|member| member.path).collect();
        assert_eq!(paths.len(), SHEET_MEMBERS.len());
        for field in CANDIDATE_FIELDS {
            let as_object = format!("{}.", field.json);
            let mapped = paths.contains(field.json) || paths.iter().any(|path| path.starts_with(&as_object));
            // a free-form object, which cannot be mapped
            assert_eq!(mapped, field.json != "extendedProps", "{}", field.json);
        }
    }

    #[test]
    fn paths_exist_in_the_api() {
        let document = include_str!("../../../docs/openapi.json");
        let document: serde_json::Value = serde_json::from_str(document).unwrap();
        for member in SHEET_MEMBERS {
            let mut schema = &document["components"]["schemas"]["CandidateBody"];
            for step in member.path.split('.') {
                schema = &schema["properties"][step];
                let reference = schema["$ref"].as_str().or_else(|| schema["oneOf"][1]["$ref"].as_str());
                if let Some(name) = reference.and_then(|reference| reference.rsplit('/').next()) {
                    schema = &document["components"]["schemas"][name];
                }
                assert!(schema.is_object(), "{}: {step}", member.path);
            }
        }
    }
}
