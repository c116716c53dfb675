//! Groups of parameters that operations accept together.
//!
//! An operation lists its groups in `params(…)` for the OpenAPI document and in `Parameters::of` for reading. The
//! filters of candidates and orders are declared in `request/filter`.

use orderdock_domain::masterdata::kinds::TARGET_KINDS;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use super::parameter::ParameterType::{
    Boolean, BooleanOr, Choice, ChoiceOr, Integer, IntegerBetween, Text, TextLike, TextOr, TextUpTo,
};
use super::parameter::{KnownParameters, ParameterPlace, RequestParameter};

/// A group of parameters.
pub trait ParameterGroup {
    const PARAMETERS: &'static [RequestParameter];
}

impl<Group: ParameterGroup> KnownParameters for Group {
    fn names() -> Vec<&'static str> {
        let parameters = Self::PARAMETERS.iter();
        parameters.filter(|one| one.place == ParameterPlace::Query).map(|one| one.name).collect()
    }
}

/// Implements `utoipa::IntoParams`, which `params(…)` requires, for groups of parameters. A blanket implementation is not
/// allowed because the trait is foreign. `documented! { DryRun }` expands to
///
/// ```text
/// impl IntoParams for DryRun {
///     fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
///         DryRun::PARAMETERS.iter().map(RequestParameter::described).collect()
///     }
/// }
/// ```
macro_rules! documented {
    ($($group:ident)*) => {$(
        impl IntoParams for $group {
            fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
                $group::PARAMETERS.iter().map(RequestParameter::described).collect()
            }
        }
    )*};
}

documented! {
    DryRun
    ErrorPolicyParameter
    UnresolvedParameter
    ImportHeaders
    CallHeaders
    AttachmentParameters
    OrderAttachmentParameters
    RunHeaders
    OneOrganisation
    PageParameters
    HistoryParameters
    EventFeedParameters
    DeliveryParameters
    DayParameters
    IntakeParameters
    RunResultParameters
    RequestList
    NotificationList
    AssigneeParameters
    ProblemGroupParameters
    HoldGroupParameters
    UnresolvedReferenceList
    CandidateList
    HeaderList
    MasterdataList
    CrossReferenceList
}

const IDEMPOTENCY_KEY: RequestParameter = RequestParameter::header(
    "Idempotency-Key",
    TextUpTo(255),
    "Key of the request. The first committed response is stored for 30 days and returned when the same \
     request is repeated with this key. It then has the header `Idempotency-Replayed: true`.",
);
pub(super) const ACCEPT_LANGUAGE: RequestParameter = RequestParameter::header(
    "Accept-Language",
    TextLike(&["de"]),
    "Language of messages: English (`en`) or German (`de`).",
);
const TAGS: RequestParameter =
    RequestParameter::query("tags", Text, "Tags of the file as alternating keys and values, as in the form.");
const FILE_IDEMPOTENCY_KEY: RequestParameter = RequestParameter::header(
    "Idempotency-Key",
    TextUpTo(255),
    "Key of the request. The first committed response is stored for 30 days and returned when the same file, \
     name and tags are sent with this key. It then has the header `Idempotency-Replayed: true`.",
);
pub(super) const LIMIT: RequestParameter = RequestParameter::query(
    "limit",
    IntegerBetween { minimum: 1, maximum: 500, default: Some(50) },
    "Number of items per page, at most 500.",
);
pub(super) const AFTER: RequestParameter =
    RequestParameter::query("after", Text, "Cursor for the next page: `next` of the previous response.");
const DATA_SOURCE: RequestParameter = RequestParameter::query(
    "dataSource",
    Text,
    "Data source by internal name, record id or identifier string.",
);
pub(super) const ORG: RequestParameter = RequestParameter::query("org", Text, "Organisation code.");
pub(super) const GROUPS_SKIPPED: RequestParameter = RequestParameter::query(
    "offset",
    IntegerBetween { minimum: 0, maximum: 1_000_000, default: None },
    "Number of groups to skip. Groups are sorted by size, largest first.",
);
pub(super) const CANDIDATE_SORT: RequestParameter = RequestParameter::query(
    "sort",
    TextOr("createdAt"),
    "Sort key: createdAt, dateRequired, poReference, qty, price, status or bpartner. A leading `-` sorts in \
     descending order.",
);
pub(super) const FILE_LANGUAGE: RequestParameter = RequestParameter::header(
    "Accept-Language",
    TextLike(&["de"]),
    "Language of the file: English (`en`) or German (`de`).",
);
const BEFORE: RequestParameter =
    RequestParameter::query("before", Text, "Cursor for the previous page: `previous` of the last response.");

