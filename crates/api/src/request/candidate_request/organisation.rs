//! Reads the block `org`.

use orderdock_domain::candidate::OrgData;
use orderdock_domain::text::{Code, Name};

use super::advice::{self, SyncAdviceMembers, Understands};
use crate::request::json::{MaybeUndefined, Reader, members};

members! {
    OrganisationMembers("OrganisationData", Lenient)
        "An organisation. Creating an organisation requires the scope `admin`." {
        code: "code" Code, required;
        name: "name" MaybeUndefined<Name>;
        sync_advise: "syncAdvise" SyncAdviceMembers<'t>;
    }
}

pub(super) fn read(reader: &mut Reader, members: &OrganisationMembers<'_>) -> Option<OrgData> {
    let code = reader.required(members.code);
    Some(OrgData {
        name: reader.sent(members.name),
        advice: advice::read(reader, members.sync_advise, Understands::NoRemoval),
        code: code?,
    })
}
