//! Small kinds of master data, whose records are all kept in memory.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::{Conversion, CountryCode, CrossReferenceKind, CurrencyCode, Defaults, Letterhead};
use crate::candidate::string_enum;
use crate::ids::{
    DataSourceId, DocumentTypeId, ExternalSystemId, OrganisationId, PartnerGroupId, PaymentTermId,
    PriceListId, PriceListVersionId, PricingSystemId, SHARED, ShipperId, TaxCategoryId, TaxId, UnitId,
    WarehouseId,
};
use crate::import::Expectation;
use crate::number::Decimal;
use crate::text::{Code, Name};

/// An organisation that receives orders.
#[derive(Clone, PartialEq, Debug)]
pub struct Organisation {
    pub id: OrganisationId,
    pub version: i64,
    pub active: bool,
    pub code: Code,
    pub name: Name,
    /// Time zone that determines when a day begins.
    pub time_zone: TimeZone,
    pub country: Option<CountryCode>,
    /// Default values of candidates and orders.
    pub defaults: Defaults,
    /// Tax category used if product price, product and price list have none.
    pub tax_category: Option<TaxCategoryId>,
    pub negative_prices: NegativePrices,
    /// Its data as the seller of orders.
    pub letterhead: Letterhead,
}

string_enum! {
    /// Effect of a price below 0 (a credit, a deposit).
    NegativePrices { Problem "problem" Allow "allow" }

    /// Decimal places to which the net amounts of lines are rounded.
    NetPrecision {
        Currency "currency"
        /// Decimal places of the price list, if it has fewer than the currency.
        List "list"
    }

    /// Treatment of a tax-inclusive price for a buyer that pays no tax: exempt, or under reverse charge.
    ExemptBuyers {
        /// Keeps the price.
        KeepGross "keepGross"
        /// Subtracts the tax of a sale within the seller's country.
        RemoveTax "removeTax"
    }
    /// Effect of a key of a row that differs from the record found by another key.
    KeyMismatch { Warn "warn" Reject "reject" }
    /// Effect of unsupported members that would change amounts.
    UnsupportedMembers { Problem "problem" Warn "warn" }
    /// Effect of values of a row that differ clearly from the record found by its keys.
    MatchDifferences { Warn "warn" Problem "problem" }
    /// Effect of a record that a row names and that does not exist.
    UnresolvedReferences {
        /// The row is rejected.
        Reject "reject"
        /// The row is stored and becomes an order line when the record exists.
        Store "store"
    }
    /// External ids that the rows of a data source refer to.
    ExternalIds {
        /// Ids of the row's external system, otherwise ids without a system.
        Shared "shared"
        /// Ids of the row's external system only.
        Own "own"
    }
}

/// A system from which rows originate, for example one of several shops of a data source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalSystem {
    pub id: ExternalSystemId,
    pub organisation: OrganisationId,
    pub active: bool,
    /// Search key, sent as `externalSystemCode`.
    pub code: Code,
    pub name: Option<Name>,
}

/// A data source, which sends candidates, or a destination, for which candidates are intended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataSource {
    pub id: DataSourceId,
    pub organisation: OrganisationId,
    pub active: bool,
    /// Internal names; responses contain the first one.
    pub internal_names: Vec<Code>,
    /// Id in the sender's system.
    pub external_id: Option<Code>,
    /// Search key.
    pub code: Option<Code>,
    pub name: Option<Name>,
    /// Time in seconds that a run waits for further lines of an incoming order.
    pub settle_seconds: i64,
    /// Whether an incoming order can be processed without its lines in error.
    pub partial_headers: bool,
    /// Whether incoming orders are on hold until a clerk releases them.
    pub release_by_hand: bool,
    /// Effect of a key of a row that differs from the record found by another key.
    pub key_mismatch: KeyMismatch,
    /// Effect of unsupported members that would change amounts.
    pub unsupported_members: UnsupportedMembers,
    /// External system of rows that name none; used to look up external ids.
    pub external_system: Option<ExternalSystemId>,
    pub external_ids: ExternalIds,
    /// Effect of values of a row that differ clearly from the record found by its keys.
    pub differences: MatchDifferences,
    /// Effect of unknown records. A parameter of the request takes precedence.
    pub unresolved_references: UnresolvedReferences,
}

