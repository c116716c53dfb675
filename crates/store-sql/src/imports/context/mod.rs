//! Loads the records for the keys of a batch: one statement per kind, for any number of keys.

pub mod product_keys;
pub mod references;
pub mod sql;

use orderdock_domain::cast;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use orderdock_domain::access::ReadScope;
use orderdock_domain::candidate::Status;
use orderdock_domain::ids::{ProductId, ProductPriceId};
use orderdock_domain::import::{
    Content, HeaderDate, ImportContext, ImportKeys, KnownIdentity, KnownReference, OpenRejection, PostalCode,
};
use orderdock_domain::masterdata::{
    Conversion, CrossReference, CrossReferenceKind, Product, ProductPrice, Reference, ScalePrice,
};
use orderdock_domain::text::{Code, Name};
use orderdock_store::{StoreError, StoreResult};

use crate::candidates::content;
use crate::imports::spellings::with_spellings;
use crate::sql::column::{FromRow, RowReader, owned, text};
use crate::sql::keys;
use crate::sql::query::{Pipeline, decode_row, rows};
use crate::sql::scope::OrganisationIds;
use crate::{SqlValue, Transaction, imports::cross_references};
use references::ReferencedIds;

/// An import context and the number of statements that loaded it.
pub struct LoadedImportContext {
    pub context: ImportContext,
    pub statements: u64,
}

/// Loads the context in the transaction's snapshot, to which `reference` belongs. First loads the records with the keys
/// of the rows, then the records that belong to those. Independent queries are sent together.
pub fn load(
    transaction: &dyn Transaction,
    scope: &ReadScope,
    keys: &ImportKeys,
    reference: Arc<Reference>,
) -> StoreResult<LoadedImportContext> {
    let organisations = OrganisationIds::readable(scope, &reference);
    let mut context = ImportContext { reference, ..ImportContext::default() };
    let keys = &*with_spellings(transaction, keys)?;
    let has_references = keys.can_have_systems(&context.reference);
    let mut load =
        ImportLoad { transaction, organisations: &organisations, keys, references: ReferencedIds::default() };
    let values = cross_references::values_of(keys, &context.reference);
    let mut found = cross_references::of_all_buyers(transaction, &organisations, &values)?;
    found.retain(|one| cross_references::is_sent(one, keys));
    load.references.add_targets(&found);
    let mut statements = u64::from(!values.is_empty());
    if has_references {
        statements += load.references.find(transaction, &organisations, keys)?;
    }
    let (count, knows_headers) = load.by_keys(&mut context)?;
    statements += count;
    let buyers = context.partners.iter().map(|partner| partner.id);
    let mut of_buyers = cross_references::of_buyers(transaction, &organisations, &values, buyers)?;
    of_buyers.retain(|one| cross_references::is_sent(one, keys));
    statements += u64::from(!values.is_empty() && !context.partners.is_empty());
    load.references.add_targets(&of_buyers);
    statements += load.load_partners_of_buyers(&mut context, &of_buyers)?;
    found.extend(of_buyers);
    found.sort_by_key(|one| one.id);
    context.cross_references = found;
    if has_references {
        statements += load.references.find_nested(transaction, &context, keys)?;
    }
    let targets = &load.references.products;
    statements += product_keys::add(transaction, &organisations, keys, targets, &mut context)?;
    statements += load.load_related(&mut context, knows_headers)?;
    if has_references {
        statements += references::add(transaction, &mut context)?;
    }
    Ok(LoadedImportContext { context, statements })
}

struct ImportLoad<'c> {
    transaction: &'c dyn Transaction,
    organisations: &'c OrganisationIds,
    keys: &'c ImportKeys,
    /// Records found by their ids in external systems.
    references: ReferencedIds,
}

fn codes<'a>(codes: impl IntoIterator<Item = &'a Code>) -> SqlValue<'static> {
    keys::texts(codes.into_iter().map(Code::as_str))
}

