//! Parameters of exported files and templates.

use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use super::groups::{CANDIDATE_SORT, FILE_LANGUAGE, ParameterGroup};
use super::parameter::ParameterType::{Choice, ChoiceOr, TextLike};
use super::parameter::RequestParameter;

const FILE_FORMAT: RequestParameter =
    RequestParameter::query("format", ChoiceOr(&["csv", "xlsx"], "csv"), "Format of the file.");

/// Sort order, format, columns and language of exported candidates.
pub struct ExportParameters;

impl ParameterGroup for ExportParameters {
    const PARAMETERS: &'static [RequestParameter] = &[
        CANDIDATE_SORT,
        FILE_FORMAT,
        RequestParameter::query(
            "columns",
            TextLike(&["poReference,productCode,qty"]),
            "Columns of the file in their order, separated by commas; by default the columns up to `externalSystemCode`: \
             `id`, `status`, `problems`, `hold`, `waitingUntil`, `assignedTo`, `orgCode`, `dataSourceInternalName`, \
             `externalHeaderId`, `externalLineId`, `poReference`, `bpartnerCode`, `bpartnerName`, `postal`, `city`, \
             `productCode`, `productName`, `productDescription`, `qty`, `uomCode`, `price`, `currencyCode`, `discount`, \
             `dateOrdered`, `dateRequired`, `orderDocumentNo`, `createdAt`, `updatedAt`, `externalSystemCode`, \
             `qtyOverride`, `priceOverride`, `dateRequiredOverride`, `shipTo`, `billTo`, `promotionCode`, \
             `orderDocType`, `paymentRule`, `shipper`, `salesPartner`, `attachments`, `comments`.",
        ),
        FILE_LANGUAGE,
    ];
}

/// Format, columns and language of exported orders.
pub struct OrderExportParameters;

impl ParameterGroup for OrderExportParameters {
    const PARAMETERS: &'static [RequestParameter] = &[
        FILE_FORMAT,
        RequestParameter::query(
            "columns",
            TextLike(&["documentNo,bpartnerName,grandTotal"]),
            "Columns of the file in their order, separated by commas; by default all: `id`, `documentNo`, `status`, \
             `docType`, `orgCode`, `dataSourceInternalName`, `externalHeaderId`, `poReference`, `bpartnerCode`, \
             `bpartnerName`, `postal`, `city`, `dateOrdered`, `datePromised`, `lineCount`, `totalLines`, `totalTax`, \
             `grandTotal`, `currencyCode`, `createdAt`, `updatedAt`, `receiver`, `receiverNumber`, `handedOverAt`, \
             `refusalReason`.",
        ),
        FILE_LANGUAGE,
    ];
}

/// Language of a workbook for order lines.
pub struct OrderTemplateParameters;

impl ParameterGroup for OrderTemplateParameters {
    const PARAMETERS: &'static [RequestParameter] = &[
        RequestParameter::query(
            "language",
            Choice(&["en", "de"]),
            "Language of the workbook; by default that of the request.",
        ),
        FILE_LANGUAGE,
    ];
}

fn described<G: ParameterGroup>() -> Vec<Parameter> {
    G::PARAMETERS.iter().map(RequestParameter::described).collect()
}

impl IntoParams for ExportParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        described::<Self>()
    }
}

impl IntoParams for OrderExportParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        described::<Self>()
    }
}

impl IntoParams for OrderTemplateParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        described::<Self>()
    }
}
