//! Lookup of rows that were already imported, in this request or an earlier one.

use std::collections::HashSet;

use jiff::civil::Date;

use super::super::{
    HeaderDate, IdentityMatch, ImportWrites, KnownIdentity, KnownReference, SentSystem, match_identity,
};
use super::records::follow;
use super::{ImportState, RecordKey, RowRejection};
use crate::candidate::{Candidate, ExternalIdentity};
use crate::ids::{CandidateId, DataSourceId, ExternalSystemId, OrganisationId, PartnerId};
use crate::text::{Code, plain_spaces};

/// External ids of a row: organisation, data source, header id and line id. They are not unique across external systems.
pub type RowKey<'a> = (OrganisationId, DataSourceId, &'a str, &'a str);
/// Identity of a header: organisation, data source, external system and header id.
pub type HeaderId<'a> = (OrganisationId, DataSourceId, Option<ExternalSystemId>, &'a str);
/// Header of a stored order reference: organisation, data source and header id.
type ReferenceHeader<'a> = (OrganisationId, DataSourceId, &'a str);
/// Identity of a partner's order reference.
pub type UsedReference<'a> = (OrganisationId, PartnerId, &'a str);

pub fn row_key(
    organisation: OrganisationId,
    source: DataSourceId,
    identity: &ExternalIdentity,
) -> RowKey<'_> {
    (organisation, source, identity.header_id.as_str(), identity.line_id.as_str())
}

impl RowRejection {
    fn row(&self) -> RowKey<'_> {
        row_key(self.organisation, self.data_source, &self.identity)
    }
}

impl KnownIdentity {
    pub(super) fn row(&self) -> RowKey<'_> {
        row_key(self.organisation, self.data_source, &self.identity)
    }
}

impl HeaderDate {
    pub(super) fn header(&self) -> HeaderId<'_> {
        (self.organisation, self.data_source, self.system, self.header_id.as_str())
    }
}

impl KnownReference {
    pub(super) fn used(&self) -> UsedReference<'_> {
        (self.organisation, self.partner, self.po_reference.as_str())
    }

    fn header(&self) -> ReferenceHeader<'_> {
        (self.organisation, self.data_source, self.header_id.as_str())
    }
}

/// Stored row, or row of this request, that a sent row repeats.
#[derive(Clone, Copy)]
pub enum RepeatedRow<'s> {
    Known(&'s KnownIdentity),
    Drafted(&'s Candidate),
}

impl Candidate {
    fn row(&self) -> RowKey<'_> {
        row_key(self.organisation, self.data_source, &self.identity)
    }

    fn header(&self) -> HeaderId<'_> {
        (self.organisation, self.data_source, self.external_system, self.identity.header_id.as_str())
    }

    fn reference_header(&self) -> ReferenceHeader<'_> {
        (self.organisation, self.data_source, self.identity.header_id.as_str())
    }

    /// Returns the buyer's order reference; `None` if the buyer is unresolved.
    fn used(&self) -> Option<UsedReference<'_>> {
        Some((self.organisation, self.buyer?.partner, self.po_reference.as_str()))
    }
}

impl ImportState {
    pub fn create_candidate(&mut self, candidate: Candidate) {
        let index = self.candidates.create(candidate);
        let candidate = self.candidates.get(index);
        self.hints.add(RecordKey::Drafted(candidate.row()), index);
        self.hints.add(RecordKey::DraftedHeader(candidate.header()), index);
        let Some(used) = candidate.used() else { return };
        // adds the reference once per header, because repeated entries would only fill the index
        let key = || RecordKey::DraftedReference(used);
        let last = self.hints.get(key()).last().and_then(|index| self.candidates.find(*index));
        if last.is_none_or(|last| {
            (last.reference_header(), last.used()) != (candidate.reference_header(), candidate.used())
        }) {
            self.hints.add(key(), index);
        }
    }

    /// Adds the candidates of a plan to the known rows, as if they had been loaded.
    pub(super) fn learn_candidates(&mut self, writes: &ImportWrites) {
        for candidate in &writes.candidates {
            let (organisation, data_source) = (candidate.organisation, candidate.data_source);
            self.hints.add(RecordKey::Known(candidate.row()), self.identities.len());
            self.identities.push(KnownIdentity {
                organisation,
                data_source,
                system: candidate.external_system,
                identity: candidate.identity.clone(),
                candidate: candidate.id,
                stored: Some((candidate.status, candidate.content.clone())),
            });
            self.hints.add(RecordKey::KnownHeader(candidate.header()), self.header_dates.len());
            let (header_id, date_ordered) = (candidate.identity.header_id.clone(), candidate.date_ordered);
            let system = candidate.external_system;
            self.header_dates.push(HeaderDate { organisation, data_source, system, header_id, date_ordered });
        }
        for used in &writes.po_references {
            self.hints.add(RecordKey::KnownReference(used.used()), self.references.len());
            self.references.push(used.clone());
        }
    }

