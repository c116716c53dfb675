//! A candidate with what stands against it today, and the means to try what would cure it.

use jiff::civil::Date;

use super::{Cure, Fill, ProposedRecord, Remedy, RemedyKind, Sureness};
use crate::candidate::{Candidate, Field, Sent};
use crate::correction::{
    CandidatePatch, CorrectionCall, CorrectionContext, Corrector, OverrideChange, WantedValue,
    changed_members,
};
use crate::ids::{OrganisationId, SHARED, UnitId};
use crate::masterdata::kinds::KindName;
use crate::masterdata::{Organisation, PriceList, PriceListVersion, Product, Reference};
use crate::money::{LineToPrice, choose_list, choose_version, effective_pricing_system};
use crate::phrase::Phrase;
use crate::problem::{Param, Problem, ProblemCode};
use crate::processing::Found;

pub(super) struct Case<'a> {
    pub context: &'a CorrectionContext,
    pub call: &'a CorrectionCall,
    pub candidate: &'a Candidate,
    corrector: &'a Corrector<'a>,
    found: Found<'a>,
}

impl<'a> Case<'a> {
    pub fn new(corrector: &'a Corrector<'a>, candidate: &'a Candidate) -> Self {
        let (context, call) = (corrector.context, corrector.call);
        Self { context, call, candidate, corrector, found: corrector.found(candidate) }
    }

    /// What would cure a problem that was found when the candidate was last looked at.
    pub fn remedies(&self, problem: ProblemCode) -> Vec<Remedy> {
        if !self.found.problems.iter().any(|found| found.code == problem) {
            let again = Remedy {
                kind: RemedyKind::Revalidate,
                words: Phrase::RevalidateRemedy.into(),
                sureness: Sureness::Certain,
                cure: Cure::Revalidate,
            };
            // what is too large may be so only together with others of the header
            let smaller = if problem == ProblemCode::NumberTooLarge { self.smaller() } else { Vec::new() };
            return smaller.into_iter().flatten().chain([again]).collect();
        }
        let remedies = match problem {
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
            ProblemCode::PropertyUnsupported => vec![self.without_unsupported()],
            ProblemCode::NumberTooLarge => self.smaller(),
            _ => Vec::new(),
        };
        remedies.into_iter().flatten().collect()
    }

