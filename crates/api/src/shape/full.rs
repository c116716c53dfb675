//! A candidate whole: as it was sent, what was changed, and what holds.

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::attachment::Attachment;
use orderdock_domain::candidate::{Candidate, PaymentRule, Related};
use orderdock_domain::masterdata::Location;
use orderdock_domain::problem::Language;
use orderdock_domain::text::Code;
use serde::Serialize;
use utoipa::ToSchema;

use super::candidate::{currency_digits, payment_term, sales_partner, shipper};
use super::{AttachmentShape, CandidateRow, Exact, Id, Imported, Item, Named};

/// An order candidate.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = Candidate)]
pub struct FullCandidate<'a> {
    #[serde(flatten)]
    pub row: CandidateRow<'a>,
    /// Why it stays where it is; pointers are relative to the candidate.
    pub problems: Vec<Item<'a>>,
    /// Why a run passes it over although nothing is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "header.incomplete")]
    pub hold: Option<&'static str>,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold_message: Option<String>,
    /// As it was sent, in the request's member names.
    #[schema(value_type = Object)]
    pub imported: Imported<'a>,
    /// What was set instead of imported values.
    #[serde(rename = "override")]
    pub overridden: Overrides,
    /// What holds: overridden, else imported.
    pub effective: Effective<'a>,
    /// The files of its header.
    pub attachments: Vec<AttachmentShape<'a>>,
    /// The request that it came with; answers and log lines of that request carry an id of their own.
    pub request_id: Id,
    /// Its ETag.
    pub version: i64,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Timestamp,
}

impl<'a> FullCandidate<'a> {
    pub fn of(
        candidate: &'a Candidate,
        related: &'a Related,
        attachments: &'a [Attachment],
        language: Language,
    ) -> Self {
        let own = attachments.iter().filter(|attachment| attachment.belongs_to(candidate));
        Self {
            row: CandidateRow::of(candidate, related),
            problems: candidate.problems.iter().map(|problem| Item::of(problem, language)).collect(),
            hold: candidate.hold.as_ref().map(|hold| hold.reason().as_str()),
            hold_message: candidate.hold.as_ref().map(|hold| hold.message(language)),
            imported: Imported::of(&candidate.content),
            overridden: Overrides {},
            effective: Effective::of(candidate, related),
            attachments: own.map(|own| AttachmentShape::of(own, &related.reference)).collect(),
            request_id: Id(candidate.request.0),
            version: candidate.version,
            created_at: candidate.created_at,
            updated_at: candidate.updated_at,
        }
    }
}

/// Values set instead of imported ones.
#[derive(Serialize, ToSchema, Debug)]
pub struct Overrides {}

/// The values that hold, in the member names of an override; references are `{id, code, name}`.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Effective<'a> {
    pub qty: Exact,
    pub uom_code: Named<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Exact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency_code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discount: Option<Exact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pricing_system_code: Option<Named<'a>>,
    pub product_code: Named<'a>,
    pub bpartner: Named<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Named<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<Named<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date)]
    pub date_required: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warehouse_code: Option<Named<'a>>,
    pub po_reference: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_rule: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_term: Option<Named<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shipper: Option<Named<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sales_partner_code: Option<Named<'a>>,
}

impl<'a> Effective<'a> {
    fn of(candidate: &'a Candidate, related: &'a Related) -> Self {
        let reference = &*related.reference;
        let unit = reference.unit(candidate.unit);
        let product = related.products.get(&candidate.product);
        let partner = related.partners.get(&candidate.buyer.partner);
        let digits = currency_digits(candidate, related);
        Self {
            qty: Exact::plain(candidate.qty),
            uom_code: Named {
                id: Id(candidate.unit.0),
                code: unit.map(|unit| unit.code.as_str()),
                name: unit.map(|unit| unit.name.as_str()),
            },
            price: candidate.price.or(candidate.list_price).map(|price| Exact::money(price, digits)),
            currency_code: candidate.currency.as_ref().map(Code::as_str),
            discount: candidate.discount.map(Exact::plain),
            pricing_system_code: pricing_system(candidate, related),
            product_code: Named {
                id: Id(candidate.product.0),
                code: product.map(|product| product.code.as_str()),
                name: product.map(|product| product.name.as_str()),
            },
            bpartner: Named {
                id: Id(candidate.buyer.partner.0),
                code: partner.map(|partner| partner.code.as_str()),
                name: partner.map(|partner| partner.name.as_str()),
            },
            location: location(candidate, related),
            contact: contact(candidate, related),
            date_required: candidate.date_required,
            warehouse_code: warehouse(candidate, related),
            po_reference: candidate.po_reference.as_str(),
            payment_rule: candidate.payment_rule.map(PaymentRule::as_str),
            payment_term: payment_term(candidate, related),
            shipper: shipper(candidate, related),
            sales_partner_code: sales_partner(candidate, related),
        }
    }
}

fn pricing_system<'a>(candidate: &Candidate, related: &'a Related) -> Option<Named<'a>> {
    let id = candidate.pricing_system?;
    let known = related.reference.pricing_system(id);
    Some(Named {
        id: Id(id.0),
        code: known.map(|system| system.code.as_str()),
        name: known.map(|system| system.name.as_str()),
    })
}

/// Its external id stands for a code; without a name the first address line names it.
fn location<'a>(candidate: &Candidate, related: &'a Related) -> Option<Named<'a>> {
    let id = candidate.buyer.location?;
    let known = related.locations.get(&id);
    let name = |location: &'a Location| location.name.as_ref().or(location.address1.as_ref());
    Some(Named {
        id: Id(id.0),
        code: known
            .and_then(|location| location.external_id.as_ref().or(location.gln.as_ref()))
            .map(Code::as_str),
        name: known.and_then(name).map(AsRef::as_ref),
    })
}

fn contact<'a>(candidate: &Candidate, related: &'a Related) -> Option<Named<'a>> {
    let id = candidate.buyer.contact?;
    let known = related.contacts.get(&id);
    Some(Named {
        id: Id(id.0),
        code: known
            .and_then(|contact| contact.external_id.as_ref().or(contact.code.as_ref()))
            .map(Code::as_str),
        name: known.map(|contact| contact.name.as_str()),
    })
}

fn warehouse<'a>(candidate: &Candidate, related: &'a Related) -> Option<Named<'a>> {
    let id = candidate.warehouse?;
    let known = related.reference.warehouse(id);
    Some(Named {
        id: Id(id.0),
        code: known.map(|warehouse| warehouse.code.as_str()),
        name: known.and_then(|warehouse| warehouse.name.as_ref()).map(AsRef::as_ref),
    })
}
