//! Snapshots of content text and hash, because repeated rows must still equal rows that were imported earlier.

use std::fmt::Write;

use crate::candidate::full_request::full_request;
use crate::candidate::{CandidateRequest, MaybeUndefined, SourceReference};
use crate::ids::{DataSourceId, OrganisationId};
use crate::import::{Content, ContentPart};
use crate::text::Code;

/// Formats the content: version and hash, then each part under its name, with control characters escaped.
fn printed(request: &CandidateRequest) -> String {
    let content = Content::of(request, OrganisationId(1), DataSourceId(10), DataSourceId(11));
    let mut text = format!("version {}\nhash ", content.version);
    for byte in content.hash {
        write!(text, "{byte:02x}").unwrap();
    }
    text.push('\n');
    for (part, lines) in ContentPart::ALL.iter().zip(content.parts()) {
        write!(text, "-- {part:?}\n{lines}").unwrap();
    }
    text.replace('\u{1e}', "<1e>").replace('\u{1f}', "<1f>")
}

#[test]
fn content_with_every_member_is_unchanged() {
    assert_eq!(printed(&full_request()), include_str!("content_full.txt"));
}

#[test]
fn content_of_short_shape_is_unchanged() {
    let full = full_request();
    let mut request = CandidateRequest {
        data_source: Some(SourceReference::ExternalSystem(Code::parse("SOURCE.shop").unwrap().unwrap())),
        external_system: None,
        data_dest: None,
        bill_bpartner: None,
        drop_ship_bpartner: None,
        hand_over_bpartner: None,
        unsupported: Vec::new(),
        extended_props: None,
        ..full
    };
    request.identity.flat = true;
    request.product.flat = true;
    request.bpartner.contact = None;
    request.bpartner.bpartner.name2 = MaybeUndefined::Null;
    assert_eq!(printed(&request), include_str!("content_short.txt"));
}