/// A type of sales orders or invoices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentType {
    pub id: DocumentTypeId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub name: Name,
    /// `SOO` (sales order) or `ARI` (invoice).
    pub base_type: Code,
    /// Sales orders: `SO`, `PR`, `ON` or `OB`. Invoices: any.
    pub sub_type: Option<Code>,
    /// Whether it is used if no document type is named.
    pub is_default: bool,
}

/// A group of partners with common default values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartnerGroup {
    pub id: PartnerGroupId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub name: Name,
    /// Default values of the partners of the group.
    pub defaults: Defaults,
}

/// A set of price lists for partners, for example retail or wholesale.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PricingSystem {
    pub id: PricingSystemId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub code: Code,
    pub name: Name,
}

/// A price list of a pricing system in one currency.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PriceList {
    pub id: PriceListId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub code: Code,
    pub name: Name,
    pub pricing_system: PricingSystemId,
    /// Country to which the list applies; any if absent.
    pub country: Option<CountryCode>,
    pub currency: CurrencyCode,
    /// Whether it is a sales price list.
    pub sales: bool,
    /// Whether prices include tax.
    pub tax_included: bool,
    /// Decimal places of a price.
    pub precision: u32,
    /// Decimal places of net amounts.
    pub net_precision: NetPrecision,
    /// Price for buyers that pay no tax, if prices include tax.
    pub exempt_buyers: ExemptBuyers,
    /// Tax category used if product price and product have none, and for prices that a row creates.
    pub default_tax_category: Option<TaxCategoryId>,
}

/// A version of a price list, valid from a day on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PriceListVersion {
    pub id: PriceListVersionId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub price_list: PriceListId,
    /// First day of validity.
    pub valid_from: Date,
    /// Last day of validity.
    pub valid_to: Option<Date>,
    /// Version that is searched for prices that are missing in this one.
    pub base: Option<PriceListVersionId>,
}

/// A category of products that are taxed alike, for example at the reduced rate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaxCategory {
    pub id: TaxCategoryId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub code: Code,
    pub name: Name,
}

/// A tax rate of a category for sales between two countries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tax {
    pub id: TaxId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub code: Code,
    pub name: Option<Name>,
    pub tax_category: TaxCategoryId,
    /// Country from which goods are shipped.
    pub from_country: CountryCode,
    /// Country to which goods are shipped; any if absent.
    pub to_country: Option<CountryCode>,
    /// Rate in percent.
    pub rate: Decimal,
    /// First day of validity.
    pub valid_from: Date,
    /// Last day of validity.
    pub valid_to: Option<Date>,
    /// Whether the partner must have a VAT id.
    pub requires_vat_id: bool,
    /// Whether the partner owes the tax.
    pub reverse_charge: bool,
    /// Whether the tax is rounded for each line instead of for the total.
    pub per_line: bool,
}

/// A carrier that ships goods.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shipper {
    pub id: ShipperId,
    pub organisation: OrganisationId,
    pub active: bool,
    /// Search key, for example `DPD - Classic`.
    pub code: Code,
    /// Id in the sender's system.
    pub external_id: Option<Code>,
    pub name: Option<Name>,
}

/// A payment term, for example 30 days net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaymentTerm {
    pub id: PaymentTermId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub code: Code,
    /// Id in the sender's system.
    pub external_id: Option<Code>,
    pub name: Option<Name>,
}

/// A warehouse from which goods are shipped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warehouse {
    pub id: WarehouseId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub code: Code,
    pub name: Option<Name>,
    pub country: Option<CountryCode>,
}

