//! Handler that exports candidates as a table.

use std::borrow::Cow;

use axum::response::Response;
use orderdock_domain::candidate::{Candidate, Hold, Related, Status};
use orderdock_domain::problem::Language;
use orderdock_domain::text::{Code, Name, Text};
use orderdock_store::{CandidateQuery, CandidateSort, PageStart};

use crate::handlers::page::MAX_PAGE_SIZE;
use crate::http::error::ApiError;
use crate::http::extract::QueryRequest;
use crate::request::candidate_window::read_sort;
use crate::request::filter::candidates::{CandidateFilterInput, CandidateFilters};
use crate::request::query::{ExportParameters, Parameters};
use crate::response::RelatedData;
use crate::response::export::{self, BilingualText, Export, time, word};
use crate::response::table::CsvTable;

/// Column titles in English and German.
const COLUMNS: [BilingualText; 29] = [
    ("ID", "ID"),
    ("Status", "Status"),
    ("Error description", "Fehlerbeschreibung"),
    ("On hold", "Zurückgehalten"),
    ("Waiting until", "Wiedervorlage am"),
    ("Assignee", "Zuständig"),
    ("Organisation", "Organisation"),
    ("Data source", "Datenquelle"),
    ("Ext. order ID", "Ext. Bestell-ID"),
    ("Ext. line ID", "Ext. Positions-ID"),
    ("PO reference", "Bestellreferenz"),
    ("Customer no.", "Kundennr."),
    ("Customer", "Kunde"),
    ("Postal code", "PLZ"),
    ("City", "Ort"),
    ("Product no.", "Produktnr."),
    ("Product", "Produkt"),
    ("Product description", "Produktbeschreibung"),
    ("Quantity", "Menge"),
    ("Unit", "Einheit"),
    ("Price", "Preis"),
    ("Currency", "Währung"),
    ("Discount %", "Rabatt %"),
    ("Date ordered", "Bestelldatum"),
    ("Date required", "Wunschtermin"),
    ("Sales order", "Auftrag"),
    ("Received", "Eingegangen"),
    ("Changed", "Geändert"),
    ("External system", "Externes System"),
];

/// Export candidates.
///
/// Returns the candidates as a CSV file for spreadsheets, at most 1,000,000 rows. English files use commas and decimal
/// points, German files semicolons and decimal commas. Texts that a spreadsheet could run as a formula start with an
/// apostrophe. Times are in the time zone of the candidate's organisation.
#[utoipa::path(get, path = "/api/sales/order/candidates/export", tag = "candidates",
    operation_id = "exportCandidates", params(CandidateFilters, ExportParameters),
    responses((status = 200, description = "The CSV file.", body = String, content_type = "text/csv")))]
pub async fn export_candidates(request: QueryRequest) -> Result<Response, ApiError> {
    let QueryRequest { api, caller, uri, language } = &request;
    let reference = api.services.reference().await?;
    let mut parameters = Parameters::of::<(CandidateFilters, ExportParameters)>(uri);
    let (sort, descending) = read_sort(&mut parameters, CandidateSort::ALL);
    let filter = CandidateFilterInput::read(&mut parameters, caller, &reference);
    parameters.finish()?;
    let filter = filter.resolve(caller, &reference, *language)?;
    let query = CandidateQuery {
        filter,
        sort,
        descending,
        window: PageStart::Offset(0),
        limit: MAX_PAGE_SIZE,
        counted: false,
        count_all: false,
        now: caller.now,
    };
    export::respond(request, CandidateExport(query)).await
}

/// Query for the next page.
struct CandidateExport(CandidateQuery);

impl Export for CandidateExport {
    const NAME: BilingualText = ("candidates", "positionen");
    const COLUMNS: &'static [BilingualText] = &COLUMNS;

