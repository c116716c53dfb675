//! Which orders a list has.

use orderdock_app::{OpContext, resolve_organisation};
use orderdock_domain::ids::RunId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::order::{HandoverFilter, OrderStatus};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Param;
use orderdock_store::OrderFilter;

use crate::http::refusal::Refusal;
use crate::read::candidate_filter::{choice, data_source, day};
use crate::read::query::Parameters;

/// Which orders a list has, and whether the newest come first.
pub fn read_order_filter(
    mut parameters: Parameters,
    caller: &OpContext,
    reference: &Reference,
) -> Result<(OrderFilter, bool), Refusal> {
    let statuses = choice(OrderStatus::ALL, OrderStatus::as_str);
    let handovers = choice(HandoverFilter::ALL, HandoverFilter::as_str);
    let mut filter = OrderFilter {
        status: parameters.one("status", statuses, OrderStatus::parse),
        organisation: None,
        data_source: data_source(&mut parameters, caller, reference),
        external_header_id: parameters.text("externalHeaderId"),
        po_reference: parameters.text("poReference"),
        document_no: parameters.text("documentNo"),
        bpartner: parameters.text("bpartner"),
        date_ordered_from: parameters.one("dateOrderedFrom", Phrase::Day, day),
        date_ordered_to: parameters.one("dateOrderedTo", Phrase::Day, day),
        handed_over: parameters.one("handedOver", handovers, HandoverFilter::parse),
        run: parameters.one("runId", Phrase::RunId, |text| text.parse().ok().map(RunId)),
        search: parameters.text("q"),
    };
    let descending = parameters.one("sort", Param::one_of(["createdAt", "-createdAt"]), |text| match text {
        "createdAt" => Some(false),
        "-createdAt" => Some(true),
        _ => None,
    });
    let organisation = parameters.text("org");
    parameters.finish()?;
    if let Some(code) = organisation {
        filter.organisation = Some(resolve_organisation(caller, reference, &code)?);
    }
    Ok((filter, descending.unwrap_or(false)))
}
