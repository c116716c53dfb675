//! Suggested fixes for the problems of a candidate, based on current master data. Each correction is tried in memory before
//! it is suggested, and nothing is written.

mod case;
mod parties;
mod price;
mod record;
mod similar_codes;
mod terms;
mod waiting;

#[cfg(test)]
mod tests;

pub use record::{ProposedRecord, RecordValue};
pub use similar_codes::{
    MEANT, RecordSuggestion, codes_at_distance_one, known, listed_records, nearest, similar_codes, unknown,
    unknown_code,
};

use case::FixFinder;
use jiff::civil::Date;

use crate::access::Scope;
use crate::candidate::{Candidate, Field, HoldReason, Status, string_enum};
use crate::correction::{
    CandidatePatch, CorrectionCall, CorrectionContext, Corrector, OverrideChange, RequestedValue,
};
use crate::ids::{CandidateId, OrganisationId, SHARED};
use crate::masterdata::kinds::KindName;
use crate::phrase::Phrase;
use crate::problem::{Language, Param, ProblemCode};

/// Maximum number of suggested fixes per problem; the best ones are kept.
pub const MAX_SUGGESTED_FIXES: usize = 6;

string_enum! {
    /// Kind of a suggested fix, by its stable name.
    SuggestedFixKind {
        Revalidate "revalidate"
        UseListCurrency "currency.take_list"
        ChoosePricingSystem "pricingsystem.choose"
        UseStockUnit "unit.take_stock"
        UseConvertibleUnit "unit.take_convertible"
        UsePricedUnit "unit.take_priced"
        CreateConversion "conversion.create"
        CreatePrice "price.create"
        SetPrice "price.set"
        UseListPrice "price.take_list"
        ChooseTaxCategory "taxcategory.choose"
        SetProductTaxCategory "product.set_taxcategory"
        CreateTax "tax.create"
        UseValidDate "date.take_valid"
        SetDate "date.set"
        CreateVersion "version.create"
        ActivatePartner "bpartner.activate"
        ActivateProduct "product.activate"
        ChooseLocation "location.choose"
        ChooseOrderType "ordertype.choose"
        SetQuantity "qty.set"
        SetDiscount "discount.set"
        UseSimilarCode "code.meant"
        ContinueWithout "property.clear"
        KeepRecord "record.keep"
        Release "release"
        Process "process"
        EndWait "take_up"
        WaitUntil "wait_until"
        Restore "take_back"
    }
    /// Confidence that a fix is the right one.
    Confidence {
        /// The fix is the only possible one and does not change the meaning of the sent values.
        Certain "certain"
        /// The fix is the most probable intention of the sender.
        Likely "likely"
        /// The fix resolves the problem, but a user must decide whether it is right.
        Possible "possible"
    }
}

impl SuggestedFixKind {
    /// Returns whether the fix can be applied to all candidates with the same cause, because it does not depend on values of
    /// the candidate.
    pub fn is_for_all(self) -> bool {
        match self {
            Self::UseListCurrency
            | Self::ChoosePricingSystem
            | Self::UseStockUnit
            | Self::UseConvertibleUnit
            | Self::UsePricedUnit
            | Self::CreateConversion
            | Self::CreatePrice
            | Self::ChooseTaxCategory
            | Self::SetProductTaxCategory
            | Self::CreateTax
            | Self::UseValidDate
            | Self::CreateVersion
            | Self::ActivatePartner
            | Self::ActivateProduct
            | Self::ContinueWithout
            | Self::ChooseOrderType => true,
            Self::Revalidate
            | Self::KeepRecord
            | Self::SetPrice
            | Self::UseListPrice
            | Self::SetDate
            | Self::ChooseLocation
            | Self::SetQuantity
            | Self::SetDiscount
            | Self::UseSimilarCode
            | Self::Release
            | Self::Process
            | Self::EndWait
            | Self::WaitUntil
            | Self::Restore => false,
        }
    }
}

/// Suggested fix of a problem.
#[derive(Clone, PartialEq, Debug)]
pub struct SuggestedFix {
    pub kind: SuggestedFixKind,
    pub text: Param,
    pub confidence: Confidence,
    pub fix_action: FixAction,
}

