//! Handler that exports candidates as a table.

use axum::response::Response;
use orderdock_domain::candidate::{Candidate, Field, Hold, OrderDocType, PaymentRule, Related, Status};
use orderdock_domain::masterdata::Location;
use orderdock_domain::problem::Language;
use orderdock_domain::text::{Code, Name, Text};
use orderdock_store::{CandidateQuery, CandidateSort, PageStart};

use crate::handlers::attachments::FileContent;
use crate::handlers::page::MAX_PAGE_SIZE;
use crate::http::error::ApiError;
use crate::http::extract::QueryRequest;
use crate::request::candidate_window::read_sort;
use crate::request::filter::candidates::{CandidateFilterInput, CandidateFilters};
use crate::request::query::{ExportParameters, Parameters};
use crate::response::RelatedData;
use crate::response::export::{self, BilingualText, Export, ExportCell, ExportColumn, ExportTable, word};

/// Columns of the file. Further ones are those of the order desk.
const COLUMNS: [ExportColumn; 41] = [
    ExportColumn::new("id", ("ID", "ID"), 12),
    ExportColumn::new("status", ("Status", "Status"), 14),
    ExportColumn::new("problems", ("Error description", "Fehlerbeschreibung"), 40),
    ExportColumn::new("hold", ("On hold", "Zurückgehalten"), 30),
    ExportColumn::new("waitingUntil", ("Waiting until", "Wiedervorlage am"), 18),
    ExportColumn::new("assignedTo", ("Assignee", "Zuständig"), 16),
    ExportColumn::new("orgCode", ("Organisation", "Organisation"), 15),
    ExportColumn::new("dataSourceInternalName", ("Data source", "Datenquelle"), 16),
    ExportColumn::new("externalHeaderId", ("Ext. order ID", "Ext. Bestell-ID"), 20),
    ExportColumn::new("externalLineId", ("Ext. line ID", "Ext. Positions-ID"), 18),
    ExportColumn::new("poReference", ("PO reference", "Bestellreferenz"), 20),
    ExportColumn::new("bpartnerCode", ("Customer no.", "Kundennr."), 15),
    ExportColumn::new("bpartnerName", ("Customer", "Kunde"), 32),
    ExportColumn::new("postal", ("Postal code", "PLZ"), 13),
    ExportColumn::new("city", ("City", "Ort"), 20),
    ExportColumn::new("productCode", ("Product no.", "Produktnr."), 15),
    ExportColumn::new("productName", ("Product", "Produkt"), 32),
    ExportColumn::new("productDescription", ("Product description", "Produktbeschreibung"), 32),
    ExportColumn::new("qty", ("Quantity", "Menge"), 12),
    ExportColumn::new("uomCode", ("Unit", "Einheit"), 10),
    ExportColumn::new("price", ("Price", "Preis"), 12),
    ExportColumn::new("currencyCode", ("Currency", "Währung"), 11),
    ExportColumn::new("discount", ("Discount %", "Rabatt %"), 12),
    ExportColumn::new("dateOrdered", ("Date ordered", "Bestelldatum"), 15),
    ExportColumn::new("dateRequired", ("Date required", "Wunschtermin"), 15),
    ExportColumn::new("orderDocumentNo", ("Sales order", "Auftrag"), 15),
    ExportColumn::new("createdAt", ("Received", "Eingegangen"), 18),
    ExportColumn::new("updatedAt", ("Changed", "Geändert"), 18),
    ExportColumn::new("externalSystemCode", ("External system", "Externes System"), 17),
    ExportColumn::on_request("qtyOverride", ("Quantity override", "Korr. Menge"), 18),
    ExportColumn::on_request("priceOverride", ("Price override", "Korr. Preis"), 16),
    ExportColumn::on_request("dateRequiredOverride", ("Date override", "Korr. Termin"), 15),
    ExportColumn::on_request("shipTo", ("Ship-to", "Lieferadresse"), 36),
    ExportColumn::on_request("billTo", ("Bill-to", "Rechnungsempfänger"), 36),
    ExportColumn::on_request("promotionCode", ("Promotion code", "Aktionscode"), 16),
    ExportColumn::on_request("orderDocType", ("Document type", "Belegart"), 18),
    ExportColumn::on_request("paymentRule", ("Payment rule", "Zahlungsweise"), 16),
    ExportColumn::on_request("shipper", ("Shipper", "Spediteur"), 20),
    ExportColumn::on_request("salesPartner", ("Sales partner", "Vertriebspartner"), 28),
    ExportColumn::on_request("attachments", ("Attachments", "Anhänge"), 13),
    ExportColumn::on_request("comments", ("Comments", "Bemerkungen"), 14),
];