/// A unit of measure by its UN/ECE (X12 DE 355) code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    pub id: UnitId,
    pub active: bool,
    pub code: Code,
    pub name: Name,
    /// Decimal places of converted quantities.
    pub precision: u32,
    /// Whether a quantity converted to this unit is rounded before pricing; otherwise it stays exact.
    pub round_converted_quantities: bool,
}

/// A currency by its ISO 4217 code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Currency {
    pub code: CurrencyCode,
    pub active: bool,
    /// Decimal places of an amount.
    pub precision: u32,
}

/// A snapshot of all small kinds of master data, with an index for look-ups.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reference {
    /// Number of changes to the records of each organisation and to shared records. Plans expect these to be
    /// unchanged.
    pub generations: BTreeMap<OrganisationId, i64>,
    pub organisations: Vec<Organisation>,
    pub external_systems: Vec<ExternalSystem>,
    pub data_sources: Vec<DataSource>,
    pub document_types: Vec<DocumentType>,
    pub partner_groups: Vec<PartnerGroup>,
    pub units: Vec<Unit>,
    /// General unit conversions, each for the direction in which it is stored.
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
    /// Further keys of products that imports must look up.
    pub product_keys: ProductKeys,
    /// Kinds of the existing cross-references. These are not in memory, and values of other kinds are not looked up.
    pub cross_reference_kinds: BTreeSet<CrossReferenceKind>,
    index: Index,
}

/// Further keys of products that exist, besides codes and external ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProductKeys {
    pub gtins: bool,
    /// Numbers that partners use for products.
    pub partner_numbers: bool,
}

/// Positions in the lists of [`Reference`], by key.
#[derive(Clone, PartialEq, Debug, Default)]
struct Index {
    organisation: HashMap<OrganisationId, usize>,
    organisation_by_code: HashMap<Code, usize>,
    external_system: HashMap<ExternalSystemId, usize>,
    external_systems_by_code: HashMap<Code, Vec<usize>>,
    data_source: HashMap<DataSourceId, usize>,
    document_type: HashMap<DocumentTypeId, usize>,
    partner_group: HashMap<PartnerGroupId, usize>,
    unit: HashMap<UnitId, usize>,
    unit_by_code: HashMap<Code, usize>,
    unit_conversion: HashMap<(UnitId, UnitId), usize>,
    currency: HashMap<Code, usize>,
    country: HashMap<Code, usize>,
    pricing_system: HashMap<PricingSystemId, usize>,
    price_list: HashMap<PriceListId, usize>,
    price_lists_of: HashMap<PricingSystemId, Vec<usize>>,
    price_list_version: HashMap<PriceListVersionId, usize>,
    versions_of: HashMap<PriceListId, Vec<usize>>,
    tax_category: HashMap<TaxCategoryId, usize>,
    taxes_of: HashMap<TaxCategoryId, Vec<usize>>,
    shipper: HashMap<ShipperId, usize>,
    payment_term: HashMap<PaymentTermId, usize>,
    warehouse: HashMap<WarehouseId, usize>,
}

/// Lookups by key, all with the index.
impl Reference {
    /// Builds the index. Must be called after the lists are filled.
    #[must_use]
    pub fn indexed(mut self) -> Self {
        self.index = Index {
            organisation: positions(&self.organisations, |one| one.id),
            organisation_by_code: positions(&self.organisations, |one| one.code.clone()),
            external_system: positions(&self.external_systems, |one| one.id),
            external_systems_by_code: groups(&self.external_systems, |one| one.code.clone()),
            data_source: positions(&self.data_sources, |one| one.id),
            document_type: positions(&self.document_types, |one| one.id),
            partner_group: positions(&self.partner_groups, |one| one.id),
            unit: positions(&self.units, |one| one.id),
            unit_by_code: positions(&self.units, |one| one.code.clone()),
            unit_conversion: positions(&self.unit_conversions, |rule| (rule.from, rule.to)),
            currency: positions(&self.currencies, |one| one.code.clone()),
            country: positions(&self.countries, Clone::clone),
            pricing_system: positions(&self.pricing_systems, |one| one.id),
            price_list: positions(&self.price_lists, |one| one.id),
            price_lists_of: groups(&self.price_lists, |one| one.pricing_system),
            price_list_version: positions(&self.price_list_versions, |one| one.id),
            versions_of: groups(&self.price_list_versions, |one| one.price_list),
            tax_category: positions(&self.tax_categories, |one| one.id),
            taxes_of: groups(&self.taxes, |one| one.tax_category),
            shipper: positions(&self.shippers, |one| one.id),
            payment_term: positions(&self.payment_terms, |one| one.id),
            warehouse: positions(&self.warehouses, |one| one.id),
        };
        self
    }

