//! Parameters that several operations share: each is described once, in `components.parameters`.

use utoipa::openapi::path::{Operation, Parameter};
use utoipa::openapi::{Components, OpenApi, Ref, RefOr};

use crate::docs::elements;

/// A parameter that several operations share.
struct SharedParameter {
    /// Name in `components.parameters`.
    component: &'static str,
    /// Name in requests.
    name: &'static str,
    /// Id of an operation that has it.
    operation: &'static str,
}

const fn shared(component: &'static str, name: &'static str, operation: &'static str) -> SharedParameter {
    SharedParameter { component, name, operation }
}

/// Shared parameters: component, name in requests, operation that has it.
const SHARED: &[SharedParameter] = &[
    // headers
    shared("AcceptLanguage", "Accept-Language", "importCandidate"),
    shared("FileLanguage", "Accept-Language", "exportCandidates"),
    shared("IdempotencyKey", "Idempotency-Key", "importCandidate"),
    shared("FileIdempotencyKey", "Idempotency-Key", "attachFile"),
    shared("PreferHandling", "Prefer", "importCandidate"),
    shared("PreferWait", "Prefer", "processCandidates"),
    shared("TableFormat", "format", "exportCandidates"),
    // paths
    shared("CandidateIdPath", "id", "getCandidate"),
    shared("OrderIdPath", "id", "getOrder"),
    shared("SalesOrderIdPath", "salesOrderId", "listOrderAttachments"),
    shared("RunIdPath", "id", "getRun"),
    shared("RejectedRowIdPath", "id", "getRejectedRow"),
    shared("RequestIdPath", "id", "getRequest"),
    shared("ImportDraftIdPath", "id", "getImportDraft"),
    shared("MasterdataKindPath", "kind", "listMasterdata"),
    shared("MasterdataIdPath", "id", "getMasterdata"),
    shared("NotificationRuleIdPath", "id", "getNotificationRule"),
    shared("WebhookIdPath", "id", "getWebhook"),
    shared("UnresolvedReferenceIdPath", "id", "getUnresolvedReference"),
    shared("DeliveryIdPath", "deliveryId", "getWebhookDelivery"),
    shared("ViewIdPath", "id", "getView"),
    shared("OrganisationPath", "org", "getProcessSettings"),
    shared("DataSourcePath", "dataSource", "getCandidatesByHeader"),
    shared("HeaderOrExternalIdPath", "externalHeaderId", "getCandidatesByHeader"),
    shared("HeaderIdPath", "externalHeaderId", "getCandidatesByLine"),
    shared("LineIdPath", "externalLineId", "getCandidatesByLine"),
    // dry runs and paging
    shared("DryRun", "dryRun", "importCandidate"),
    shared("Unresolved", "unresolved", "importCandidate"),
    shared("Limit", "limit", "listCandidates"),
    shared("After", "after", "listCandidates"),
    shared("Before", "before", "listCandidates"),
    shared("FormerAfter", "before", "listRequests"),
    // several lists
    shared("DataSource", "dataSource", "listCandidates"),
    shared("Organisation", "org", "listCandidates"),
    shared("Buyer", "bpartner", "listCandidates"),
    shared("ExternalHeaderId", "externalHeaderId", "listCandidates"),
    shared("GroupsSkipped", "offset", "groupProblems"),
    shared("RejectedRowStatus", "status", "listRejectedRows"),
    shared("RejectedRowSource", "dataSource", "listRejectedRows"),
    shared("RejectedRowCause", "cause", "listRejectedRows"),
    shared("RejectedRowSearch", "q", "listRejectedRows"),
    shared("RejectedFrom", "from", "listRejectedRows"),
    shared("RejectedTo", "to", "listRejectedRows"),
    shared("HistorySort", "sort", "getCandidateHistory"),
    // candidates
    shared("CandidateStatus", "status", "listCandidates"),
    shared("CandidateSort", "sort", "listCandidates"),
    shared("CandidateSearch", "q", "listCandidates"),
    shared("CandidatePoReference", "poReference", "listCandidates"),
    shared("CandidateRunId", "runId", "listCandidates"),
    shared("CandidateImportDraft", "importDraft", "listCandidates"),
    shared("ImportDraftCheck", "check", "listImportDraftRows"),
    shared("CandidateOutcome", "outcome", "listCandidates"),
    shared("ProductCode", "product", "listCandidates"),
    shared("PromotionCode", "promotionCode", "listCandidates"),
    shared("ExternalSystem", "externalSystem", "listCandidates"),
    shared("UnresolvedReference", "unresolvedReference", "listCandidates"),
    shared("DateRequiredFrom", "dateRequiredFrom", "listCandidates"),
    shared("DateRequiredTo", "dateRequiredTo", "listCandidates"),
    shared("CreatedFrom", "createdFrom", "listCandidates"),
    shared("CreatedTo", "createdTo", "listCandidates"),
    shared("ProblemCode", "problem", "listCandidates"),
    shared("ProblemCause", "cause", "listCandidates"),
    shared("HoldReason", "hold", "listCandidates"),
    shared("Held", "held", "listCandidates"),
    shared("WaitingUntilFrom", "waitingUntilFrom", "listCandidates"),
    shared("WaitingUntilTo", "waitingUntilTo", "listCandidates"),
    shared("AssignedTo", "assignedTo", "listCandidates"),
    shared("HeaderOf", "headerOf", "listCandidates"),
    shared("HasAttachment", "hasAttachment", "listCandidates"),
    shared("HasComments", "hasComments", "listCandidates"),
    shared("ImportRequestId", "requestId", "listCandidates"),
    shared("OrganisationOfCandidates", "org", "cancelHeader"),
    // orders
    shared("OrderStatus", "status", "listOrders"),
    shared("OrderSort", "sort", "listOrders"),
    shared("OrderSearch", "q", "listOrders"),
    shared("OrderPoReference", "poReference", "listOrders"),
    shared("OrderRunId", "runId", "listOrders"),
    shared("DocumentNo", "documentNo", "listOrders"),
    shared("DateOrderedFrom", "dateOrderedFrom", "listOrders"),
    shared("DateOrderedTo", "dateOrderedTo", "listOrders"),
    shared("HandedOver", "handedOver", "listOrders"),
    // master data
    shared("MasterdataOrganisation", "org", "listMasterdata"),
    shared("MasterdataSearch", "q", "listMasterdata"),
    shared("Active", "active", "listMasterdata"),
    // attachments
    shared("OrganisationOfIncomingOrder", "org", "attachFile"),
    shared("SystemOfIncomingOrder", "externalSystem", "attachFile"),
    shared("Tags", "tags", "attachFile"),
];