    /// Returns the row of this request or an earlier one with these ids; otherwise the oldest stored one whose ids differ
    /// only in spaces.
    pub fn repeated_row<'s>(&'s self, row: RowKey<'s>, sent: SentSystem) -> IdentityMatch<RepeatedRow<'s>> {
        let known = || self.known(&self.identities, RecordKey::Known(row));
        let stored = |known: &'s KnownIdentity| (known.system, RepeatedRow::Known(known));
        let drafted = self.drafted(row).map(|one| (one.external_system, RepeatedRow::Drafted(one)));
        let exact = known().filter(|known| known.row() == row).map(stored);
        match match_identity(sent, exact.chain(drafted)) {
            IdentityMatch::None => {
                let spelled = |known: &&KnownIdentity| {
                    let (organisation, source, header, line) = known.row();
                    (organisation, source, &*plain_spaces(header), &*plain_spaces(line)) == row
                };
                let mut spelled: Vec<_> = known().filter(spelled).collect();
                spelled.sort_unstable_by_key(|known| known.candidate);
                match_identity(sent, spelled.into_iter().map(stored))
            }
            found => found,
        }
    }

    /// Returns the candidates of this request with these ids.
    fn drafted<'s>(&'s self, row: RowKey<'s>) -> impl Iterator<Item = &'s Candidate> {
        let indexes = self.hints.get(RecordKey::Drafted(row));
        follow(&self.candidates, indexes, move |drafted| drafted.row() == row).map(|(_, drafted)| drafted)
    }

    /// Returns the candidates whose ids are also used by a stored row or an earlier candidate. That row has another
    /// external system, because otherwise the candidate would repeat it.
    pub(super) fn ids_used_before(&self, candidates: &[Candidate]) -> Vec<CandidateId> {
        let mut seen = HashSet::new();
        let of_systems = candidates.iter().filter(|candidate| candidate.external_system.is_some());
        let used = of_systems.filter(|candidate| {
            let row = candidate.row();
            let mut known = self.known(&self.identities, RecordKey::Known(row));
            let stored = known.any(|known| known.row() == row);
            !seen.insert(row) || stored
        });
        used.map(|candidate| candidate.id).collect()
    }

    pub fn add_rejected(&mut self, rejected_rows: RowRejection) {
        self.hints.add(RecordKey::Fallen(rejected_rows.row()), self.rejected_rows.len());
        self.rejected_rows.push(rejected_rows);
    }

    /// Returns the rejected row of the current unit with the same ids and external system.
    pub fn rejected_identity(&self, row: RowKey<'_>, system: Option<&Code>) -> Option<&RowRejection> {
        self.known(&self.rejected_rows, RecordKey::Fallen(row))
            .find(|rejected| rejected.row() == row && rejected.system.as_ref() == system)
    }

    /// Returns the order date of the header's first candidate, which is stored or part of this request.
    pub fn header_date(&self, header: HeaderId<'_>) -> Option<Date> {
        let mut known = self.known(&self.header_dates, RecordKey::KnownHeader(header));
        let drafted = || {
            let indexes = self.hints.get(RecordKey::DraftedHeader(header));
            let fits = |candidate: &Candidate| candidate.header() == header;
            follow(&self.candidates, indexes, fits).map(|(_, candidate)| candidate.date_ordered).next()
        };
        known.find(|known| known.header() == header).map(|known| known.date_ordered).or_else(drafted)
    }

    /// Returns another header under which the candidate's partner used the order reference.
    pub fn other_header(&self, candidate: &Candidate) -> Option<&str> {
        let (used, header) = (candidate.used()?, candidate.reference_header());
        let known = self.known(&self.references, RecordKey::KnownReference(used));
        let known = known.filter(|known| known.used() == used && known.header() != header);
        // the smallest header makes the result independent of the load order
        let known = known.map(KnownReference::header).min();
        let drafted = || {
            let indexes = self.hints.get(RecordKey::DraftedReference(used));
            let other = |one: &Candidate| one.used() == Some(used) && one.reference_header() != header;
            follow(&self.candidates, indexes, other).map(|(_, one)| one.reference_header()).next()
        };
        known.or_else(drafted).map(|(.., header_id)| header_id)
    }

    /// Returns another header with the partner's order reference that is already part of an order.
    pub fn ordered_header(&self, candidate: &Candidate) -> Option<&str> {
        let (used, header) = (candidate.used()?, candidate.reference_header());
        let known = self.known(&self.references, RecordKey::KnownReference(used));
        let ordered = known.filter(|known| known.ordered && known.used() == used && known.header() != header);
        ordered.map(|known| known.header_id.as_str()).min()
    }
}
