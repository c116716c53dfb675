//! The small kinds of master data, held whole: settings in all but name.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::{Conversion, CountryCode, CurrencyCode, Defaults};
use crate::candidate::words;
use crate::ids::{
    DataSourceId, DocumentTypeId, OrganisationId, PartnerGroupId, PaymentTermId, PriceListId,
    PriceListVersionId, PricingSystemId, SHARED, ShipperId, TaxCategoryId, TaxId, UnitId, WarehouseId,
};
use crate::import::Expectation;
use crate::number::Decimal;
use crate::text::{Code, Name};

#[derive(Clone, PartialEq, Debug)]
pub struct Organisation {
    pub id: OrganisationId,
    pub version: i64,
    pub active: bool,
    pub code: Code,
    pub name: Name,
    pub time_zone: TimeZone,
    pub country: Option<CountryCode>,
    pub defaults: Defaults,
    /// Where neither product price, product nor price list has one.
    pub tax_category: Option<TaxCategoryId>,
    pub negative_prices: NegativePrices,
}

words! {
    /// What becomes of a price below 0 (a credit, a deposit).
    NegativePrices { Problem "problem" Allow "allow" }
}

/// Where candidates come from, or where they are meant to go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataSource {
    pub id: DataSourceId,
    pub organisation: OrganisationId,
    pub active: bool,
    /// Internal names; the first is the one that is answered.
    pub internal_names: Vec<Code>,
    pub external_id: Option<Code>,
    pub code: Option<Code>,
    pub name: Option<Name>,
    pub settle_seconds: i64,
    pub partial_headers: bool,
    pub release_by_hand: bool,
}

/// Base type and sub type of a document type: SOO with SO, PR, ON or OB; ARI with any or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentType {
    pub id: DocumentTypeId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub name: Name,
    pub base_type: Code,
    pub sub_type: Option<Code>,
    pub is_default: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartnerGroup {
    pub id: PartnerGroupId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub name: Name,
    pub defaults: Defaults,
}

