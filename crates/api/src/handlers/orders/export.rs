//! Handler that exports sales orders as a table.

use std::borrow::Cow;
use std::sync::Arc;

use axum::response::Response;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::number::Decimal;
use orderdock_domain::order::{DatePromised, OrderStatus};
use orderdock_domain::problem::Language;
use orderdock_store::{OrderHead, OrderQuery};

use crate::handlers::page::MAX_PAGE_SIZE;
use crate::http::error::ApiError;
use crate::http::extract::QueryRequest;
use crate::request::filter::orders::{OrderFilters, read_order_filter};
use crate::request::query::{ExportHeaders, Parameters};
use crate::response::OrderHeadResponse;
use crate::response::export::{self, BilingualText, Export, time, word};
use crate::response::table::CsvTable;

const COLUMNS: [BilingualText; 25] = [
    ("ID", "ID"),
    ("No.", "Nr."),
    ("Status", "Status"),
    ("Document type", "Belegart"),
    ("Organisation", "Organisation"),
    ("Data source", "Datenquelle"),
    ("Ext. order ID", "Ext. Bestell-ID"),
    ("PO reference", "Bestellreferenz"),
    ("Customer no.", "Kundennr."),
    ("Customer", "Kunde"),
    ("Postal code", "PLZ"),
    ("City", "Ort"),
    ("Date ordered", "Bestelldatum"),
    ("Date promised", "Zugesagter Termin"),
    ("Lines", "Positionen"),
    ("Subtotal", "Zwischensumme"),
    ("Taxes", "Steuern"),
    ("Total", "Gesamtbetrag"),
    ("Currency", "Währung"),
    ("Created", "Erstellt"),
    ("Changed", "Geändert"),
    ("Receiver", "Empfänger"),
    ("Number at the receiver", "Nummer beim Empfänger"),
    ("Transfer confirmed or rejected on", "Übergabe bestätigt oder abgelehnt am"),
    ("Reason for rejection", "Ablehnungsgrund"),
];

/// Export sales orders.
///
/// Returns the sales orders as a CSV file for spreadsheets, at most 1,000,000 rows, in the same format as the export
/// of candidates.
#[utoipa::path(get, path = "/api/sales/order/export", tag = "orders", operation_id = "exportOrders",
    params(OrderFilters, ExportHeaders),
    responses((status = 200, description = "The CSV file.", body = String, content_type = "text/csv")))]
pub async fn export_orders(request: QueryRequest) -> Result<Response, ApiError> {
    let QueryRequest { api, caller, uri, .. } = &request;
    let reference = api.services.reference().await?;
    let (filter, descending) = read_order_filter(Parameters::of::<OrderFilters>(uri), caller, &reference)?;
    let query = OrderQuery { filter, descending, after: None, limit: MAX_PAGE_SIZE, counted: false };
    export::respond(request, OrderExport { reference, query }).await
}

struct OrderExport {
    reference: Arc<Reference>,
    /// Query for the next page.
    query: OrderQuery,
}

impl Export for OrderExport {
    const NAME: BilingualText = ("orders", "auftraege");
    const COLUMNS: &'static [BilingualText] = &COLUMNS;

    async fn page(
        &mut self,
        QueryRequest { api, caller, language, .. }: &QueryRequest,
        table: &mut CsvTable,
        maximum: usize,
    ) -> Result<(usize, bool), ApiError> {
        let page = api.services.orders.find_orders(caller, self.query.clone()).await?;
        for order in page.orders.iter().take(maximum) {
            let cells = cells(table, order, &self.reference, *language);
            table.row(cells)?;
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
    table: &CsvTable,
    order: &'c OrderHead,
    reference: &'c Reference,
    language: Language,
) -> [Cow<'c, str>; COLUMNS.len()] {
    let shape = OrderHeadResponse::of_head(order, reference);
    let organisation = reference.organisation(order.header.organisation.id);
    let (partner, location) = (shape.bpartner.bpartner, shape.bpartner.location);
    let promised = match order.header.date_promised {
        DatePromised::Day(day) => day.to_string(),
        DatePromised::Instant(instant) => time(instant, organisation),
    };
    let text = |text: Option<&'c str>| CsvTable::text(text.unwrap_or_default());
    let handover = shape.handed_over.as_ref();
    let money = |amount: Decimal| table.money(amount, order.header.currency_digits).into();
    [
        order.id.to_string().into(),
        text(shape.document_no),
        word(status(order.status), language).into(),
        text(Some(shape.doc_type.name)),
        text(shape.org.code),
        text(shape.data_source_internal_name),
        text(shape.external_header_id),
        text(shape.po_reference),
        text(partner.code),
        text(Some(partner.name)),
        text(location.as_ref().and_then(|one| one.postal)),
        text(location.as_ref().and_then(|one| one.city)),
        order.header.date_ordered.to_string().into(),
        promised.into(),
        order.lines.to_string().into(),
        money(order.total_lines),
        money(order.total_tax),
        money(order.grand_total),
        text(Some(shape.currency_code)),
        time(order.created_at, organisation).into(),
        time(order.updated_at, organisation).into(),
        text(handover.map(|one| one.receiver)),
        text(handover.and_then(|one| one.number)),
        handover.map_or_else(String::new, |one| time(one.at, organisation)).into(),
        text(handover.and_then(|one| one.refused)),
    ]
}