/// Moves the shared parameters of a document into its components and refers to them in all operations.
pub fn share(document: &mut OpenApi) {
    for SharedParameter { component, name, operation } in SHARED {
        let Some(definition) = find(document, name, operation) else { continue };
        let reference = RefOr::Ref(Ref::new(format!("#/components/parameters/{component}")));
        for parameter in operations_mut(document).filter_map(|found| found.parameters.as_mut()).flatten() {
            if matches!(parameter, RefOr::T(found) if *found == definition) {
                *parameter = reference.clone();
            }
        }
        let components = document.components.get_or_insert_with(Components::new);
        components.parameters.insert((*component).to_owned(), definition.into());
    }
}

/// Returns the parameter of an operation unless it refers to a component already.
fn find(document: &mut OpenApi, name: &str, operation: &str) -> Option<Parameter> {
    let found = operations_mut(document).find(|found| found.operation_id.as_deref() == Some(operation))?;
    found.parameters.iter().flatten().find_map(|parameter| match parameter {
        RefOr::T(parameter) if parameter.name == name => Some(parameter.clone()),
        _ => None,
    })
}

fn operations_mut(document: &mut OpenApi) -> impl Iterator<Item = &mut Operation> {
    document.paths.paths.values_mut().flat_map(elements::operations_mut)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::Value;

    use crate::routes;

    use super::*;

    /// The parameters of all operations, each with the number of its occurrences.
    fn parameters() -> BTreeMap<String, usize> {
        let document = serde_json::to_value(routes::document()).unwrap();
        let items = document["paths"].as_object().unwrap().values();
        let operations = items.flat_map(|item| item.as_object().unwrap().values());
        let mut found = BTreeMap::new();
        for parameter in operations.filter_map(|operation| operation["parameters"].as_array()).flatten() {
            *found.entry(parameter.to_string()).or_default() += 1;
        }
        found
    }

    #[test]
    fn equal_parameters_are_described_once() {
        for (parameter, count) in parameters() {
            let value: Value = serde_json::from_str(&parameter).unwrap();
            assert!(value["$ref"].is_string() || count == 1, "in {count} operations: {parameter}");
        }
    }

    #[test]
    fn declared_parameters_are_shared() {
        let found = parameters();
        for SharedParameter { component, .. } in SHARED {
            let reference = serde_json::json!({ "$ref": format!("#/components/parameters/{component}") });
            let count = found.get(&reference.to_string()).copied().unwrap_or_default();
            assert!(count > 1, "{component} is in {count} operations");
        }
    }
}
