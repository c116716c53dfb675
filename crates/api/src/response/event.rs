//! Events in the format of CloudEvents 1.0.

use jiff::Timestamp;
use orderdock_app::{FeedEvent, Records};
use orderdock_domain::event::Subject;
use orderdock_domain::ids::{DataSourceId, ExternalSystemId};
use orderdock_domain::masterdata::Reference;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::{Id, SalesOrderId, is_zero};

/// Source of events. It does not identify the database: readers and receivers know it.
pub const SOURCE: &str = "/orderdock";

/// An event in the CloudEvents 1.0 format.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = Event)]
pub struct EventResponse<'a> {
    #[schema(example = "1.0")]
    specversion: &'static str,
    /// Id of the event, and its position in the feed: pass it as `after` to read the following events. It is the same
    /// in every response and delivery.
    #[schema(example = "4711-1")]
    pub id: String,
    #[schema(example = "/orderdock")]
    source: &'static str,
    #[serde(rename = "type")]
    #[schema(example = "orderdock.candidate.received")]
    pub event_type: &'static str,
    /// Path of the record.
    #[schema(example = "/api/sales/order/candidates/1000123")]
    pub subject: String,
    time: Timestamp,
    #[schema(example = "application/json")]
    datacontenttype: &'static str,
    pub data: EventData<'a>,
}

/// Record that the event is about. If the record was archived since, only its id and a few fields are present.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Default, Debug)]
#[serde(rename_all = "camelCase")]
pub struct EventData<'a> {
    pub id: Id,
    /// Id of the sales order. Only for events about sales orders.
    sales_order_id: Option<SalesOrderId>,
    /// Version of the record after the event.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false)]
    version: i64,
    /// Code of the organisation. Absent if the event concerns all or several organisations.
    org_code: Option<&'a str>,
    data_source_id: Option<Id>,
    data_source_internal_name: Option<&'a str>,
    /// Code of the external system that a candidate was sent with.
    external_system_code: Option<&'a str>,
    external_header_id: Option<&'a str>,
    external_line_id: Option<&'a str>,
    po_reference: Option<&'a str>,
    document_no: Option<&'a str>,
    /// Status of a candidate after the event, final state of a run, or HTTP status of the response to a request.
    #[schema(example = "new")]
    status: Option<String>,
    /// Kind of master data.
    #[schema(example = "bpartners.locations")]
    kind: Option<String>,
    /// Request id of the response.
    request_id: Option<&'a str>,
    /// Name of the file.
    filename: Option<&'a str>,
    /// Current record, as returned by its read endpoint. Only present if requested and if the record still exists.
    #[schema(value_type = Option<Object>)]
    pub record: Option<Box<RawValue>>,
}

impl<'a> EventResponse<'a> {
    pub fn of(event: &FeedEvent, records: &'a Records, reference: &'a Reference) -> Self {
        let data = EventData::of(event, records, reference);
        Self {
            specversion: "1.0",
            id: event.cursor.to_string(),
            source: SOURCE,
            event_type: event.kind.event_type.as_str(),
            subject: subject(event.subject),
            time: event.at,
            datacontenttype: "application/json",
            data,
        }
    }
}

/// Path of a record.
pub fn subject(subject: Subject) -> String {
    match subject {
        Subject::Candidate(id) => format!("/api/sales/order/candidates/{id}"),
        Subject::Order(id) => format!("/api/sales/order/{id}"),
        Subject::Attachment(id) => format!("/api/attachments/{id}/content"),
        Subject::Request(id) => format!("/api/requests/{id}"),
        Subject::Run(id) => format!("/api/process-runs/{id}"),
        Subject::Record(kind, id) => format!("/api/masterdata/{}/{id}", kind.kind().path().replace('.', "/")),
    }
}

impl<'a> EventData<'a> {
    fn of(event: &FeedEvent, records: &'a Records, reference: &'a Reference) -> Self {
        let organisation = reference.organisation(event.organisation);
        let data = Self {
            id: Id(event.subject.record()),
            version: event.kind.version,
            org_code: organisation.filter(|one| one.id.0 > 0).map(|one| one.code.as_str()),
            data_source_id: event.kind.data_source.map(|id| Id(id.0)),
            data_source_internal_name: event.kind.data_source.and_then(|id| internal_name(id, reference)),
            status: event.kind.status.map(|status| status.as_str().to_owned()),
            kind: event.kind.kind.map(|kind| kind.kind().path()),
            ..Self::default()
        };
        match event.subject {
            Subject::Candidate(id) => {
                let named = records.candidates.get(&id);
                let system = named.and_then(|named| named.external_system);
                Self {
                    external_system_code: system.and_then(|id| system_code(id, reference)),
                    external_header_id: named.map(|named| named.header_id.as_str()),
                    external_line_id: named.map(|named| named.line_id.as_str()),
                    po_reference: named.map(|named| named.po_reference.as_str()),
                    ..data
                }
            }
            Subject::Order(id) => {
                let named = records.orders.get(&id);
                Self {
                    sales_order_id: Some(SalesOrderId(id)),
                    document_no: named.map(|named| named.document_no.as_str()),
                    external_header_id: named.and_then(|named| named.header_id.as_deref()),
                    po_reference: named.and_then(|named| named.po_reference.as_deref()),
                    ..data
                }
            }
            Subject::Attachment(id) => {
                let file = records.attachments.get(&id);
                Self { filename: file.map(|file| file.file_name.as_str()), ..data }
            }
            Subject::Request(id) => {
                let named = records.requests.get(&id);
                Self {
                    request_id: named.map(|named| named.request_id.as_str()),
                    status: named.map(|named| named.status.to_string()),
                    ..data
                }
            }
            Subject::Run(id) => {
                let state = records.runs.get(&id).map(|one| one.run.state.as_str().to_owned());
                Self { status: state, ..data }
            }
            Subject::Record(..) => data,
        }
    }
}

/// Code of an external system.
pub fn system_code(system: ExternalSystemId, reference: &Reference) -> Option<&str> {
    reference.external_system(system).map(|system| system.code.as_str())
}

/// Internal name of a data source.
pub fn internal_name(source: DataSourceId, reference: &Reference) -> Option<&str> {
    reference.data_source(source)?.internal_names.first().map(AsRef::as_ref)
}
