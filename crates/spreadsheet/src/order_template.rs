//! Workbook to fill with order lines: column names that an import recognises, and lists of existing codes.

use std::borrow::Cow;
use std::io;

use orderdock_domain::problem::Language;

use crate::members::{BUYER_CODE, CURRENCY, DATE_REQUIRED, PO_REFERENCE, PRICE, PRODUCT_CODE, QUANTITY};
use crate::write::{CellFormat, ColumnLayout, DropDown, SheetLayout, WrittenCell, XlsxWriter};

/// Last row whose cells have a list of values.
const LAST_ROW: u32 = 100_000;

/// Text in English and German.
type TemplateText = (&'static str, &'static str);

/// Existing records that the cells of the workbook suggest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OrderTemplateLists {
    pub customers: Vec<TemplateEntry>,
    pub products: Vec<TemplateEntry>,
    pub units: Vec<TemplateEntry>,
    pub currencies: Vec<TemplateEntry>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TemplateEntry {
    pub code: String,
    /// Shown next to the code; may be empty.
    pub name: String,
}

/// A column of the sheet for order lines.
struct TemplateColumn {
    /// Member to which the column is mapped.
    path: &'static str,
    title: TemplateText,
    width: u8,
    format: CellFormat,
    is_required: bool,
    meaning: TemplateText,
}

const COLUMNS: [TemplateColumn; 11] = [
    TemplateColumn {
        path: PO_REFERENCE,
        title: ("Order number", "Bestellnummer"),
        width: 18,
        format: CellFormat::Text,
        is_required: true,
        meaning: (
            "Order number of the customer. Rows of one customer with the same number are one order.",
            "Bestellnummer des Kunden. Zeilen eines Kunden mit derselben Nummer sind eine Bestellung.",
        ),
    },
    TemplateColumn {
        path: BUYER_CODE,
        title: ("Customer number", "Kundennummer"),
        width: 18,
        format: CellFormat::Text,
        is_required: true,
        meaning: (
            "Number of the customer, from the list or from the customer's own numbering.",
            "Nummer des Kunden, aus der Liste oder wie der Absender sie verwendet.",
        ),
    },
    TemplateColumn {
        path: PRODUCT_CODE,
        title: ("Product number", "Produktnummer"),
        width: 20,
        format: CellFormat::Text,
        is_required: true,
        meaning: (
            "Number of the product, from the list, a GTIN, or the customer's number of the product.",
            "Nummer des Produkts, aus der Liste, eine GTIN oder die Nummer, die der Kunde verwendet.",
        ),
    },
    TemplateColumn {
        path: "productDescription",
        title: ("Item description", "Produktbezeichnung"),
        width: 30,
        format: CellFormat::Text,
        is_required: false,
        meaning: (
            "Text about the product that is printed on the order line.",
            "Text zum Produkt, der in der Auftragsposition steht.",
        ),
    },
    TemplateColumn {
        path: QUANTITY,
        title: ("Quantity", "Menge"),
        width: 12,
        format: CellFormat::General,
        is_required: true,
        meaning: ("Ordered quantity in the unit of the row.", "Bestellte Menge in der Einheit der Zeile."),
    },
    TemplateColumn {
        path: "uomCode",
        title: ("Unit", "Einheit"),
        width: 10,
        format: CellFormat::Text,
        is_required: false,
        meaning: (
            "Code of the unit; by default that of the product.",
            "Code der Einheit; sonst die des Produkts.",
        ),
    },
    TemplateColumn {
        path: PRICE,
        title: ("Unit price", "Einzelpreis"),
        width: 12,
        format: CellFormat::Price,
        is_required: false,
        meaning: (
            "Price per unit before discount; by default that of the price list.",
            "Preis je Einheit vor Rabatt; sonst der Preis der Preisliste.",
        ),
    },
    TemplateColumn {
        path: CURRENCY,
        title: ("Currency", "Währung"),
        width: 11,
        format: CellFormat::Text,
        is_required: false,
        meaning: (
            "Currency of the price. Required with a price.",
            "Währung des Preises. Mit einem Preis erforderlich.",
        ),
    },
    TemplateColumn {
        path: "discount",
        title: ("Discount %", "Rabatt %"),
        width: 12,
        format: CellFormat::General,
        is_required: false,
        meaning: ("Discount in percent: 5 means 5 %.", "Rabatt in Prozent: 5 bedeutet 5 %."),
    },
    TemplateColumn {
        path: DATE_REQUIRED,
        title: ("Requested delivery date", "Wunschliefertermin"),
        width: 25,
        format: CellFormat::Date,
        is_required: true,
        meaning: ("Date on which the customer needs the goods.", "Tag, an dem der Kunde die Ware benötigt."),
    },
    TemplateColumn {
        path: "description",
        title: ("Remark", "Bemerkung"),
        width: 30,
        format: CellFormat::Text,
        is_required: false,
        meaning: ("Note about the line.", "Bemerkung zur Position."),
    },
];

