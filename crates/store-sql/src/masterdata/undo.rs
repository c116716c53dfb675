//! What was built on a record of master data, and removing one on which nothing was.

use orderdock_domain::ids::SHARED;
use orderdock_domain::masterdata::kinds::{Kind, KindName, StoredRecord};
use orderdock_domain::order::LineExplanation;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Param;
use orderdock_store::masterdata_undo::{MadeWith, UndoRows};
use orderdock_store::{RecordChange, StoreResult};

use super::history::{LAST, OF_CALL};
use super::tables::KindTable;
use super::{DROP_SCALES, KindRows};
use crate::asking::{first, rows, run, run_one, take, value};
use crate::column::{Column, NULL, integer, text};
use crate::template::statements;
use crate::{conflict, keys};

statements! {
    /// `?1` organisation or NULL, `?2` since when, `?3` buyer, `?4` product, `?5` units, `?6` tax; each narrows unless NULL. `?7` how many.
    LINES_MADE = "SELECT o.document_no, l.price_uom_id, l.explanation \
     FROM sales_order o {by sales_order_created} {join} sales_order_line l ON l.order_id = o.id \
     WHERE o.created_at >= ?2 AND ({value 1 int8} IS NULL OR {free o.org_id} = ?1) AND o.status <> 'voided' \
     AND ({value 3 int8} IS NULL OR {free o.bpartner_id} = ?3) \
     AND ({value 4 int8} IS NULL OR l.product_id = ?4) \
     AND ({list 5 int8} IS NULL OR l.uom_id {in 5 int8} OR l.price_uom_id {in 5 int8}) \
     AND ({value 6 int8} IS NULL OR l.tax_id = ?6) ORDER BY o.created_at, o.id LIMIT ?7";
    /// Found by its organisation, of which there are few.
    PRICE_IN = "SELECT r.code FROM organisation o {join} product_price p ON p.org_id = o.id \
     AND p.price_list_version_id = ?1 {join} product r ON r.id = p.product_id LIMIT 1";
    VERSION_ON = "SELECT l.code FROM price_list_version v JOIN price_list l ON l.id = v.price_list_id \
     WHERE v.base_id = ?1 LIMIT 1";
}

impl UndoRows for KindRows<'_> {
    fn changes_of_call(&self, root: i64, request_id: &str) -> StoreResult<Vec<RecordChange>> {
        rows(self.0, "masterdata_change", &OF_CALL, [integer(root), text(request_id)], take)
    }

    fn last_change(&self, root: i64, id: i64) -> StoreResult<Option<RecordChange>> {
        first(self.0, "masterdata_change", &LAST, [integer(root), integer(id)], take)
    }

    fn order_made(&self, with: &MadeWith) -> StoreResult<Option<String>> {
        let owner = if with.owner == SHARED { NULL } else { with.owner.write() };
        let units = if with.units.is_empty() { NULL } else { keys::numbers(with.units.iter().copied()) };
        let [partner, product, tax] =
            [with.partner, with.product, with.tax].map(|id| id.map_or(NULL, integer));
        // any will do where none has to be looked into
        let most = integer(if with.priced_by.is_none() { 1 } else { i64::MAX });
        let values = [owner, with.since.write(), partner, product, units, tax, most];
        let made = rows(self.0, "sales_order_line", &LINES_MADE, values, |fields| {
            let (number, price_unit, explanation): (String, i64, LineExplanation) = fields.take()?;
            let by = with.priced_by.as_ref();
            Ok(by.is_none_or(|by| by.priced(&explanation, price_unit)).then_some(number))
        })?;
        Ok(made.into_iter().flatten().next())
    }

    fn named_by(&self, kind: &'static Kind, id: i64) -> StoreResult<Option<Param>> {
        if kind.name != KindName::PriceListVersions {
            // orders alone are made with others, and rows of their own go with them
            return Ok(None);
        }
        let named =
            |kind: KindName, code: String| Phrase::NamedRecord.of([kind.kind().singular.into(), code.into()]);
        let product: Option<String> = value(self.0, "product_price", &PRICE_IN, [integer(id)])?;
        if let Some(product) = product {
            return Ok(Some(named(KindName::ProductPrices, product)));
        }
        let list: Option<String> = value(self.0, "price_list_version", &VERSION_ON, [integer(id)])?;
        Ok(list.map(|list| named(KindName::PriceListVersions, list)))
    }

    fn remove(&self, kind: &'static Kind, record: &StoredRecord) -> StoreResult<()> {
        let table = KindTable::of(kind).name;
        if kind.name == KindName::ProductPrices {
            run(self.0, &DROP_SCALES, [integer(record.id)])?;
        }
        let sql = format!("DELETE FROM {table} WHERE id = ? AND version = ?");
        run_one(self.0, &sql, [integer(record.id), integer(record.version)], conflict(table))
    }
}