    pub fn organisation(&self, id: OrganisationId) -> Option<&Organisation> {
        self.index.organisation.get(&id).and_then(|position| self.organisations.get(*position))
    }

    pub fn organisation_by_code(&self, code: &Code) -> Option<&Organisation> {
        self.index.organisation_by_code.get(code).and_then(|position| self.organisations.get(*position))
    }

    pub fn external_system(&self, id: ExternalSystemId) -> Option<&ExternalSystem> {
        self.index.external_system.get(&id).and_then(|position| self.external_systems.get(*position))
    }

    /// Returns the external system that the external ids of a row refer to (the sent one, otherwise that of the data
    /// source), and whether ids without a system are looked up too.
    pub fn row_system(
        &self,
        sent: Option<ExternalSystemId>,
        source: DataSourceId,
    ) -> (Option<ExternalSystemId>, ExternalIds) {
        let source = self.data_source(source);
        let of_source = || source.and_then(|source| source.external_system);
        (sent.or_else(of_source), source.map_or(ExternalIds::Shared, |source| source.external_ids))
    }

    /// Returns the external systems with this code, of all organisations.
    pub fn external_systems_by_code(&self, code: &Code) -> impl Iterator<Item = &ExternalSystem> + Clone {
        let positions = self.index.external_systems_by_code.get(code).into_iter().flatten();
        positions.filter_map(|position| self.external_systems.get(*position))
    }

    pub fn data_source(&self, id: DataSourceId) -> Option<&DataSource> {
        self.index.data_source.get(&id).and_then(|position| self.data_sources.get(*position))
    }

    pub fn document_type(&self, id: DocumentTypeId) -> Option<&DocumentType> {
        self.index.document_type.get(&id).and_then(|position| self.document_types.get(*position))
    }

