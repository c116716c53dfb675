//! Tables of each kind of master data: names, columns, and the texts that are searched case-insensitively.

use orderdock_domain::masterdata::kinds::{Field, Kind, KindName, NESTED_IN};

/// The table of a kind. Columns have the names of their cells, unless specified here.
#[derive(Debug)]
pub struct KindTable {
    pub name: &'static str,
    /// The column with the id of the parent record.
    pub parent: Option<&'static str>,
    renamed: &'static [(&'static str, &'static str)],
    /// Columns that are not cells: the folded text of a member, for searching.
    pub folded: &'static [(&'static str, &'static str)],
}

const fn table(name: &'static str) -> KindTable {
    KindTable { name, parent: None, renamed: &[], folded: &[] }
}

impl KindTable {
    const fn nested_by(mut self, column: &'static str) -> Self {
        self.parent = Some(column);
        self
    }

    const fn renamed(mut self, columns: &'static [(&'static str, &'static str)]) -> Self {
        self.renamed = columns;
        self
    }

    const fn searched(self) -> Self {
        self.folding(&[("code_key", "code"), ("name_key", "name")])
    }

    const fn folding(mut self, folded: &'static [(&'static str, &'static str)]) -> Self {
        self.folded = folded;
        self
    }

    pub fn of(kind: &Kind) -> &'static Self {
        &TABLES[kind.name as usize].1
    }

    /// Returns the column of a cell.
    pub fn column(&self, kind: &Kind, cell: &str) -> String {
        if let (NESTED_IN, Some(parent)) = (cell, self.parent) {
            return parent.to_owned();
        }
        if let Some((_, column)) = self.renamed.iter().find(|(name, _)| *name == cell) {
            return (*column).to_owned();
        }
        let mut column = String::with_capacity(cell.len() + 4);
        for letter in cell.chars() {
            if letter.is_ascii_uppercase() {
                column.push('_');
            }
            column.push(letter.to_ascii_lowercase());
        }
        if kind.field(cell).is_some_and(Field::holds_id) {
            column.push_str("_id");
        }
        column
    }

    /// Returns the columns of the cells, in order.
    pub fn columns(&self, kind: &Kind) -> Vec<String> {
        kind.cells().into_iter().map(|cell| self.column(kind, cell)).collect()
    }
}

/// Returns for each cell whether it is stored as rows of a separate table.
pub fn lists(kind: &Kind) -> Vec<bool> {
    kind.cells().into_iter().map(|cell| kind.field(cell).is_some_and(is_list)).collect()
}

/// Returns whether the member is stored as rows of a separate table.
pub fn is_list(field: &Field) -> bool {
    field.field_type.is_list()
}

const UNIT_CONVERSIONS: KindTable =
    table("uom_conversion").nested_by("product_id").renamed(&[("from", "from_uom_id"), ("to", "to_uom_id")]);

/// The tables of all kinds, in the order of the kinds.
static TABLES: [(KindName, KindTable); 26] = [
    (KindName::Organisations, table("organisation")),
    (KindName::Countries, table("country")),
    (KindName::Currencies, table("currency")),
    (KindName::Uoms, table("uom")),
    (KindName::ExternalSystems, table("external_system")),
    (KindName::DataSources, table("data_source")),
    (KindName::DocumentTypes, table("document_type").renamed(&[("default", "is_default")])),
    (KindName::TaxCategories, table("tax_category")),
    (KindName::Taxes, table("tax")),
    (KindName::PricingSystems, table("pricing_system")),
    (KindName::PriceLists, table("price_list")),
    (
        KindName::PriceListVersions,
        table("price_list_version").nested_by("price_list_id").renamed(&[("basePriceList", "base_id")]),
    ),
    (KindName::Warehouses, table("warehouse")),
    (KindName::Shippers, table("shipper")),
    (KindName::PaymentTerms, table("payment_term")),
    (KindName::PartnerGroups, table("bpartner_group")),
    (KindName::UomConversions, UNIT_CONVERSIONS),
    (KindName::PostalCodes, table("postal_code")),
    (KindName::Partners, table("bpartner").renamed(&[("group", "bpartner_group_id")]).searched()),
    (KindName::Locations, table("bpartner_location").nested_by("bpartner_id")),
    (KindName::Contacts, table("bpartner_contact").nested_by("bpartner_id")),
    (KindName::Products, table("product").searched()),
    (KindName::ProductConversions, UNIT_CONVERSIONS),
    (KindName::ProductPrices, table("product_price").renamed(&[("priceList", "price_list_version_id")])),
    (KindName::PartnerProducts, table("bpartner_product").folding(&[("number_key", "number")])),
    (KindName::CrossReferences, table("cross_reference").folding(&[("value_key", "value")])),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_table() {
        for (place, (kind, table)) in TABLES.iter().enumerate() {
            assert_eq!(*kind as usize, place, "{}", table.name);
            assert_eq!(table.parent.is_some(), kind.kind().nested, "{}", table.name);
        }
    }

    #[test]
    fn cell_names_map_to_column_names() {
        let table = [
            (KindName::Partners, "companyName", "company_name"),
            (KindName::Partners, "pricingSystem", "pricing_system_id"),
            (KindName::Partners, "group", "bpartner_group_id"),
            (KindName::Partners, "url2", "url2"),
            (KindName::Locations, "nestedIn", "bpartner_id"),
            (KindName::Locations, "postalCodeId", "postal_code_id"),
            (KindName::Taxes, "toCountry", "to_country"),
            (KindName::PriceLists, "currency", "currency"),
            (KindName::PriceLists, "org", "org_id"),
            (KindName::ProductPrices, "priceList", "price_list_version_id"),
        ];
        for (kind, cell, column) in table {
            let kind = kind.kind();
            assert_eq!(KindTable::of(kind).column(kind, cell), column, "{}.{cell}", kind.member);
        }
    }
}
