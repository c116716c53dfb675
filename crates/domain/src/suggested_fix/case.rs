//! Finder of suggested fixes for one candidate: tries corrections and records of master data.

use jiff::civil::Date;

use super::{Confidence, FixAction, ProposedRecord, RequiredInput, SuggestedFix, SuggestedFixKind};
use crate::candidate::{Candidate, Field, MaybeUndefined};
use crate::correction::{
    CandidatePatch, CorrectionCall, CorrectionContext, Corrector, OverrideChange, RequestedValue,
    changed_members,
};
use crate::ids::{OrganisationId, SHARED, UnitId};
use crate::masterdata::kinds::KindName;
use crate::masterdata::{Organisation, PriceList, PriceListVersion, Product, Reference};
use crate::money::{LineToPrice, choose_list, choose_version, effective_pricing_system};
use crate::phrase::Phrase;
use crate::problem::{Param, Problem, ProblemCode};
use crate::processing::ValidationResult;

pub(super) struct FixFinder<'a> {
    pub context: &'a CorrectionContext,
    pub call: &'a CorrectionCall,
    pub candidate: &'a Candidate,
    corrector: &'a Corrector<'a>,
    found: ValidationResult<'a>,
}

impl<'a> FixFinder<'a> {
    pub fn new(corrector: &'a Corrector<'a>, candidate: &'a Candidate) -> Self {
        let (context, call) = (corrector.context, corrector.call);
        Self { context, call, candidate, corrector, found: corrector.found(candidate) }
    }

    /// Returns suggested fixes for a problem of the current validation.
    pub fn suggested_fixes(&self, problem: ProblemCode) -> Vec<SuggestedFix> {
        if !self.found.problems.iter().any(|found| found.code == problem) {
            let again = SuggestedFix {
                kind: SuggestedFixKind::Revalidate,
                text: Phrase::RevalidateFix.into(),
                confidence: Confidence::Certain,
                fix_action: FixAction::Revalidate,
            };
            // a number can be too large only in the sum with other candidates of the incoming order
            let smaller = if problem == ProblemCode::NumberTooLarge { self.smaller() } else { Vec::new() };
            return smaller.into_iter().flatten().chain([again]).collect();
        }
        let suggested_fixes = match problem {
            ProblemCode::CurrencyMismatch => self.currency(),
            ProblemCode::UomNoConversion => self.conversion(),
            ProblemCode::PriceNone => self.price(),
            ProblemCode::PriceAmbiguous => self.priced_unit(),
            ProblemCode::PriceNegative | ProblemCode::PriceRoundsToZero => self.other_price(problem),
            ProblemCode::TaxCategoryNone => self.tax_category(problem),
            ProblemCode::TaxNone | ProblemCode::TaxAmbiguous => self.tax(problem),
            ProblemCode::PricelistNoVersion => self.version_date(),
            ProblemCode::PricelistNone | ProblemCode::PricingSystemNone | ProblemCode::PricelistCycle => {
                self.pricing_system(problem).into_iter().map(Some).collect()
            }
            ProblemCode::PropertyMissing => vec![self.date()],
            ProblemCode::BpartnerInactive => self.partners(),
            ProblemCode::ProductInactive => vec![self.activated_product()],
            ProblemCode::LocationInactive | ProblemCode::LocationNone => self.places(problem),
            ProblemCode::OrderDocTypeUnknown => self.order_type(),
            ProblemCode::QtyNotPositive | ProblemCode::NetRoundsToZero => vec![self.quantity(problem)],
            ProblemCode::BpartnerDiffers | ProblemCode::LocationDiffers => vec![self.confirm_roles(problem)],
            ProblemCode::ProductDiffers => vec![self.confirm_product()],
            ProblemCode::PropertyUnsupported => vec![self.without_unsupported()],
            ProblemCode::NumberTooLarge => self.smaller(),
            _ => Vec::new(),
        };
        suggested_fixes.into_iter().flatten().collect()
    }

