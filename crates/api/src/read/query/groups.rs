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
            "Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null.";
    }

    /// What happens to the other rows.
    ErrorPolicy {
        Query "errorPolicy" typed(Type::String).enum_values(Some(["all", "header", "row"])).default(Some("all".into())),
            "How much is rejected with a faulty row: the request (`all`), its incoming order (`header`) or only the row (`row`).";
    }

    /// Headers that imports understand.
    Headers {
        Header "Idempotency-Key" typed(Type::String).max_length(Some(255)),
            "The first committed answer under this key is kept for 30 days and repeated to the same request.";
        Header "Prefer" typed(Type::String).examples(["handling=strict", "return=minimal"]),
            "`handling=strict` makes unknown members and parameters errors instead of warnings. `return=minimal` returns \
             only the members of the original interface, also required ones are left out then; the response has \
             `Preference-Applied`.";
        Header "Accept-Language" typed(Type::String).examples(["de"]),
            "Language of messages: English (`en`) or German (`de`).";
    }

    /// Headers that calls without rows understand.
    CallHeaders {
        Header "Idempotency-Key" typed(Type::String).max_length(Some(255)),
            "The first committed answer under this key is kept for 30 days and repeated to the same request.";
        Header "Accept-Language" typed(Type::String).examples(["de"]),
            "Language of messages: English (`en`) or German (`de`).";
    }

    /// Which header is meant, and what goes with the file.
    AttachmentParameters {
        Query "org" typed(Type::String), "Code of the organisation, where several have this header.";
        Query "tags" typed(Type::String), "As in the form.";
        Header "Idempotency-Key" typed(Type::String).max_length(Some(255)),
            "The first committed answer under this key is kept for 30 days and repeated to the same file, name and tags.";
    }

    /// What goes with the file of an order.
    OrderAttachmentParameters {
        Query "tags" typed(Type::String), "As in the form.";
        Header "Idempotency-Key" typed(Type::String).max_length(Some(255)),
            "The first committed answer under this key is kept for 30 days and repeated to the same file, name and tags.";
    }

    /// How a run is started.
    RunHeaders {
        Header "Prefer" typed(Type::String).examples(["wait=30"]),
            "`wait=SECONDS`: the answer waits so long for the end of the run, at most 300 seconds.";
        Header "Idempotency-Key" typed(Type::String).max_length(Some(255)),
            "The first committed answer under this key is kept for 30 days and repeated to the same request.";
        Header "Accept-Language" typed(Type::String).examples(["de"]),
            "Language of messages: English (`en`) or German (`de`).";
    }

    /// Which organisation is meant.
    OneOrganisation {
        Query "org" typed(Type::String), "Code of an organisation; decides where several have the reference.";
    }

    /// A part of a list.
    PageParameters {
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(500)).default(Some(50.into())), "At most 500.";
        Query "after" typed(Type::String), "The `next` of another page.";
    }

    /// A part of a history.
    HistoryParameters {
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(500)).default(Some(50.into())), "At most 500.";
        Query "after" typed(Type::String), "The `next` of another page.";
        Query "sort" typed(Type::String).enum_values(Some(["at", "-at"])).default(Some("at".into())), "`-at`: newest first.";
    }

    /// How the feed of events is followed.
    EventFeedParameters {
        Query "after" typed(Type::String),
            "The `id` of the last processed event; `now` for new events only. Default: all stored events.";
        Query "types" typed(Type::String).examples(["orderdock.order.completed,orderdock.order.voided"]),
            "Only events of these types; also repeated.";
        Query "dataSource" typed(Type::String), "Only events of this data source: its record id, internal name, `ext-…` or `val-…`.";
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(1000)).default(Some(100.into())),
            "How many at most; with records 100.";
        Query "wait" typed(Type::Integer).minimum(Some(0)).maximum(Some(60)).default(Some(0.into())),
            "How many seconds to wait for the first event where there is none.";
        Query "include" typed(Type::String).enum_values(Some(["record"])),
            "`record`: each event carries its record as it is now.";
    }

    /// Which deliveries of a webhook a page has.
    DeliveryParameters {
        Query "status" typed(Type::String).enum_values(Some(["waiting", "delivered", "failed"])), "Only those with this status.";
        Query "before" typed(Type::String), "`next` of the page before: what is older.";
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(500)).default(Some(50.into())), "How many at most.";
    }

    /// Whose day it is.
    DayParameters {
        Query "dataSource" typed(Type::String), "Internal name, record id or identifier string.";
        Query "org" typed(Type::String), "Code of an organisation.";
    }

    /// Which figures are wanted.
    IntakeParameters {
        Query "period" typed(Type::String).enum_values(Some(["24h", "7d", "30d"])).default(Some("24h".into())),
            "How far they go back: hours of a day, or days.";
        Query "dataSource" typed(Type::String), "Internal name, record id or identifier string.";
        Query "org" typed(Type::String), "Code of an organisation.";
        Header "Accept-Language" typed(Type::String).examples(["de"]), "Language of messages: English (`en`) or German (`de`).";
    }

    /// Which results of a run a list has, and where it begins.
    RunResultParameters {
        Query "outcome" typed(Type::String).enum_values(Some(["ordered", "held", "failed", "passed", "changed", "unchanged"])),
            "Only candidates that the run did this with.";
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(500)).default(Some(50.into())), "At most 500.";
        Query "after" typed(Type::String), "The `next` of another page.";
    }

    /// Which orders a list has, and in which order.
    OrderFilters {
        Query "status" typed(Type::String).enum_values(Some(["completed", "voided"])), "Absent: both.";
        Query "org" typed(Type::String), "Code of an organisation.";
        Query "dataSource" typed(Type::String), "Internal name, record id or identifier string.";
        Query "externalHeaderId" typed(Type::String), "The sender's header id.";
        Query "poReference" typed(Type::String), "The customer's own reference.";
        Query "documentNo" typed(Type::String), "Its number.";
        Query "q" typed(Type::String),
            "Words or parts of at least 3 characters of a number, a reference, or the buyer's code, name, town or postal code, without \
             case; all must match. Shorter: a beginning.";
        Query "bpartner" typed(Type::String), "Code of the buyer.";
        Query "dateOrderedFrom" typed(Type::String), "First day.";
        Query "dateOrderedTo" typed(Type::String), "Last day.";
        Query "runId" typed(Type::Integer), "The run that made it.";
        Query "handedOver" typed(Type::String).enum_values(Some(["true", "false", "due"])),
            "Whether a receiver has it: `false` are the completed ones that nobody has yet, `due` those among them of \
             organisations that hand their orders over, made since they do.";
        Query "sort" typed(Type::String).enum_values(Some(["createdAt", "-createdAt"])).default(Some("createdAt".into())),
            "`-createdAt`: newest first.";
    }

    /// Which requests a list has, and where it begins.
    RequestList {
        Query "token" typed(Type::String), "Name or record id of a token.";
        Query "status" typed(Type::String), "Statuses of answers, several separated by commas.";
        Query "reference" typed(Type::String), "The request id of answer and log lines, or an external header id.";
        Query "from" typed(Type::String), "A day (of UTC) or an instant.";
        Query "to" typed(Type::String), "A day, which is included, or an instant, which is not.";
        Query "before" typed(Type::Integer), "The `next` of another page.";
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(500)).default(Some(50.into())), "At most 500.";
    }

    /// Which messages a list has, and where it begins.
    NotificationList {
        Query "ruleId" typed(Type::Integer), "Only those of this rule.";
        Query "status" typed(Type::String).enum_values(Some(["waiting", "sent", "failed"])), "Only those of which this became.";
        Query "before" typed(Type::String), "The `next` of another page.";
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(500)).default(Some(50.into())), "At most 500.";
    }

    /// Whose candidates are to be looked after.
    AssigneeParameters {
        Query "org" typed(Type::String), "Code of an organisation; any of the caller's otherwise.";
    }

    /// Which candidates in error are grouped.
    ProblemGroupParameters {
        Query "dataSource" typed(Type::String), "Internal name, record id or identifier string.";
        Query "org" typed(Type::String), "Code of an organisation.";
        Header "Accept-Language" typed(Type::String).examples(["de"]), "Language of messages: English (`en`) or German (`de`).";
    }

    /// In which order and language a file of candidates is.
    ExportParameters {
        Query "sort" typed(Type::String).default(Some("createdAt".into())),
            "createdAt, dateRequired, poReference, qty, price, status or bpartner; `-` before it for descending.";
        Header "Accept-Language" typed(Type::String).examples(["de"]), "Language of the file: English (`en`) or German (`de`).";
    }

    /// How a list of orders is exported.
    ExportHeaders {
        Header "Accept-Language" typed(Type::String).examples(["de"]), "Language of the file: English (`en`) or German (`de`).";
    }

    /// In which order a list of candidates is, and where it begins.
    CandidateList {
        Query "sort" typed(Type::String).default(Some("createdAt".into())),
            "createdAt, dateRequired, poReference, qty, price, status or bpartner; `-` before it for descending.";
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(500)).default(Some(50.into())), "At most 500.";
        Query "offset" typed(Type::Integer).minimum(Some(0)).maximum(Some(1_000_000)), "Rows to pass over.";
        Query "after" typed(Type::String), "The `next` of another page.";
        Query "before" typed(Type::String), "The `previous` of another page.";
    }

    /// In which order a list of headers is, and where it begins.
    HeaderList {
        Query "sort" typed(Type::String).default(Some("createdAt".into())),
            "createdAt, dateRequired, poReference or bpartner, each of the candidate that stands for the header; `-` before it for descending.";
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(100)).default(Some(50.into())), "At most 100.";
        Query "offset" typed(Type::Integer).minimum(Some(0)).maximum(Some(1_000_000)), "Headers to pass over.";
        Query "after" typed(Type::String), "The `next` of another page.";
        Query "before" typed(Type::String), "The `previous` of another page.";
        Header "Accept-Language" typed(Type::String).examples(["de"]), "Language of messages: English (`en`) or German (`de`).";
    }

    /// Which records a list of master data has, and where it begins.
    MasterdataList {
        Query "q" typed(Type::String),
            "Words or parts of at least 3 characters of a code, name or other part of a key, without case; all must match. Shorter: a \
             beginning. Partners also by town and postal code, prices by their product, units and currencies by their names in \
             the language of `Accept-Language`.";
        Query "org" typed(Type::String), "Code of an organisation, or `*` for shared records; not where records belong to no one.";
        Query "active" typed(Type::Boolean), "Only records that may be used, or only those that may not.";
        Query "limit" typed(Type::Integer).minimum(Some(1)).maximum(Some(500)).default(Some(50.into())), "At most 500.";
        Query "after" typed(Type::String), "The `next` of another page.";
        Query "before" typed(Type::String), "The `previous` of another page.";
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
    Query "status" typed(Type::String), "`new`, `error`, `processed`, `inactive`; several separated by commas.";
    Query "dataSource" typed(Type::String), "Internal name, record id or identifier string.";
    Query "org" typed(Type::String), "Code of an organisation.";
    Query "bpartner" typed(Type::String), "Code of the buyer.";
    Query "product" typed(Type::String), "Code of the product.";
    Query "externalHeaderId" typed(Type::String), "The sender's header id.";
    Query "dateRequiredFrom" typed(Type::String), "First required day.";
    Query "dateRequiredTo" typed(Type::String), "Last required day.";
    Query "createdFrom" typed(Type::String), "A day (of UTC) or an instant.";
    Query "createdTo" typed(Type::String), "A day, which is included, or an instant, which is not.";
    Query "q" typed(Type::String),
        "Words or parts of at least 3 characters of a reference, or of a partner's or product's code, name, town or postal code, \
         without case; all must match. Shorter, and for ids: a beginning.";
    Query "problem" typed(Type::String).examples(["price.none"]), "A code: candidates that have this problem.";
    Query "cause" typed(Type::String), "With `problem`: the cause, as in the groups of problems.";
    Query "hold" typed(Type::String).examples(["sibling.error"]), "Why runs pass them over.";
    Query "waitingUntilFrom" typed(Type::String).examples(["2026-12-01"]),
        "Someone waits for the customer until this day or a later one.";
    Query "waitingUntilTo" typed(Type::String).examples(["2026-12-08"]),
        "On hold for the customer until this date or earlier, but after today.";
    Query "assignedTo" typed(Type::String).examples(["me"]),
        "User name of the assignee; `me` for the caller, `none` for unassigned candidates.";
    Query "headerOf" typed(Type::String),
        "Ids of candidates, several separated by commas: they and all others of their headers.";
    Query "hasAttachment" typed(Type::Boolean), "Whether there are files at the header.";
    Query "held" typed(Type::Boolean), "Whether a run that is started now would pass them over because they wait.";
    Query "hasComments" typed(Type::Boolean), "Whether somebody has said something about them.";
    Query "requestId" typed(Type::Integer), "Candidates of one import: `requestId` of a candidate.";
    Query "runId" typed(Type::Integer), "A run that looked at them; of the schedule's only those that it changed.";
    Query "outcome" typed(Type::String).enum_values(Some(["ordered", "held", "failed", "passed", "changed", "unchanged"])),
        "With `runId`: what it did with them.";
]);
