//! Resolution of a path to the incoming order or order that a file is attached to.

use orderdock_domain::access::Scope;
use orderdock_domain::attachment::{AttachmentTarget, ExternalHeader};
use orderdock_domain::ids::{OrderId, OrganisationId};
use orderdock_domain::masterdata::{DataSource, Reference};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Param, Problem, ProblemCode};

use super::at_order;
use crate::attachments::AttachmentService;
use crate::candidates::sent_id;
use crate::{Caller, Outcome, SourceName, resolve_organisation};

/// An incoming order as named by a path and its query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttachmentPlace {
    /// Absent in paths with one segment.
    pub source: Option<SourceName>,
    pub header_id: String,
    /// Code of an organisation.
    pub organisation: Option<String>,
}

impl AttachmentService {
    /// Returns the incoming order that a place names, among those of the caller's organisations that have candidates.
    /// Fails with 404 if there is none and with 409 if there are several.
    pub async fn find_header(&self, ctx: &Caller, place: &AttachmentPlace) -> Outcome<AttachmentTarget> {
        ctx.require(Scope::AttachmentsWrite, Phrase::AttachFiles)?;
        let reference = self.store.reference().await?;
        let code = place.organisation.as_deref();
        let organisation = code.map(|code| resolve_organisation(ctx, &reference, code)).transpose()?;
        let header_id = sent_id(&place.header_id)?;
        let scope = ctx.organisations.read();
        let found = self.store.read(move |tx| tx.headers_named(&scope, &header_id)).await?;
        let similar_codes = similar_codes(ctx, &reference, place.source.as_ref(), organisation, found);
        let mut similar_codes = similar_codes.into_iter();
        match (similar_codes.next(), similar_codes.as_slice()) {
            (None, _) => Err(Problem::not_found(ProblemCode::CandidateNotFound, &place.header_id).into()),
            (Some(header), []) => Ok(AttachmentTarget::Header(header)),
            (Some(first), others) => {
                let all =
                    std::iter::once(&first).chain(others).map(|header| name(&reference, header)).collect();
                Err(Problem::new(ProblemCode::CandidateAmbiguous, "")
                    .with("candidates", Param::Texts(all))
                    .into())
            }
        }
    }

    /// Returns an order of the caller's organisations as target of files; fails with 404 if there is none.
    pub async fn find_order_for_files(&self, ctx: &Caller, id: OrderId) -> Outcome<AttachmentTarget> {
        ctx.require(Scope::AttachmentsWrite, Phrase::AttachFiles)?;
        let scope = ctx.organisations.read();
        let found = self.store.read(move |tx| tx.order(&scope, id)).await?;
        // every caller reads a shared order, but only those that may write shared records change it
        let found = found.filter(|order| ctx.organisations.contains(order.header.organisation.id));
        let order = found.ok_or_else(|| Problem::not_found(ProblemCode::OrderNotFound, &id))?;
        Ok(at_order(&order))
    }
}

/// Filters incoming orders by the named data source and organisation. In each organisation its own data source has
/// precedence over a shared one of the same name.
fn similar_codes(
    ctx: &Caller,
    reference: &Reference,
    source: Option<&SourceName>,
    organisation: Option<OrganisationId>,
    found: Vec<ExternalHeader>,
) -> Vec<ExternalHeader> {
    let named: Option<Vec<&DataSource>> = source.map(|source| source.all(ctx, reference).collect());
    let is_own = |header: &ExternalHeader| {
        let own = |source: &&DataSource| {
            source.id == header.data_source && source.organisation == header.organisation
        };
        named.as_ref().is_some_and(|named| named.iter().any(own))
    };
    let mut headers = found;
    headers.retain(|header| {
        ctx.organisations.contains(header.organisation)
            && organisation.is_none_or(|organisation| header.organisation == organisation)
            && named.as_ref().is_none_or(|named| named.iter().any(|source| source.id == header.data_source))
    });
    let own: Vec<_> =
        headers.iter().filter(|header| is_own(header)).map(|header| header.organisation).collect();
    headers.retain(|header| is_own(header) || !own.contains(&header.organisation));
    headers
}

/// Returns the display name: data source and organisation.
fn name(reference: &Reference, header: &ExternalHeader) -> String {
    let organisation = reference.organisation(header.organisation).map(|found| found.code.to_string());
    let source = reference.data_source(header.data_source).and_then(|found| found.internal_names.first());
    let organisation = organisation.unwrap_or_else(|| header.organisation.to_string());
    let source = source.map_or_else(|| header.data_source.to_string(), ToString::to_string);
    format!("{source} ({organisation})")
}
