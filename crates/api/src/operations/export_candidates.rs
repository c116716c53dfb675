//! `GET /api/sales/order/candidates/export`.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use jiff::Timestamp;
use orderdock_app::{CandidatePage, CandidateQuery, OpContext, Window};
use orderdock_domain::candidate::{Candidate, Related};
use orderdock_domain::problem::Language;
use orderdock_domain::text::{Code, Name, Text};

use super::list_candidates::{MOST, read_sort};
use super::parameters::{CandidateFilters, ExportParameters};
use crate::Api;
use crate::candidate_filter::{SentFilter, filters_and};
use crate::conversation::Conversation;
use crate::query::Parameters;
use crate::refusal::Refusal;
use crate::shape::Beside;
use crate::table::{BYTE_ORDER_MARK, Table};

/// Rows of one file.
const MOST_ROWS: usize = 1_000_000;

/// The columns, in English and German.
const COLUMNS: [(&str, &str); 26] = [
    ("Id", "ID"),
    ("Status", "Status"),
    ("Problems", "Probleme"),
    ("Waits for", "Wartet auf"),
    ("Organisation", "Organisation"),
    ("Data source", "Datenquelle"),
    ("Header id", "Kopf-ID"),
    ("Line id", "Zeilen-ID"),
    ("PO reference", "Bestellreferenz"),
    ("Partner code", "Partner-Code"),
    ("Partner", "Partner"),
    ("Postal code", "PLZ"),
    ("City", "Ort"),
    ("Product code", "Produkt-Code"),
    ("Product", "Produkt"),
    ("Description", "Beschreibung"),
    ("Quantity", "Menge"),
    ("Unit", "Einheit"),
    ("Price", "Preis"),
    ("Currency", "Währung"),
    ("Discount %", "Rabatt %"),
    ("Date ordered", "Bestelldatum"),
    ("Date required", "Wunschtermin"),
    ("Order", "Auftrag"),
    ("Created", "Angelegt"),
    ("Changed", "Geändert"),
];

/// Export candidates.
///
/// The list as a file for spreadsheets, at most 1,000,000 rows: in English with commas and decimal points, in German
/// with semicolons and decimal commas. Texts that would be formulas have an apostrophe before them. Times are those of
/// the candidate's organisation.
#[utoipa::path(get, path = "/api/sales/order/candidates/export", tag = "candidates",
    operation_id = "exportCandidates", params(CandidateFilters, ExportParameters),
    responses((status = 200, description = "The file.", body = String, content_type = "text/csv")))]
pub async fn export_candidates(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    conversation: Conversation,
    uri: Uri,
) -> Result<Response, Refusal> {
    let reference = api.app.reference().await?;
    let mut parameters = Parameters::read(&uri, &filters_and(&["sort"]));
    let (sort, descending) = read_sort(&mut parameters);
    let filter = SentFilter::read(&mut parameters, &caller, &reference);
    parameters.finish()?;
    let filter = filter.resolve(&caller, &reference)?;
    let query =
        CandidateQuery { filter, sort, descending, window: Window::Offset(0), limit: MOST, counted: false };
    let export = Export { api, caller, language: conversation.language, query: Some(query), rows: 0 };
    // the first page is read before the answer begins, so that what fails at once is told as usual
    let (first, export) = export.next().await?;
    let rest = stream::try_unfold(export, async |export: Export| {
        if export.query.is_none() {
            return Ok(None);
        }
        // the answer has begun: all that is left is to break it off
        let next = export.next().await.map_err(|refusal| {
            tracing::error!(?refusal, "an export broke off");
            io::Error::other("the export broke off")
        });
        next.map(Some)
    });
    let head = head(conversation.language)?;
    let body = Body::from_stream(stream::iter([Ok(head), Ok(first)]).chain(rest));
    let name = match conversation.language {
        Language::English => "attachment; filename=\"candidates.csv\"",
        Language::German => "attachment; filename=\"kandidaten.csv\"",
    };
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, body).into_response())
}

fn head(language: Language) -> Result<Vec<u8>, Refusal> {
    let mut table = Table::new(language);
    table.row(COLUMNS.iter().map(|(english, german)| match language {
        Language::English => Cow::Borrowed(*english),
        Language::German => Cow::Borrowed(*german),
    }))?;
    Ok([BYTE_ORDER_MARK.as_bytes(), &table.finish()?].concat())
}