    async fn page(
        &mut self,
        QueryRequest { api, caller, language, .. }: &QueryRequest,
        table: &mut CsvTable,
        maximum: usize,
    ) -> Result<(usize, bool), ApiError> {
        let page = api.services.candidates.find_candidates(caller, self.0.clone()).await?;
        let related_data = RelatedData::of(&api.services, caller, &page.candidates).await?;
        for candidate in page.candidates.iter().take(maximum) {
            let order = related_data.orders.iter().find(|order| order.candidate == candidate.id);
            let number = order.map_or("", |order| order.document_no.as_str());
            let cells = cells(table, candidate, &page.related, number, *language);
            table.row(cells)?;
        }
        let more = page.next.is_some();
        if let Some(next) = page.next {
            self.0.window = PageStart::After(next);
        }
        Ok((page.candidates.len(), more))
    }
}

const fn status(status: Status) -> BilingualText {
    match status {
        Status::New => ("New", "Neu"),
        Status::Error => ("Error", "Fehler"),
        Status::Processed => ("Processed", "Verarbeitet"),
        Status::Inactive => ("Excluded", "Ausgeschlossen"),
    }
}

fn cells<'c>(
    table: &CsvTable,
    candidate: &'c Candidate,
    related: &'c Related,
    order: &'c str,
    language: Language,
) -> [Cow<'c, str>; COLUMNS.len()] {
    let reference = &related.reference;
    let organisation = reference.organisation(candidate.organisation);
    let source = reference.data_sources.iter().find(|source| source.id == candidate.data_source);
    let system = candidate.external_system.and_then(|id| reference.external_system(id));
    let unit = reference.units.iter().find(|unit| Some(unit.id) == candidate.unit);
    let partner = candidate.buyer.and_then(|buyer| related.partners.get(&buyer.partner));
    let location = candidate.buyer.and_then(|buyer| related.locations.get(&buyer.location?));
    let product = candidate.product.and_then(|id| related.products.get(&id));
    let problems: Vec<_> = candidate.problems.iter().map(|problem| problem.for_clerks(language)).collect();
    let hold = candidate.hold.as_ref().map(|hold| hold.for_clerks(language)).unwrap_or_default();
    let price = candidate.price_in_effect();
    let number = |number: Option<_>| number.map_or(Cow::Borrowed(""), |number| table.number(&number).into());
    let day = |day: Option<jiff::civil::Date>| day.map_or(Cow::Borrowed(""), |day| day.to_string().into());
    let text = |text: Option<&'c str>| CsvTable::text(text.unwrap_or_default());
    let line = (!candidate.identity.flat).then(|| candidate.identity.line_id.as_str());
    let escaped = |text: String| Cow::Owned(CsvTable::text(&text).into_owned());
    [
        candidate.id.to_string().into(),
        word(status(candidate.status), language).into(),
        escaped(problems.join(" ")),
        escaped(hold),
        day(candidate.hold.as_ref().and_then(Hold::waits_until)),
        text(candidate.assigned_to.as_ref().map(Code::as_str)),
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
        time(candidate.created_at, organisation).into(),
        time(candidate.updated_at, organisation).into(),
        text(system.map(|one| one.code.as_str())),
    ]
}

#[cfg(test)]
mod tests {
    use orderdock_domain::candidate::FieldDescriptor;

    use super::*;

    #[test]
    fn columns_have_labels_of_order_desk() {
        let desk = [
            include_str!("../../../../ui/web/src/disposition/messages.ts"),
            include_str!("../../../../ui/web/src/disposition/fields.ts"),
            include_str!("../../../../ui/web/src/disposition/attention/messages.ts"),
            include_str!("../../../../ui/web/src/disposition/panel/messages.ts"),
        ]
        .concat();
        let fields = ["poReference", "productDescription", "qty", "uomCode", "price", "currencyCode"];
        let fields = fields.iter().chain(&["dateOrdered", "dateRequired"]);
        let labels: Vec<_> =
            fields.filter_map(|name| FieldDescriptor::named(name)).map(|one| one.label).collect();
        assert_eq!(labels.len(), 8);
        // columns that the order desk does not have, or shows together with another
        let only_here = [
            "ID",
            "Error description",
            "Customer no.",
            "Postal code",
            "City",
            "Discount %",
            "Changed",
            "External system",
        ];
        for (english, german) in COLUMNS {
            let is_label = labels.contains(&[english, german])
                || desk.contains(&format!("[\"{english}\", \"{german}\"]"));
            assert_ne!(is_label, only_here.contains(&english), "{english}, {german}");
        }
    }
}