/// Action of a suggested fix.
#[derive(Clone, PartialEq, Debug)]
pub enum FixAction {
    /// Corrects the candidate itself.
    Correct {
        patch: CandidatePatch,
        /// Value that the user must enter.
        fill: Option<RequiredInput>,
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
    /// Ends or extends the wait of another candidate that holds the whole incoming order. With `another_day`, the user
    /// enters a new date.
    Attend { candidate: CandidateId, another_day: bool },
}

/// Value that the user must enter for a correction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequiredInput {
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

impl SuggestedFix {
    /// Returns the reason why the fix is never suggested first, if any.
    pub fn caution(&self, problem: ProblemCode, today: Option<Date>) -> Option<Caution> {
        match &self.fix_action {
            // if no tax category is set, the fix does not change the taxation
            _ if self.kind == SuggestedFixKind::ChooseTaxCategory
                && problem != ProblemCode::TaxCategoryNone =>
            {
                Some(Caution::TaxClass)
            }
            FixAction::Correct { patch, .. } => {
                let past = |(field, change): &(Field, OverrideChange)| match change {
                    OverrideChange::Set(RequestedValue::Value(day)) if *field == Field::DateRequired => {
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
        let mut suggested_fix = self.clone();
        match (&mut suggested_fix.fix_action, self.kind) {
            (
                FixAction::Correct { patch, .. },
                SuggestedFixKind::UseStockUnit
                | SuggestedFixKind::UseConvertibleUnit
                | SuggestedFixKind::UsePricedUnit,
            ) => {
                let changes = patch.overrides.value().into_iter().flatten();
                let unit = changes.filter_map(|(_, change)| match change {
                    OverrideChange::Set(RequestedValue::Code(code)) => Some(code.as_str().into()),
                    _ => None,
                });
                if let Some(unit) = unit.take(1).next() {
                    suggested_fix.text = Phrase::TakeUnitForAllFix.of([unit]);
                }
            }
            (FixAction::Write { record, .. }, SuggestedFixKind::CreatePrice) if record.has("price") => {
                *record = record.clone().dropped("price").without("/price");
            }
            _ => {}
        }
        suggested_fix
    }

    pub fn message(&self, language: Language) -> String {
        self.text.text(language)
    }

    /// Returns the scope that is required to apply the fix.
    pub fn scope(&self) -> Scope {
        match self.fix_action {
            FixAction::Correct { .. } | FixAction::Revalidate | FixAction::Attend { .. } => {
                Scope::CandidatesWrite
            }
            FixAction::Write { .. } => Scope::MasterdataWrite,
            FixAction::Process(_) => Scope::ProcessRun,
        }
    }

    /// Returns the problems that remain after the correction.
    fn leaves(&self) -> &[ProblemCode] {
        match &self.fix_action {
            FixAction::Correct { leaves, .. } => leaves,
            FixAction::Write { .. }
            | FixAction::Revalidate
            | FixAction::Process(_)
            | FixAction::Attend { .. } => &[],
        }
    }

    /// Returns whether the fix writes a shared record.
    pub fn is_shared(&self) -> bool {
        matches!(self.fix_action, FixAction::Write { owner: SHARED, .. })
    }
}

/// Suggested fixes of a candidate.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SuggestedFixes {
    /// Fixes of each problem, in the order of the problems: best first, fixes with a caution last.
    pub problems: Vec<Vec<SuggestedFix>>,
    /// Current date in the organisation's time zone.
    pub today: Option<Date>,
    /// Fixes that end the hold.
    pub hold: Vec<SuggestedFix>,
}

/// Returns suggested fixes for a candidate. The context must contain all records that it refers to and the locations of
/// its partners.
pub fn suggested_fixes(
    context: &CorrectionContext,
    call: &CorrectionCall,
    candidate: &Candidate,
) -> SuggestedFixes {
    let corrector = Corrector::new(context, call);
    let case = FixFinder::new(&corrector, candidate);
    let today = case.today();
    let problems = candidate.problems.iter().map(|problem| {
        let mut found = match candidate.status {
            Status::Error => case.suggested_fixes(problem.code),
            Status::New | Status::Processed | Status::Inactive => Vec::new(),
        };
        for suggested_fix in &mut found {
            if suggested_fix.caution(problem.code, today).is_some() {
                suggested_fix.confidence = Confidence::Possible;
            }
        }
        found.sort_by_key(|suggested_fix| {
            (suggested_fix.caution(problem.code, today).is_some(), suggested_fix.confidence)
        });
        found.truncate(MAX_SUGGESTED_FIXES);
        found
    });
    SuggestedFixes { problems: problems.collect(), today, hold: case.waiting() }
}
