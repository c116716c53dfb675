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

    /// Digits that the net amounts of a price list's lines are rounded to.
    NetPrecision {
        Currency "currency"
        /// The list's, where it has fewer than the currency.
        List "list"
    }

    /// What a price that includes tax is for a buyer who pays none: exempt, or under reverse charge.
    ExemptBuyers {
        /// The same price.
        KeepGross "keepGross"
        /// The price less the tax that a buyer in the seller's country pays.
        RemoveTax "removeTax"
    }
    /// Effect of a key of a row that differs from the record found by another key.
    KeyMismatch { Warn "warn" Reject "reject" }
    /// What becomes of rows with members that touch money and are not supported.
    UnsupportedMembers { Problem "problem" Warn "warn" }
}

/// Declares records that belong to an organisation, or to all, and can be taken out of use.
macro_rules! owned_records {
    ($($(#[$doc:meta])* $name:ident($id:ty) { $($(#[$of_member:meta])* $member:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name {
            pub id: $id,
            pub organisation: OrganisationId,
            pub active: bool,
            $($(#[$of_member])* pub $member: $type,)*
        }
    )*};
}

owned_records! {
    /// Where candidates come from, or where they are meant to go.
    DataSource(DataSourceId) {
        /// Internal names; the first is the one that is answered.
        internal_names: Vec<Code>,
        external_id: Option<Code>,
        code: Option<Code>,
        name: Option<Name>,
        settle_seconds: i64,
        partial_headers: bool,
        release_by_hand: bool,
        key_mismatch: KeyMismatch,
        unsupported_members: UnsupportedMembers,
    }

    /// Base type and sub type of a document type: SOO with SO, PR, ON or OB; ARI with any or none.
    DocumentType(DocumentTypeId) {
        name: Name,
        base_type: Code,
        sub_type: Option<Code>,
        is_default: bool,
    }

    PartnerGroup(PartnerGroupId) {
        name: Name,
        defaults: Defaults,
    }

    PricingSystem(PricingSystemId) {
        code: Code,
        name: Name,
    }

    PriceList(PriceListId) {
        code: Code,
        name: Name,
        pricing_system: PricingSystemId,
        country: Option<CountryCode>,
        currency: CurrencyCode,
        sales: bool,
        tax_included: bool,
        /// Digits of a price.
        precision: u32,
        net_precision: NetPrecision,
        exempt_buyers: ExemptBuyers,
        /// Where neither product price nor product has one; the category of prices that are made by a row.
        default_tax_category: Option<TaxCategoryId>,
    }

    PriceListVersion(PriceListVersionId) {
        price_list: PriceListId,
        valid_from: Date,
        /// The last day.
        valid_to: Option<Date>,
        /// Looked into when this version has no price.
        base: Option<PriceListVersionId>,
    }

    TaxCategory(TaxCategoryId) {
        code: Code,
        name: Name,
    }

    Tax(TaxId) {
        code: Code,
        name: Option<Name>,
        tax_category: TaxCategoryId,
        from_country: CountryCode,
        to_country: Option<CountryCode>,
        /// Percent.
        rate: Decimal,
        valid_from: Date,
        valid_to: Option<Date>,
        requires_vat_id: bool,
        reverse_charge: bool,
        per_line: bool,
    }

    Shipper(ShipperId) {
        /// Its search key, for example `DPD - Classic`.
        code: Code,
        external_id: Option<Code>,
        name: Option<Name>,
    }

    PaymentTerm(PaymentTermId) {
        code: Code,
        external_id: Option<Code>,
        name: Option<Name>,
    }

    Warehouse(WarehouseId) {
        code: Code,
        name: Option<Name>,
        country: Option<CountryCode>,
    }
}

/// A unit of measure by its UN/ECE (X12 DE 355) code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    pub id: UnitId,
    pub active: bool,
    pub code: Code,
    pub name: Name,
    /// Digits that a converted quantity is rounded to, or shown with.
    pub precision: u32,
    /// Whether quantities converted into it are rounded before they are priced, instead of counting exactly.
    pub round_converted_quantities: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Currency {
    pub code: CurrencyCode,
    pub active: bool,
    /// Digits of an amount of money.
    pub precision: u32,
}

/// Declares the lists of [`Reference`], and by which keys their records are found: by an id or a code one, or all that share
/// an id.
macro_rules! reference_lists {
    ($($(#[$doc:meta])* $list:ident: $record:ty
        $(, by $find:ident($key:ty) = $own:expr)? $(, coded $find_coded:ident = $code:expr)? $(, all by $find_all:ident($of:ty) = $shared:expr)?;)*
    ) => {
        /// One state of all small kinds.
        #[derive(Clone, PartialEq, Debug, Default)]
        pub struct Reference {
            /// How often records of each organisation, and shared ones, have changed: plans rely on those they are about.
            pub generations: BTreeMap<OrganisationId, i64>,
            $($(#[$doc])* pub $list: Vec<$record>,)*
            /// Where each record stands in its list.
            index: Index,
        }

        #[derive(Clone, PartialEq, Debug, Default)]
        struct Index {
            $(
                $($find: HashMap<$key, usize>,)?
                $($find_coded: HashMap<Code, usize>,)?
                $($find_all: HashMap<$of, Vec<usize>>,)?
            )*
        }

        impl Reference {
            /// Call after filling the lists: the look-ups below read the index.
            #[must_use]
            pub fn indexed(mut self) -> Self {
                self.index = Index {
                    $(
                        $($find: places(&self.$list, $own),)?
                        $($find_coded: places(&self.$list, $code),)?
                        $($find_all: groups(&self.$list, $shared),)?
                    )*
                };
                self
            }

            $($(
                pub fn $find(&self, key: $key) -> Option<&$record> {
                    self.index.$find.get(&key).and_then(|place| self.$list.get(*place))
                }
            )?

            $(
                pub fn $find_coded(&self, code: &Code) -> Option<&$record> {
                    self.index.$find_coded.get(code).and_then(|place| self.$list.get(*place))
                }
            )?

            $(
                /// In the order of their list.
                pub fn $find_all(&self, key: $of) -> impl Iterator<Item = &$record> + Clone {
                    let places = self.index.$find_all.get(&key).into_iter().flatten();
                    places.filter_map(|place| self.$list.get(*place))
                }
            )?)*
        }
    };
}

reference_lists! {
    organisations: Organisation,
        by organisation(OrganisationId) = |one| one.id,
        coded organisation_by_code = |one| one.code.clone();
    data_sources: DataSource, by data_source(DataSourceId) = |one| one.id;
    document_types: DocumentType, by document_type(DocumentTypeId) = |one| one.id;
    partner_groups: PartnerGroup, by partner_group(PartnerGroupId) = |one| one.id;
    units: Unit, by unit(UnitId) = |one| one.id, coded unit_by_code = |one| one.code.clone();
    /// General rules, each for the direction in which it is stored.
    unit_conversions: Conversion, by unit_conversion((UnitId, UnitId)) = |rule| (rule.from, rule.to);
    currencies: Currency, coded currency = |one| one.code.clone();
    /// Codes of the active countries.
    countries: CountryCode, coded country = Clone::clone;
    pricing_systems: PricingSystem, by pricing_system(PricingSystemId) = |one| one.id;
    price_lists: PriceList,
        by price_list(PriceListId) = |one| one.id,
        all by price_lists_of(PricingSystemId) = |one| one.pricing_system;
    price_list_versions: PriceListVersion,
        by price_list_version(PriceListVersionId) = |one| one.id,
        all by versions_of(PriceListId) = |one| one.price_list;
    tax_categories: TaxCategory, by tax_category(TaxCategoryId) = |one| one.id;
    taxes: Tax, all by taxes_of(TaxCategoryId) = |one| one.tax_category;
    shippers: Shipper, by shipper(ShipperId) = |one| one.id;
    payment_terms: PaymentTerm, by payment_term(PaymentTermId) = |one| one.id;
    warehouses: Warehouse, by warehouse(WarehouseId) = |one| one.id;
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

    pub fn knows_country(&self, code: &CountryCode) -> bool {
        self.country(code).is_some()
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
        match owner(record) {
            own if own == organisation => return Some(record),
            SHARED => shared = shared.or(Some(record)),
            _ => {}
        }
    }
    shared
}
