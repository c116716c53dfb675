//! Resolves the unresolved references of stored candidates, by the lookup rules of imports.

use std::collections::BTreeSet;

use super::ImportContext;
use super::id_scope::IdScope;
use super::lookup_row::lookup_row;
use super::partner::{BlockRole, RoleIndexes};
use super::reference_mapping::ReferenceMapping;
use super::references::References;
use super::row::{FailedRecordKeys, RequestOptions, RowDraft};
use super::row_mapping::RowMapping;
use super::staging::RowRoles;
use super::state::ImportState;
use crate::access::{OrgScope, Permissions};
use crate::candidate::{
    Candidate, CandidateRequest, Field, MappedTarget, MissingRecord, PartnerRole, ReferenceKind, Status,
    UnresolvedReference,
};
use crate::ids::{CrossReferenceId, PartnerId, ProductId, RunId, UnitId};
use crate::masterdata::{CrossReferenceKind, UnresolvedReferences};

/// A candidate whose references were resolved.
#[derive(Clone, Debug)]
pub struct ResolvedCandidate {
    pub candidate: Candidate,
    /// Cross-references by which the records were found.
    pub used: BTreeSet<CrossReferenceId>,
}

/// Returns the candidates whose missing records now exist, with these records. `context` must be loaded for the rows of
/// [`lookup_row`]. Overridden references are not looked up.
pub fn resolve_references(
    context: ImportContext,
    candidates: &[Candidate],
    now: jiff::Timestamp,
) -> Vec<ResolvedCandidate> {
    let mut state = ImportState::new(context);
    let resolved = candidates.iter().filter_map(|candidate| {
        let found = look_up(&mut state, candidate, now)?;
        let resolved = found.resolved(candidate)?;
        let is_open = |kind: &ReferenceKind| resolved.open_references().any(|open| open.kind == *kind);
        let found_kinds: Vec<_> =
            candidate.open_references().map(|open| open.kind).filter(|kind| !is_open(kind)).collect();
        let is_of_found = |id: &CrossReferenceId| {
            let kind = state.kind_of_mapping(*id).map(CrossReferenceKind::as_str);
            kind.is_some_and(|kind| found_kinds.iter().any(|found| found.as_str() == kind))
        };
        let used = found.used.into_iter().filter(is_of_found).collect();
        Some(ResolvedCandidate { candidate: resolved, used })
    });
    resolved.collect()
}

/// Returns the candidates with a missing record replaced by the one that a user chose. `context` must be loaded for the
/// rows of [`lookup_row`] and contain a chosen partner. Location and contact of a chosen partner are looked up as sent.
pub fn map_references(
    context: ImportContext,
    candidates: &[Candidate],
    mapping: &ReferenceMapping,
    (run, now): (RunId, jiff::Timestamp),
) -> Vec<Candidate> {
    let chosen = MappedTarget { record: mapping.record, run, cross_reference: mapping.cross_reference };
    let mut state = ImportState::new(context);
    let mapped = candidates.iter().filter_map(|candidate| {
        let is_waiting = matches!(candidate.status, Status::New | Status::Error);
        let is_meant =
            |open: &&UnresolvedReference| MissingRecord::of(candidate, open).id() == mapping.missing;
        let open: Vec<_> = candidate.open_references().filter(is_meant).map(|open| open.field).collect();
        if !is_waiting || open.is_empty() {
            return None;
        }
        let mut mapped = candidate.clone();
        for reference in &mut mapped.unresolved {
            let is_meant = reference.kind == mapping.kind && open.contains(&reference.field);
            reference.mapped = reference.mapped.or(Some(chosen).filter(|_| is_meant));
        }
        let assigned = if mapping.kind == ReferenceKind::Partner {
            let found = look_up(&mut state, &mapped, now)?;
            open.iter().all(|field| found.resolve_role(role_of(*field), ReferenceKind::Partner, &mut mapped))
        } else {
            open.iter().all(|field| mapping.assign(*field, &mut mapped))
        };
        assigned.then_some(mapped)
    });
    mapped.collect()
}

/// Looks up the records of a candidate, without counting the use of cross-references.
fn look_up(state: &mut ImportState, candidate: &Candidate, now: jiff::Timestamp) -> Option<FoundRecords> {
    let row = lookup_row(candidate, &state.reference);
    let request = row.request.ok()?;
    let permissions = Permissions {
        organisations: OrgScope::All,
        default_organisation: None,
        update_masterdata: false,
        create_organisations: false,
    };
    let terms = RequestOptions {
        now,
        request: candidate.request,
        permissions: &permissions,
        unresolved: Some(UnresolvedReferences::Store),
        alone: true,
    };
    let found = FoundRecords::of(state, &request, candidate, &terms);
    state.undo();
    Some(found)
}

/// Returns the partners that users chose for unresolved references.
fn chosen_partners(candidate: &Candidate) -> Vec<(Field, PartnerId)> {
    let mapped = candidate.mapped_references();
    let partners = mapped.filter(|(reference, _)| reference.kind == ReferenceKind::Partner);
    partners.map(|(reference, mapped)| (reference.field, PartnerId(mapped.record))).collect()
}

fn role_of(field: Field) -> BlockRole {
    match field {
        Field::BillBPartner => BlockRole::Bill,
        Field::DropShipBPartner => BlockRole::DropShip,
        Field::HandOverBPartner => BlockRole::HandOver,
        _ => BlockRole::Buyer,
    }
}

