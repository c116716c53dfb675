//! The parameters of operations, in groups: what the description says of them, and which ones a query may have.

use orderdock_domain::candidate_members;
use utoipa::IntoParams;
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};

fn parameter(place: ParameterIn, name: &str, schema: ObjectBuilder, words: &str) -> Parameter {
    let parameter = ParameterBuilder::new().name(name).parameter_in(place).required(Required::False);
    parameter.schema(Some(schema)).description(Some(words)).build()
}

fn typed(kind: Type) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::new(kind))
}

/// What a query may have.
pub trait KnownParameters {
    fn names() -> Vec<&'static str>;
}

impl KnownParameters for () {
    fn names() -> Vec<&'static str> {
        Vec::new()
    }
}

impl<One: KnownParameters, Other: KnownParameters> KnownParameters for (One, Other) {
    fn names() -> Vec<&'static str> {
        [One::names(), Other::names()].concat()
    }
}

/// Declares groups of parameters.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident { $($place:ident $parameter:literal $schema:expr, $words:literal;)* })*) => {$(
        $(#[$doc])*
        pub struct $name;

        impl KnownParameters for $name {
            fn names() -> Vec<&'static str> {
                let all = [$((ParameterIn::$place, $parameter),)*];
                all.into_iter().filter(|(place, _)| *place == ParameterIn::Query).map(|(_, name)| name).collect()
            }
        }

        impl IntoParams for $name {
            fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
                vec![$(parameter(ParameterIn::$place, $parameter, $schema, $words),)*]
            }
        }
    )*};
}