impl OrderTemplateLists {
    /// Writes the workbook: an empty sheet for order lines, the meaning of its columns, and the lists.
    pub fn write(&self, language: Language) -> io::Result<Vec<u8>> {
        let word = |words: TemplateText| word(words, language);
        let lists = self.lists();
        let orders = SheetLayout {
            name: word(("Orders", "Bestellungen")),
            columns: COLUMNS.iter().map(|column| column.layout(language)).collect(),
            filtered: true,
            drop_downs: drop_downs(&lists, language),
        };
        let notes = sheet(
            word(("Notes", "Hinweise")),
            [
                (word(("Column", "Spalte")), 26),
                (word(("Required", "Erforderlich")), 14),
                (word(("Meaning", "Bedeutung")), 90),
            ],
        );
        let titles = lists.iter().flat_map(|list| [(word(list.title), 20), (word(list.name_title), 34)]);
        let mut writer = XlsxWriter::new(vec![orders, notes, sheet(list_sheet(language), titles)])?;
        writer.next_sheet()?;
        for column in &COLUMNS {
            let required = word(if column.is_required { ("yes", "ja") } else { ("no", "nein") });
            let cells = [word(column.title), required, word(column.meaning)];
            writer.row(cells.into_iter().map(|text| WrittenCell::Wrapped(text.into())))?;
        }
        writer.next_sheet()?;
        let longest = lists.iter().map(|list| list.entries.len()).max().unwrap_or(0);
        for index in 0..longest {
            writer.row(lists.iter().flat_map(|list| list.cells(index)))?;
        }
        writer.finish()
    }

    fn lists(&self) -> [TemplateList<'_>; 4] {
        [
            TemplateList {
                path: BUYER_CODE,
                title: ("Customers", "Kunden"),
                name_title: ("Names of the customers", "Namen der Kunden"),
                entries: &self.customers,
            },
            TemplateList {
                path: PRODUCT_CODE,
                title: ("Products", "Produkte"),
                name_title: ("Names of the products", "Namen der Produkte"),
                entries: &self.products,
            },
            TemplateList {
                path: "uomCode",
                title: ("Units", "Einheiten"),
                name_title: ("Names of the units", "Namen der Einheiten"),
                entries: &self.units,
            },
            TemplateList {
                path: CURRENCY,
                title: ("Currencies", "Währungen"),
                name_title: ("Names of the currencies", "Namen der Währungen"),
                entries: &self.currencies,
            },
        ]
    }
}

/// Values of a column, in two columns of the sheet with the lists: codes and names.
struct TemplateList<'t> {
    /// Member whose column offers the values.
    path: &'static str,
    title: TemplateText,
    name_title: TemplateText,
    entries: &'t [TemplateEntry],
}

impl TemplateList<'_> {
    fn cells(&self, index: usize) -> [WrittenCell<'_>; 2] {
        self.entries.get(index).map_or([WrittenCell::Empty, WrittenCell::Empty], |entry| {
            [&entry.code, &entry.name].map(|text| WrittenCell::Text(Cow::Borrowed(text.as_str())))
        })
    }
}

impl TemplateColumn {
    fn layout(&self, language: Language) -> ColumnLayout {
        ColumnLayout { title: word(self.title, language), width: self.width, format: self.format }
    }
}

fn drop_downs(lists: &[TemplateList], language: Language) -> Vec<DropDown> {
    let list_of = |path: &str| (0..).zip(lists).find(|(_, list)| list.path == path);
    let listed = (0..).zip(&COLUMNS).filter_map(|(column, layout)| {
        let (place, list) = list_of(layout.path)?;
        Some(DropDown {
            column,
            last_row: LAST_ROW,
            list_sheet: list_sheet(language),
            list_column: 2 * place,
            values: u32::try_from(list.entries.len()).unwrap_or(u32::MAX),
            warning_title: word(("Not in the list", "Nicht in der Liste"), language),
            warning: word(
                (
                    "The value is not in the list. Its record can be chosen during the import.",
                    "Der Wert ist nicht in der Liste. Der Datensatz dazu kann beim Import gewählt werden.",
                ),
                language,
            ),
        })
    });
    listed.collect()
}

fn list_sheet(language: Language) -> String {
    word(("Lists", "Listen"), language)
}

fn sheet(name: String, columns: impl IntoIterator<Item = (String, u8)>) -> SheetLayout {
    let columns = columns
        .into_iter()
        .map(|(title, width)| ColumnLayout { title, width, format: CellFormat::General })
        .collect();
    SheetLayout { name, columns, filtered: false, drop_downs: Vec::new() }
}

fn word((english, german): TemplateText, language: Language) -> String {
    match language {
        Language::English => english,
        Language::German => german,
    }
    .to_owned()
}
