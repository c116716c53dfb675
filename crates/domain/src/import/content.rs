//! Content of a row: its normalised members in the form that is hashed, stored and compared.

use std::borrow::Cow;

use sha2::{Digest, Sha256};

use super::members::{MemberKind, MemberValue};
use crate::candidate::{
    CANDIDATE_FIELDS, CandidateRequest, ContactData, ExtendedProps, Field, FieldDescriptor, InvoiceDocType,
    LocationData, MaybeUndefined, PartnerBlock, PartnerData, ProductData, SourceReference,
};
use crate::ids::{DataSourceId, OrganisationId};
use crate::problem::Difference;
use crate::text::{from_one_line, plain_spaces};

/// Members of a row in a fixed order, one per line: JSON Pointer, tab, letter of the [`MemberKind`], tab, value. Members
/// that many rows share precede the row's own members, in parts ([`ContentPart`]) that are stored once.
///
/// Absent and null members are omitted. Numbers are stored by value (`1.50` as `1.5`). Line breaks and tabs in texts are
/// replaced by control characters that texts cannot contain. Some members are compared under another name than the sent
/// one: `productCode`, a flat `externalId`, the names of organisation and data sources. These are stored twice, once for
/// display and once for comparison.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Content {
    members: String,
    /// End of each part except the last, in bytes.
    ends: [usize; ContentPart::ALL.len() - 1],
    /// Version of the member list when the content was created.
    pub version: u32,
    /// First half of the SHA-256 of the compared lines. A repeated row with the same hash is unchanged.
    pub hash: [u8; 16],
}

/// Parts of a content, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContentPart {
    /// Members that a sender usually repeats in every row: organisation, data source, currency, document types,
    /// payment, delivery.
    Terms,
    BPartner,
    BillBPartner,
    DropShipBPartner,
    HandOverBPartner,
    Product,
    /// Members of this row only.
    Own,
}

impl ContentPart {
    pub const ALL: [Self; 7] = [
        Self::Terms,
        Self::BPartner,
        Self::BillBPartner,
        Self::DropShipBPartner,
        Self::HandOverBPartner,
        Self::Product,
        Self::Own,
    ];

    /// Returns the pointer prefix of a partner block; empty for other parts. Several blocks can contain the same
    /// partner.
    pub fn pointer(self) -> &'static str {
        match self {
            Self::BPartner => "/bpartner",
            Self::BillBPartner => "/billBPartner",
            Self::DropShipBPartner => "/dropShipBPartner",
            Self::HandOverBPartner => "/handOverBPartner",
            Self::Terms | Self::Product | Self::Own => "",
        }
    }
}

/// A line of a content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContentMember<'a> {
    pub pointer: &'a str,
    pub kind: MemberKind,
    /// Escaped to one line.
    pub value: &'a str,
}

impl<'a> ContentMember<'a> {
    /// Returns the value as it was sent, with line breaks and tabs restored.
    pub fn text(&self) -> Cow<'a, str> {
        from_one_line(self.value)
    }
}

impl Content {
    /// Current version of the member list. It increases with each new member and each change of the line order, because
    /// the hash depends on both.
    pub const VERSION: u32 = newest_version(STATE_SINCE, CANDIDATE_FIELDS);

    /// Creates the content of a row whose organisation, data source and destination are known.
    pub fn of(
        request: &CandidateRequest,
        organisation: OrganisationId,
        source: DataSourceId,
        dest: DataSourceId,
    ) -> Self {
        let mut writer = ContentWriter::new();
        writer.resolved("/org", organisation.0);
        writer.resolved("/dataSource", source.0);
        writer.resolved("/dataDest", dest.0);
        writer.terms(request);
        writer.end(ContentPart::Terms);
        writer.block(ContentPart::BPartner, Some(&request.bpartner));
        writer.block(ContentPart::BillBPartner, request.bill_bpartner.as_deref());
        writer.block(ContentPart::DropShipBPartner, request.drop_ship_bpartner.as_deref());
        writer.block(ContentPart::HandOverBPartner, request.hand_over_bpartner.as_deref());
        writer.product(&request.product);
        writer.end(ContentPart::Product);
        writer.identity(request);
        writer.texts(request);
        writer.own_values(request);
        writer.unsupported(request);
        writer.finish()
    }

