//! Handler that exports sales orders as a table.

use std::sync::Arc;

use axum::response::Response;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::number::Decimal;
use orderdock_domain::order::{DatePromised, OrderStatus};
use orderdock_domain::problem::Language;
use orderdock_store::{OrderHead, OrderQuery};

use crate::handlers::attachments::FileContent;
use crate::handlers::page::MAX_PAGE_SIZE;
use crate::http::error::ApiError;
use crate::http::extract::QueryRequest;
use crate::request::filter::orders::{OrderFilters, read_order_filter};
use crate::request::query::{OrderExportParameters, Parameters};
use crate::response::OrderHeadResponse;
use crate::response::export::{self, BilingualText, Export, ExportCell, ExportColumn, ExportTable, word};

const COLUMNS: [ExportColumn; 25] = [
    ExportColumn::new("id", ("ID", "ID"), 12),
    ExportColumn::new("documentNo", ("No.", "Nr."), 12),
    ExportColumn::new("status", ("Status", "Status"), 15),
    ExportColumn::new("docType", ("Document type", "Belegart"), 18),
    ExportColumn::new("orgCode", ("Organisation", "Organisation"), 15),
    ExportColumn::new("dataSourceInternalName", ("Data source", "Datenquelle"), 16),
    ExportColumn::new("externalHeaderId", ("Ext. order ID", "Ext. Bestell-ID"), 20),
    ExportColumn::new("poReference", ("PO reference", "Bestellreferenz"), 20),
    ExportColumn::new("bpartnerCode", ("Customer no.", "Kundennr."), 15),
    ExportColumn::new("bpartnerName", ("Customer", "Kunde"), 32),
    ExportColumn::new("postal", ("Postal code", "PLZ"), 13),
    ExportColumn::new("city", ("City", "Ort"), 20),
    ExportColumn::new("dateOrdered", ("Date ordered", "Bestelldatum"), 15),
    ExportColumn::new("datePromised", ("Date promised", "Zugesagter Termin"), 20),
    ExportColumn::new("lineCount", ("Lines", "Positionen"), 12),
    ExportColumn::new("totalLines", ("Subtotal", "Zwischensumme"), 15),
    ExportColumn::new("totalTax", ("Taxes", "Steuern"), 13),
    ExportColumn::new("grandTotal", ("Total", "Gesamtbetrag"), 15),
    ExportColumn::new("currencyCode", ("Currency", "Währung"), 11),
    ExportColumn::new("createdAt", ("Created", "Erstellt"), 18),
    ExportColumn::new("updatedAt", ("Changed", "Geändert"), 18),
    ExportColumn::new("receiver", ("Receiver", "Empfänger"), 20),
    ExportColumn::new("receiverNumber", ("Number at the receiver", "Nummer beim Empfänger"), 24),
    ExportColumn::new(
        "handedOverAt",
        ("Transfer confirmed or rejected on", "Übergabe bestätigt oder abgelehnt am"),
        34,
    ),
    ExportColumn::new("refusalReason", ("Reason for rejection", "Ablehnungsgrund"), 30),
];

/// Export sales orders.
///
/// Returns the sales orders as a file for spreadsheets, at most 1,000,000 rows, in the same formats as the export of
/// candidates.
#[utoipa::path(get, path = "/api/sales/order/export", tag = "orders", operation_id = "exportOrders",
    params(OrderFilters, OrderExportParameters),
    responses((status = 200, description = "The file.", content((String = "text/csv"),
        (inline(FileContent) = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn export_orders(request: QueryRequest) -> Result<Response, ApiError> {
    let QueryRequest { api, caller, uri, .. } = &request;
    let reference = api.services.reference().await?;
    let mut parameters = Parameters::of::<(OrderFilters, OrderExportParameters)>(uri);
    let options = export::read_options::<OrderExport>(&mut parameters);
    let (filter, descending) = read_order_filter(parameters, caller, &reference)?;
    let query = OrderQuery { filter, descending, after: None, limit: MAX_PAGE_SIZE, counted: false };
    export::respond(request, OrderExport { reference, query }, options).await
}

struct OrderExport {
    reference: Arc<Reference>,
    /// Query for the next page.
    query: OrderQuery,
}

impl Export for OrderExport {
    const NAME: BilingualText = ("orders", "auftraege");
    const SHEET: BilingualText = ("Sales orders", "Aufträge");
    const COLUMNS: &'static [ExportColumn] = &COLUMNS;

    async fn page(
        &mut self,
        QueryRequest { api, caller, language, .. }: &QueryRequest,
        table: &mut ExportTable,
        maximum: usize,
    ) -> Result<(usize, bool), ApiError> {
        let page = api.services.orders.find_orders(caller, self.query.clone()).await?;
        for order in page.orders.iter().take(maximum) {
            table.row(&cells(order, &self.reference, *language))?;
        }
        self.query.after = page.next;
        Ok((page.orders.len(), page.next.is_some()))
    }
}

const fn status(status: OrderStatus) -> BilingualText {
    match status {
        OrderStatus::Completed => ("Completed", "Fertiggestellt"),
        OrderStatus::Voided => ("Voided", "Storniert"),
    }
}

fn cells<'c>(
    order: &'c OrderHead,
    reference: &'c Reference,
    language: Language,
) -> [ExportCell<'c>; COLUMNS.len()] {
    let shape = OrderHeadResponse::of_head(order, reference);
    let organisation = reference.organisation(order.header.organisation.id);
    let (partner, location) = (shape.bpartner.bpartner, shape.bpartner.location);
    let promised = match order.header.date_promised {
        DatePromised::Day(day) => ExportCell::Day(day),
        DatePromised::Instant(instant) => ExportCell::time(instant, organisation),
    };
    let handover = shape.handed_over.as_ref();
    let money = |amount: Decimal| ExportCell::Money(amount, order.header.currency_digits);
    [
        ExportCell::Integer(order.id.0),
        ExportCell::optional(shape.document_no),
        ExportCell::text(word(status(order.status), language)),
        ExportCell::text(shape.doc_type.name),
        ExportCell::optional(shape.org.code),
        ExportCell::optional(shape.data_source_internal_name),
        ExportCell::optional(shape.external_header_id),
        ExportCell::optional(shape.po_reference),
        ExportCell::optional(partner.code),
        ExportCell::text(partner.name),
        ExportCell::optional(location.as_ref().and_then(|one| one.postal)),
        ExportCell::optional(location.as_ref().and_then(|one| one.city)),
        ExportCell::Day(order.header.date_ordered),
        promised,
        ExportCell::count(order.lines),
        money(order.total_lines),
        money(order.total_tax),
        money(order.grand_total),
        ExportCell::text(shape.currency_code),
        ExportCell::time(order.created_at, organisation),
        ExportCell::time(order.updated_at, organisation),
        ExportCell::optional(handover.map(|one| one.receiver)),
        ExportCell::optional(handover.and_then(|one| one.number)),
        handover.map_or(ExportCell::Empty, |one| ExportCell::time(one.at, organisation)),
        ExportCell::optional(handover.and_then(|one| one.refused)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documented_columns_are_those_of_the_file() {
        let names: Vec<_> = COLUMNS.iter().map(|column| column.name).collect();
        assert_eq!(export::documented_columns::<OrderExportParameters>(), names);
    }
}
