//! Filters of sales orders.

use orderdock_app::{Caller, resolve_organisation};
use orderdock_domain::ids::RunId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::order::{HandoverFilter, OrderStatus};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Param;
use orderdock_store::OrderFilter;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use super::Filter;
use super::FilterType::{Choice, DataSource, Day, Id, Text};
use crate::http::error::ApiError;
use crate::request::query::{KnownParameters, ParameterType, Parameters, RequestParameter};

/// Filters of sales orders, in the order of the OpenAPI document; faults are reported in this order, too.
const ORDER_FILTERS: &[Filter<OrderFilterInput>] = &[
    Filter::new(
        "status",
        Choice(statuses, |input, word| input.filter.status = OrderStatus::parse(word)),
        "Status of the orders. Default: both.",
    ),
    Filter::new("org", Text(|input, code| input.organisation = Some(code)), "Organisation code."),
    Filter::new(
        "dataSource",
        DataSource(|input, source| input.filter.data_source = Some(source)),
        "Data source by internal name, record id or identifier string.",
    ),
    Filter::new(
        "externalHeaderId",
        Text(|input, id| input.filter.external_header_id = Some(id)),
        "Header id of the sender.",
    ),
    Filter::new(
        "poReference",
        Text(|input, reference| input.filter.po_reference = Some(reference)),
        "Reference of the customer.",
    ),
    Filter::new(
        "documentNo",
        Text(|input, number| input.filter.document_no = Some(number)),
        "Document number of the order.",
    ),
    Filter::new(
        "q",
        Text(|input, words| input.filter.search = Some(words)),
        "Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts of the \
         number, a reference, or the code, name, town or postal code of the buyer. A shorter word matches only \
         the start.",
    ),
    Filter::new("bpartner", Text(|input, code| input.filter.bpartner = Some(code)), "Code of the buyer."),
    Filter::new(
        "dateOrderedFrom",
        Day(|input, day| input.filter.date_ordered_from = Some(day)),
        "Earliest order date, inclusive.",
    ),
    Filter::new(
        "dateOrderedTo",
        Day(|input, day| input.filter.date_ordered_to = Some(day)),
        "Latest order date, inclusive.",
    ),
    Filter::new(
        "runId",
        Id(Phrase::RunId, |input, id| input.filter.run = Some(RunId(id))),
        "Id of the run that created the order.",
    ),
    Filter::new(
        "handedOver",
        Choice(handovers, |input, word| input.filter.handed_over = HandoverFilter::parse(word)),
        "State of the transfer to a receiver. `true`: confirmed. `false`: completed orders whose transfer is not \
         confirmed. `due`: like `false`, but only orders created after their organisation switched the \
         transfer on.",
    ),
];

const SORT: RequestParameter = RequestParameter::query(
    "sort",
    ParameterType::ChoiceOr(&["createdAt", "-createdAt"], "createdAt"),
    "Sort order. `-createdAt`: newest first.",
);

fn statuses() -> Vec<&'static str> {
    OrderStatus::ALL.iter().copied().map(OrderStatus::as_str).collect()
}

fn handovers() -> Vec<&'static str> {
    HandoverFilter::ALL.iter().copied().map(HandoverFilter::as_str).collect()
}

/// The filters of a request.
#[derive(Default)]
struct OrderFilterInput {
    filter: OrderFilter,
    /// Code of an organisation; looked up after all other faults of the request are reported.
    organisation: Option<String>,
}

/// Reads the filters of a list of orders, and whether the newest orders are first.
pub fn read_order_filter(
    mut parameters: Parameters,
    caller: &Caller,
    reference: &Reference,
) -> Result<(OrderFilter, bool), ApiError> {
    let mut input = OrderFilterInput::default();
    for filter in ORDER_FILTERS {
        filter.read_parameter(&mut parameters, caller, reference, &mut input);
    }
    let expected = Param::one_of(["createdAt", "-createdAt"]);
    let descending = parameters.one(SORT.name, expected, |text| match text {
        "createdAt" => Some(false),
        "-createdAt" => Some(true),
        _ => None,
    });
    parameters.finish()?;
    let OrderFilterInput { mut filter, organisation } = input;
    if let Some(code) = organisation {
        filter.organisation = Some(resolve_organisation(caller, reference, &code)?);
    }
    Ok((filter, descending.unwrap_or(false)))
}

/// Filters and sort order of a list of orders as query parameters of an operation.
pub struct OrderFilters;

impl KnownParameters for OrderFilters {
    fn names() -> Vec<&'static str> {
        ORDER_FILTERS.iter().map(|filter| filter.name).chain([SORT.name]).collect()
    }
}

impl IntoParams for OrderFilters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        ORDER_FILTERS.iter().map(Filter::parameter).chain([SORT.described()]).collect()
    }
}