/// Export candidates.
///
/// Returns the candidates as a file for spreadsheets, at most 1,000,000 rows. Times are in the time zone of the
/// candidate's organisation.
///
/// `csv`: English files use commas and decimal points, German files semicolons and decimal commas. Texts that a
/// spreadsheet could run as a formula start with an apostrophe.
///
/// `xlsx`: numbers, dates and times are cells of these types; codes are texts. Numbers with more than 15 digits are texts
/// too, because a spreadsheet would round them. Texts are cut after 32,767 characters.
#[utoipa::path(get, path = "/api/sales/order/candidates/export", tag = "candidates",
    operation_id = "exportCandidates", params(CandidateFilters, ExportParameters),
    responses((status = 200, description = "The file.", content((String = "text/csv"),
        (inline(FileContent) = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn export_candidates(request: QueryRequest) -> Result<Response, ApiError> {
    let QueryRequest { api, caller, uri, language } = &request;
    let reference = api.services.reference().await?;
    let mut parameters = Parameters::of::<(CandidateFilters, ExportParameters)>(uri);
    let (sort, descending) = read_sort(&mut parameters, CandidateSort::ALL);
    let filter = CandidateFilterInput::read(&mut parameters, caller, &reference);
    let options = export::read_options::<CandidateExport>(&mut parameters);
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
    export::respond(request, CandidateExport(query), options).await
}

/// Query for the next page.
struct CandidateExport(CandidateQuery);

impl Export for CandidateExport {
    const NAME: BilingualText = ("candidates", "positionen");
    const SHEET: BilingualText = ("Lines", "Positionen");
    const COLUMNS: &'static [ExportColumn] = &COLUMNS;

    async fn page(
        &mut self,
        QueryRequest { api, caller, language, .. }: &QueryRequest,
        table: &mut ExportTable,
        maximum: usize,
    ) -> Result<(usize, bool), ApiError> {
        let page = api.services.candidates.find_candidates(caller, self.0.clone()).await?;
        let related_data = RelatedData::of(&api.services, caller, &page.candidates).await?;
        for candidate in page.candidates.iter().take(maximum) {
            table.row(&cells(candidate, &page.related, &related_data, *language))?;
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

/// Names as the order desk shows them.
const fn document_type(kind: OrderDocType) -> BilingualText {
    match kind {
        OrderDocType::SalesOrder => ("Sales order", "Auftrag"),
        OrderDocType::PrepayOrder => ("Prepay order", "Vorkasse-Auftrag"),
    }
}

/// Names as the order desk shows them.
const fn payment_rule(rule: PaymentRule) -> BilingualText {
    match rule {
        PaymentRule::OnCredit => ("On credit", "Auf Rechnung"),
        PaymentRule::Paypal => ("PayPal", "PayPal"),
        PaymentRule::DirectDebit => ("Direct debit", "Lastschrift"),
    }
}

fn cells<'c>(
    candidate: &'c Candidate,
    related: &'c Related,
    related_data: &'c RelatedData,
    language: Language,
) -> Vec<ExportCell<'c>> {
    let reference = &related.reference;
    let organisation = reference.organisation(candidate.organisation);
    let source = reference.data_sources.iter().find(|source| source.id == candidate.data_source);
    let system = candidate.external_system.and_then(|id| reference.external_system(id));
    let unit = reference.units.iter().find(|unit| Some(unit.id) == candidate.unit);
    let partner = candidate.buyer.and_then(|buyer| related.partners.get(&buyer.partner));
    let location = candidate.buyer.and_then(|buyer| related.locations.get(&buyer.location?));
    let product = candidate.product.and_then(|id| related.products.get(&id));
    let order = related_data.orders.iter().find(|order| order.candidate == candidate.id);
    let problems: Vec<_> = candidate.problems.iter().map(|problem| problem.for_clerks(language)).collect();
    let hold = candidate.hold.as_ref().map(|hold| hold.for_clerks(language));
    let line = (!candidate.identity.flat).then(|| candidate.identity.line_id.as_str());
    let mut cells = vec![
        ExportCell::Integer(candidate.id.0),
        ExportCell::text(word(status(candidate.status), language)),
        ExportCell::text(problems.join(" ")),
        ExportCell::optional(hold),
        ExportCell::day(candidate.hold.as_ref().and_then(Hold::waits_until)),
        ExportCell::optional(candidate.assigned_to.as_ref().map(Code::as_str)),
        ExportCell::optional(organisation.map(|one| one.code.as_str())),
        ExportCell::optional(source.and_then(|source| source.internal_names.first()).map(Code::as_str)),
        ExportCell::text(candidate.identity.header_id.as_str()),
        ExportCell::optional(line),
        ExportCell::text(candidate.po_reference.as_str()),
        ExportCell::optional(partner.map(|one| one.code.as_str())),
        ExportCell::optional(partner.map(|one| one.name.as_str())),
        ExportCell::optional(location.and_then(|one| one.postal.as_ref()).map(Code::as_str)),
        ExportCell::optional(location.and_then(|one| one.city.as_ref()).map(Name::as_str)),
        ExportCell::optional(product.map(|one| one.code.as_str())),
        ExportCell::optional(product.map(|one| one.name.as_str())),
        ExportCell::optional(candidate.product_description.as_ref().map(Text::as_str)),
        ExportCell::Number(candidate.qty),
        ExportCell::optional(unit.map(|one| one.code.as_str())),
        ExportCell::number(candidate.price_in_effect()),
        ExportCell::optional(candidate.currency.as_ref().map(Code::as_str)),
        ExportCell::number(candidate.discount),
        ExportCell::Day(candidate.date_ordered),
        ExportCell::day(candidate.date_required),
        ExportCell::optional(order.map(|order| order.document_no.as_str())),
        ExportCell::time(candidate.created_at, organisation),
        ExportCell::time(candidate.updated_at, organisation),
        ExportCell::optional(system.map(|one| one.code.as_str())),
    ];
    cells.extend(cells_on_request(candidate, related, related_data, language));
    cells
}

/// Returns the cells of the columns that are exported on request only.
fn cells_on_request<'c>(
    candidate: &'c Candidate,
    related: &'c Related,
    related_data: &'c RelatedData,
    language: Language,
) -> [ExportCell<'c>; 12] {
    let is_overridden =
        |field: Field| candidate.overrides.iter().any(|one| one.field == field && !one.cleared);
    let bill = candidate.role_or_buyer(Field::BillBPartner, candidate.bill);
    let billed = bill.and_then(|role| related.partners.get(&role.partner));
    let location = candidate.buyer.and_then(|buyer| related.locations.get(&buyer.location?));
    let rule = related.values(candidate).payment_rule.map(|rule| rule.value);
    let shipper = related.values(candidate).shipper.and_then(|one| related.reference.shipper(one.value));
    let sales_partner = candidate.sales_partner.and_then(|id| related.partners.get(&id));
    let files = related_data.attachments.iter().filter(|file| file.belongs_to(candidate)).count();
    let comments = related_data.comments.get(&candidate.id).copied().unwrap_or_default();
    let comments = Some(comments).filter(|count| *count > 0);
    [
        ExportCell::number(is_overridden(Field::Qty).then_some(candidate.qty)),
        ExportCell::number(candidate.price.filter(|_| is_overridden(Field::Price))),
        ExportCell::day(candidate.date_required.filter(|_| is_overridden(Field::DateRequired))),
        ExportCell::optional(location.map(address)),
        ExportCell::optional(billed.map(|one| format!("{} {}", one.name.as_str(), one.code.as_str()))),
        ExportCell::optional(candidate.promotion_code.as_ref().map(Code::as_str)),
        ExportCell::optional(candidate.order_doc_type.map(|kind| word(document_type(kind), language))),
        ExportCell::optional(rule.map(|rule| word(payment_rule(rule), language))),
        ExportCell::optional(shipper.map(|one| one.name.as_ref().map_or(one.code.as_str(), Name::as_str))),
        ExportCell::optional(sales_partner.map(|one| one.name.as_str())),
        Some(files).filter(|count| *count > 0).map_or(ExportCell::Empty, ExportCell::count),
        comments.map_or(ExportCell::Empty, ExportCell::count),
    ]
}

/// Returns an address on one line: name, postal code and town.
fn address(location: &Location) -> String {
    let town = [location.postal.as_ref().map(Code::as_str), location.city.as_ref().map(Name::as_str)];
    let town = town.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let parts = [location.name.as_ref().map_or("", Name::as_str), &town];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
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
        let fields = fields.iter().chain(&["dateOrdered", "dateRequired", "promotionCode", "orderDocType"]);
        let fields = fields.chain(&["paymentRule", "shipper", "salesPartnerCode"]);
        let labels: Vec<_> =
            fields.filter_map(|name| FieldDescriptor::named(name)).map(|one| one.label).collect();
        assert_eq!(labels.len(), 13);
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
        for (english, german) in COLUMNS.map(|column| column.title) {
            let is_label = labels.contains(&[english, german])
                || desk.contains(&format!("[\"{english}\", \"{german}\"]"));
            assert_ne!(is_label, only_here.contains(&english), "{english}, {german}");
        }
    }

    #[test]
    fn further_columns_follow_default_ones() {
        let defaults = COLUMNS.iter().position(|column| !column.is_default).unwrap();
        assert_eq!(defaults, 29);
        assert!(COLUMNS[defaults..].iter().all(|column| !column.is_default));
    }

    #[test]
    fn documented_columns_are_those_of_the_file() {
        let names: Vec<_> = COLUMNS.iter().map(|column| column.name).collect();
        assert_eq!(export::documented_columns::<ExportParameters>(), names);
    }
}
