//! What could cure a problem of a candidate: found where the rules are, from today's master data, and tried before it is
//! offered. Nothing is changed by it.

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

/// So many remedies of one problem are offered, the best ones.
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
    /// Whether it may cure others that have the problem for the same cause: it does not depend on the candidate alone.
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

/// Something that would cure a problem.
#[derive(Clone, PartialEq, Debug)]
pub struct Remedy {
    pub kind: RemedyKind,
    pub words: Param,
    pub sureness: Sureness,
    pub cure: Cure,
}

/// What is to be done.
#[derive(Clone, PartialEq, Debug)]
pub enum Cure {
    /// A correction of the candidate itself.
    Correct {
        patch: CandidatePatch,
        /// What a person must still enter.
        fill: Option<Fill>,
        /// What still stands against the candidate afterwards.
        leaves: Vec<ProblemCode>,
        /// Every member whose effective value it changes; empty while a person must still enter one.
        members: Vec<Field>,
    },
    /// Records of a kind are created or changed.
    Write { kind: KindName, record: ProposedRecord, owner: OrganisationId },
    /// It is looked at again.
    Revalidate,
    /// Its header becomes an order, whatever it waits for.
    Process(Option<HoldReason>),
    /// Another candidate, because of which the whole header waits, waits no longer; or until a day that a person enters.
    Attend { candidate: CandidateId, another_day: bool },
}

/// What a person must enter for a correction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    Value(Field),
    /// The day until which someone waits.
    WaitingUntil,
}

/// Why a remedy is never offered first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caution {
    /// It changes how the row is taxed.
    TaxClass,
    /// It moves a date into the past.
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
    /// Why a person must decide on it: it is never the first choice.
    pub fn caution(&self, problem: ProblemCode, today: Option<Date>) -> Option<Caution> {
        match &self.cure {
            // where there is no category, one is given, not changed
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

    /// The same for all candidates of a group: without the values of the one that it was tried with.
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

    /// What doing it takes.
    pub fn scope(&self) -> Scope {
        match self.cure {
            Cure::Correct { .. } | Cure::Revalidate | Cure::Attend { .. } => Scope::CandidatesWrite,
            Cure::Write { .. } => Scope::MasterdataWrite,
            Cure::Process(_) => Scope::ProcessRun,
        }
    }

    /// What still stands against the candidate when it was corrected.
    fn leaves(&self) -> &[ProblemCode] {
        match &self.cure {
            Cure::Correct { leaves, .. } => leaves,
            Cure::Write { .. } | Cure::Revalidate | Cure::Process(_) | Cure::Attend { .. } => &[],
        }
    }

    /// Whether it writes a record that every organisation reads.
    pub fn is_shared(&self) -> bool {
        matches!(self.cure, Cure::Write { owner: SHARED, .. })
    }
}

/// What could help a candidate.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Remedies {
    /// For each of its problems, in their order, the best first; those that call for caution last.
    pub problems: Vec<Vec<Remedy>>,
    /// The day on which the organisation is.
    pub today: Option<Date>,
    /// So that it waits no longer.
    pub hold: Vec<Remedy>,
}

/// What could help a candidate that was loaded with everything that it names, and the places of its partners.
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
