//! Suggested fixes for the problems of a candidate, based on current master data. Each correction is tried before it is
//! suggested; nothing is changed.

mod case;
mod meant;
mod parties;
mod price;
mod record;
mod terms;
mod waiting;

#[cfg(test)]
mod tests;

pub use meant::{MEANT, Meant, known, meant, nearest, slips, unknown};
pub use record::{ProposedRecord, RecordValue};

use case::Case;
use jiff::civil::Date;

use crate::access::Scope;
use crate::candidate::{Candidate, Field, HoldReason, Status, words};
use crate::correction::{
    CandidatePatch, CorrectionCall, CorrectionContext, Corrector, OverrideChange, WantedValue,
};
use crate::ids::{CandidateId, OrganisationId, SHARED};
use crate::masterdata::kinds::KindName;
use crate::phrase::Phrase;
use crate::problem::{Language, Param, ProblemCode};

/// Maximum number of suggested fixes per problem; the best ones are kept.
pub const MOST_REMEDIES: usize = 6;

words! {
    /// What a remedy does, by a name that stays.
    RemedyKind {
        Revalidate "revalidate"
        TakeListCurrency "currency.take_list"
        ChoosePricingSystem "pricingsystem.choose"
        TakeStockUnit "unit.take_stock"
        TakeConvertibleUnit "unit.take_convertible"
        TakePricedUnit "unit.take_priced"
        CreateConversion "conversion.create"
        CreatePrice "price.create"
        SetPrice "price.set"
        TakeListPrice "price.take_list"
        ChooseTaxCategory "taxcategory.choose"
        SetProductTaxCategory "product.set_taxcategory"
        CreateTax "tax.create"
        TakeValidDate "date.take_valid"
        SetDate "date.set"
        CreateVersion "version.create"
        ActivatePartner "bpartner.activate"
        ActivateProduct "product.activate"
        ChooseLocation "location.choose"
        ChooseOrderType "ordertype.choose"
        SetQuantity "qty.set"
        SetDiscount "discount.set"
        TakeMeantCode "code.meant"
        ContinueWithout "property.clear"
        KeepRecord "record.keep"
        Release "release"
        Process "process"
        TakeUp "take_up"
        WaitUntil "wait_until"
        TakeBack "take_back"
    }
    /// How sure it is that a remedy is the right one.
    Sureness {
        /// Only one answer is possible, and nothing that the sender said changes its meaning.
        Certain "certain"
        /// What was most probably meant.
        Likely "likely"
        /// It cures, if a person finds it right.
        Possible "possible"
    }
}

impl RemedyKind {
    /// Returns whether the fix can apply to all candidates with the same cause, because it is independent of the
    /// candidate.
    pub fn is_for_all(self) -> bool {
        match self {
            Self::TakeListCurrency
            | Self::ChoosePricingSystem
            | Self::TakeStockUnit
            | Self::TakeConvertibleUnit
            | Self::TakePricedUnit
            | Self::CreateConversion
            | Self::CreatePrice
            | Self::ChooseTaxCategory
            | Self::SetProductTaxCategory
            | Self::CreateTax
            | Self::TakeValidDate
            | Self::CreateVersion
            | Self::ActivatePartner
            | Self::ActivateProduct
            | Self::ContinueWithout
            | Self::ChooseOrderType => true,
            Self::Revalidate
            | Self::KeepRecord
            | Self::SetPrice
            | Self::TakeListPrice
            | Self::SetDate
            | Self::ChooseLocation
            | Self::SetQuantity
            | Self::SetDiscount
            | Self::TakeMeantCode
            | Self::Release
            | Self::Process
            | Self::TakeUp
            | Self::WaitUntil
            | Self::TakeBack => false,
        }
    }
}

/// Suggested fix of a problem.
#[derive(Clone, PartialEq, Debug)]
pub struct Remedy {
    pub kind: RemedyKind,
    pub words: Param,
    pub sureness: Sureness,
    pub cure: Cure,
}

/// Action of a suggested fix.
#[derive(Clone, PartialEq, Debug)]
pub enum Cure {
    /// Corrects the candidate itself.
    Correct {
        patch: CandidatePatch,
        /// Value that the user must enter.
        fill: Option<Fill>,
        /// Problems that remain after the correction.
        leaves: Vec<ProblemCode>,
        /// Members whose effective value changes; empty while the user must enter one.
        members: Vec<Field>,
    },
    /// Creates or updates records of a kind.
    Write { kind: KindName, record: ProposedRecord, owner: OrganisationId },
    /// Revalidates the candidate.
    Revalidate,
    /// Processes the incoming order and releases its hold.
    Process(Option<HoldReason>),
    /// Ends or extends the wait of another candidate that holds the whole incoming order; with `another_day` the user
    /// enters the new date.
    Attend { candidate: CandidateId, another_day: bool },
}