impl ImportLoad<'_> {
    fn needs_partners(&self) -> bool {
        let keys = self.keys;
        !(keys.partner_codes.is_empty()
            && keys.partner_external_ids.is_empty()
            && keys.sales_partner_codes.is_empty()
            && keys.location_glns.is_empty()
            && keys.partner_ids.is_empty()
            && self.references.partners.is_empty())
    }

    /// Loads the records with the keys. Returns the number of statements, and whether any header exists; the first
    /// candidate of an existing header may have been archived.
    fn by_keys(&self, context: &mut ImportContext) -> StoreResult<(u64, bool)> {
        let (keys, organisations) = (self.keys, self.organisations);
        let mut found_headers = Vec::new();
        let mut pipeline = Pipeline::of(self.transaction);
        if self.needs_partners() {
            let wanted = [
                organisations.write(),
                codes(&keys.partner_codes),
                codes(&keys.partner_external_ids),
                codes(&keys.sales_partner_codes),
                codes(&keys.location_glns),
                keys::numbers(
                    keys.partner_ids.iter().map(|partner| partner.0).chain(self.references.partners.clone()),
                ),
            ];
            pipeline.push("bpartner", &sql::PARTNERS, wanted, decode_row, &mut context.partners)?;
        }
        if !(keys.product_codes.is_empty() && keys.product_external_ids.is_empty()) {
            let wanted = [
                organisations.write(),
                codes(&keys.product_codes),
                codes(&keys.product_external_ids),
                keys::numbers(self.references.products.clone()),
            ];
            pipeline.push("product", &sql::PRODUCTS, wanted, decode_row, &mut context.products)?;
        }
        if !keys.postal_codes.is_empty() {
            let pairs = keys.postal_codes.iter().map(|(country, postal)| (country.as_str(), postal.as_str()));
            let found = &mut context.postal_codes;
            pipeline.push(
                "postal_code",
                &sql::POSTAL_CODES,
                [keys::text_pairs(pairs)],
                postal_code,
                found,
            )?;
        }
        if !keys.identities.is_empty() {
            // the pairs are sorted, so equal headers are adjacent
            let mut headers: Vec<&Code> = keys.identities.iter().map(|(header, _)| header).collect();
            headers.dedup();
            let headers = codes(headers);
            let wanted = [organisations.write(), headers.clone()];
            pipeline.push("candidate", &sql::HEADER_DATES, wanted, header_date, &mut found_headers)?;
            let found = &mut context.open_rejections;
            pipeline.push("rejected_row", &sql::OPEN_REJECTIONS, [headers], decode_row, found)?;
        }
        let statements = execute(pipeline)?;
        let knows_headers = !found_headers.is_empty();
        context.header_dates = found_headers.into_iter().flatten().collect();
        Ok((statements, knows_headers))
    }

    /// Loads the partners that are targets of the buyers' cross-references. Returns the number of statements.
    fn load_partners_of_buyers(
        &self,
        context: &mut ImportContext,
        of_buyers: &[CrossReference],
    ) -> StoreResult<u64> {
        let named = of_buyers.iter().filter(|one| one.kind == CrossReferenceKind::Partner);
        let mut missing: BTreeSet<i64> = named.map(|one| one.record).collect();
        for partner in &context.partners {
            missing.remove(&partner.id.0);
        }
        if missing.is_empty() {
            return Ok(0);
        }
        let none = || codes([]);
        let wanted = [self.organisations.write(), none(), none(), none(), none(), keys::numbers(missing)];
        context.partners.extend(rows(self.transaction, "bpartner", &sql::PARTNERS, wanted, decode_row)?);
        context.partners.sort_by_key(|partner| partner.id);
        Ok(1)
    }

    /// Loads the records that belong to the loaded partners, products and headers.
    fn load_related(&self, context: &mut ImportContext, knows_headers: bool) -> StoreResult<u64> {
        let (keys, organisations) = (self.keys, self.organisations);
        let partners = keys::number_array(context.partners.iter().map(|partner| partner.id.0));
        let products = keys::number_array(context.products.iter().map(|product| product.id.0));
        let mut conversions = Vec::new();
        let mut pipeline = Pipeline::of(self.transaction);
        if !context.partners.is_empty() {
            let wanted = [
                organisations.write(),
                text(&partners),
                codes(&keys.location_external_ids),
                codes(&keys.location_glns),
                keys::texts(keys.location_address_keys.iter().map(String::as_str)),
                keys::numbers(self.references.locations.clone()),
            ];
            let found = &mut context.locations;
            pipeline.push("bpartner_location", &sql::LOCATIONS, wanted, decode_row, found)?;
            let names_contacts = !keys.contact_external_ids.is_empty() || !keys.contact_name_keys.is_empty();
            if names_contacts || !self.references.contacts.is_empty() {
                let wanted = [
                    organisations.write(),
                    text(&partners),
                    codes(&keys.contact_external_ids),
                    keys::texts(keys.contact_name_keys.iter().map(String::as_str)),
                    keys::numbers(self.references.contacts.clone()),
                ];
                let found = &mut context.contacts;
                pipeline.push("bpartner_contact", &sql::CONTACTS, wanted, decode_row, found)?;
            }
            if !keys.po_references.is_empty() {
                let wanted = [organisations.write(), codes(&keys.po_references), text(&partners)];
                let found = &mut context.po_references;
                pipeline.push("po_reference_use", &sql::PO_REFERENCES, wanted, decode_row, found)?;
            }
        }
        if !context.products.is_empty() {
            push_conversions(&mut pipeline, products.clone(), &mut conversions)?;
            let wanted = [organisations.write(), text(&products)];
            let found = &mut context.product_prices;
            pipeline.push("product_price", &sql::PRODUCT_PRICES, wanted, decode_row, found)?;
        }
        // without a known header there are no known lines
        if knows_headers {
            let pairs = keys.identities.iter().map(|(header, line)| (header.as_str(), line.as_str()));
            let wanted = [organisations.write(), keys::text_pairs(pairs)];
            pipeline.push("candidate", &sql::IDENTITIES, wanted, decode_row, &mut context.identities)?;
        }
        let statements = execute(pipeline)?;
        give_conversions(&mut context.products, conversions);
        if context.product_prices.is_empty() {
            return Ok(statements);
        }
        add_scales(self.transaction, &mut context.product_prices)?;
        Ok(statements + 1)
    }
}