    /// Restores a stored content from its parts.
    pub fn from_stored(parts: [&str; ContentPart::ALL.len()], version: u32, hash: [u8; 16]) -> Self {
        let mut content = Self { version, hash, ..Self::default() };
        for (number, part) in parts.into_iter().enumerate() {
            content.members.push_str(part);
            if let Some(end) = content.ends.get_mut(number) {
                *end = content.members.len();
            }
        }
        content
    }

    /// Returns the lines of each part, in the order of [`ContentPart::ALL`].
    pub fn parts(&self) -> [&str; ContentPart::ALL.len()] {
        let mut start = 0;
        std::array::from_fn(|number| {
            let end = self.ends.get(number).copied().unwrap_or(self.members.len());
            let part = self.members.get(start..end).unwrap_or_default();
            start = end;
            part
        })
    }

    /// Returns the members in the order in which they were written.
    pub fn members(&self) -> impl Iterator<Item = ContentMember<'_>> {
        self.members.lines().filter_map(|line| {
            let mut parts = line.splitn(3, '\t');
            Some(ContentMember {
                pointer: parts.next()?,
                kind: MemberKind::parse(parts.next()?)?,
                value: parts.next()?,
            })
        })
    }

    /// Marks parts (`/product`, `/bpartner/location`) whose records were found by a value other than their own keys. The
    /// marks belong to the part [`ContentPart::Own`].
    pub(super) fn mark_mapped(&mut self, parts: &[String]) {
        for part in parts {
            self.members.push_str(part);
            self.members.extend(['\t', MemberKind::Mapped.letter(), '\t', '\n']);
        }
    }

    /// Returns whether the record of a part was found by a value other than its own keys.
    pub(crate) fn is_mapped(&self, role: &str, part: &str) -> bool {
        let mut marks = self.members().filter(|member| member.kind == MemberKind::Mapped);
        marks.any(|mark| mark.pointer.strip_prefix(role) == Some(part))
    }

    /// Returns whether the hash matches the lines. Always `true` for other versions, because their hash cannot be
    /// recomputed.
    pub fn is_whole(&self) -> bool {
        let mut hasher = Sha256::new();
        for member in self.members().filter(|member| member.kind.is_compared()) {
            for text in [member.pointer, "\t", member.value, "\n"] {
                hasher.update(text);
            }
        }
        self.version != Self::VERSION || half_of(hasher) == self.hash
    }

    /// Returns whether `sent`, a later row with the same identity, has the same content as this stored one.
    pub fn same_as(&self, sent: &Self) -> bool {
        let comparable = || self.version != sent.version || plain_spaces(&self.members) != self.members;
        self.hash == sent.hash || (comparable() && self.differences(sent).is_empty())
    }

    /// Returns the differences in `sent`. Members that the stored version did not contain yet are not compared.
    pub fn differences(&self, sent: &Self) -> Vec<Difference> {
        self.differences_by(sent, first_version)
    }

    pub(super) fn differences_by(&self, sent: &Self, first_version: impl Fn(&str) -> u32) -> Vec<Difference> {
        let known = |member: &ContentMember<'_>| {
            member.kind.is_compared() && first_version(member.pointer) <= self.version
        };
        let stored: Vec<_> = self.members().filter(known).collect();
        let new: Vec<_> = sent.members().filter(known).collect();
        let same = |left: &ContentMember<'_>, right: &ContentMember<'_>| left.pointer == right.pointer;
        let mut differences = Vec::new();
        for old in &stored {
            let value = new.iter().find(|member| same(member, old));
            if value.is_none_or(|member| member.value != plain_spaces(old.value)) {
                differences.push(difference((self, Some(old)), (sent, value)));
            }
        }
        for added in new.iter().filter(|added| !stored.iter().any(|member| same(member, added))) {
            differences.push(difference((self, None), (sent, Some(added))));
        }
        differences
    }
}

