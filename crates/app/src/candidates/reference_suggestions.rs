//! Suggestions for missing records ("did you mean"): existing records with a similar code or name, and products of the
//! customer's last orders.

use std::collections::BTreeSet;

use orderdock_domain::candidate::{Candidate, ReferenceKey, ReferenceKind, UnresolvedReference};
use orderdock_domain::correction::RecordKeys;
use orderdock_domain::ids::{OrganisationId, SHARED};
use orderdock_domain::masterdata::kinds::{GivenValue, KindName, StoredRecord};
use orderdock_domain::problem::Language;
use orderdock_domain::suggested_fix::{RecordSuggestion, codes_at_distance_one, nearest};
use orderdock_domain::text::{Code, name_similarity};
use orderdock_store::{
    CorrectionKeys, CorrectionTarget, CrossReferenceFilter, FoundMissingRecord, MasterdataQuery,
    MasterdataWindow, RunScope,
};

use crate::candidates::CandidateService;
use crate::{Caller, Outcome};

/// Maximum number of suggestions.
const MAX_SUGGESTIONS: usize = 10;
/// Maximum number of suggestions for one reason.
const MAX_PER_REASON: usize = 5;
/// Maximum number of records of a list that are compared.
const MAX_COMPARED: u32 = 500;
/// Number of words of a name by which records are searched, longest first.
const MAX_SEARCHED_WORDS: usize = 3;
/// Least similarity of a suggested name, of 1,000.
const SIMILAR: u32 = 450;

/// Reason of a suggestion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SuggestionReason {
    SimilarCode,
    SimilarName,
    /// A product of the last orders of the customer of the oldest line.
    RecentlyOrdered,
    /// A location or contact of the partner.
    OfPartner,
}

impl SuggestionReason {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SimilarCode => "similarCode",
            Self::SimilarName => "similarName",
            Self::RecentlyOrdered => "recentlyOrdered",
            Self::OfPartner => "ofPartner",
        }
    }
}

/// An existing record that a missing one may mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReferenceSuggestion {
    pub id: i64,
    pub code: Option<String>,
    pub name: Option<String>,
    pub reason: SuggestionReason,
}

/// A record that is compared.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SuggestibleRecord {
    id: i64,
    code: Option<String>,
    name: Option<String>,
}

impl SuggestibleRecord {
    fn suggested(&self, reason: SuggestionReason) -> ReferenceSuggestion {
        ReferenceSuggestion { id: self.id, code: self.code.clone(), name: self.name.clone(), reason }
    }
}

impl CandidateService {
    /// Returns suggestions for a missing record, best first.
    pub async fn reference_suggestions(
        &self,
        caller: &Caller,
        missing: &FoundMissingRecord,
    ) -> Outcome<Vec<ReferenceSuggestion>> {
        let scope = caller.organisations.read();
        let oldest = missing.oldest.0;
        let found = self.store.read(move |tx| tx.candidates(&scope, &[oldest])).await?;
        let line = found.candidates.first();
        let sent = SentTexts::of(missing, line);
        let mut suggestions = Vec::new();
        let known = self.known_records(caller, missing, &sent).await?;
        sent.codes.iter().for_each(|code| add(&mut suggestions, similar_by_code(code, &known)));
        sent.names.iter().for_each(|name| add(&mut suggestions, similar_by_name(name, &known)));
        if missing.record.partner.is_some() {
            let all = known.iter().map(|one| one.suggested(SuggestionReason::OfPartner));
            add(&mut suggestions, all.collect());
        }
        let buyer =
            line.and_then(|line| line.buyer).filter(|_| missing.record.kind == ReferenceKind::Product);
        if let Some(buyer) = buyer {
            let scope = caller.organisations.read();
            let ordered = self.store.read(move |tx| tx.recently_ordered(&scope, buyer.partner)).await?;
            let ordered = ordered.into_iter().take(MAX_PER_REASON).map(|product| ReferenceSuggestion {
                id: product.id.0,
                code: Some(product.code.into_string()),
                name: Some(product.name.to_string()),
                reason: SuggestionReason::RecentlyOrdered,
            });
            add(&mut suggestions, ordered.collect());
        }
        suggestions.truncate(MAX_SUGGESTIONS);
        Ok(suggestions)
    }

