//! Suggestions for unknown codes of a correction ("did you mean").

use orderdock_domain::candidate::{Candidate, Field};
use orderdock_domain::correction::{CorrectionCall, CorrectionContext, RecordKeys};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::Partner;
use orderdock_domain::masterdata::kinds::{GivenValue, KindName, StoredRecord};
use orderdock_domain::money::visible;
use orderdock_domain::problem::{Language, Problem};
use orderdock_domain::suggested_fix::{
    RecordSuggestion, SuggestedFix, codes_at_distance_one, known, nearest, similar_codes, unknown,
};
use orderdock_domain::text;
use orderdock_store::{
    CorrectionKeys, CorrectionTarget, CrossReferenceFilter, MasterdataQuery, MasterdataWindow, RunScope,
};

use crate::candidates::CandidateService;
use crate::{Caller, Effort, Outcome};

/// Maximum number of unknown codes per correction for which suggestions are searched.
const MAX_UNKNOWN_CODES: usize = 5;
/// Maximum number of records read with the same beginning as an unknown code.
const READ: u32 = 100;

impl CandidateService {
    /// Returns suggested codes for each problem of a rejected correction; empty for problems other than an unknown
    /// code.
    pub async fn similar_codes(
        &self,
        caller: &Caller,
        id: CandidateId,
        problems: &[Problem],
    ) -> Outcome<Vec<Vec<SuggestedFix>>> {
        let mut suggested_fixes = vec![Vec::new(); problems.len()];
        let unknown = problems.iter().map(unknown).zip(&mut suggested_fixes);
        let unknown = unknown.filter_map(|(unknown, suggested_fixes)| Some((unknown?, suggested_fixes)));
        for ((field, code), suggested_fixes) in unknown.take(MAX_UNKNOWN_CODES) {
            *suggested_fixes = self.similar_to(caller, id, field, code).await?;
        }
        Ok(suggested_fixes)
    }

    async fn similar_to(
        &self,
        caller: &Caller,
        id: CandidateId,
        field: Field,
        code: &str,
    ) -> Outcome<Vec<SuggestedFix>> {
        let context = self.naming(caller, id, field, codes_at_distance_one(code)).await?;
        let Some(candidate) = context.candidates.first().cloned() else { return Ok(Vec::new()) };
        let related = &context.records.related;
        let near = if let Some(known) = known(field, &candidate, related) {
            nearest(code, known)
        } else {
            let mut known = loaded(field, &candidate, &context);
            known.extend(self.beginning_alike(caller, field, code).await?);
            nearest(code, known)
        };
        if near.is_empty() {
            return Ok(Vec::new());
        }
        let keys = near.iter().filter_map(|one| text::Code::parse(&one.code).ok().flatten()).collect();
        let context = self.naming(caller, id, field, keys).await?;
        let call = CorrectionCall { actor: caller.actor.name.clone(), now: caller.now, run: None };
        let look = move |candidate: &Candidate| similar_codes(&context, &call, candidate, (field, &near));
        self.workers.compute(Effort::of_rows(1), move || look(&candidate)).await
    }

    /// Loads a candidate and the records that have one of the codes, of the kind that a field refers to.
    async fn naming(
        &self,
        caller: &Caller,
        id: CandidateId,
        field: Field,
        codes: std::collections::BTreeSet<text::Code>,
    ) -> Outcome<CorrectionContext> {
        let places = field.is_partner() || matches!(field, Field::Location | Field::Contact);
        let mut records = RecordKeys { places, ..RecordKeys::default() };
        match field {
            partner if partner.is_partner() => records.partners.codes = codes,
            Field::SalesPartnerCode => records.sales_partner_codes = codes,
            Field::ProductCode => records.products.codes = codes,
            _ => {}
        }
        let keys = CorrectionKeys { candidates: CorrectionTarget::One(id), records };
        let scope = RunScope::of(&caller.organisations);
        Ok(self.store.read(move |tx| tx.load_correction(&scope, &keys)).await?)
    }

    /// Returns records whose code has the same beginning: all but the last character, otherwise the first half.
    async fn beginning_alike(
        &self,
        caller: &Caller,
        field: Field,
        code: &str,
    ) -> Outcome<Vec<RecordSuggestion>> {
        let kind = match field {
            partner if partner.is_partner() => KindName::Partners,
            Field::ProductCode => KindName::Products,
            _ => return Ok(Vec::new()),
        };
        let letters: Vec<char> = code.chars().collect();
        let mut found = Vec::new();
        for length in [letters.len().saturating_sub(1), letters.len().div_ceil(2)] {
            if length < 2 || !found.is_empty() {
                continue;
            }
            let query = MasterdataQuery {
                kind,
                language: Language::English,
                search: letters.get(..length).map(|letters| letters.iter().collect()),
                organisation: None,
                active: Some(true),
                cross_references: CrossReferenceFilter::default(),
                parent: None,
                window: MasterdataWindow::First,
                limit: READ,
            };
            let page = self.store.find_masterdata(caller.organisations.read(), query).await?;
            found.extend(page.records.iter().filter_map(|record| named(kind, record)));
        }
        Ok(found)
    }
}

fn named(kind: KindName, record: &StoredRecord) -> Option<RecordSuggestion> {
    let text = |member: &str| match record.value(kind.kind(), member) {
        Some(GivenValue::Text(text)) => Some(text.clone()),
        _ => None,
    };
    Some(RecordSuggestion { code: text("code")?, name: text("name")? })
}

/// Returns the loaded records, whose codes differ by one slip: one edit, letter case or punctuation.
fn loaded(field: Field, candidate: &Candidate, context: &CorrectionContext) -> Vec<RecordSuggestion> {
    let related = &context.records.related;
    let partners = related.partners.values();
    let partners = partners.filter(|one| one.active && visible(one.organisation, candidate.organisation));
    let similar_codes = |code: &text::Code, one: &Partner| RecordSuggestion {
        code: code.to_string(),
        name: one.name.to_string(),
    };
    match field {
        partner if partner.is_partner() => partners.map(|one| similar_codes(&one.code, one)).collect(),
        Field::SalesPartnerCode => {
            partners.filter_map(|one| Some(similar_codes(one.sales_code.as_ref()?, one))).collect()
        }
        Field::ProductCode => {
            let products = related.products.values();
            let products =
                products.filter(|one| one.active && visible(one.organisation, candidate.organisation));
            products
                .map(|one| RecordSuggestion { code: one.code.to_string(), name: one.name.to_string() })
                .collect()
        }
        _ => Vec::new(),
    }
}
