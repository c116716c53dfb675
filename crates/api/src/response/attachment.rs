//! Attachments in responses.

use jiff::Timestamp;
use orderdock_domain::attachment::{Attachment, AttachmentTarget};
use orderdock_domain::masterdata::Reference;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Id, Item, internal_name, system_code};

/// A file attached to an incoming order or a sales order.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = Attachment)]
pub struct AttachmentResponse<'a> {
    /// Id of the sales order. Absent for a file of an incoming order.
    pub sales_order_id: Option<String>,
    /// External header id. Absent for a file of a sales order.
    pub external_reference: Option<&'a str>,
    /// Internal name of the data source of the incoming order.
    pub data_source_name: Option<&'a str>,
    /// Code of the external system of the incoming order; without one the same value as `dataSourceName`.
    pub external_system_code: Option<&'a str>,
    /// Same value as `attachmentId`, as a number.
    pub id: Id,
    pub attachment_id: String,
    /// Always `Data`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub filename: &'a str,
    /// Detected media type. Downloads may use `application/octet-stream` instead.
    #[schema(example = "application/pdf")]
    pub mime_type: &'a str,
    /// Size in bytes.
    pub size: i64,
    /// SHA-256 hash of the content, in hexadecimal.
    pub sha256: String,
    /// Path for downloading the content.
    #[schema(example = "/api/attachments/1000123/content")]
    pub url: String,
    /// Name of the access token or user that uploaded the file.
    pub created_by: &'a str,
    pub created_at: Timestamp,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub tags: Vec<TagResponse<'a>>,
    /// Warnings about the request that attached the file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<Item<'a>>,
}

/// A key and value that the sender added to a file.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = Tag)]
pub struct TagResponse<'a> {
    pub key: &'a str,
    pub value: &'a str,
}

impl<'a> AttachmentResponse<'a> {
    pub fn of(attachment: &'a Attachment, reference: &'a Reference) -> Self {
        let (header, order) = match &attachment.target {
            AttachmentTarget::Header(header) => (Some(header), None),
            AttachmentTarget::Order { order, .. } => (None, Some(order)),
        };
        let source = header.and_then(|header| internal_name(header.data_source, reference));
        let system = header.and_then(|header| header.system).and_then(|id| system_code(id, reference));
        let tags = attachment.tags.iter();
        Self {
            sales_order_id: order.map(ToString::to_string),
            external_reference: header.map(|header| header.header_id.as_str()),
            data_source_name: source,
            external_system_code: system.or(source),
            id: Id(attachment.id.0),
            attachment_id: attachment.id.to_string(),
            kind: "Data",
            filename: attachment.file_name.as_str(),
            mime_type: attachment.media_type.as_str(),
            size: attachment.size,
            sha256: attachment.content.to_string(),
            url: format!("/api/attachments/{}/content", attachment.id),
            created_by: &attachment.created_by,
            created_at: attachment.created_at,
            tags: tags.map(|tag| TagResponse { key: tag.key.as_str(), value: tag.value.as_str() }).collect(),
            warnings: Vec::new(),
        }
    }
}