    /// Returns records that are compared with a missing one: all of a small kind or of a partner, otherwise those that a
    /// search by parts of the sent texts finds.
    async fn known_records(
        &self,
        caller: &Caller,
        missing: &FoundMissingRecord,
        sent: &SentTexts,
    ) -> Outcome<Vec<SuggestibleRecord>> {
        let (kind, owner) = (listed_kind(missing.record.kind), missing.record.organisation);
        let parent = missing.record.partner.map(|partner| partner.0);
        if !matches!(kind, KindName::Partners | KindName::Products) {
            return self.listed(caller, (kind, owner, parent), None).await;
        }
        let mut known = self.with_slips(caller, missing, sent).await?;
        for search in sent.searches() {
            known.extend(self.listed(caller, (kind, owner, None), Some(search)).await?);
        }
        // one record per code is suggested, so the order must not depend on how the records were loaded
        known.sort_by_key(|one| one.id);
        known.dedup_by_key(|one| one.id);
        Ok(known)
    }

    /// Returns active records of a kind that an organisation can use.
    async fn listed(
        &self,
        caller: &Caller,
        (kind, owner, parent): (KindName, OrganisationId, Option<i64>),
        search: Option<String>,
    ) -> Outcome<Vec<SuggestibleRecord>> {
        let query = MasterdataQuery {
            kind,
            language: Language::English,
            search,
            organisation: None,
            active: Some(true),
            cross_references: CrossReferenceFilter::default(),
            parent,
            window: MasterdataWindow::First,
            limit: MAX_COMPARED,
        };
        let page = self.store.find_masterdata(caller.organisations.read(), query).await?;
        let usable = page.records.iter().filter(|one| one.owner == owner || one.owner == SHARED);
        Ok(usable.map(|record| known_record(kind, record)).collect())
    }

    /// Returns partners or products whose code differs from a sent one by one slip.
    async fn with_slips(
        &self,
        caller: &Caller,
        missing: &FoundMissingRecord,
        sent: &SentTexts,
    ) -> Outcome<Vec<SuggestibleRecord>> {
        let codes: BTreeSet<Code> = sent.codes.iter().flat_map(|code| codes_at_distance_one(code)).collect();
        let mut records = RecordKeys::default();
        match missing.record.kind {
            ReferenceKind::Product => records.products.codes = codes,
            _ => records.partners.codes = codes,
        }
        let keys = CorrectionKeys { candidates: CorrectionTarget::One(missing.oldest.0), records };
        let scope = RunScope::of(&caller.organisations);
        let loaded = self.store.read(move |tx| tx.load_correction(&scope, &keys)).await?;
        let (related, owner) = (&loaded.records.related, missing.record.organisation);
        let usable = |of: OrganisationId, active: bool| active && (of == owner || of == SHARED);
        let known = |id: i64, code: &Code, name: &str| SuggestibleRecord {
            id,
            code: Some(code.to_string()),
            name: Some(name.to_owned()),
        };
        Ok(if missing.record.kind == ReferenceKind::Product {
            let products = related.products.values().filter(|one| usable(one.organisation, one.active));
            products.map(|one| known(one.id.0, &one.code, one.name.as_str())).collect()
        } else {
            let partners = related.partners.values().filter(|one| usable(one.organisation, one.active));
            partners.map(|one| known(one.id.0, &one.code, one.name.as_str())).collect()
        })
    }
}

/// Codes and names that rows sent for a missing record.
struct SentTexts {
    codes: Vec<String>,
    names: Vec<String>,
}

impl SentTexts {
    fn of(missing: &FoundMissingRecord, line: Option<&Candidate>) -> Self {
        let (mut codes, mut names) = (Vec::new(), Vec::new());
        for (key, value) in &missing.record.keys {
            match key {
                ReferenceKey::Code | ReferenceKey::Gln => codes.push(value.clone()),
                ReferenceKey::Name | ReferenceKey::Address => names.push(value.clone()),
                ReferenceKey::ExternalId | ReferenceKey::Id => {}
            }
        }
        let open = line.into_iter().flat_map(Candidate::open_references);
        let pointers: Vec<_> =
            open.filter(|open| open.keys == missing.record.keys).map(UnresolvedReference::pointer).collect();
        let members = line.into_iter().flat_map(|line| line.content.members());
        for member in members {
            let of_record =
                pointers.iter().filter_map(|pointer| member.pointer.strip_prefix(pointer.as_str()));
            if of_record.into_iter().any(|rest| matches!(rest, "/name" | "/companyName")) {
                names.push(member.text().into_owned());
            }
        }
        // a code often consists of the words of a name
        names.extend(codes.iter().cloned());
        names.dedup();
        Self { codes, names }
    }