parameters! {
    /// Trying an import out.
    DryRun {
        Query "dryRun" typed(Type::Boolean).default(Some(false.into())),
            "Applies all rules and returns the full response, but writes nothing. Ids of records that would be \
             created are null.";
    }

    /// What happens to the other rows.
    ErrorPolicy {
        Query "errorPolicy" typed(Type::String).enum_values(Some(["all", "header", "row"])).default(Some("all".into())),
            "Effect of a row with errors: it rejects the whole request (`all`), its incoming order (`header`) or \
             only itself (`row`).";
    }

    /// Headers that imports understand.
    Headers {
        Header "Idempotency-Key" typed(Type::String).max_length(Some(255)),
            "Key of the request. The first committed response is stored for 30 days and returned when the same \
             request is repeated with this key.";
        Header "Prefer" typed(Type::String).examples(["handling=strict", "return=minimal"]),
            "`handling=strict` turns warnings about unknown members and parameters into errors. `return=minimal` \
             returns only the members of the metasfresh classes and omits all others, even required ones. The \
             response then has the header `Preference-Applied`.";
        Header "Accept-Language" typed(Type::String).examples(["de"]),
            "Language of messages: English (`en`) or German (`de`).";
    }

    /// Headers that calls without rows understand.
    CallHeaders {
        Header "Idempotency-Key" typed(Type::String).max_length(Some(255)),
            "Key of the request. The first committed response is stored for 30 days and returned when the same \
             request is repeated with this key.";
        Header "Accept-Language" typed(Type::String).examples(["de"]),
            "Language of messages: English (`en`) or German (`de`).";
    }

    /// Which header is meant, and what goes with the file.
    AttachmentParameters {
        Query "org" typed(Type::String),
            "Organisation code. Required if several organisations have this incoming order.";
        Query "tags" typed(Type::String), "Tags of the file as alternating keys and values, as in the form.";
        Header "Idempotency-Key" typed(Type::String).max_length(Some(255)),
            "Key of the request. The first committed response is stored for 30 days and returned when the same file, \
             name and tags are sent with this key.";
    }

    /// What goes with the file of an order.
    OrderAttachmentParameters {
        Query "tags" typed(Type::String), "Tags of the file as alternating keys and values, as in the form.";
        Header "Idempotency-Key" typed(Type::String).max_length(Some(255)),
            "Key of the request. The first committed response is stored for 30 days and returned when the same file, \
             name and tags are sent with this key.";
    }

    /// How a run is started.
    RunHeaders {
        Header "Prefer" typed(Type::String).examples(["wait=30"]),
            "`wait=SECONDS`: time to wait for the end of the run before the response, at most 300 seconds.";
        Header "Idempotency-Key" typed(Type::String).max_length(Some(255)),
            "Key of the request. The first committed response is stored for 30 days and returned when the same \
             request is repeated with this key.";
        Header "Accept-Language" typed(Type::String).examples(["de"]),
            "Language of messages: English (`en`) or German (`de`).";
    }

    /// Which organisation is meant.
    OneOrganisation {
        Query "org" typed(Type::String), "Organisation code. Required if several organisations have this reference.";
    }

    /// A part of a list.
    PageParameters {
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(500)).default(Some(50.into())),
            "Number of items per page, at most 500.";
        Query "after" typed(Type::String), "Cursor for the next page: `next` of the previous response.";
    }

    /// A part of a history.
    HistoryParameters {
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(500)).default(Some(50.into())),
            "Number of items per page, at most 500.";
        Query "after" typed(Type::String), "Cursor for the next page: `next` of the previous response.";
        Query "sort" typed(Type::String).enum_values(Some(["at", "-at"])).default(Some("at".into())),
            "Sort order. `-at`: newest first.";
    }

    /// How the feed of events is followed.
    EventFeedParameters {
        Query "after" typed(Type::String),
            "The `id` of the last processed event; `now` for new events only. Default: all stored events.";
        Query "types" typed(Type::String).examples(["orderdock.order.completed,orderdock.order.voided"]),
            "Event types, separated by commas or as repeated parameters. Default: all types.";
        Query "dataSource" typed(Type::String),
            "Data source of the events: record id, internal name, `ext-…` or `val-…`. Default: all.";
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(1000)).default(Some(100.into())),
            "Number of events, at most 1,000; with `include=record`, at most 100.";
        Query "wait" typed(Type::Integer).minimum(Some(0)).maximum(Some(60)).default(Some(0.into())),
            "Seconds to wait for the first event if there is none.";
        Query "include" typed(Type::String).enum_values(Some(["record"])),
            "`record`: each event contains its record in its current state.";
    }

    /// Which deliveries of a webhook a page has.
    DeliveryParameters {
        Query "status" typed(Type::String).enum_values(Some(["waiting", "delivered", "failed"])),
            "Status of the deliveries. Default: all.";
        Query "after" typed(Type::String), "Cursor for the next page: `next` of the previous response.";
        Query "before" typed(Type::String), "Former name of `after`.";
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(500)).default(Some(50.into())),
            "Number of items per page, at most 500.";
    }

    /// Whose day it is.
    DayParameters {
        Query "dataSource" typed(Type::String), "Data source by internal name, record id or identifier string.";
        Query "org" typed(Type::String), "Organisation code.";
    }

    /// Which figures are wanted.
    IntakeParameters {
        Query "period" typed(Type::String).enum_values(Some(["24h", "7d", "30d"])).default(Some("24h".into())),
            "Period of the statistics. `24h` is divided into hours, `7d` and `30d` into days.";
        Query "dataSource" typed(Type::String), "Data source by internal name, record id or identifier string.";
        Query "org" typed(Type::String), "Organisation code.";
        Header "Accept-Language" typed(Type::String).examples(["de"]),
            "Language of messages: English (`en`) or German (`de`).";
    }

    /// Which results of a run a list has, and where it begins.
    RunResultParameters {
        Query "outcome" typed(Type::String).enum_values(Some(["ordered", "held", "failed", "passed", "changed", "unchanged"])),
            "Result of the run for the candidate. Default: all.";
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(500)).default(Some(50.into())),
            "Number of items per page, at most 500.";
        Query "after" typed(Type::String), "Cursor for the next page: `next` of the previous response.";
    }

    /// Which orders a list has, and in which order.
    OrderFilters {
        Query "status" typed(Type::String).enum_values(Some(["completed", "voided"])),
            "Status of the orders. Default: both.";
        Query "org" typed(Type::String), "Organisation code.";
        Query "dataSource" typed(Type::String), "Data source by internal name, record id or identifier string.";
        Query "externalHeaderId" typed(Type::String), "Header id of the sender.";
        Query "poReference" typed(Type::String), "Reference of the customer.";
        Query "documentNo" typed(Type::String), "Document number of the order.";
        Query "q" typed(Type::String),
            "Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts of the \
             number, a reference, or the code, name, town or postal code of the buyer. A shorter word matches only \
             the start.";
        Query "bpartner" typed(Type::String), "Code of the buyer.";
        Query "dateOrderedFrom" typed(Type::String), "Earliest order date, inclusive.";
        Query "dateOrderedTo" typed(Type::String), "Latest order date, inclusive.";
        Query "runId" typed(Type::Integer), "Id of the run that created the order.";
        Query "handedOver" typed(Type::String).enum_values(Some(["true", "false", "due"])),
            "State of the transfer to a receiver. `true`: confirmed. `false`: completed orders whose transfer is not \
             confirmed. `due`: like `false`, but only orders created after their organisation switched the \
             transfer on.";
        Query "sort" typed(Type::String).enum_values(Some(["createdAt", "-createdAt"])).default(Some("createdAt".into())),
            "Sort order. `-createdAt`: newest first.";
    }

    /// Which requests a list has, and where it begins.
    RequestList {
        Query "token" typed(Type::String), "Name or record id of an access token.";
        Query "status" typed(Type::String), "HTTP statuses of the responses, separated by commas.";
        Query "reference" typed(Type::String), "Request id, as in the response and the log, or an external header id.";
        Query "from" typed(Type::String), "Start of the period, inclusive: a date (in UTC) or a timestamp.";
        Query "to" typed(Type::String), "End of the period: a date (in UTC), inclusive, or a timestamp, exclusive.";
        Query "after" typed(Type::String), "Cursor for the next page: `next` of the previous response.";
        Query "before" typed(Type::String), "Former name of `after`.";
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(500)).default(Some(50.into())),
            "Number of items per page, at most 500.";
    }

    /// Which messages a list has, and where it begins.
    NotificationList {
        Query "ruleId" typed(Type::Integer), "Record id of a notification rule. Default: all rules.";
        Query "status" typed(Type::String).enum_values(Some(["waiting", "sent", "failed"])),
            "Delivery status of the messages. Default: all.";
        Query "after" typed(Type::String), "Cursor for the next page: `next` of the previous response.";
        Query "before" typed(Type::String), "Former name of `after`.";
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(500)).default(Some(50.into())),
            "Number of items per page, at most 500.";
    }

    /// Whose candidates are to be looked after.
    AssigneeParameters {
        Query "org" typed(Type::String), "Organisation code. Default: all organisations of the caller.";
    }

    /// Which candidates in error are grouped.
    ProblemGroupParameters {
        Query "dataSource" typed(Type::String), "Data source by internal name, record id or identifier string.";
        Query "org" typed(Type::String), "Organisation code.";
        Header "Accept-Language" typed(Type::String).examples(["de"]),
            "Language of messages: English (`en`) or German (`de`).";
    }

    /// In which order and language a file of candidates is.
    ExportParameters {
        Query "sort" typed(Type::String).default(Some("createdAt".into())),
            "Sort key: createdAt, dateRequired, poReference, qty, price, status or bpartner. A leading `-` sorts in \
             descending order.";
        Header "Accept-Language" typed(Type::String).examples(["de"]),
            "Language of the file: English (`en`) or German (`de`).";
    }

    /// How a list of orders is exported.
    ExportHeaders {
        Header "Accept-Language" typed(Type::String).examples(["de"]),
            "Language of the file: English (`en`) or German (`de`).";
    }

    /// In which order a list of candidates is, and where it begins.
    CandidateList {
        Query "sort" typed(Type::String).default(Some("createdAt".into())),
            "Sort key: createdAt, dateRequired, poReference, qty, price, status or bpartner. A leading `-` sorts in \
             descending order.";
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(500)).default(Some(50.into())),
            "Number of items per page, at most 500.";
        Query "offset" typed(Type::Integer).minimum(Some(0)).maximum(Some(1_000_000)), "Number of candidates to skip.";
        Query "after" typed(Type::String), "Cursor for the next page: `next` of the previous response.";
        Query "before" typed(Type::String), "Cursor for the previous page: `previous` of the last response.";
    }

    /// In which order a list of headers is, and where it begins.
    HeaderList {
        Query "sort" typed(Type::String).default(Some("createdAt".into())),
            "Sort key: createdAt, dateRequired, poReference or bpartner of the representative candidate. A leading \
             `-` sorts in descending order.";
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(100)).default(Some(50.into())),
            "Number of items per page, at most 100.";
        Query "offset" typed(Type::Integer).minimum(Some(0)).maximum(Some(1_000_000)),
            "Number of incoming orders to skip.";
        Query "after" typed(Type::String), "Cursor for the next page: `next` of the previous response.";
        Query "before" typed(Type::String), "Cursor for the previous page: `previous` of the last response.";
        Header "Accept-Language" typed(Type::String).examples(["de"]),
            "Language of messages: English (`en`) or German (`de`).";
    }

    /// Which records a list of master data has, and where it begins.
    MasterdataList {
        Query "q" typed(Type::String),
            "Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts of the \
             code, the name or other key fields. A shorter word matches only the start. The search also covers town \
             and postal code of partners, products of prices, and names of units and currencies in the language of \
             `Accept-Language`.";
        Query "org" typed(Type::String),
            "Organisation code, or `*` for shared records. Not supported for kinds without an organisation.";
        Query "active" typed(Type::Boolean),
            "`true` for active records only, `false` for inactive records only. Default: both.";
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(500)).default(Some(50.into())),
            "Number of items per page, at most 500.";
        Query "after" typed(Type::String), "Cursor for the next page: `next` of the previous response.";
        Query "before" typed(Type::String), "Cursor for the previous page: `previous` of the last response.";
    }
}

