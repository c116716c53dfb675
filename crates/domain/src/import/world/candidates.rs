//! Looking up what was imported before, in this request or an earlier one.

use jiff::civil::Date;

use super::super::{HeaderDate, ImportWrites, KnownIdentity};
use super::{Fallen, RecordKey, World, follow};
use crate::candidate::{Candidate, ExternalIdentity};
use crate::ids::{DataSourceId, OrganisationId, PartnerId};
use crate::text::Code;

impl World {
    pub(in crate::import) fn create_candidate(&mut self, candidate: Candidate) {
        let (organisation, source) = (candidate.organisation, candidate.data_source);
        let place = self.candidates.create(candidate);
        let candidate = self.candidates.get(place);
        let (header, line) = (candidate.identity.header_id.as_str(), candidate.identity.line_id.as_str());
        let reference = candidate.po_reference.as_str();
        self.hints.add(RecordKey::Drafted(organisation, source, header, line), place);
        self.hints.add(RecordKey::DraftedHeader(organisation, source, header), place);
        // the rows of one header need not be hinted at again and again
        let key = || RecordKey::DraftedReference(organisation, candidate.buyer.partner, reference);
        let last = self.hints.get(key()).last().and_then(|place| self.candidates.find(*place));
        let same = |last: &Candidate| {
            last.identity.header_id == candidate.identity.header_id
                && last.po_reference == candidate.po_reference
                && (last.organisation, last.data_source) == (organisation, source)
                && last.buyer.partner == candidate.buyer.partner
        };
        if !last.is_some_and(same) {
            self.hints.add(key(), place);
        }
    }

    /// Candidates that were written are known like those that were loaded.
    pub(super) fn learn_candidates(&mut self, writes: &ImportWrites) {
        for candidate in &writes.candidates {
            let (organisation, data_source) = (candidate.organisation, candidate.data_source);
            let (header, line) = (&candidate.identity.header_id, &candidate.identity.line_id);
            let key = RecordKey::Known(organisation, data_source, header.as_str(), line.as_str());
            self.hints.add(key, self.identities.len());
            self.identities.push(KnownIdentity {
                organisation,
                data_source,
                identity: candidate.identity.clone(),
                candidate: candidate.id,
                kept: Some((candidate.status, candidate.content.clone())),
            });
            let key = RecordKey::KnownHeader(organisation, data_source, header.as_str());
            self.hints.add(key, self.header_dates.len());
            let (header_id, date_ordered) = (header.clone(), candidate.date_ordered);
            self.header_dates.push(HeaderDate { organisation, data_source, header_id, date_ordered });
        }
        for used in &writes.po_references {
            let key = RecordKey::KnownReference(used.organisation, used.partner, used.po_reference.as_str());
            self.hints.add(key, self.references.len());
            self.references.push(used.clone());
        }
    }

    pub(in crate::import) fn known_identity(
        &self,
        organisation: OrganisationId,
        source: DataSourceId,
        identity: &ExternalIdentity,
    ) -> Option<&KnownIdentity> {
        let key =
            RecordKey::Known(organisation, source, identity.header_id.as_str(), identity.line_id.as_str());
        self.hints.get(key).iter().filter_map(|place| self.identities.get(*place)).find(|known| {
            (known.organisation, known.data_source) == (organisation, source)
                && same(&known.identity, identity)
        })
    }

    /// A candidate of this request with the same identity.
    pub(in crate::import) fn drafted_identity(
        &self,
        organisation: OrganisationId,
        source: DataSourceId,
        identity: &ExternalIdentity,
    ) -> Option<&Candidate> {
        let key =
            RecordKey::Drafted(organisation, source, identity.header_id.as_str(), identity.line_id.as_str());
        self.hints.get(key).iter().filter_map(|place| self.candidates.find(*place)).find(|candidate| {
            let here = (candidate.organisation, candidate.data_source) == (organisation, source);
            here && same(&candidate.identity, identity)
        })
    }

    pub(in crate::import) fn add_fallen(&mut self, fallen: Fallen) {
        let (header, line) = (fallen.identity.header_id.as_str(), fallen.identity.line_id.as_str());
        self.hints
            .add(RecordKey::Fallen(fallen.organisation, fallen.data_source, header, line), self.fallen.len());
        self.fallen.push(fallen);
    }

    /// A rejected row of the same unit with the same identity.
    pub(in crate::import) fn fallen_identity(
        &self,
        organisation: OrganisationId,
        source: DataSourceId,
        identity: &ExternalIdentity,
    ) -> Option<&Fallen> {
        let key =
            RecordKey::Fallen(organisation, source, identity.header_id.as_str(), identity.line_id.as_str());
        self.hints.get(key).iter().filter_map(|place| self.fallen.get(*place)).find(|fallen| {
            (fallen.organisation, fallen.data_source) == (organisation, source)
                && same(&fallen.identity, identity)
        })
    }

    /// The day of the header's first candidate, stored or of this request.
    pub(in crate::import) fn header_date(
        &self,
        organisation: OrganisationId,
        source: DataSourceId,
        header: &Code,
    ) -> Option<Date> {
        let places = self.hints.get(RecordKey::KnownHeader(organisation, source, header.as_str()));
        let known = places.iter().filter_map(|place| self.header_dates.get(*place)).find(|known| {
            (known.organisation, known.data_source) == (organisation, source) && known.header_id == *header
        });
        let drafted = || {
            let places = self.hints.get(RecordKey::DraftedHeader(organisation, source, header.as_str()));
            let fits = |candidate: &Candidate| {
                (candidate.organisation, candidate.data_source) == (organisation, source)
                    && candidate.identity.header_id == *header
            };
            follow(&self.candidates, places, fits).map(|(_, candidate)| candidate.date_ordered).next()
        };
        known.map(|known| known.date_ordered).or_else(drafted)
    }

    /// Another header under which the partner used the reference.
    pub(in crate::import) fn other_header(
        &self,
        (organisation, partner): (OrganisationId, PartnerId),
        reference: &Code,
        header: (DataSourceId, &Code),
    ) -> Option<&Code> {
        let places = self.hints.get(RecordKey::KnownReference(organisation, partner, reference.as_str()));
        let known = places.iter().filter_map(|place| self.references.get(*place)).filter(|known| {
            (known.organisation, known.partner) == (organisation, partner)
                && known.po_reference == *reference
                && (known.data_source, &known.header_id) != header
        });
        // always the same one, whenever they came to be known
        let known = known.min_by_key(|known| (known.data_source, &known.header_id));
        let drafted = || {
            let places =
                self.hints.get(RecordKey::DraftedReference(organisation, partner, reference.as_str()));
            let other = places.iter().filter_map(|place| self.candidates.find(*place)).find(|candidate| {
                (candidate.organisation, candidate.buyer.partner) == (organisation, partner)
                    && candidate.po_reference == *reference
                    && (candidate.data_source, &candidate.identity.header_id) != header
            });
            other.map(|candidate| &candidate.identity.header_id)
        };
        known.map(|known| &known.header_id).or_else(drafted)
    }
}

/// The same ids, however they were written.
fn same(left: &ExternalIdentity, right: &ExternalIdentity) -> bool {
    left.header_id == right.header_id && left.line_id == right.line_id
}