    pub fn partner_group(&self, id: PartnerGroupId) -> Option<&PartnerGroup> {
        self.index.partner_group.get(&id).and_then(|position| self.partner_groups.get(*position))
    }

    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.index.unit.get(&id).and_then(|position| self.units.get(*position))
    }

    pub fn unit_by_code(&self, code: &Code) -> Option<&Unit> {
        self.index.unit_by_code.get(code).and_then(|position| self.units.get(*position))
    }

    /// Returns the general conversion from the first unit to the second.
    pub fn unit_conversion(&self, units: (UnitId, UnitId)) -> Option<&Conversion> {
        self.index.unit_conversion.get(&units).and_then(|position| self.unit_conversions.get(*position))
    }

    pub fn currency(&self, code: &Code) -> Option<&Currency> {
        self.index.currency.get(code).and_then(|position| self.currencies.get(*position))
    }

    pub fn country(&self, code: &Code) -> Option<&CountryCode> {
        self.index.country.get(code).and_then(|position| self.countries.get(*position))
    }

    pub fn pricing_system(&self, id: PricingSystemId) -> Option<&PricingSystem> {
        self.index.pricing_system.get(&id).and_then(|position| self.pricing_systems.get(*position))
    }

    pub fn price_list(&self, id: PriceListId) -> Option<&PriceList> {
        self.index.price_list.get(&id).and_then(|position| self.price_lists.get(*position))
    }

    /// Returns the price lists of a pricing system, in the order of [`Self::price_lists`].
    pub fn price_lists_of(&self, id: PricingSystemId) -> impl Iterator<Item = &PriceList> + Clone {
        let positions = self.index.price_lists_of.get(&id).into_iter().flatten();
        positions.filter_map(|position| self.price_lists.get(*position))
    }

    pub fn price_list_version(&self, id: PriceListVersionId) -> Option<&PriceListVersion> {
        self.index.price_list_version.get(&id).and_then(|position| self.price_list_versions.get(*position))
    }

    /// Returns the versions of a price list, in the order of [`Self::price_list_versions`].
    pub fn versions_of(&self, id: PriceListId) -> impl Iterator<Item = &PriceListVersion> + Clone {
        let positions = self.index.versions_of.get(&id).into_iter().flatten();
        positions.filter_map(|position| self.price_list_versions.get(*position))
    }

    pub fn tax_category(&self, id: TaxCategoryId) -> Option<&TaxCategory> {
        self.index.tax_category.get(&id).and_then(|position| self.tax_categories.get(*position))
    }

    /// Returns the taxes of a tax category, in the order of [`Self::taxes`].
    pub fn taxes_of(&self, id: TaxCategoryId) -> impl Iterator<Item = &Tax> + Clone {
        let positions = self.index.taxes_of.get(&id).into_iter().flatten();
        positions.filter_map(|position| self.taxes.get(*position))
    }

    pub fn shipper(&self, id: ShipperId) -> Option<&Shipper> {
        self.index.shipper.get(&id).and_then(|position| self.shippers.get(*position))
    }

    pub fn payment_term(&self, id: PaymentTermId) -> Option<&PaymentTerm> {
        self.index.payment_term.get(&id).and_then(|position| self.payment_terms.get(*position))
    }

    pub fn warehouse(&self, id: WarehouseId) -> Option<&Warehouse> {
        self.index.warehouse.get(&id).and_then(|position| self.warehouses.get(*position))
    }
}

/// Maps the key of each element to its position.
fn positions<T, K: std::hash::Hash + Eq>(records: &[T], key: impl Fn(&T) -> K) -> HashMap<K, usize> {
    records.iter().enumerate().map(|(place, record)| (key(record), place)).collect()
}

/// Maps each key to the positions of the elements that share it.
fn groups<T, K: std::hash::Hash + Eq>(records: &[T], key: impl Fn(&T) -> K) -> HashMap<K, Vec<usize>> {
    let mut groups: HashMap<K, Vec<usize>> = HashMap::new();
    for (place, record) in records.iter().enumerate() {
        groups.entry(key(record)).or_default().push(place);
    }
    groups
}

impl Reference {
    /// Returns the generation of all reference data; it increases with every change.
    pub fn generation(&self) -> i64 {
        self.generations.values().sum()
    }

    /// Returns the generations that a plan for these organisations depends on: their own and the shared one.
    pub fn expectations(&self, organisations: impl IntoIterator<Item = OrganisationId>) -> Vec<Expectation> {
        let concerned: BTreeSet<_> = organisations.into_iter().chain([SHARED]).collect();
        let known = concerned.into_iter().filter_map(|id| Some((id, *self.generations.get(&id)?)));
        known.map(|(id, generation)| Expectation::Reference(id, generation)).collect()
    }

    pub fn knows_country(&self, code: &CountryCode) -> bool {
        self.country(code).is_some()
    }
}

/// Returns the first record of the organisation, otherwise the first shared one. Records of other organisations are
/// ignored.
pub fn own_or_shared<'a, T>(
    records: impl Iterator<Item = &'a T>,
    organisation: OrganisationId,
    owner: impl Fn(&T) -> OrganisationId,
) -> Option<&'a T> {
    let mut shared = None;
    for record in records {
        match owner(record) {
            own if own == organisation => return Some(record),
            SHARED => shared = shared.or(Some(record)),
            _ => {}
        }
    }
    shared
}
