//! Parameters of import drafts.

use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use super::groups::{ACCEPT_LANGUAGE, AFTER, FILE_LANGUAGE, LIMIT, ParameterGroup};
use super::parameter::ParameterType::{IntegerBetween, Text, TextLike};
use super::parameter::RequestParameter;

const CHECK: RequestParameter = RequestParameter::query(
    "check",
    Text,
    "Results, separated by commas: `ready`, `problems`, `rejected`, `unchanged`, `conflict`. Default: all rows.",
);

/// Name and organisation of an uploaded file.
pub struct ImportDraftUpload;

impl ParameterGroup for ImportDraftUpload {
    const PARAMETERS: &'static [RequestParameter] = &[
        RequestParameter::query(
            "filename",
            TextLike(&["orders.xlsx"]),
            "Name of the file. The format is detected from the content.",
        ),
        RequestParameter::query(
            "org",
            Text,
            "Code of the organisation. Default: the default organisation of the caller.",
        ),
    ];
}

/// Page of a list of import drafts.
pub struct ImportDraftList;

impl ParameterGroup for ImportDraftList {
    const PARAMETERS: &'static [RequestParameter] = &[LIMIT, AFTER];
}

/// Selection of rows of an import draft.
pub struct ImportDraftRowPage;

impl ParameterGroup for ImportDraftRowPage {
    const PARAMETERS: &'static [RequestParameter] = &[
        CHECK,
        RequestParameter::query(
            "offset",
            IntegerBetween { minimum: 0, maximum: 1_048_576, default: None },
            "Number of rows to skip.",
        ),
        LIMIT,
        ACCEPT_LANGUAGE,
    ];
}

/// Selection and language of exported rows.
pub struct ImportDraftExport;

impl ParameterGroup for ImportDraftExport {
    const PARAMETERS: &'static [RequestParameter] = &[CHECK, FILE_LANGUAGE];
}

fn described<G: ParameterGroup>() -> Vec<Parameter> {
    G::PARAMETERS.iter().map(RequestParameter::described).collect()
}

impl IntoParams for ImportDraftUpload {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        described::<Self>()
    }
}

impl IntoParams for ImportDraftList {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        described::<Self>()
    }
}

impl IntoParams for ImportDraftRowPage {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        described::<Self>()
    }
}

impl IntoParams for ImportDraftExport {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        described::<Self>()
    }
}