/// Value that the user must enter for a correction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    Value(Field),
    /// Date until which the candidate waits.
    WaitingUntil,
}

/// Reason why a fix is never suggested first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caution {
    /// The fix changes the taxation of the row.
    TaxClass,
    /// The fix moves a date into the past.
    PastDate,
}

impl Caution {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TaxClass => "tax_class",
            Self::PastDate => "past_date",
        }
    }
}

impl Remedy {
    /// Returns why a user must decide on the fix; such a fix is never suggested first.
    pub fn caution(&self, problem: ProblemCode, today: Option<Date>) -> Option<Caution> {
        match &self.cure {
            // without a tax category, the fix sets one but does not change one
            _ if self.kind == RemedyKind::ChooseTaxCategory && problem != ProblemCode::TaxCategoryNone => {
                Some(Caution::TaxClass)
            }
            Cure::Correct { patch, .. } => {
                let past = |(field, change): &(Field, OverrideChange)| match change {
                    OverrideChange::Set(WantedValue::Value(day)) if *field == Field::DateRequired => {
                        day.parse::<Date>().ok().zip(today).is_some_and(|(day, today)| day < today)
                    }
                    _ => false,
                };
                let moves = patch.overrides.value().is_some_and(|changes| changes.iter().any(past));
                moves.then_some(Caution::PastDate)
            }
            _ => None,
        }
    }

    /// Returns the fix for all candidates of a group, without the values of the candidate that it was tried with.
    #[must_use]
    pub fn of_group(&self) -> Self {
        let mut remedy = self.clone();
        match (&mut remedy.cure, self.kind) {
            (
                Cure::Correct { patch, .. },
                RemedyKind::TakeStockUnit | RemedyKind::TakeConvertibleUnit | RemedyKind::TakePricedUnit,
            ) => {
                let changes = patch.overrides.value().into_iter().flatten();
                let unit = changes.filter_map(|(_, change)| match change {
                    OverrideChange::Set(WantedValue::Code(code)) => Some(code.as_str().into()),
                    _ => None,
                });
                if let Some(unit) = unit.take(1).next() {
                    remedy.words = Phrase::TakeUnitForAllRemedy.of([unit]);
                }
            }
            (Cure::Write { record, .. }, RemedyKind::CreatePrice) if record.has("price") => {
                *record = record.clone().dropped("price").without("/price");
            }
            _ => {}
        }
        remedy
    }

    pub fn message(&self, language: Language) -> String {
        self.words.words(language)
    }

    /// Returns the scope that is required to apply the fix.
    pub fn scope(&self) -> Scope {
        match self.cure {
            Cure::Correct { .. } | Cure::Revalidate | Cure::Attend { .. } => Scope::CandidatesWrite,
            Cure::Write { .. } => Scope::MasterdataWrite,
            Cure::Process(_) => Scope::ProcessRun,
        }
    }

    /// Returns the problems that remain after the correction.
    fn leaves(&self) -> &[ProblemCode] {
        match &self.cure {
            Cure::Correct { leaves, .. } => leaves,
            Cure::Write { .. } | Cure::Revalidate | Cure::Process(_) | Cure::Attend { .. } => &[],
        }
    }

    /// Returns whether the fix writes a shared record.
    pub fn is_shared(&self) -> bool {
        matches!(self.cure, Cure::Write { owner: SHARED, .. })
    }
}

/// Suggested fixes of a candidate.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Remedies {
    /// Fixes of each problem, in the order of the problems; the best first, those with a caution last.
    pub problems: Vec<Vec<Remedy>>,
    /// Current date in the organisation's time zone.
    pub today: Option<Date>,
    /// Fixes that end the hold.
    pub hold: Vec<Remedy>,
}

/// Returns suggested fixes of a candidate. The context must contain all records it references and its partners'
/// locations.
pub fn remedies(context: &CorrectionContext, call: &CorrectionCall, candidate: &Candidate) -> Remedies {
    let corrector = Corrector::new(context, call);
    let case = Case::new(&corrector, candidate);
    let today = case.today();
    let problems = candidate.problems.iter().map(|problem| {
        let mut found = match candidate.status {
            Status::Error => case.remedies(problem.code),
            Status::New | Status::Processed | Status::Inactive => Vec::new(),
        };
        for remedy in &mut found {
            if remedy.caution(problem.code, today).is_some() {
                remedy.sureness = Sureness::Possible;
            }
        }
        found.sort_by_key(|remedy| (remedy.caution(problem.code, today).is_some(), remedy.sureness));
        found.truncate(MOST_REMEDIES);
        found
    });
    Remedies { problems: problems.collect(), today, hold: case.waiting() }
}