    pub fn reference(&self) -> &'a Reference {
        &self.context.records.related.reference
    }

    pub fn organisation(&self) -> Option<&'a Organisation> {
        self.reference().organisation(self.candidate.organisation)
    }

    pub fn product(&self) -> Option<&'a Product> {
        self.context.records.related.products.get(&self.candidate.product)
    }

    /// What its price depends on, as far as that is known.
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

    /// The day on which the organisation is.
    pub fn today(&self) -> Option<Date> {
        Some(self.call.now.to_zoned(self.organisation()?.time_zone.clone()).date())
    }

    /// The code of an owner of records, as master data name it.
    pub fn owner(&self, organisation: OrganisationId) -> Option<&'a str> {
        match organisation {
            SHARED => Some("*"),
            own => self.reference().organisation(own).map(|one| one.code.as_str()),
        }
    }

    /// The product as it is: what is not given with a record stays, but what every record has must be.
    pub fn product_record(&self) -> Option<ProposedRecord> {
        let product = self.product()?;
        let record = ProposedRecord::default()
            .with("org", self.owner(product.organisation)?)
            .with("code", product.code.as_str())
            .with("name", product.name.as_str())
            .with("uom", self.unit_code(product.unit)?);
        Some(record)
    }

    /// The candidate without the members that are not supported.
    fn without_unsupported(&self) -> Option<Remedy> {
        let is_kept = |field: &Field| field.read(self.candidate).is_some();
        let cleared = self.candidate.overrides.iter().filter(|one| one.cleared).map(|one| one.field);
        let clear = cleared.chain(Field::UNSUPPORTED.into_iter().filter(is_kept)).collect();
        let patch = CandidatePatch { clear: Sent::Value(clear), ..CandidatePatch::default() };
        let kind = (RemedyKind::ContinueWithout, Phrase::ContinueWithoutRemedy.into());
        self.patch(ProblemCode::PropertyUnsupported, kind, Sureness::Possible, patch)
    }

    /// What stands against the candidate as it is.
    pub fn standing(&self) -> Vec<ProblemCode> {
        codes(&self.found.problems)
    }

    /// A remedy that sets one member; `None` where it would not cure the problem.
    pub fn set(
        &self,
        problem: ProblemCode,
        (kind, words): (RemedyKind, Param),
        sureness: Sureness,
        (field, wanted): (Field, WantedValue),
    ) -> Option<Remedy> {
        let patch = CandidatePatch::setting(vec![(field, OverrideChange::Set(wanted))]);
        self.patch(problem, (kind, words), sureness, patch)
    }

    /// A remedy that was tried; `None` where it would not cure the problem.
    pub fn patch(
        &self,
        problem: ProblemCode,
        (kind, words): (RemedyKind, Param),
        sureness: Sureness,
        patch: CandidatePatch,
    ) -> Option<Remedy> {
        let remedy = self.tried((kind, words), sureness, patch)?;
        (!remedy.leaves().contains(&problem)).then_some(remedy)
    }

    /// A remedy that sets one member to what is known, whatever it cures; `None` where that changes nothing.
    pub fn accepted(
        &self,
        (kind, words): (RemedyKind, Param),
        sureness: Sureness,
        (field, wanted): (Field, WantedValue),
    ) -> Option<Remedy> {
        self.tried(
            (kind, words),
            sureness,
            CandidatePatch::setting(vec![(field, OverrideChange::Set(wanted))]),
        )
    }

    /// A remedy for which a person must enter a value; what it leaves is what a value like this one does.
    pub fn entered(
        &self,
        problem: ProblemCode,
        (kind, words): (RemedyKind, Param),
        (field, like): (Field, WantedValue),
    ) -> Option<Remedy> {
        let mut remedy = self.set(problem, (kind, words), Sureness::Possible, (field, like))?;
        if let Cure::Correct { patch, fill, members, .. } = &mut remedy.cure {
            patch.overrides = Sent::Value(Vec::new());
            members.clear();
            *fill = Some(Fill::Value(field));
        }
        Some(remedy)
    }

    /// A remedy that writes a record of an owner.
    pub fn write(
        (kind, words): (RemedyKind, Param),
        sureness: Sureness,
        (name, owner): (KindName, OrganisationId),
        record: ProposedRecord,
    ) -> Remedy {
        Remedy { kind, words, sureness, cure: Cure::Write { kind: name, record, owner } }
    }

    /// A correction, with what would stand against the candidate afterwards; `None` where it is refused or changes nothing.
    fn tried(
        &self,
        (kind, words): (RemedyKind, Param),
        sureness: Sureness,
        patch: CandidatePatch,
    ) -> Option<Remedy> {
        let corrected = self.corrector.correct(self.candidate, &patch).ok()?;
        let entry = Some(corrected.entry.as_ref()?);
        let members = changed_members(self.candidate, &corrected.candidate, entry);
        let leaves = codes(&corrected.candidate.problems);
        Some(Remedy { kind, words, sureness, cure: Cure::Correct { patch, fill: None, leaves, members } })
    }
}

/// Each of them once.
fn codes(problems: &[Problem]) -> Vec<ProblemCode> {
    let mut codes: Vec<_> = problems.iter().map(|problem| problem.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// Those that would cure, as one of several answers that are as good as each other; a single one is likely.
pub(super) fn alternatives(remedies: impl Iterator<Item = Remedy>, most: usize) -> Vec<Remedy> {
    let mut remedies: Vec<_> = remedies.take(most + 1).collect();
    if let [only] = remedies.as_mut_slice() {
        only.sureness = Sureness::Likely;
    }
    remedies.truncate(most);
    remedies
}
