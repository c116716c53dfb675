//! Handler of workbooks to fill with data.

use axum::response::{IntoResponse, Response};
use orderdock_app::Effort;
use orderdock_domain::masterdata::kinds::{GivenValue, KindName, StoredRecord};
use orderdock_domain::problem::{Language, Param, ProblemCode};
use orderdock_spreadsheet::{OrderTemplateLists, TemplateEntry};
use orderdock_store::{CrossReferenceFilter, MasterdataQuery, MasterdataWindow};

use crate::handlers::attachments::FileContent;
use crate::handlers::page::MAX_PAGE_SIZE;
use crate::http::error::ApiError;
use crate::http::extract::QueryRequest;
use crate::request::query::{OrderTemplateParameters, Parameters};
use crate::response::export::{BilingualText, XLSX, file_headers, word};

/// Maximum number of values in a list.
const MAX_VALUES: usize = 20_000;
const NAME: BilingualText = ("order-lines", "bestellpositionen");

/// Download a workbook for order lines.
///
/// Returns an XLSX file to fill and to import as a spreadsheet: an empty sheet with columns that the import recognises,
/// the meaning of the columns, and lists of codes that the cells offer. The lists contain the active customers, products,
/// units and currencies that the caller can see, at most 20,000 of each.
#[utoipa::path(get, path = "/api/import-templates/orders.xlsx", tag = "candidates", operation_id = "getOrderTemplate",
    params(OrderTemplateParameters),
    responses((status = 200, description = "The workbook.", body = inline(FileContent),
        content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        headers(("Content-Disposition" = String)))))]
pub async fn get_order_template(request: QueryRequest) -> Result<Response, ApiError> {
    let mut parameters = Parameters::of::<OrderTemplateParameters>(&request.uri);
    let given = parameters.one("language", Param::one_of(["en", "de"]), |word| match word {
        "en" => Some(Language::English),
        "de" => Some(Language::German),
        _ => None,
    });
    parameters.finish()?;
    let language = given.unwrap_or(request.language);
    let customers = |record: &StoredRecord| {
        record.value(KindName::Partners.kind(), "customer") != Some(&GivenValue::Boolean(false))
    };
    let lists = OrderTemplateLists {
        customers: entries(&request, KindName::Partners, language, customers).await?,
        products: entries(&request, KindName::Products, language, |_| true).await?,
        units: entries(&request, KindName::Uoms, language, |_| true).await?,
        currencies: entries(&request, KindName::Currencies, language, |_| true).await?,
    };
    let workbook = request.api.services.workers.compute(Effort::Large, move || lists.write(language)).await?;
    let workbook = workbook.map_err(|error| {
        tracing::error!(?error, "writing a template failed");
        ApiError::from(ProblemCode::ServerFault)
    })?;
    Ok((file_headers(XLSX, &format!("{}.xlsx", word(NAME, language))), workbook).into_response())
}

/// Returns codes and names of the active records of a kind. Records without a code are left out.
async fn entries(
    QueryRequest { api, caller, .. }: &QueryRequest,
    kind: KindName,
    language: Language,
    is_wanted: impl Fn(&StoredRecord) -> bool,
) -> Result<Vec<TemplateEntry>, ApiError> {
    let mut query = MasterdataQuery {
        kind,
        search: None,
        language,
        organisation: None,
        active: Some(true),
        cross_references: CrossReferenceFilter::default(),
        parent: None,
        window: MasterdataWindow::First,
        limit: MAX_PAGE_SIZE,
    };
    let mut entries: Vec<TemplateEntry> = Vec::new();
    loop {
        let page = api.services.master_data.find_masterdata(caller, query.clone()).await?;
        let wanted = page.records.iter().filter(|record| is_wanted(record));
        entries.extend(wanted.filter_map(|record| entry(record, kind, language)));
        match page.next {
            Some(next) if entries.len() < MAX_VALUES => query.window = MasterdataWindow::After(next),
            _ => break,
        }
    }
    entries.sort_by(|one, other| one.code.cmp(&other.code));
    // organisations may use the same code
    entries.dedup_by(|other, first| other.code == first.code);
    entries.truncate(MAX_VALUES);
    Ok(entries)
}

fn entry(record: &StoredRecord, kind: KindName, language: Language) -> Option<TemplateEntry> {
    let text = |member| match record.value(kind.kind(), member) {
        Some(GivenValue::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let name = record.shown_name(kind.kind(), language).map(str::to_owned).or_else(|| text("name"));
    Some(TemplateEntry { code: text("code")?, name: name.unwrap_or_default() })
}