    /// Returns searches for similar records: beginnings of codes, and the longest words of names.
    fn searches(&self) -> BTreeSet<String> {
        let mut searches = BTreeSet::new();
        for code in &self.codes {
            let letters: Vec<char> = code.chars().collect();
            let lengths = [letters.len().saturating_sub(1), letters.len().div_ceil(2)];
            let prefixes =
                lengths.into_iter().filter(|length| *length >= 2).filter_map(|length| letters.get(..length));
            searches.extend(prefixes.map(|letters| letters.iter().collect::<String>()));
        }
        for name in &self.names {
            let mut words: Vec<_> = name.split(|letter: char| !letter.is_alphanumeric()).collect();
            words.retain(|word| word.chars().count() >= 3);
            words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
            searches.extend(words.into_iter().take(MAX_SEARCHED_WORDS).map(str::to_owned));
        }
        searches
    }
}

fn listed_kind(kind: ReferenceKind) -> KindName {
    match kind {
        ReferenceKind::Partner | ReferenceKind::SalesPartner => KindName::Partners,
        ReferenceKind::Location => KindName::Locations,
        ReferenceKind::Contact => KindName::Contacts,
        ReferenceKind::Product => KindName::Products,
        ReferenceKind::Unit => KindName::Uoms,
        ReferenceKind::Shipper => KindName::Shippers,
        ReferenceKind::PaymentTerm => KindName::PaymentTerms,
        ReferenceKind::Warehouse => KindName::Warehouses,
        ReferenceKind::PricingSystem => KindName::PricingSystems,
        ReferenceKind::DocumentType => KindName::DocumentTypes,
    }
}

fn known_record(kind: KindName, record: &StoredRecord) -> SuggestibleRecord {
    let text = |member: &str| match record.value(kind.kind(), member) {
        Some(GivenValue::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let (code, name) = if kind == KindName::Locations {
        let parts = ["name", "address1", "postal", "city"].into_iter().filter_map(text);
        (text("gln"), Some(parts.collect::<Vec<_>>().join(", ")))
    } else {
        (text("code"), text("name"))
    };
    SuggestibleRecord { id: record.id, code, name }
}

/// Returns the records with the most similar codes.
fn similar_by_code(code: &str, known: &[SuggestibleRecord]) -> Vec<ReferenceSuggestion> {
    let coded = known.iter().filter_map(|one| {
        Some(RecordSuggestion { code: one.code.clone()?, name: one.name.clone().unwrap_or_default() })
    });
    let near = nearest(code, coded);
    let near = near.iter().filter_map(|near| known.iter().find(|one| one.code.as_ref() == Some(&near.code)));
    near.map(|one| one.suggested(SuggestionReason::SimilarCode)).collect()
}

/// Returns the records with the most similar names.
fn similar_by_name(name: &str, known: &[SuggestibleRecord]) -> Vec<ReferenceSuggestion> {
    let rated = known.iter().filter_map(|one| {
        let similarity = name_similarity(name, one.name.as_deref()?);
        (similarity >= SIMILAR).then_some((std::cmp::Reverse(similarity), one.id, one))
    });
    let mut rated: Vec<_> = rated.collect();
    rated.sort_by_key(|(similarity, id, _)| (*similarity, *id));
    rated
        .into_iter()
        .take(MAX_PER_REASON)
        .map(|(.., one)| one.suggested(SuggestionReason::SimilarName))
        .collect()
}

/// Adds suggestions of records that are not suggested yet.
fn add(suggestions: &mut Vec<ReferenceSuggestion>, more: Vec<ReferenceSuggestion>) {
    for one in more {
        if !suggestions.iter().any(|known| known.id == one.id) {
            suggestions.push(one);
        }
    }
}