/// Dry run of an import.
pub struct DryRun;

impl ParameterGroup for DryRun {
    const PARAMETERS: &'static [RequestParameter] = &[RequestParameter::query(
        "dryRun",
        BooleanOr(false),
        "Applies all rules and returns the full response, but writes nothing. Ids of records that would be \
         created are null.",
    )];
}

/// Effect of rows with errors.
pub struct ErrorPolicyParameter;

impl ParameterGroup for ErrorPolicyParameter {
    const PARAMETERS: &'static [RequestParameter] = &[RequestParameter::query(
        "errorPolicy",
        ChoiceOr(&["all", "header", "row"], "all"),
        "Effect of a row with errors: it rejects the whole request (`all`), its incoming order (`header`) or \
         only itself (`row`).",
    )];
}

/// Effect of unknown records.
pub struct UnresolvedParameter;

impl ParameterGroup for UnresolvedParameter {
    const PARAMETERS: &'static [RequestParameter] = &[RequestParameter::query(
        "unresolved",
        Choice(&["reject", "store"]),
        "Effect of unknown records: `reject` the row or `store` it with problems. Default: `unresolvedReferences` of the \
         data source.",
    )];
}

/// Headers of imports.
pub struct ImportHeaders;

impl ParameterGroup for ImportHeaders {
    const PARAMETERS: &'static [RequestParameter] = &[
        IDEMPOTENCY_KEY,
        RequestParameter::header(
            "Prefer",
            TextLike(&["handling=strict", "return=minimal"]),
            "`handling=strict` turns warnings about unknown fields and parameters into errors. \
             `return=minimal` returns only the fields of the metasfresh classes and omits all others, even \
             required ones. The response then has the header `Preference-Applied`.",
        ),
        ACCEPT_LANGUAGE,
    ];
}

/// Headers of write requests without rows.
pub struct CallHeaders;

impl ParameterGroup for CallHeaders {
    const PARAMETERS: &'static [RequestParameter] = &[IDEMPOTENCY_KEY, ACCEPT_LANGUAGE];
}

/// Incoming order and tags of a file.
pub struct AttachmentParameters;

impl ParameterGroup for AttachmentParameters {
    const PARAMETERS: &'static [RequestParameter] = &[
        RequestParameter::query(
            "org",
            Text,
            "Organisation code. Required if several organisations have this incoming order.",
        ),
        RequestParameter::query(
            "externalSystem",
            Text,
            "Code of the external system. Selects one of several incoming orders with this id.",
        ),
        TAGS,
        FILE_IDEMPOTENCY_KEY,
    ];
}

/// Tags of a file of a sales order.
pub struct OrderAttachmentParameters;

impl ParameterGroup for OrderAttachmentParameters {
    const PARAMETERS: &'static [RequestParameter] = &[TAGS, FILE_IDEMPOTENCY_KEY];
}

/// Headers of requests that start a run.
pub struct RunHeaders;

impl ParameterGroup for RunHeaders {
    const PARAMETERS: &'static [RequestParameter] = &[
        RequestParameter::header(
            "Prefer",
            TextLike(&["wait=30"]),
            "`wait=SECONDS`: time to wait for the end of the run before the response, at most 300 seconds.",
        ),
        IDEMPOTENCY_KEY,
        ACCEPT_LANGUAGE,
    ];
}

/// Organisation of a reference.
pub struct OneOrganisation;

impl ParameterGroup for OneOrganisation {
    const PARAMETERS: &'static [RequestParameter] = &[RequestParameter::query(
        "org",
        Text,
        "Organisation code. Required if several organisations have this reference.",
    )];
}

/// Page of a list.
pub struct PageParameters;

impl ParameterGroup for PageParameters {
    const PARAMETERS: &'static [RequestParameter] = &[LIMIT, AFTER];
}

/// Page and order of a history.
pub struct HistoryParameters;

impl ParameterGroup for HistoryParameters {
    const PARAMETERS: &'static [RequestParameter] = &[
        LIMIT,
        AFTER,
        RequestParameter::query("sort", ChoiceOr(&["at", "-at"], "at"), "Sort order. `-at`: newest first."),
    ];
}

/// Position and filters of the event feed.
pub struct EventFeedParameters;