fn difference(
    stored: (&Content, Option<&ContentMember<'_>>),
    sent: (&Content, Option<&ContentMember<'_>>),
) -> Difference {
    let pointer = sent.1.or(stored.1).map(|member| member.pointer).unwrap_or_default();
    let shown =
        |(content, member): (&Content, Option<&ContentMember<'_>>)| member.map(|m| content.as_sent(m));
    Difference { pointer: pointer.to_owned(), stored: shown(stored), sent: shown(sent) }
}

impl Content {
    /// Returns the text of a member for display. A resolved member is displayed as sent, if it was sent.
    fn as_sent(&self, member: &ContentMember<'_>) -> String {
        let written = |other: &ContentMember<'_>| {
            !other.kind.is_compared() && other.pointer.starts_with(member.pointer)
        };
        match member.kind {
            MemberKind::Resolved => self.members().find(written).unwrap_or(*member).text(),
            _ => member.text(),
        }
        .into_owned()
    }
}

/// Pointer of a location's region that was sent as `state`.
const STATE: &str = "/location/state";
/// First version of the member list with this pointer.
const STATE_SINCE: u32 = 3;

/// Returns whether a member was added to the list in the same version as `state`.
fn is_since_state(pointer: &str) -> bool {
    let unsupported = |field: &Field| pointer.strip_prefix('/') == Some(field.as_str());
    pointer.ends_with(STATE) || Field::UNSUPPORTED.iter().any(unsupported)
}

struct ContentWriter {
    members: String,
    ends: [usize; ContentPart::ALL.len() - 1],
    hasher: Sha256,
    block: &'static str,
}

/// Returns the first content version that contains the member with this pointer; 0 if every version does.
fn first_version(pointer: &str) -> u32 {
    if is_since_state(pointer) {
        return STATE_SINCE;
    }
    let field = pointer.strip_prefix('/').and_then(FieldDescriptor::named);
    field.map_or(0, |field| field.since)
}

const fn newest_version(version: u32, fields: &[FieldDescriptor]) -> u32 {
    match fields {
        [] => version,
        [field, rest @ ..] => newest_version(if field.since > version { field.since } else { version }, rest),
    }
}

/// A value that writes the content lines of its member.
trait Lines {
    fn lines(&self, writer: &mut ContentWriter, pointer: &str);
}

impl<T: MemberValue> Lines for T {
    fn lines(&self, writer: &mut ContentWriter, pointer: &str) {
        writer.line(pointer, T::KIND, |out| self.write(out));
    }
}

impl<T: Lines> Lines for Option<T> {
    fn lines(&self, writer: &mut ContentWriter, pointer: &str) {
        if let Some(value) = self {
            value.lines(writer, pointer);
        }
    }
}

impl Lines for InvoiceDocType {
    fn lines(&self, writer: &mut ContentWriter, pointer: &str) {
        self.doc_base_type.lines(writer, &format!("{pointer}/docBaseType"));
        self.doc_sub_type.lines(writer, &format!("{pointer}/docSubType"));
    }
}

impl Lines for ExtendedProps {
    fn lines(&self, writer: &mut ContentWriter, pointer: &str) {
        let Some(compared) = self.compared() else {
            return writer.line(pointer, MemberKind::Json, |out| out.push_str(self.as_str()));
        };
        writer.line(pointer, MemberKind::SentJson, |out| out.push_str(self.as_str()));
        writer.line(pointer, MemberKind::Resolved, |out| out.push_str(compared));
    }
}

impl ContentWriter {
    fn new() -> Self {
        Self {
            members: String::with_capacity(2048),
            ends: Default::default(),
            hasher: Sha256::new(),
            block: "",
        }
    }

    fn end(&mut self, part: ContentPart) {
        if let Some(end) = self.ends.get_mut(part as usize) {
            *end = self.members.len();
        }
    }

    fn line(&mut self, pointer: &str, kind: MemberKind, value: impl FnOnce(&mut String)) {
        let start = self.members.len();
        self.members.push_str(self.block);
        self.members.push_str(pointer);
        self.members.push('\t');
        self.members.push(kind.letter());
        self.members.push('\t');
        let value_start = self.members.len();
        value(&mut self.members);
        self.members.push('\n');
        if kind.is_compared() {
            // excludes the kind letter, so that a value has the same hash under every name
            let line = &self.members.as_bytes()[start..];
            self.hasher.update(&line[..value_start - start - 2]);
            self.hasher.update(&line[value_start - start..]);
        }
    }

    fn member(&mut self, pointer: &str, value: &impl Lines) {
        value.lines(self, pointer);
    }

    fn sent<T: MemberValue>(&mut self, pointer: &str, value: &MaybeUndefined<T>) {
        if let Some(value) = value.value() {
            value.lines(self, pointer);
        }
    }

    fn resolved(&mut self, pointer: &str, id: i64) {
        self.line(pointer, MemberKind::Resolved, |out| out.push_str(&id.to_string()));
    }

    fn as_sent(&mut self, pointer: &str, text: &str) {
        self.line(pointer, MemberKind::Sent, |out| out.push_str(text));
    }

    /// Writes a text that is compared under `pointer`. If it was sent under another name, it is a resolved member.
    fn renamed(&mut self, pointer: &str, sent: &str, text: &str) {
        if pointer == sent {
            return self.line(pointer, MemberKind::Text, |out| out.push_str(text));
        }
        self.line(pointer, MemberKind::Resolved, |out| out.push_str(text));
    }

    fn identity(&mut self, request: &CandidateRequest) {
        let identity = &request.identity;
        let (header, line) = if identity.flat {
            self.as_sent("/externalId", identity.header_id.as_str());
            ("/externalId", "/externalId")
        } else {
            ("/externalHeaderId", "/externalLineId")
        };
        self.renamed("/externalHeaderId", header, identity.header_id.as_str());
        self.renamed("/externalLineId", line, identity.line_id.as_str());
    }

    fn terms(&mut self, request: &CandidateRequest) {
        if let Some(org) = &request.org {
            self.as_sent("/org/code", org.code.as_str());
            self.sent("/org/name", &org.name);
        }
        if let Some(source) = &request.data_source {
            self.as_sent(source_pointer(source), &source.to_string());
        }
        if let Some(system) = &request.external_system {
            self.as_sent("/externalSystemCode", system.as_str());
        }
        if let Some(dest) = &request.data_dest {
            self.as_sent(dest_pointer(dest), &dest.to_string());
        }
        self.member("/currencyCode", &request.currency_code);
        self.member("/pricingSystemCode", &request.pricing_system_code);
        self.member("/orderDocType", &request.order_doc_type);
        self.member("/invoiceDocType", &request.invoice_doc_type);
        self.member("/paymentRule", &request.payment_rule);
        self.member("/paymentTerm", &request.payment_term);
        self.member("/shipper", &request.shipper);
        self.member("/salesPartnerCode", &request.sales_partner_code);
        self.member("/warehouseCode", &request.warehouse_code);
        self.member("/warehouseDestCode", &request.warehouse_dest_code);
        self.member("/deliveryRule", &request.delivery_rule);
        self.member("/deliveryViaRule", &request.delivery_via_rule);
    }

    fn block(&mut self, part: ContentPart, block: Option<&PartnerBlock>) {
        if let Some(block) = block {
            self.block = part.pointer();
            self.partner(&block.bpartner);
            if let Some(location) = &block.location {
                self.location(location);
            }
            if let Some(contact) = &block.contact {
                self.contact(contact);
            }
            self.block = "";
        }
        self.end(part);
    }

    fn partner(&mut self, partner: &PartnerData) {
        self.sent("/bpartner/active", &partner.active);
        self.sent("/bpartner/code", &partner.code);
        self.sent("/bpartner/externalId", &partner.external_id);
        self.sent("/bpartner/name", &partner.name);
        self.sent("/bpartner/name2", &partner.name2);
        self.sent("/bpartner/name3", &partner.name3);
        self.sent("/bpartner/companyName", &partner.company_name);
        self.sent("/bpartner/group", &partner.group);
        self.sent("/bpartner/phone", &partner.phone);
        self.sent("/bpartner/language", &partner.language);
        self.sent("/bpartner/url", &partner.url);
        self.sent("/bpartner/url2", &partner.url2);
        self.sent("/bpartner/url3", &partner.url3);
        self.sent("/bpartner/globalId", &partner.global_id);
        self.sent("/bpartner/vatId", &partner.vat_id);
        self.sent("/bpartner/parentId", &partner.parent_id);
        self.sent("/bpartner/customer", &partner.customer);
        self.sent("/bpartner/vendor", &partner.vendor);
        self.sent("/bpartner/invoiceRule", &partner.invoice_rule);
    }

    fn location(&mut self, location: &LocationData) {
        let (location, state) = location.without_state();
        self.sent("/location/active", &location.active);
        self.sent("/location/externalId", &location.external_id);
        self.sent("/location/gln", &location.gln);
        self.sent("/location/name", &location.name);
        self.sent("/location/bpartnerName", &location.bpartner_name);
        self.sent("/location/address1", &location.address1);
        self.sent("/location/address2", &location.address2);
        self.sent("/location/address3", &location.address3);
        self.sent("/location/address4", &location.address4);
        self.sent("/location/poBox", &location.po_box);
        self.sent("/location/postal", &location.postal);
        self.sent("/location/city", &location.city);
        self.sent("/location/district", &location.district);
        self.sent("/location/region", &location.region);
        self.sent("/location/countryCode", &location.country_code);
        self.sent("/location/shipTo", &location.ship_to);
        self.sent("/location/shipToDefault", &location.ship_to_default);
        self.sent("/location/billTo", &location.bill_to);
        self.sent("/location/billToDefault", &location.bill_to_default);
        self.sent(STATE, state);
    }

    fn contact(&mut self, contact: &ContactData) {
        self.sent("/contact/active", &contact.active);
        self.sent("/contact/externalId", &contact.external_id);
        self.sent("/contact/code", &contact.code);
        self.sent("/contact/name", &contact.name);
        self.sent("/contact/greeting", &contact.greeting);
        self.sent("/contact/firstName", &contact.first_name);
        self.sent("/contact/lastName", &contact.last_name);
        self.sent("/contact/email", &contact.email);
        self.sent("/contact/phone", &contact.phone);
        self.sent("/contact/mobilePhone", &contact.mobile_phone);
        self.sent("/contact/fax", &contact.fax);
        self.sent("/contact/description", &contact.description);
        self.sent("/contact/newsletter", &contact.newsletter);
        self.sent("/contact/defaultContact", &contact.default_contact);
        self.sent("/contact/shipToDefault", &contact.ship_to_default);
        self.sent("/contact/billToDefault", &contact.bill_to_default);
        self.sent("/contact/sales", &contact.sales);
        self.sent("/contact/salesDefault", &contact.sales_default);
        self.sent("/contact/purchase", &contact.purchase);
        self.sent("/contact/purchaseDefault", &contact.purchase_default);
        self.sent("/contact/subjectMatter", &contact.subject_matter);
    }

    fn product(&mut self, product: &ProductData) {
        if let (true, Some(code)) = (product.flat, product.code.value()) {
            self.as_sent("/productCode", code.as_str());
            return self.renamed("/product/code", "/productCode", code.as_str());
        }
        self.sent("/product/code", &product.code);
        self.sent("/product/externalId", &product.external_id);
        self.sent("/product/name", &product.name);
        self.sent("/product/type", &product.product_type);
        self.sent("/product/uomCode", &product.uom_code);
        self.sent("/product/priceStd", &product.price_std);
    }

    /// Writes the free texts of the row; see [`ContentSection::Texts`](crate::candidate::ContentSection).
    fn texts(&mut self, request: &CandidateRequest) {
        self.member("/productDescription", &request.product_description);
        self.member("/description", &request.description);
        self.member("/reason", &request.reason);
    }

    fn own_values(&mut self, request: &CandidateRequest) {
        self.member("/qty", &request.qty);
        self.member("/uomCode", &request.uom_code);
        self.member("/price", &request.price);
        self.member("/discount", &request.discount);
        self.member("/poReference", &request.po_reference);
        self.member("/dateOrdered", &request.date_ordered);
        self.member("/dateRequired", &request.date_required);
        self.member("/presetDateInvoiced", &request.preset_date_invoiced);
        self.member("/presetDateShipped", &request.preset_date_shipped);
        self.member("/line", &request.line);
        self.member("/headerLineCount", &request.header_line_count);
        self.member("/isWithoutCharge", &request.is_without_charge);
        self.member("/promotionCode", &request.promotion_code);
        self.member("/extendedProps", &request.extended_props);
    }

    fn unsupported(&mut self, request: &CandidateRequest) {
        for (field, value) in &request.unsupported {
            self.member(&format!("/{}", field.as_str()), value);
        }
    }

    fn finish(mut self) -> Content {
        let hash = half_of(self.hasher);
        // thousands of contents can be in memory at once
        self.members.shrink_to_fit();
        Content { members: self.members, ends: self.ends, version: Content::VERSION, hash }
    }
}

fn half_of(hasher: Sha256) -> [u8; 16] {
    let whole: [u8; 32] = hasher.finalize().into();
    whole.first_chunk().copied().unwrap_or_default()
}

/// Returns the pointer of the member in which a data source was sent.
pub(super) fn source_pointer(source: &SourceReference) -> &'static str {
    match source {
        SourceReference::Identifier(_) => "/dataSource",
        SourceReference::InternalName(_) => "/dataSourceInternalName",
        SourceReference::ExternalSystem(_) => "/externalSystemCode",
    }
}

/// Returns the pointer of the member in which a destination was sent.
pub(super) fn dest_pointer(dest: &SourceReference) -> &'static str {
    match dest {
        SourceReference::InternalName(_) => "/dataDestInternalName",
        SourceReference::Identifier(_) | SourceReference::ExternalSystem(_) => "/dataDest",
    }
}