    pub fn reference(&self) -> &'a Reference {
        &self.context.records.related.reference
    }

    pub fn organisation(&self) -> Option<&'a Organisation> {
        self.reference().organisation(self.candidate.organisation)
    }

    pub fn product(&self) -> Option<&'a Product> {
        self.context.records.related.products.get(&self.candidate.product?)
    }

    /// Returns the input of the price, if it is complete.
    pub fn line(&self) -> Option<LineToPrice<'a>> {
        self.found.line
    }

    pub fn list(&self) -> Option<&'a PriceList> {
        let line = self.line()?;
        let reference = self.reference();
        let system =
            effective_pricing_system(line.pricing_system, line.bill_partner, line.organisation, reference);
        choose_list(system.ok()?, line.organisation.id, line.ship_to_country, line.currency, reference).ok()
    }

    pub fn version(&self, list: &PriceList) -> Option<&'a PriceListVersion> {
        let line = self.line()?;
        choose_version(list, line.organisation.id, line.date, self.reference()).ok()
    }

    pub fn unit_code(&self, id: UnitId) -> Option<&'a str> {
        self.reference().unit(id).map(|unit| unit.code.as_str())
    }

    /// Returns the current date in the organisation's time zone.
    pub fn today(&self) -> Option<Date> {
        Some(self.call.now.to_zoned(self.organisation()?.time_zone.clone()).date())
    }

    /// Returns the code of a record owner as used in master data; `*` for shared records.
    pub fn owner(&self, organisation: OrganisationId) -> Option<&'a str> {
        match organisation {
            SHARED => Some("*"),
            own => self.reference().organisation(own).map(|one| one.code.as_str()),
        }
    }

    /// Returns the product as a record with its mandatory members only, because absent members stay unchanged.
    pub fn product_record(&self) -> Option<ProposedRecord> {
        let product = self.product()?;
        let record = ProposedRecord::default()
            .with("org", self.owner(product.organisation)?)
            .with("code", product.code.as_str())
            .with("name", product.name.as_str())
            .with("uom", self.unit_code(product.unit)?);
        Some(record)
    }

    /// Suggests clearing the unsupported members.
    fn without_unsupported(&self) -> Option<SuggestedFix> {
        let is_kept = |field: &Field| field.read(self.candidate).is_some();
        let cleared = self.candidate.overrides.iter().filter(|one| one.cleared).map(|one| one.field);
        let clear = cleared.chain(Field::UNSUPPORTED.into_iter().filter(is_kept)).collect();
        let patch = CandidatePatch { clear: MaybeUndefined::Value(clear), ..CandidatePatch::default() };
        let kind = (SuggestedFixKind::ContinueWithout, Phrase::ContinueWithoutFix.into());
        self.patch(ProblemCode::PropertyUnsupported, kind, Confidence::Possible, patch)
    }

    /// Returns the pointers of a problem.
    pub fn pointers(&self, problem: ProblemCode) -> impl Iterator<Item = &str> {
        let found = self.found.problems.iter().filter(move |found| found.code == problem);
        found.map(|found| &*found.pointer)
    }

    /// Returns the current problems of the candidate.
    pub fn current_problems(&self) -> Vec<ProblemCode> {
        codes(&self.found.problems)
    }

    /// Suggests setting one member; `None` if that does not resolve the problem.
    pub fn set(
        &self,
        problem: ProblemCode,
        (kind, text): (SuggestedFixKind, Param),
        confidence: Confidence,
        (field, wanted): (Field, RequestedValue),
    ) -> Option<SuggestedFix> {
        let patch = CandidatePatch::setting(vec![(field, OverrideChange::Set(wanted))]);
        self.patch(problem, (kind, text), confidence, patch)
    }

    /// Tries a correction; `None` if it does not resolve the problem.
    pub fn patch(
        &self,
        problem: ProblemCode,
        (kind, text): (SuggestedFixKind, Param),
        confidence: Confidence,
        patch: CandidatePatch,
    ) -> Option<SuggestedFix> {
        let suggested_fix = self.tried((kind, text), confidence, patch)?;
        (!suggested_fix.leaves().contains(&problem)).then_some(suggested_fix)
    }

    /// Suggests setting one member to a known value, even if problems remain; `None` if that changes nothing.
    pub fn accepted(
        &self,
        (kind, text): (SuggestedFixKind, Param),
        confidence: Confidence,
        (field, wanted): (Field, RequestedValue),
    ) -> Option<SuggestedFix> {
        self.tried(
            (kind, text),
            confidence,
            CandidatePatch::setting(vec![(field, OverrideChange::Set(wanted))]),
        )
    }

    /// Suggests a correction whose value the user must enter. `like` is a value with which the correction is tried.
    pub fn entered(
        &self,
        problem: ProblemCode,
        (kind, text): (SuggestedFixKind, Param),
        (field, like): (Field, RequestedValue),
    ) -> Option<SuggestedFix> {
        let mut suggested_fix = self.set(problem, (kind, text), Confidence::Possible, (field, like))?;
        if let FixAction::Correct { patch, fill, members, .. } = &mut suggested_fix.fix_action {
            patch.overrides = MaybeUndefined::Value(Vec::new());
            members.clear();
            *fill = Some(RequiredInput::Value(field));
        }
        Some(suggested_fix)
    }

    /// Suggests creating or updating a master data record.
    pub fn write(
        (kind, text): (SuggestedFixKind, Param),
        confidence: Confidence,
        (name, owner): (KindName, OrganisationId),
        record: ProposedRecord,
    ) -> SuggestedFix {
        SuggestedFix { kind, text, confidence, fix_action: FixAction::Write { kind: name, record, owner } }
    }

    /// Tries a correction and returns it with the remaining problems; `None` if it is rejected or changes nothing.
    fn tried(
        &self,
        (kind, text): (SuggestedFixKind, Param),
        confidence: Confidence,
        patch: CandidatePatch,
    ) -> Option<SuggestedFix> {
        let corrected = self.corrector.correct(self.candidate, &patch).ok()?;
        let entry = Some(corrected.entry.as_ref()?);
        let members = changed_members(self.candidate, &corrected.candidate, entry);
        let leaves = codes(&corrected.candidate.problems);
        Some(SuggestedFix {
            kind,
            text,
            confidence,
            fix_action: FixAction::Correct { patch, fill: None, leaves, members },
        })
    }
}

/// Returns the distinct codes.
fn codes(problems: &[Problem]) -> Vec<ProblemCode> {
    let mut codes: Vec<_> = problems.iter().map(|problem| problem.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// Returns up to `maximum` equivalent fixes. A single fix is rated [`Confidence::Likely`].
pub(super) fn alternatives(
    suggested_fixes: impl Iterator<Item = SuggestedFix>,
    maximum: usize,
) -> Vec<SuggestedFix> {
    let mut suggested_fixes: Vec<_> = suggested_fixes.take(maximum + 1).collect();
    if let [only] = suggested_fixes.as_mut_slice() {
        only.confidence = Confidence::Likely;
    }
    suggested_fixes.truncate(maximum);
    suggested_fixes
}