/// What of an export is still to come; one page at a time is in memory.
struct Export {
    api: Api,
    caller: Arc<OpContext>,
    language: Language,
    /// The next page, if there is one.
    query: Option<CandidateQuery>,
    rows: usize,
}

impl Export {
    async fn next(mut self) -> Result<(Vec<u8>, Self), Refusal> {
        let Some(query) = self.query.take() else { return Ok((Vec::new(), self)) };
        let page = self.api.app.find_candidates(&self.caller, query.clone()).await?;
        let beside = Beside::of(&self.api.app, &self.caller, &page.candidates).await?;
        let rows = self.written(&page, &beside)?;
        self.rows += page.candidates.len();
        let next = page.next.filter(|_| self.rows < MOST_ROWS);
        self.query = next.map(|next| CandidateQuery { window: Window::After(next), ..query });
        Ok((rows, self))
    }

    fn written(&self, page: &CandidatePage, beside: &Beside) -> Result<Vec<u8>, Refusal> {
        let mut table = Table::new(self.language);
        for candidate in page.candidates.iter().take(MOST_ROWS - self.rows) {
            let order = beside.orders.iter().find(|order| order.candidate == candidate.id);
            let number = order.map_or("", |order| order.document_no.as_str());
            let cells = cells(&table, candidate, &page.related, number, self.language);
            table.row(cells)?;
        }
        table.finish()
    }
}

fn cells<'c>(
    table: &Table,
    candidate: &'c Candidate,
    related: &'c Related,
    order: &'c str,
    language: Language,
) -> [Cow<'c, str>; COLUMNS.len()] {
    let reference = &related.reference;
    let organisation = reference.organisation(candidate.organisation);
    let source = reference.data_sources.iter().find(|source| source.id == candidate.data_source);
    let unit = reference.units.iter().find(|unit| unit.id == candidate.unit);
    let partner = related.partners.get(&candidate.buyer.partner);
    let location = candidate.buyer.location.and_then(|id| related.locations.get(&id));
    let product = related.products.get(&candidate.product);
    let problems: Vec<_> = candidate.problems.iter().map(|problem| problem.message(language)).collect();
    let hold = candidate.hold.as_ref().map(|hold| hold.message(language)).unwrap_or_default();
    let price = candidate.price.or(candidate.list_price);
    let number = |number: Option<_>| number.map_or(Cow::Borrowed(""), |number| table.number(&number).into());
    let day = |day: Option<jiff::civil::Date>| day.map_or(Cow::Borrowed(""), |day| day.to_string().into());
    let time = |instant: Timestamp| -> Cow<'c, str> {
        let zone = organisation.map_or(jiff::tz::TimeZone::UTC, |one| one.time_zone.clone());
        instant.to_zoned(zone).strftime("%Y-%m-%d %H:%M:%S").to_string().into()
    };
    let text = |text: Option<&'c str>| Table::text(text.unwrap_or_default());
    let line = (!candidate.identity.flat).then(|| candidate.identity.line_id.as_str());
    let said = |text: String| Cow::Owned(Table::text(&text).into_owned());
    [
        candidate.id.to_string().into(),
        candidate.status.as_str().into(),
        said(problems.join(" ")),
        said(hold),
        text(organisation.map(|one| one.code.as_str())),
        text(source.and_then(|source| source.internal_names.first()).map(Code::as_str)),
        text(Some(candidate.identity.header_id.as_str())),
        text(line),
        text(Some(candidate.po_reference.as_str())),
        text(partner.map(|one| one.code.as_str())),
        text(partner.map(|one| one.name.as_str())),
        text(location.and_then(|one| one.postal.as_ref()).map(Code::as_str)),
        text(location.and_then(|one| one.city.as_ref()).map(Name::as_str)),
        text(product.map(|one| one.code.as_str())),
        text(product.map(|one| one.name.as_str())),
        text(candidate.product_description.as_ref().map(Text::as_str)),
        number(Some(candidate.qty)),
        text(unit.map(|one| one.code.as_str())),
        number(price),
        text(candidate.currency.as_ref().map(Code::as_str)),
        number(candidate.discount),
        day(Some(candidate.date_ordered)),
        day(candidate.date_required),
        text(Some(order)),
        time(candidate.created_at),
        time(candidate.updated_at),
    ]
}