impl ParameterGroup for EventFeedParameters {
    const PARAMETERS: &'static [RequestParameter] = &[
        RequestParameter::query(
            "after",
            Text,
            "The `id` of the last processed event; `now` for new events only. Default: all stored events.",
        ),
        RequestParameter::query(
            "types",
            TextLike(&["orderdock.order.completed,orderdock.order.voided"]),
            "Event types, separated by commas or as repeated parameters. Default: all types.",
        ),
        RequestParameter::query(
            "dataSource",
            Text,
            "Data source of the events: record id, internal name, `ext-…` or `val-…`. Default: all.",
        ),
        RequestParameter::query(
            "limit",
            IntegerBetween { minimum: 1, maximum: 1_000, default: Some(100) },
            "Number of events, at most 1,000; with `include=record`, at most 100.",
        ),
        RequestParameter::query(
            "wait",
            IntegerBetween { minimum: 0, maximum: 60, default: Some(0) },
            "Seconds to wait for the first event if there is none.",
        ),
        RequestParameter::query(
            "include",
            Choice(&["record"]),
            "`record`: each event contains its record in its current state.",
        ),
    ];
}

/// Filter and page of the deliveries of a webhook.
pub struct DeliveryParameters;

impl ParameterGroup for DeliveryParameters {
    const PARAMETERS: &'static [RequestParameter] = &[
        RequestParameter::query(
            "status",
            Choice(&["waiting", "delivered", "failed"]),
            "Status of the deliveries. Default: all.",
        ),
        AFTER,
        RequestParameter::query("before", Text, "Former name of `after`."),
        LIMIT,
    ];
}

/// Filters of the statistics of a day.
pub struct DayParameters;

impl ParameterGroup for DayParameters {
    const PARAMETERS: &'static [RequestParameter] = &[DATA_SOURCE, ORG];
}

/// Period and filters of the statistics of received candidates.
pub struct IntakeParameters;

impl ParameterGroup for IntakeParameters {
    const PARAMETERS: &'static [RequestParameter] = &[
        RequestParameter::query(
            "period",
            ChoiceOr(&["24h", "7d", "30d"], "24h"),
            "Period of the statistics. `24h` is divided into hours, `7d` and `30d` into days.",
        ),
        DATA_SOURCE,
        ORG,
        ACCEPT_LANGUAGE,
    ];
}

/// Filter and page of the results of a run.
pub struct RunResultParameters;

impl ParameterGroup for RunResultParameters {
    const PARAMETERS: &'static [RequestParameter] = &[
        RequestParameter::query(
            "outcome",
            Choice(&["ordered", "held", "failed", "passed", "changed", "unchanged"]),
            "Result of the run for the candidate. Default: all.",
        ),
        LIMIT,
        AFTER,
    ];
}

/// Filters and page of the request log.
pub struct RequestList;

impl ParameterGroup for RequestList {
    const PARAMETERS: &'static [RequestParameter] = &[
        RequestParameter::query("token", Text, "Name or record id of an access token."),
        RequestParameter::query("status", Text, "HTTP statuses of the responses, separated by commas."),
        RequestParameter::query(
            "reference",
            Text,
            "Request id, as in the response and the log, or an external header id.",
        ),
        RequestParameter::query(
            "from",
            Text,
            "Start of the period, inclusive: a date (in UTC) or a timestamp.",
        ),
        RequestParameter::query(
            "to",
            Text,
            "End of the period: a date (in UTC), inclusive, or a timestamp, exclusive.",
        ),
        AFTER,
        RequestParameter::query("before", Text, "Former name of `after`."),
        LIMIT,
    ];
}

/// Filters and page of notification messages.
pub struct NotificationList;

impl ParameterGroup for NotificationList {
    const PARAMETERS: &'static [RequestParameter] = &[
        RequestParameter::query("ruleId", Integer, "Record id of a notification rule. Default: all rules."),
        RequestParameter::query(
            "status",
            Choice(&["waiting", "sent", "failed"]),
            "Delivery status of the messages. Default: all.",
        ),
        AFTER,
        RequestParameter::query("before", Text, "Former name of `after`."),
        LIMIT,
    ];
}

/// Organisation of assignees.
pub struct AssigneeParameters;

impl ParameterGroup for AssigneeParameters {
    const PARAMETERS: &'static [RequestParameter] = &[RequestParameter::query(
        "org",
        Text,
        "Organisation code. Default: all organisations of the caller.",
    )];
}

/// Filters of the problem groups.
pub struct ProblemGroupParameters;

