//! Precedence of the cross-references that apply to a row or candidate.

use super::{CrossReference, CrossReferenceKind, CrossReferenceMember};
use crate::identifier::IdentifierString;
use crate::ids::{CrossReferenceId, DataSourceId, OrganisationId, PartnerId, SHARED};
use crate::text::Code;

/// Value of a request that names a record, with the member that contains it.
pub(crate) type SentKey<'a> = (CrossReferenceMember, &'a Code);

/// Scope of a row or candidate, which determines the applicable cross-references.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CrossReferenceScope {
    pub organisation: OrganisationId,
    /// `None` if the data source is unknown. Only cross-references without a data source apply then.
    pub data_source: Option<DataSourceId>,
    /// Buyer of the row; for a location or contact, the partner of its block.
    pub partner: Option<PartnerId>,
}

/// Precedence of a cross-reference; the smallest one applies. References limited to data source and partner precede those
/// limited to the data source, to the partner, and unlimited ones. Then references with a member precede those without,
/// and own references of the organisation precede shared ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Precedence {
    any_data_source: bool,
    any_partner: bool,
    any_member: bool,
    shared: bool,
    id: CrossReferenceId,
}

impl Precedence {
    /// Returns the part that is compared between different keys of a row; the smallest one applies.
    pub(crate) fn level(self) -> (bool, bool) {
        (self.any_data_source, self.any_partner)
    }
}

impl CrossReference {
    /// Returns the precedence if this reference applies to the kind of record, the key and the scope.
    pub(crate) fn precedence(
        &self,
        kind: CrossReferenceKind,
        (member, value): SentKey<'_>,
        scope: CrossReferenceScope,
    ) -> Option<Precedence> {
        let fits = self.kind == kind
            && self.value == *value
            && self.member.is_none_or(|named| named == member)
            && (self.organisation == scope.organisation || self.organisation == SHARED)
            && (self.data_source.is_none() || self.data_source == scope.data_source)
            && (self.partner.is_none() || self.partner == scope.partner);
        fits.then_some(Precedence {
            any_data_source: self.data_source.is_none(),
            any_partner: self.partner.is_none(),
            any_member: self.member.is_none(),
            shared: self.organisation != scope.organisation,
            id: self.id,
        })
    }
}

/// Returns the key in an identifier string; `None` for record ids, which cross-references do not map.
pub(crate) fn identifier_key(identifier: &IdentifierString) -> Option<SentKey<'_>> {
    match identifier {
        IdentifierString::Value(code) => Some((CrossReferenceMember::Code, code)),
        IdentifierString::External(id) => Some((CrossReferenceMember::ExternalId, id)),
        IdentifierString::Id(_) | IdentifierString::Internal(_) => None,
    }
}
