//! Parameters of rejected rows.

use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use super::groups::{ACCEPT_LANGUAGE, AFTER, FILE_LANGUAGE, GROUPS_SKIPPED, LIMIT, ORG, ParameterGroup};
use super::parameter::ParameterType::{ChoiceOr, Text, TextLike};
use super::parameter::RequestParameter;

/// Filters of rejected rows.
pub struct RejectedRowFilters;

impl ParameterGroup for RejectedRowFilters {
    const PARAMETERS: &'static [RequestParameter] = &[
        RequestParameter::query(
            "status",
            Text,
            "Statuses, separated by commas: `open`, `imported`, `sentAgain`, `dismissed`.",
        ),
        ORG,
        RequestParameter::query(
            "dataSource",
            Text,
            "Data source by internal name, record id or identifier string. `none`: rows without an existing data source.",
        ),
        RequestParameter::query("cause", Text, "Code of the first problem."),
        RequestParameter::query(
            "q",
            Text,
            "Part of an id, customer, product, order reference or sender. Not case-sensitive.",
        ),
        RequestParameter::query(
            "from",
            Text,
            "Start of the period of the last rejection, inclusive: a date (UTC) or a timestamp.",
        ),
        RequestParameter::query(
            "to",
            Text,
            "End of the period of the last rejection: a date (UTC), inclusive, or a timestamp, exclusive.",
        ),
    ];
}

/// Sort order and page of rejected rows.
pub struct RejectedRowList;

impl ParameterGroup for RejectedRowList {
    const PARAMETERS: &'static [RequestParameter] = &[
        RequestParameter::query(
            "sort",
            ChoiceOr(
                &["lastRejectedAt", "-lastRejectedAt", "firstRejectedAt", "-firstRejectedAt"],
                "-lastRejectedAt",
            ),
            "Sort key. A leading `-` sorts in descending order.",
        ),
        LIMIT,
        AFTER,
        ACCEPT_LANGUAGE,
    ];
}

/// Page of the groups of rejected rows.
pub struct RejectedRowGroupPage;

impl ParameterGroup for RejectedRowGroupPage {
    const PARAMETERS: &'static [RequestParameter] = &[GROUPS_SKIPPED, ACCEPT_LANGUAGE];
}

/// Format and language of exported rejected rows.
pub struct RejectedRowExport;

impl ParameterGroup for RejectedRowExport {
    const PARAMETERS: &'static [RequestParameter] = &[
        RequestParameter::query(
            "format",
            ChoiceOr(&["ndjson", "csv", "xlsx"], "ndjson"),
            "`ndjson`: the rows as sent, one per line. `csv` and `xlsx`: a table of the entries with their problems.",
        ),
        RequestParameter::query(
            "columns",
            TextLike(&["customer,product,problems"]),
            "Columns of a `csv` or `xlsx` file in their order, separated by commas; by default all: `id`, `status`, \
             `orgCode`, `dataSourceInternalName`, `externalHeaderId`, `externalLineId`, `poReference`, `customer`, \
             `product`, `cause`, `problems`, `pointers`, `rejectedWith`, `sender`, `requestId`, `firstRejectedAt`, \
             `lastRejectedAt`, `count`, `reason`, `row`.",
        ),
        FILE_LANGUAGE,
    ];
}

fn described<G: ParameterGroup>() -> Vec<Parameter> {
    G::PARAMETERS.iter().map(RequestParameter::described).collect()
}

impl IntoParams for RejectedRowFilters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        described::<Self>()
    }
}

impl IntoParams for RejectedRowList {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        described::<Self>()
    }
}

impl IntoParams for RejectedRowGroupPage {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        described::<Self>()
    }
}

impl IntoParams for RejectedRowExport {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        described::<Self>()
    }
}
