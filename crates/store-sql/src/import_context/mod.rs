//! What exists for the keys of a batch: one statement for each kind, however many keys.

pub mod sql;

use std::collections::HashMap;
use std::sync::Arc;

use orderdock_domain::access::ReadScope;
use orderdock_domain::ids::{ProductId, ProductPriceId};
use orderdock_domain::import::{
    HeaderDate, ImportContext, ImportKeys, KnownIdentity, KnownReference, PostalCode,
};
use orderdock_domain::masterdata::{Conversion, Product, ProductPrice, Reference, ScalePrice};
use orderdock_domain::text::{Code, Name};
use orderdock_store::{StoreError, StoreResult};

use crate::column::{Columns, Fields, rows, text};
use crate::content;
use crate::keys;
use crate::records::Stored;
use crate::reference::conversion;
use crate::scope::OrganisationIds;
use crate::template::Sql;
use crate::{Datum, Transaction};

/// An import context and how many statements it took.
pub struct Loaded {
    pub context: ImportContext,
    pub statements: u64,
}

/// Loads within the transaction's snapshot, of which `reference` is a part.
pub fn load(
    transaction: &dyn Transaction,
    scope: &ReadScope,
    keys: &ImportKeys,
    reference: Arc<Reference>,
) -> StoreResult<Loaded> {
    let organisations = OrganisationIds::readable(scope, &reference);
    let mut loader = Loader { transaction, organisations, statements: 0 };
    let mut context = ImportContext { reference, ..ImportContext::default() };
    loader.partners(keys, &mut context)?;
    loader.products(keys, &mut context)?;
    context.postal_codes = loader.postal_codes(keys)?;
    loader.candidates(keys, &mut context)?;
    Ok(Loaded { context, statements: loader.statements })
}

struct Loader<'c> {
    transaction: &'c dyn Transaction,
    organisations: OrganisationIds,
    statements: u64,
}

fn codes<'a>(codes: impl IntoIterator<Item = &'a Code>) -> Datum<'static> {
    keys::texts(codes.into_iter().map(Code::as_str))
}

