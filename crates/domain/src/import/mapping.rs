//! Lookup of the records that a row names by cross-references instead of their own keys.

use super::SentSystem;
use super::partner::{BlockKeys, BlockRole, RoleBlock};
use super::row::RowDraft;
use super::state::{ImportState, MappedRecord, RowRecord};
use super::table::{RecordTable, TableIndex};
use crate::candidate::{
    MaybeUndefined, Names, PartnerBlock, PartnerLookup, ReferenceKind, coded, identified,
};
use crate::identifier::IdentifierString;
use crate::ids::{OrganisationId, PartnerId, PaymentTermId, SHARED, ShipperId, UnitId, WarehouseId};
use crate::masterdata::{
    CrossReferenceKind, CrossReferenceMember, CrossReferenceScope, KeyMismatch, Reference, SentKey,
    identifier_key,
};
use crate::problem::{Problem, ProblemCode};
use crate::text::Code;

/// Owner of a record of a small kind, and whether the record is active.
type SmallRecord = (OrganisationId, bool);

impl RowDraft<'_> {
    /// Returns the scope of the row's cross-references; `None` if the row has no organisation.
    fn mapping_scope(&self, partner: Option<PartnerId>) -> Option<CrossReferenceScope> {
        let organisation = self.mapping.organisation?;
        Some(CrossReferenceScope { organisation, data_source: self.mapping.source, partner })
    }

    /// Returns the record of the cross-references for the sent keys, without counting their use.
    pub(super) fn mapped<R: RowRecord>(
        &self,
        table: impl Fn(&ImportState) -> &RecordTable<R>,
        partner: Option<PartnerId>,
        keys: &[SentKey<'_>],
    ) -> Option<MappedRecord<TableIndex>> {
        if !self.state.maps(R::MAPPED_AS) {
            return None;
        }
        self.state.mapped(table(self.state), self.mapping_scope(partner)?, keys)
    }

    /// Returns the record of a small kind for a cross-reference, and whether it is active.
    fn mapped_small(
        &mut self,
        kind: CrossReferenceKind,
        key: Option<SentKey<'_>>,
        find: impl Fn(&Reference, i64) -> Option<SmallRecord>,
    ) -> Option<(i64, bool)> {
        if !self.state.maps(kind) {
            return None;
        }
        let scope = self.mapping_scope(self.mapping.buyer)?;
        let usable = |id| {
            let (owner, active) = find(&self.state.reference, id)?;
            (owner == scope.organisation || owner == SHARED).then_some((id, active))
        };
        let found = self.state.mapped_by(kind, scope, &[key?], usable)?;
        self.mapping.used.insert(found.reference);
        Some(found.record)
    }

    /// Returns the unit of a cross-reference for a code, and whether it is active.
    pub(super) fn mapped_unit(&mut self, code: &Code) -> Option<(UnitId, bool)> {
        let find = |reference: &Reference, id| reference.unit(UnitId(id)).map(|one| (SHARED, one.active));
        let key = (CrossReferenceMember::Code, code);
        let (id, active) = self.mapped_small(CrossReferenceKind::Unit, Some(key), find)?;
        Some((UnitId(id), active))
    }

    pub(super) fn shipper(&mut self, name: &IdentifierString) -> Option<Result<ShipperId, Problem>> {
        let find = |reference: &Reference, id| {
            reference.shipper(ShipperId(id)).map(|one| (one.organisation, one.active))
        };
        let mapped = self.mapped_small(CrossReferenceKind::Shipper, identifier_key(name), find);
        Some(match mapped {
            Some((id, true)) => Ok(ShipperId(id)),
            Some((_, false)) => Err(identified(ProblemCode::ShipperUnknown, name)),
            None => self.names()?.shipper(name),
        })
    }

    pub(super) fn payment_term(&mut self, name: &IdentifierString) -> Option<Result<PaymentTermId, Problem>> {
        let find = |reference: &Reference, id| {
            reference.payment_term(PaymentTermId(id)).map(|one| (one.organisation, one.active))
        };
        let mapped = self.mapped_small(CrossReferenceKind::PaymentTerm, identifier_key(name), find);
        Some(match mapped {
            Some((id, true)) => Ok(PaymentTermId(id)),
            Some((_, false)) => Err(identified(ProblemCode::PaymentTermUnknown, name)),
            None => self.names()?.payment_term(name),
        })
    }

    pub(super) fn warehouse(&mut self, code: &Code) -> Option<Result<WarehouseId, Problem>> {
        let find = |reference: &Reference, id| {
            reference.warehouse(WarehouseId(id)).map(|one| (one.organisation, one.active))
        };
        let key = (CrossReferenceMember::Code, code);
        Some(match self.mapped_small(CrossReferenceKind::Warehouse, Some(key), find) {
            Some((id, true)) => Ok(WarehouseId(id)),
            Some((_, false)) => Err(coded(ProblemCode::WarehouseUnknown, code)),
            None => self.names()?.warehouse(code),
        })
    }

    fn names(&self) -> Option<Names<'_>> {
        Some(Names { organisation: self.mapping.organisation?, reference: &self.state.reference })
    }

    /// Returns the partner of a cross-reference, and the sent keys that are not its own. Another key that differs is a
    /// warning.
    pub(super) fn mapped_partner(
        &mut self,
        block: &RoleBlock<'_>,
        keys: &BlockKeys<'_>,
    ) -> Option<(TableIndex, Vec<PartnerLookup>)> {
        if let Some(place) = self.chosen_partner(block) {
            return Some((place, keys.given().map(|(key, _)| key).collect()));
        }
        // the buyer itself is looked up in the cross-references of all buyers
        let buyer = self.mapping.buyer.filter(|_| block.role != BlockRole::Buyer);
        let tried: Vec<_> = keys.tried().map(|(key, value)| (member_of(key), value)).collect();
        let found = self.mapped(|state| &state.partners, buyer, &tried)?;
        let place = found.record;
        self.mapping.used.insert(found.reference);
        let mut differing = Vec::new();
        for (key, value) in keys.given() {
            let named = self.partners_by(block.organisation, key, value);
            if named.contains(&place) {
                continue;
            }
            let mapped = self.mapped(|state| &state.partners, buyer, &[(member_of(key), value)]);
            let is_mapped = mapped.is_some_and(|mapped| mapped.record == place);
            let stored = self.other_value(block.organisation, place, key, value);
            if named.is_empty() && !is_mapped && stored.is_none() {
                continue;
            }
            if !named.is_empty() || !is_mapped {
                let stored = stored.unwrap_or_else(|| self.partner_label(place));
                self.warn_of_partner_key(block, (key, value), stored);
            }
            differing.push(key);
        }
        Some((place, differing))
    }

    /// Returns the partner that a user chose for a block.
    fn chosen_partner(&self, block: &RoleBlock<'_>) -> Option<TableIndex> {
        let field = block.role.field(ReferenceKind::Partner);
        let (_, partner) = self.mapping.chosen.iter().find(|(chosen, _)| *chosen == field)?;
        self.state.partner_by_id(block.organisation, *partner)
    }

    /// Returns a block with foreign keys replaced by the partner's own.
    pub(super) fn with_own_keys(
        &self,
        block: &PartnerBlock,
        place: TableIndex,
        differing: &[PartnerLookup],
    ) -> PartnerBlock {
        let (mut block, partner) = (block.clone(), self.state.partners.get(place));
        if differing.contains(&PartnerLookup::Code) {
            block.bpartner.code = own_key(Some(&partner.code));
        }
        if differing.contains(&PartnerLookup::ExternalId) {
            let id = self.state.row_id(partner.id.0, self.ids, partner.external_id.as_ref());
            block.bpartner.external_id = own_key(id);
        }
        block
    }

    /// Returns the row's buyer if cross-references of units, shippers, payment terms or warehouses depend on it, because
    /// these are looked up before the partners. A buyer that the row creates has no cross-references.
    pub(super) fn buyer_for_terms(&mut self, organisation: OrganisationId) -> Option<PartnerId> {
        if !self.state.maps_terms_by_buyer() {
            return None;
        }
        let system = match self.sent_system(organisation) {
            SentSystem::Known(id) => Some(id),
            SentSystem::NotSent | SentSystem::Unknown => None,
        };
        let ids = self.ids;
        self.ids = self.id_scope(system, self.mapping.source);
        let (errors, warnings) = (self.errors.len(), self.warnings.len());
        let request = self.request;
        let (role, data, key_mismatch) = (BlockRole::Buyer, &request.bpartner, KeyMismatch::Warn);
        let found = self.find_partner(&RoleBlock { role, data, organisation, key_mismatch });
        // the block is looked up again later, which adds its errors and warnings
        self.errors.truncate(errors);
        self.warnings.truncate(warnings);
        self.mapping.used.clear();
        self.ids = ids;
        Some(self.state.partners.get(found.place()?).id)
    }
}

/// Returns a key of a record as if the row had sent it, so that the row does not change it.
pub(super) fn own_key(key: Option<&Code>) -> MaybeUndefined<Code> {
    key.cloned().map_or(MaybeUndefined::Null, MaybeUndefined::Value)
}

fn member_of(key: PartnerLookup) -> CrossReferenceMember {
    match key {
        PartnerLookup::ExternalId => CrossReferenceMember::ExternalId,
        PartnerLookup::Gln => CrossReferenceMember::Gln,
        PartnerLookup::Code => CrossReferenceMember::Code,
    }
}
