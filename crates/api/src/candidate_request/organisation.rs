//! The block `org`.

use orderdock_domain::candidate::OrgData;

use super::advice::{self, Understands};
use crate::json::{Node, Reader, members};

members! {
    OrganisationMembers {
        code: "code",
        name: "name",
        sync_advise: "syncAdvise",
    }
}

pub(super) fn read(reader: &mut Reader, node: &Node<'_>) -> Option<OrgData> {
    let members = OrganisationMembers::open(reader, node)?;
    let code = reader.required(members.code);
    Some(OrgData {
        name: reader.sent(members.name),
        advice: advice::read(reader, members.sync_advise, Understands::NoRemoval),
        code: code?,
    })
}