macro_rules! candidate_filters {
    ([$($own:tt)*]
        $($field:ident { $need:ident $sent:ty, $json:literal, $($way:tt)* } $kept:tt
            { $over:tt, $label:tt, [$($key:ident)?] } { $words:literal $over_words:literal };)*
    ) => {
        parameters! {
            /// Which candidates are meant; conditions are joined by "and".
            CandidateFilters {
                $($own)*
                $($(Query $json by_key(stringify!($key)), $words;)?)*
            }
        }
    };
}

/// A text that is looked up by its key.
fn by_key(_: &str) -> ObjectBuilder {
    typed(Type::String)
}

candidate_members!(candidate_filters! [
    Query "status" typed(Type::String),
        "Statuses, separated by commas: `new`, `error`, `processed`, `inactive`. Default: all.";
    Query "dataSource" typed(Type::String), "Data source by internal name, record id or identifier string.";
    Query "org" typed(Type::String), "Organisation code.";
    Query "bpartner" typed(Type::String), "Code of the buyer.";
    Query "product" typed(Type::String), "Product code.";
    Query "externalHeaderId" typed(Type::String), "Header id of the sender.";
    Query "dateRequiredFrom" typed(Type::String), "Earliest required date, inclusive.";
    Query "dateRequiredTo" typed(Type::String), "Latest required date, inclusive.";
    Query "createdFrom" typed(Type::String), "Earliest creation time, inclusive: a date (in UTC) or a timestamp.";
    Query "createdTo" typed(Type::String),
        "Latest creation time: a date (in UTC), inclusive, or a timestamp, exclusive.";
    Query "q" typed(Type::String),
        "Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts of a \
         reference, or of the code, name, town or postal code of a partner or product. Shorter \
         words match only the start. Ids of the sender are matched from the start.";
    Query "problem" typed(Type::String).examples(["price.none"]),
        "Problem code. Matches candidates that have this problem.";
    Query "cause" typed(Type::String), "Cause of the problem, as in the problem groups. Requires `problem`.";
    Query "hold" typed(Type::String).examples(["sibling.error"]), "Hold reason of the candidate.";
    Query "waitingUntilFrom" typed(Type::String).examples(["2026-12-01"]),
        "On hold for the customer until this date or later.";
    Query "waitingUntilTo" typed(Type::String).examples(["2026-12-08"]),
        "On hold for the customer until this date or earlier, but after today.";
    Query "assignedTo" typed(Type::String).examples(["me"]),
        "User name of the assignee; `me` for the caller, `none` for unassigned candidates.";
    Query "headerOf" typed(Type::String),
        "Record ids of candidates, separated by commas. Matches all candidates of their incoming orders.";
    Query "hasAttachment" typed(Type::Boolean), "Whether the incoming order has attachments.";
    Query "held" typed(Type::Boolean), "Whether a run started now would skip the candidate because it is on hold.";
    Query "hasComments" typed(Type::Boolean), "Whether the candidate has comments.";
    Query "requestId" typed(Type::Integer),
        "Id of the stored request that imported the candidates: the `requestId` of a candidate.";
    Query "runId" typed(Type::Integer),
        "Id of a run that has a result for the candidate. Scheduled runs store results of changed candidates only.";
    Query "outcome" typed(Type::String).enum_values(Some(["ordered", "held", "failed", "passed", "changed", "unchanged"])),
        "Result of the run for the candidate. Requires `runId`.";
]);