/// A unit of measure by its UN/ECE (X12 DE 355) code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    pub id: UnitId,
    pub active: bool,
    pub code: Code,
    pub name: Name,
    /// Digits that a converted quantity is rounded to if it must be.
    pub precision: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Currency {
    pub code: CurrencyCode,
    pub active: bool,
    /// Digits of an amount of money.
    pub precision: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PricingSystem {
    pub id: PricingSystemId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub code: Code,
    pub name: Name,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PriceList {
    pub id: PriceListId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub code: Code,
    pub name: Name,
    pub pricing_system: PricingSystemId,
    pub country: Option<CountryCode>,
    pub currency: CurrencyCode,
    pub sales: bool,
    pub tax_included: bool,
    /// Digits of a price.
    pub precision: u32,
    /// Where neither product price nor product has one; the category of prices that are made by a row.
    pub default_tax_category: Option<TaxCategoryId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PriceListVersion {
    pub id: PriceListVersionId,
    pub organisation: OrganisationId,
    pub price_list: PriceListId,
    pub active: bool,
    pub valid_from: Date,
    /// The last day.
    pub valid_to: Option<Date>,
    /// Looked into when this version has no price.
    pub base: Option<PriceListVersionId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaxCategory {
    pub id: TaxCategoryId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub code: Code,
    pub name: Name,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tax {
    pub id: TaxId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub code: Code,
    pub name: Option<Name>,
    pub tax_category: TaxCategoryId,
    pub from_country: CountryCode,
    pub to_country: Option<CountryCode>,
    /// Percent.
    pub rate: Decimal,
    pub valid_from: Date,
    pub valid_to: Option<Date>,
    pub requires_vat_id: bool,
    pub reverse_charge: bool,
    pub per_line: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shipper {
    pub id: ShipperId,
    pub organisation: OrganisationId,
    pub active: bool,
    /// Its search key, for example `DPD - Classic`.
    pub code: Code,
    pub external_id: Option<Code>,
    pub name: Option<Name>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaymentTerm {
    pub id: PaymentTermId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub code: Code,
    pub external_id: Option<Code>,
    pub name: Option<Name>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warehouse {
    pub id: WarehouseId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub code: Code,
    pub name: Option<Name>,
    pub country: Option<CountryCode>,
}

/// One state of all small kinds.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reference {
    /// How often records of each organisation, and shared ones, have changed: plans rely on those they are about.
    pub generations: BTreeMap<OrganisationId, i64>,
    pub organisations: Vec<Organisation>,
    pub data_sources: Vec<DataSource>,
    pub document_types: Vec<DocumentType>,
    pub partner_groups: Vec<PartnerGroup>,
    pub units: Vec<Unit>,
    pub unit_conversions: Vec<Conversion>,
    pub currencies: Vec<Currency>,
    /// Codes of the active countries.
    pub countries: Vec<CountryCode>,
    pub pricing_systems: Vec<PricingSystem>,
    pub price_lists: Vec<PriceList>,
    pub price_list_versions: Vec<PriceListVersion>,
    pub tax_categories: Vec<TaxCategory>,
    pub taxes: Vec<Tax>,
    pub shippers: Vec<Shipper>,
    pub payment_terms: Vec<PaymentTerm>,
    pub warehouses: Vec<Warehouse>,
    /// Where each record stands in its list.
    index: Index,
}

#[derive(Clone, PartialEq, Debug, Default)]
struct Index {
    organisation: HashMap<OrganisationId, usize>,
    organisation_code: HashMap<Code, usize>,
    data_source: HashMap<DataSourceId, usize>,
    document_type: HashMap<DocumentTypeId, usize>,
    partner_group: HashMap<PartnerGroupId, usize>,
    unit: HashMap<UnitId, usize>,
    unit_code: HashMap<Code, usize>,
    currency: HashMap<CurrencyCode, usize>,
    country: HashMap<CountryCode, usize>,
    pricing_system: HashMap<PricingSystemId, usize>,
    price_list: HashMap<PriceListId, usize>,
    price_list_version: HashMap<PriceListVersionId, usize>,
    tax_category: HashMap<TaxCategoryId, usize>,
    tax: HashMap<TaxId, usize>,
    shipper: HashMap<ShipperId, usize>,
    payment_term: HashMap<PaymentTermId, usize>,
    warehouse: HashMap<WarehouseId, usize>,
    unit_conversion: HashMap<(UnitId, UnitId), usize>,
    price_lists_of: HashMap<PricingSystemId, Vec<usize>>,
    versions_of: HashMap<PriceListId, Vec<usize>>,
    taxes_of: HashMap<TaxCategoryId, Vec<usize>>,
}

/// Finds the place of each element by a key.
fn places<T, K: std::hash::Hash + Eq>(records: &[T], key: impl Fn(&T) -> K) -> HashMap<K, usize> {
    records.iter().enumerate().map(|(place, record)| (key(record), place)).collect()
}

/// Finds the places of all elements that share a key.
fn groups<T, K: std::hash::Hash + Eq>(records: &[T], key: impl Fn(&T) -> K) -> HashMap<K, Vec<usize>> {
    let mut groups: HashMap<K, Vec<usize>> = HashMap::new();
    for (place, record) in records.iter().enumerate() {
        groups.entry(key(record)).or_default().push(place);
    }
    groups
}

/// The elements of a group, in the order of their list; none if there is no such group.
fn members<'a, T>(records: &'a [T], group: Option<&'a Vec<usize>>) -> impl Iterator<Item = &'a T> + Clone {
    group.into_iter().flatten().filter_map(|place| records.get(*place))
}

macro_rules! by_id {
    ($($name:ident($id:ty) -> $record:ty, $list:ident, $index:ident;)*) => {$(
        pub fn $name(&self, id: $id) -> Option<&$record> {
            self.index.$index.get(&id).and_then(|place| self.$list.get(*place))
        }
    )*};
}

impl Reference {
    /// Rises whenever any of them changes.
    pub fn generation(&self) -> i64 {
        self.generations.values().sum()
    }

    /// What a plan about candidates or orders of these organisations relies on: their own records, and shared ones.
    pub fn expectations(&self, organisations: impl IntoIterator<Item = OrganisationId>) -> Vec<Expectation> {
        let concerned: BTreeSet<_> = organisations.into_iter().chain([SHARED]).collect();
        let known = concerned.into_iter().filter_map(|id| Some((id, *self.generations.get(&id)?)));
        known.map(|(id, generation)| Expectation::Reference(id, generation)).collect()
    }

    /// Call after filling the lists: the look-ups below read the index.
    #[must_use]
    pub fn indexed(mut self) -> Self {
        self.index = Index {
            organisation: places(&self.organisations, |record| record.id),
            organisation_code: places(&self.organisations, |record| record.code.clone()),
            data_source: places(&self.data_sources, |record| record.id),
            document_type: places(&self.document_types, |record| record.id),
            partner_group: places(&self.partner_groups, |record| record.id),
            unit: places(&self.units, |record| record.id),
            unit_code: places(&self.units, |record| record.code.clone()),
            currency: places(&self.currencies, |record| record.code.clone()),
            country: places(&self.countries, Clone::clone),
            pricing_system: places(&self.pricing_systems, |record| record.id),
            price_list: places(&self.price_lists, |record| record.id),
            price_list_version: places(&self.price_list_versions, |record| record.id),
            tax_category: places(&self.tax_categories, |record| record.id),
            tax: places(&self.taxes, |record| record.id),
            shipper: places(&self.shippers, |record| record.id),
            payment_term: places(&self.payment_terms, |record| record.id),
            warehouse: places(&self.warehouses, |record| record.id),
            unit_conversion: places(&self.unit_conversions, |rule| (rule.from, rule.to)),
            price_lists_of: groups(&self.price_lists, |record| record.pricing_system),
            versions_of: groups(&self.price_list_versions, |record| record.price_list),
            taxes_of: groups(&self.taxes, |record| record.tax_category),
        };
        self
    }

    by_id! {
        organisation(OrganisationId) -> Organisation, organisations, organisation;
        data_source(DataSourceId) -> DataSource, data_sources, data_source;
        document_type(DocumentTypeId) -> DocumentType, document_types, document_type;
        partner_group(PartnerGroupId) -> PartnerGroup, partner_groups, partner_group;
        unit(UnitId) -> Unit, units, unit;
        pricing_system(PricingSystemId) -> PricingSystem, pricing_systems, pricing_system;
        price_list(PriceListId) -> PriceList, price_lists, price_list;
        price_list_version(PriceListVersionId) -> PriceListVersion, price_list_versions, price_list_version;
        tax_category(TaxCategoryId) -> TaxCategory, tax_categories, tax_category;
        tax(TaxId) -> Tax, taxes, tax;
        shipper(ShipperId) -> Shipper, shippers, shipper;
        payment_term(PaymentTermId) -> PaymentTerm, payment_terms, payment_term;
        warehouse(WarehouseId) -> Warehouse, warehouses, warehouse;
    }

    pub fn organisation_by_code(&self, code: &Code) -> Option<&Organisation> {
        self.index.organisation_code.get(code).and_then(|place| self.organisations.get(*place))
    }

    pub fn unit_by_code(&self, code: &Code) -> Option<&Unit> {
        self.index.unit_code.get(code).and_then(|place| self.units.get(*place))
    }

    pub fn currency(&self, code: &CurrencyCode) -> Option<&Currency> {
        self.index.currency.get(code).and_then(|place| self.currencies.get(*place))
    }

    /// The general rule that is stored for this direction.
    pub fn unit_conversion(&self, from: UnitId, to: UnitId) -> Option<&Conversion> {
        self.index.unit_conversion.get(&(from, to)).and_then(|place| self.unit_conversions.get(*place))
    }

    pub fn price_lists_of(&self, system: PricingSystemId) -> impl Iterator<Item = &PriceList> + Clone {
        members(&self.price_lists, self.index.price_lists_of.get(&system))
    }

    pub fn versions_of(&self, list: PriceListId) -> impl Iterator<Item = &PriceListVersion> + Clone {
        members(&self.price_list_versions, self.index.versions_of.get(&list))
    }

    pub fn taxes_of(&self, category: TaxCategoryId) -> impl Iterator<Item = &Tax> + Clone {
        members(&self.taxes, self.index.taxes_of.get(&category))
    }

    pub fn knows_country(&self, code: &CountryCode) -> bool {
        self.index.country.contains_key(code)
    }
}

/// Of records that fit, the organisation's own wins over a shared one; others are not seen.
pub fn own_or_shared<'a, T>(
    records: impl Iterator<Item = &'a T>,
    organisation: OrganisationId,
    owner: impl Fn(&T) -> OrganisationId,
) -> Option<&'a T> {
    let mut shared = None;
    for record in records {
        let owner = owner(record);
        if owner == organisation {
            return Some(record);
        }
        if owner == SHARED && shared.is_none() {
            shared = Some(record);
        }
    }
    shared
}
