//! Resolution of a path to the incoming order or order that a file is attached to.

use orderdock_domain::access::Scope;
use orderdock_domain::attachment::{AttachmentTarget, ExternalHeader};
use orderdock_domain::ids::{OrderId, OrganisationId};
use orderdock_domain::masterdata::{DataSource, Reference};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};

use super::at_order;
use crate::attachments::AttachmentService;
use crate::candidates::{ambiguous_orders, sent_id, without_system_first};
use crate::{Caller, Outcome, SourceName, resolve_organisation};

/// An incoming order as named by a path and its query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttachmentPlace {
    /// Absent in paths with one segment.
    pub source: Option<SourceName>,
    /// Code of an external system.
    pub system: Option<String>,
    pub header_id: String,
    /// Code of an organisation.
    pub organisation: Option<String>,
}

impl AttachmentService {
    /// Returns the incoming order of a path, among the orders with candidates in the caller's organisations. Fails with
    /// 404 if there is none and with 409 if there are several.
    pub async fn find_header(&self, caller: &Caller, place: &AttachmentPlace) -> Outcome<AttachmentTarget> {
        caller.require(Scope::AttachmentsWrite, Phrase::AttachFiles)?;
        let reference = self.store.reference().await?;
        let code = place.organisation.as_deref();
        let organisation = code.map(|code| resolve_organisation(caller, &reference, code)).transpose()?;
        let header_id = sent_id(&place.header_id)?;
        let scope = caller.organisations.read();
        let found = self.store.read(move |tx| tx.headers_named(&scope, &header_id)).await?;
        let system = place.system.clone().map(|code| SourceName(code).systems(caller, &reference));
        let is_of_system = |order: &ExternalHeader| {
            system.as_ref().is_none_or(|ids| order.system.is_some_and(|system| ids.contains(&system)))
        };
        let found = found.into_iter().filter(is_of_system).collect();
        let named = named_orders(caller, &reference, place.source.as_ref(), organisation, found);
        match <[ExternalHeader; 1]>::try_from(named) {
            Ok([order]) => Ok(AttachmentTarget::Header(order)),
            Err(none) if none.is_empty() => {
                Err(Problem::not_found(ProblemCode::CandidateNotFound, &place.header_id).into())
            }
            Err(several) => Err(ambiguous_orders(&several, &reference).into()),
        }
    }

    /// Returns an order of the caller's organisations as target of files; fails with 404 if there is none.
    pub async fn find_order_for_files(&self, caller: &Caller, id: OrderId) -> Outcome<AttachmentTarget> {
        caller.require(Scope::AttachmentsWrite, Phrase::AttachFiles)?;
        let scope = caller.organisations.read();
        let found = self.store.read(move |tx| tx.order(&scope, id)).await?;
        // every caller reads a shared order, but only those that may write shared records change it
        let found = found.filter(|order| caller.organisations.contains(order.header.organisation.id));
        let order = found.ok_or_else(|| Problem::not_found(ProblemCode::OrderNotFound, &id))?;
        Ok(at_order(&order))
    }
}

/// Filters incoming orders by the named data source or external system, and organisation. In each organisation its own data
/// source has precedence over a shared one of the same name. Without a system, the order without one has precedence.
fn named_orders(
    caller: &Caller,
    reference: &Reference,
    source: Option<&SourceName>,
    organisation: Option<OrganisationId>,
    mut orders: Vec<ExternalHeader>,
) -> Vec<ExternalHeader> {
    orders.retain(|order| {
        caller.organisations.contains(order.organisation)
            && organisation.is_none_or(|organisation| order.organisation == organisation)
    });
    let Some(source) = source else { return without_system_first(orders) };
    let sources: Vec<&DataSource> = source.all(caller, reference).collect();
    if sources.is_empty() {
        let systems = source.systems(caller, reference);
        orders.retain(|order| order.system.is_some_and(|system| systems.contains(&system)));
        return orders;
    }
    orders.retain(|order| sources.iter().any(|source| source.id == order.data_source));
    let is_own = |order: &ExternalHeader| {
        let own = |source: &&DataSource| {
            source.id == order.data_source && source.organisation == order.organisation
        };
        sources.iter().any(own)
    };
    let own: Vec<_> = orders.iter().filter(|order| is_own(order)).map(|order| order.organisation).collect();
    orders.retain(|order| is_own(order) || !own.contains(&order.organisation));
    without_system_first(orders)
}
