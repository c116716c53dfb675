//! Successful responses that several operations share: each is described once, in `components.responses`.

use utoipa::openapi::response::Response;
use utoipa::openapi::{Components, OpenApi, Ref, RefOr};

use crate::docs::elements;

/// Shared responses: component, status, operation that has it.
const SHARED: [(&str, &str, &str); 13] = [
    ("StoredCandidates", "201", "importCandidate"),
    ("RepeatedImport", "200", "importCandidatesBulk"),
    ("KnownAttachment", "200", "attachFile"),
    ("NewAttachment", "201", "attachFile"),
    ("EndedRun", "200", "processCandidates"),
    ("QueuedRun", "202", "processCandidates"),
    ("RejectedRow", "200", "getRejectedRow"),
    ("OrderByReference", "200", "getCandidatesByHeader"),
    ("PartlyRejectedImport", "207", "importCandidatesBulk"),
    ("TriedRule", "200", "tryNotificationRule"),
    ("MasterdataPage", "200", "listMasterdata"),
    ("ReceivedRequest", "200", "getRequest"),
    ("NewComment", "201", "commentOnCandidate"),
];

/// Moves the shared responses of a document into its components and refers to them in all operations.
pub fn share(document: &mut OpenApi) {
    for (component, status, operation) in SHARED {
        let Some(definition) = find(document, status, operation) else { continue };
        let reference = RefOr::Ref(Ref::new(format!("#/components/responses/{component}")));
        let items = document.paths.paths.values_mut();
        for response in
            items.flat_map(elements::operations_mut).flat_map(|one| one.responses.responses.values_mut())
        {
            if matches!(response, RefOr::T(found) if *found == definition) {
                *response = reference.clone();
            }
        }
        let components = document.components.get_or_insert_with(Components::new);
        components.responses.insert(component.to_owned(), definition.into());
    }
}

fn find(document: &mut OpenApi, status: &str, operation: &str) -> Option<Response> {
    let mut operations = document.paths.paths.values_mut().flat_map(elements::operations_mut);
    let found = operations.find(|found| found.operation_id.as_deref() == Some(operation))?;
    match found.responses.responses.get(status)? {
        RefOr::T(response) => Some(response.clone()),
        RefOr::Ref(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes;

    #[test]
    fn declared_responses_are_shared() {
        let text = serde_json::to_string(routes::document()).unwrap();
        for (component, ..) in SHARED {
            let reference = format!("\"#/components/responses/{component}\"");
            assert!(text.matches(&reference).count() > 1, "{component}");
        }
    }
}