impl ParameterGroup for ProblemGroupParameters {
    const PARAMETERS: &'static [RequestParameter] = &[DATA_SOURCE, ORG, GROUPS_SKIPPED, ACCEPT_LANGUAGE];
}

/// Filters of the candidates on hold.
pub struct HoldGroupParameters;

impl ParameterGroup for HoldGroupParameters {
    const PARAMETERS: &'static [RequestParameter] = &[DATA_SOURCE, ORG];
}

/// Filters, sort order and page of unresolved references.
pub struct UnresolvedReferenceList;

impl ParameterGroup for UnresolvedReferenceList {
    const PARAMETERS: &'static [RequestParameter] = &[
        RequestParameter::query(
            "kind",
            TextLike(&["product", "bpartner,location"]),
            "Kinds of records, separated by commas: `bpartner`, `location`, `contact`, `product`, `uom`, `shipper`, \
             `paymentTerm`, `warehouse`, `pricingSystem`, `docType` or `salesPartner`. Default: all.",
        ),
        DATA_SOURCE,
        RequestParameter::query("externalSystem", Text, "Code of the external system of the external id."),
        ORG,
        RequestParameter::query("q", Text, "Part of a key, not case-sensitive."),
        RequestParameter::query(
            "sort",
            ChoiceOr(&["-lines", "lines", "oldest", "-oldest"], "-lines"),
            "Sort order: number of lines, or the time of the oldest one. A leading `-` sorts in descending order.",
        ),
        LIMIT,
        AFTER,
    ];
}

/// Sort order and page of a list of candidates.
pub struct CandidateList;

impl ParameterGroup for CandidateList {
    const PARAMETERS: &'static [RequestParameter] = &[
        CANDIDATE_SORT,
        LIMIT,
        RequestParameter::query(
            "offset",
            IntegerBetween { minimum: 0, maximum: 1_000_000, default: None },
            "Number of candidates to skip.",
        ),
        AFTER,
        BEFORE,
    ];
}

/// Sort order and page of a list of incoming orders.
pub struct HeaderList;

impl ParameterGroup for HeaderList {
    const PARAMETERS: &'static [RequestParameter] = &[
        RequestParameter::query(
            "sort",
            TextOr("createdAt"),
            "Sort key: createdAt, dateRequired, poReference or bpartner of the representative candidate. A \
             leading `-` sorts in descending order.",
        ),
        RequestParameter::query(
            "limit",
            IntegerBetween { minimum: 1, maximum: 100, default: Some(50) },
            "Number of items per page, at most 100.",
        ),
        RequestParameter::query(
            "offset",
            IntegerBetween { minimum: 0, maximum: 1_000_000, default: None },
            "Number of incoming orders to skip.",
        ),
        RequestParameter::query(
            "countAll",
            BooleanOr(false),
            "Count all matching incoming orders, which takes longer if many candidates match. With a search, \
             the total can still be a lower bound.",
        ),
        AFTER,
        BEFORE,
        ACCEPT_LANGUAGE,
    ];
}

/// Filters and page of a list of master data.
pub struct MasterdataList;

impl ParameterGroup for MasterdataList {
    const PARAMETERS: &'static [RequestParameter] = &[
        RequestParameter::query(
            "q",
            Text,
            "Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts \
             of the code, the name or other key fields. A shorter word matches only the start. The search \
             also covers town and postal code of partners, products of prices, and names of units and \
             currencies in the language of `Accept-Language`.",
        ),
        RequestParameter::query(
            "org",
            Text,
            "Organisation code, or `*` for shared records. Not supported for kinds without an organisation.",
        ),
        RequestParameter::query(
            "active",
            Boolean,
            "`true` for active records only, `false` for inactive records only. Default: both.",
        ),
        LIMIT,
        AFTER,
        BEFORE,
    ];
}

/// Filter of cross-references.
pub struct CrossReferenceList;

impl ParameterGroup for CrossReferenceList {
    const PARAMETERS: &'static [RequestParameter] = &[
        RequestParameter::query(
            "value",
            TextUpTo(255),
            "Value of cross-references. Only for the kind `cross-references`.",
        ),
        RequestParameter::query(
            "targetKind",
            Choice(&TARGET_KINDS),
            "Kind of the target of cross-references. Only for the kind `cross-references`.",
        ),
        RequestParameter::query(
            "target",
            Integer,
            "Record id of the target of cross-references. Only for the kind `cross-references`.",
        ),
    ];
}
