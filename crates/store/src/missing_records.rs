//! Missing records: records that stored lines reference and that do not exist.

use jiff::Timestamp;
use orderdock_domain::candidate::{MissingRecord, MissingRecordId, ReferenceKind};
use orderdock_domain::ids::{CandidateId, DataSourceId, OrganisationId, ProductId};
use orderdock_domain::masterdata::CurrencyCode;
use orderdock_domain::number::Decimal;
use orderdock_domain::text::{Code, Name};

/// Sort key of a list of missing records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MissingRecordSort {
    /// Number of lines.
    #[default]
    Lines,
    /// Time at which the oldest line was received.
    Oldest,
}

/// A position in a list of missing records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissingRecordPosition {
    /// Number of lines, or microseconds since 1970.
    pub key: i64,
    pub organisation: OrganisationId,
    pub id: MissingRecordId,
}

/// The query of a page of missing records.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MissingRecordQuery {
    /// Kinds; empty for all.
    pub kinds: Vec<ReferenceKind>,
    pub data_source: Option<DataSourceId>,
    pub organisation: Option<OrganisationId>,
    /// Code of the external system of the external id.
    pub external_system: Option<String>,
    /// A part of a key, compared without case.
    pub search: Option<String>,
    pub id: Option<MissingRecordId>,
    /// Only records whose oldest line was received by this instant.
    pub open_since: Option<Timestamp>,
    pub sort: MissingRecordSort,
    pub descending: bool,
    pub after: Option<MissingRecordPosition>,
    pub limit: u32,
}

/// Code and name of the partner of a missing location or contact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingRecordPartner {
    pub code: Code,
    pub name: Name,
}

/// A product that a partner ordered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecentProduct {
    pub id: ProductId,
    pub code: Code,
    pub name: Name,
}

/// A missing record and the numbers of its waiting lines.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundMissingRecord {
    pub id: MissingRecordId,
    pub record: MissingRecord,
    pub partner: Option<MissingRecordPartner>,
    pub lines: u64,
    /// Number of incoming orders with these lines.
    pub orders: u64,
    /// Number of lines without a sent price.
    pub unpriced: u64,
    /// Value of the lines with a sent price, by currency.
    pub worth: Vec<(CurrencyCode, Decimal)>,
    /// The oldest line, and the time at which it was received.
    pub oldest: (CandidateId, Timestamp),
}

impl FoundMissingRecord {
    /// Returns the position in a list.
    pub fn position(&self, sort: MissingRecordSort) -> MissingRecordPosition {
        let key = match sort {
            MissingRecordSort::Lines => i64::try_from(self.lines).unwrap_or(i64::MAX),
            MissingRecordSort::Oldest => self.oldest.1.as_microsecond(),
        };
        MissingRecordPosition { key, organisation: self.record.organisation, id: self.id }
    }
}