impl Loader<'_> {
    fn rows<'v, T>(
        &mut self,
        place: &'static str,
        sql: &impl Sql,
        values: impl IntoIterator<Item = Datum<'v>>,
        read: impl FnMut(&mut Fields<'_>) -> StoreResult<T>,
    ) -> StoreResult<Vec<T>> {
        self.statements += 1;
        rows(self.transaction, place, sql, values, read)
    }

    fn scoped<T, const N: usize>(
        &mut self,
        place: &'static str,
        sql: &impl Sql,
        values: [Datum<'_>; N],
        read: impl FnMut(&mut Fields<'_>) -> StoreResult<T>,
    ) -> StoreResult<Vec<T>> {
        let organisations = self.organisations.clone();
        self.rows(place, sql, std::iter::once(organisations.write()).chain(values), read)
    }

    fn records<R: Stored, const N: usize>(
        &mut self,
        sql: &impl Sql,
        values: [Datum<'_>; N],
    ) -> StoreResult<Vec<R>> {
        self.scoped(R::TABLE.name, sql, values, R::read)
    }

    fn partners(&mut self, keys: &ImportKeys, context: &mut ImportContext) -> StoreResult<()> {
        if keys.partner_codes.is_empty()
            && keys.partner_external_ids.is_empty()
            && keys.sales_partner_codes.is_empty()
            && keys.location_glns.is_empty()
            && keys.partner_ids.is_empty()
        {
            return Ok(());
        }
        let wanted = [
            codes(&keys.partner_codes),
            codes(&keys.partner_external_ids),
            codes(&keys.sales_partner_codes),
            codes(&keys.location_glns),
            keys::numbers(keys.partner_ids.iter().map(|partner| partner.0)),
        ];
        context.partners = self.records(&sql::PARTNERS, wanted)?;
        if context.partners.is_empty() {
            return Ok(());
        }
        let partners = keys::number_array(context.partners.iter().map(|partner| partner.id.0));
        let wanted = [
            text(&partners),
            codes(&keys.location_external_ids),
            codes(&keys.location_glns),
            keys::texts(keys.location_address_keys.iter().map(String::as_str)),
        ];
        context.locations = self.records(&sql::LOCATIONS, wanted)?;
        if !keys.contact_external_ids.is_empty() || !keys.contact_name_keys.is_empty() {
            let wanted = [
                text(&partners),
                codes(&keys.contact_external_ids),
                keys::texts(keys.contact_name_keys.iter().map(String::as_str)),
            ];
            context.contacts = self.records(&sql::CONTACTS, wanted)?;
        }
        if !keys.po_references.is_empty() {
            let wanted = [codes(&keys.po_references), text(&partners)];
            context.po_references =
                self.scoped("po_reference_use", &sql::PO_REFERENCES, wanted, known_reference)?;
        }
        Ok(())
    }

    fn products(&mut self, keys: &ImportKeys, context: &mut ImportContext) -> StoreResult<()> {
        if keys.product_codes.is_empty() && keys.product_external_ids.is_empty() {
            return Ok(());
        }
        let wanted = [codes(&keys.product_codes), codes(&keys.product_external_ids)];
        let mut products: Vec<Product> = self.records(&sql::PRODUCTS, wanted)?;
        if products.is_empty() {
            return Ok(());
        }
        let ids = keys::number_array(products.iter().map(|product| product.id.0));
        self.statements += 1;
        add_conversions(self.transaction, &mut products, &ids)?;
        context.products = products;
        self.statements += 2;
        context.product_prices = product_prices(self.transaction, &self.organisations, &ids)?;
        Ok(())
    }

    fn postal_codes(&mut self, keys: &ImportKeys) -> StoreResult<Vec<PostalCode>> {
        if keys.postal_codes.is_empty() {
            return Ok(Vec::new());
        }
        let pairs = keys.postal_codes.iter().map(|(country, postal)| (country.as_str(), postal.as_str()));
        self.rows("postal_code", &sql::POSTAL_CODES, [keys::text_pairs(pairs)], postal_code)
    }

    fn candidates(&mut self, keys: &ImportKeys, context: &mut ImportContext) -> StoreResult<()> {
        if keys.identities.is_empty() {
            return Ok(());
        }
        // the pairs are sorted: equal headers stand together
        let mut headers: Vec<&Code> = keys.identities.iter().map(|(header, _)| header).collect();
        headers.dedup();
        context.header_dates = self.scoped("candidate", &sql::HEADER_DATES, [codes(headers)], header_date)?;
        if context.header_dates.is_empty() {
            return Ok(()); // no candidate has any of the headers
        }
        let pairs = keys.identities.iter().map(|(header, line)| (header.as_str(), line.as_str()));
        context.identities =
            self.scoped("candidate", &sql::IDENTITIES, [keys::text_pairs(pairs)], known_identity)?;
        Ok(())
    }
}

/// Adds their own conversions to products, whose ids come as a JSON array.
pub fn add_conversions(
    transaction: &dyn Transaction,
    products: &mut [Product],
    ids: &str,
) -> StoreResult<()> {
    let conversions = rows(transaction, "uom_conversion", &sql::CONVERSIONS, [text(ids)], |fields| {
        Ok((fields.take::<ProductId>()?, conversion(fields)?))
    })?;
    let mut by_product: HashMap<ProductId, Vec<Conversion>> = HashMap::new();
    for (product, conversion) in conversions {
        by_product.entry(product).or_default().push(conversion);
    }
    for product in products {
        product.conversions = by_product.remove(&product.id).unwrap_or_default();
    }
    Ok(())
}

/// The active prices of products, whose ids come as a JSON array, with their scales.
pub fn product_prices(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    products: &str,
) -> StoreResult<Vec<ProductPrice>> {
    let values = [organisations.write(), text(products)];
    let mut prices = rows(transaction, "product_price", &sql::PRODUCT_PRICES, values, ProductPrice::read)?;
    let ids = keys::numbers(prices.iter().map(|price| price.id.0));
    let scales = rows(transaction, "product_price_scale", &sql::SCALES, [ids], |fields| {
        let price: ProductPriceId = fields.take()?;
        Ok((price, ScalePrice { from_quantity: fields.take()?, price: fields.take()? }))
    })?;
    let places: HashMap<_, _> = prices.iter().enumerate().map(|(place, price)| (price.id, place)).collect();
    for (id, scale) in scales {
        if let Some(price) = places.get(&id).and_then(|place| prices.get_mut(*place)) {
            price.scales.push(scale);
        }
    }
    Ok(prices)
}

pub fn postal_code(fields: &mut Fields<'_>) -> StoreResult<PostalCode> {
    let (id, country, postal) = (fields.take()?, fields.take()?, fields.take()?);
    let city: String = fields.take()?;
    let city = Name::parse(&city)
        .map_err(|fault| StoreError::Inconsistent { place: "postal_code.city", fault: fault.to_string() })?;
    Ok(PostalCode { id, country, postal, city })
}

fn known_identity(fields: &mut Fields<'_>) -> StoreResult<KnownIdentity> {
    Ok(KnownIdentity {
        organisation: fields.take()?,
        data_source: fields.take()?,
        identity: Columns::take(fields)?,
        candidate: fields.take()?,
        status: fields.take()?,
        content: content::read(fields)?,
    })
}

fn known_reference(fields: &mut Fields<'_>) -> StoreResult<KnownReference> {
    Ok(KnownReference {
        organisation: fields.take()?,
        partner: fields.take()?,
        po_reference: fields.take()?,
        data_source: fields.take()?,
        header_id: fields.take()?,
    })
}

fn header_date(fields: &mut Fields<'_>) -> StoreResult<HeaderDate> {
    Ok(HeaderDate {
        organisation: fields.take()?,
        data_source: fields.take()?,
        header_id: fields.take()?,
        date_ordered: fields.take()?,
    })
}
