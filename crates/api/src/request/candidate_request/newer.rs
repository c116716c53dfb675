//! Detects rows in the format of version 2 of the interface, which is not supported, to report that instead
//! of missing members.

use orderdock_domain::problem::{Param, ProblemCode};

use crate::request::json::{JsonNode, JsonValue, Reader, ValueFault};

/// Members of rows that only the newer format has.
const OF_ROW: [&str; 2] = ["orgCode", "productIdentifier"];
/// Members of partner blocks that only the newer format has.
const OF_BLOCK: [&str; 3] = ["bpartnerIdentifier", "bpartnerLocationIdentifier", "contactIdentifier"];
/// Members that name partner and product in the supported format.
const OLDER: [&str; 2] = ["product", "productCode"];

/// Reports a row that names partner or product in the newer format.
pub(super) fn report(reader: &mut Reader, node: &JsonNode<'_>) {
    let found = newer_members(node);
    let names_one = found.iter().any(|name| *name != OF_ROW[0]);
    let product = has(node, "productIdentifier") && !OLDER.iter().any(|name| has(node, name));
    let partner =
        member(node, "bpartner").is_some_and(|block| has(block, OF_BLOCK[0]) && !has(block, "bpartner"));
    if names_one && (product || partner) {
        let members = Param::Texts(found.into_iter().map(str::to_owned).collect());
        reader.fault_here(
            node.at,
            None,
            ValueFault::new(ProblemCode::BodyNewerShape).with("members", members),
        );
    }
}

fn newer_members(node: &JsonNode<'_>) -> Vec<&'static str> {
    let own = OF_ROW.into_iter().filter(|name| has(node, name));
    let block = member(node, "bpartner");
    own.chain(OF_BLOCK.into_iter().filter(|name| block.is_some_and(|block| has(block, name)))).collect()
}

fn has(node: &JsonNode<'_>, name: &str) -> bool {
    member(node, name).is_some()
}

fn member<'t, 'a>(node: &'t JsonNode<'a>, name: &str) -> Option<&'t JsonNode<'a>> {
    let JsonValue::Object(members) = &node.value else { return None };
    members.iter().find(|member| member.name == name).map(|member| &member.value)
}