/// Existing records that a row names.
struct FoundRecords {
    references: References,
    /// Buyer, bill, drop-ship and hand-over partner.
    roles: [Option<PartnerRole>; 4],
    product: Option<(ProductId, UnitId)>,
    unit: Option<UnitId>,
    sent_unit: bool,
    /// References whose record does not exist.
    open: Vec<UnresolvedReference>,
    /// Cross-references by which records were found.
    used: BTreeSet<CrossReferenceId>,
}

impl FoundRecords {
    fn of(
        state: &mut ImportState,
        request: &CandidateRequest,
        candidate: &Candidate,
        terms: &RequestOptions<'_>,
    ) -> Self {
        let mut wanted = FailedRecordKeys::new();
        let (organisation, source) = (candidate.organisation, Some(candidate.data_source));
        let mut draft = RowDraft {
            state,
            wanted: &mut wanted,
            terms,
            request,
            index: candidate.request_index,
            ids: IdScope::SHARED,
            mapping: RowMapping {
                organisation: Some(organisation),
                source,
                buyer: candidate.buyer.map(|buyer| buyer.partner),
                chosen: chosen_partners(candidate),
                ..RowMapping::default()
            },
            errors: Vec::new(),
            warnings: Vec::new(),
            created: Vec::new(),
            differences: Vec::new(),
            incomplete: false,
            stores: true,
            unresolved: Vec::new(),
        };
        if draft.mapping.buyer.is_none() {
            draft.mapping.buyer = draft.buyer_for_terms(organisation);
        }
        let unit = draft.row_unit();
        draft.ids = draft.id_scope(candidate.external_system, source);
        let references = draft.references(organisation);
        let roles = draft.roles(organisation, source);
        // the product numbers of the current buyer apply, which may have been chosen by a user
        if let Some(buyer) = candidate.buyer {
            draft.mapping.buyer = Some(buyer.partner);
        }
        let product = draft.product(organisation);
        let product = product.map(|product| draft.state.products.get(product.place));
        let product = product.map(|product| (product.id, product.unit));
        let roles =
            RowRoles::given(&roles).map(|indexes: Option<RoleIndexes>| indexes.map(|one| draft.role(one)));
        let sent_unit = request.uom_code.is_some();
        let used = std::mem::take(&mut draft.mapping.used);
        Self { references, roles, product, unit, sent_unit, open: draft.unresolved, used }
    }

    /// Returns the candidate with the records found; `None` if there are none.
    fn resolved(&self, candidate: &Candidate) -> Option<Candidate> {
        let mut resolved = candidate.clone();
        let open: Vec<_> = candidate.open_references().cloned().collect();
        for reference in &open {
            if self.resolve(reference, &mut resolved) {
                resolved.unresolved.retain(|one| one != reference);
            }
        }
        (resolved.unresolved != candidate.unresolved).then_some(resolved)
    }

    /// Sets the record of a reference; returns `false` if there is none.
    fn resolve(&self, open: &UnresolvedReference, candidate: &mut Candidate) -> bool {
        match open.field {
            Field::ProductCode => self.resolve_product(candidate),
            Field::UomCode => {
                candidate.unit = self.unit;
                self.unit.is_some()
            }
            Field::Bpartner | Field::Location | Field::Contact => {
                self.resolve_role(BlockRole::Buyer, open.kind, candidate)
            }
            Field::BillBPartner => self.resolve_role(BlockRole::Bill, open.kind, candidate),
            Field::DropShipBPartner => self.resolve_role(BlockRole::DropShip, open.kind, candidate),
            Field::HandOverBPartner => self.resolve_role(BlockRole::HandOver, open.kind, candidate),
            field => self.references.write_one(field, candidate),
        }
    }

    fn resolve_product(&self, candidate: &mut Candidate) -> bool {
        let Some((product, unit)) = self.product else { return false };
        candidate.product = Some(product);
        if !self.sent_unit && candidate.unit.is_none() {
            candidate.unit = Some(unit);
        }
        true
    }

    /// Sets a partner with its location and contact, or the missing location or contact of a known partner.
    fn resolve_role(&self, role: BlockRole, kind: ReferenceKind, candidate: &mut Candidate) -> bool {
        let (found, known) = match role {
            BlockRole::Buyer => (self.roles[0], &mut candidate.buyer),
            BlockRole::Bill => (self.roles[1], &mut candidate.bill),
            BlockRole::DropShip => (self.roles[2], &mut candidate.drop_ship),
            BlockRole::HandOver => (self.roles[3], &mut candidate.hand_over),
        };
        let Some(found) = found else { return false };
        if kind == ReferenceKind::Partner {
            *known = Some(found);
            let parts = [ReferenceKind::Location, ReferenceKind::Contact];
            let is_part = |open: &&UnresolvedReference| {
                parts.contains(&open.kind) && open.field == role.field(open.kind)
            };
            candidate.unresolved.extend(self.open.iter().filter(is_part).cloned());
            return true;
        }
        let Some(known) = known.as_mut().filter(|known| known.partner == found.partner) else { return false };
        if kind == ReferenceKind::Location {
            known.location = found.location;
            known.location.is_some()
        } else {
            known.contact = found.contact;
            known.contact.is_some()
        }
    }
}