/// Executes the queries. Returns the number of statements.
fn execute(pipeline: Pipeline<'_, '_>) -> StoreResult<u64> {
    let count = cast::<u64>(pipeline.count());
    pipeline.execute()?;
    Ok(count)
}

/// Adds the conversions of products. `ids` is a JSON array of the ids of the products.
pub fn add_conversions(
    transaction: &dyn Transaction,
    products: &mut [Product],
    ids: &str,
) -> StoreResult<()> {
    let conversions = rows(transaction, "uom_conversion", &sql::CONVERSIONS, [text(ids)], decode_row)?;
    give_conversions(products, conversions);
    Ok(())
}

/// Adds the query of conversions to a pipeline; [`give_conversions`] takes its result.
pub fn push_conversions<'f>(
    pipeline: &mut Pipeline<'_, 'f>,
    ids: String,
    found: &'f mut Vec<(ProductId, Conversion)>,
) -> StoreResult<()> {
    pipeline.push("uom_conversion", &sql::CONVERSIONS, [owned(ids)], decode_row, found)
}

pub fn give_conversions(products: &mut [Product], conversions: Vec<(ProductId, Conversion)>) {
    let mut by_product: HashMap<ProductId, Vec<Conversion>> = HashMap::new();
    for (product, conversion) in conversions {
        by_product.entry(product).or_default().push(conversion);
    }
    for product in products {
        product.conversions = by_product.remove(&product.id).unwrap_or_default();
    }
}

/// Returns the active prices of products with their scales. The ids of the products are a JSON array.
pub fn product_prices(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    products: &str,
) -> StoreResult<Vec<ProductPrice>> {
    let values = [organisations.write(), text(products)];
    let mut prices = rows(transaction, "product_price", &sql::PRODUCT_PRICES, values, decode_row)?;
    add_scales(transaction, &mut prices)?;
    Ok(prices)
}

fn add_scales(transaction: &dyn Transaction, prices: &mut [ProductPrice]) -> StoreResult<()> {
    let ids = keys::numbers(prices.iter().map(|price| price.id.0));
    let scales: Vec<(ProductPriceId, ScalePrice)> =
        rows(transaction, "product_price_scale", &sql::SCALES, [ids], decode_row)?;
    let places: HashMap<_, _> = prices.iter().enumerate().map(|(place, price)| (price.id, place)).collect();
    for (id, scale) in scales {
        if let Some(price) = places.get(&id).and_then(|place| prices.get_mut(*place)) {
            price.scales.push(scale);
        }
    }
    Ok(())
}

pub fn postal_code(row: &mut RowReader<'_>) -> StoreResult<PostalCode> {
    let (id, country, postal) = (row.read()?, row.read()?, row.read()?);
    let city: String = row.read()?;
    let city = Name::parse(&city)
        .map_err(|fault| StoreError::Inconsistent { place: "postal_code.city", fault: fault.to_string() })?;
    Ok(PostalCode { id, country, postal, city })
}

impl FromRow for KnownIdentity {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            organisation: row.read()?,
            data_source: row.read()?,
            system: row.read()?,
            identity: row.read()?,
            candidate: row.read()?,
            stored: stored(row)?,
        })
    }
}

impl FromRow for OpenRejection {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            entry: row.read()?,
            organisation: row.read()?,
            data_source: row.read()?,
            system: row.read()?,
            header_id: row.read()?,
            line_id: row.read()?,
            sender: row.read()?,
        })
    }
}

impl FromRow for KnownReference {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            organisation: row.read()?,
            partner: row.read()?,
            po_reference: row.read()?,
            data_source: row.read()?,
            header_id: row.read()?,
            ordered: row.read()?,
        })
    }
}

impl FromRow for ScalePrice {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { from_quantity: row.read()?, price: row.read()? })
    }
}

fn stored(row: &mut RowReader<'_>) -> StoreResult<Option<(Status, Content)>> {
    let status: Option<Status> = row.read()?;
    status.map(|status| Ok((status, content::read(row)?))).transpose()
}

/// Decodes the date of a header; `None` if its first candidate no longer exists.
fn header_date(row: &mut RowReader<'_>) -> StoreResult<Option<HeaderDate>> {
    let Some(organisation) = row.read()? else { return Ok(None) };
    let (data_source, system, header_id, date_ordered) = row.read()?;
    Ok(Some(HeaderDate { organisation, data_source, system, header_id, date_ordered }))
}
