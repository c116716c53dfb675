//! Suggested fixes for taxes, dates and order types.

use jiff::civil::Date;

use super::case::{FixFinder, alternatives};
use super::{Confidence, ProposedRecord, SuggestedFix, SuggestedFixKind};
use crate::candidate::{Field, OrderDocType};
use crate::correction::RequestedValue;
use crate::ids::TaxCategoryId;
use crate::masterdata::TaxCategory;
use crate::masterdata::kinds::KindName;
use crate::money::{choose_version, from_country, visible};
use crate::phrase::Phrase;
use crate::problem::ProblemCode;

/// Maximum number of suggested tax categories.
const FEW: usize = 3;
/// Maximum number of tax categories that are tried.
const TRIED: usize = 50;

impl<'a> FixFinder<'a> {
    /// Suggests a tax category if neither the row nor its records define one.
    pub fn tax_category(&self, problem: ProblemCode) -> Vec<Option<SuggestedFix>> {
        let chosen = self.tax_categories(problem);
        let only = match chosen.as_slice() {
            [(category, _)] => Some(*category),
            _ => None,
        };
        let product = self.product_category(only);
        chosen.into_iter().map(|(_, suggested_fix)| Some(suggested_fix)).chain([product]).collect()
    }

    /// Returns the tax categories with which a tax applies to the candidate.
    fn tax_categories(&self, problem: ProblemCode) -> Vec<(&'a TaxCategory, SuggestedFix)> {
        let categories = self.reference().tax_categories.iter();
        let own = self.candidate.organisation;
        let categories = categories.filter(|one| one.active && visible(one.organisation, own)).take(TRIED);
        let tried = categories.filter_map(|category| {
            let text = Phrase::ChooseTaxCategoryFix
                .of([category.code.as_str().into(), category.name.as_str().into()]);
            let wanted = (Field::TaxCategoryCode, RequestedValue::Code(category.code.clone()));
            let kind = (SuggestedFixKind::ChooseTaxCategory, text);
            let suggested_fix = self.set(problem, kind, Confidence::Possible, wanted)?;
            // a fix that leaves or causes a tax problem is not suggested
            let untaxed = [ProblemCode::TaxNone, ProblemCode::TaxAmbiguous, ProblemCode::TaxCategoryNone];
            let is_resolved = !suggested_fix.leaves().iter().any(|left| untaxed.contains(left));
            is_resolved.then_some((category, suggested_fix))
        });
        let mut tried: Vec<_> = tried.take(FEW + 1).collect();
        if let [(_, only)] = tried.as_mut_slice() {
            only.confidence = Confidence::Likely;
        }
        tried.truncate(FEW);
        tried
    }

    /// Suggests setting the tax category of the product, which applies to all future rows.
    fn product_category(&self, category: Option<&TaxCategory>) -> Option<SuggestedFix> {
        let product = self.product()?;
        let code = product.code.as_str();
        let record = self.product_record()?;
        let (text, record) = match category {
            Some(category) => (
                Phrase::SetProductTaxCategoryFix.of([code.into(), category.code.as_str().into()]),
                record.with("taxCategory", category.code.as_str()),
            ),
            None => (Phrase::EnterProductTaxCategoryFix.of([code.into()]), record.without("/taxCategory")),
        };
        let kind = (KindName::Products, product.organisation);
        Some(Self::write((SuggestedFixKind::SetProductTaxCategory, text), Confidence::Possible, kind, record))
    }

    /// Suggests other tax categories, dates or a new tax if no tax or several match.
    pub fn tax(&self, problem: ProblemCode) -> Vec<Option<SuggestedFix>> {
        let mut suggested_fixes: Vec<_> =
            self.tax_categories(problem).into_iter().map(|(_, suggested_fix)| Some(suggested_fix)).collect();
        if problem == ProblemCode::TaxNone {
            suggested_fixes.push(self.taxed_date());
            suggested_fixes.push(self.created_tax());
        }
        suggested_fixes
    }

    /// Returns the tax category from the parameters of the problem `tax.none`, because the effective category is not known
    /// here.
    fn untaxed(&self) -> Option<TaxCategoryId> {
        let reported = self.candidate.problems.iter().find(|problem| problem.code == ProblemCode::TaxNone)?;
        let (_, code) = reported.params.iter().find(|(name, _)| name == "category")?;
        let crate::problem::Param::Text(code) = code else { return None };
        let code = crate::text::Code::parse(code).ok().flatten()?;
        self.reference().tax_category_named(self.candidate.organisation, &code)
    }

    /// Suggests the first date on which a tax applies.
    fn taxed_date(&self) -> Option<SuggestedFix> {
        let line = self.line()?;
        let from = from_country(line.warehouse, line.organisation, self.reference());
        let taxes = self.reference().taxes_of(self.untaxed()?).filter(|tax| {
            let to = tax.to_country.as_ref().is_none_or(|to| to == line.ship_to_country);
            tax.active
                && to
                && Some(&tax.from_country) == from
                && visible(tax.organisation, line.organisation.id)
        });
        let first = taxes.map(|tax| tax.valid_from).filter(|day| *day > line.date).min()?;
        self.valid_date(ProblemCode::TaxNone, first)
    }

    fn created_tax(&self) -> Option<SuggestedFix> {
        let line = self.line()?;
        let category = self.reference().tax_category(self.untaxed()?)?.code.as_str();
        let from = from_country(line.warehouse, line.organisation, self.reference())?.as_str();
        let to = line.ship_to_country.as_str();
        let text = Phrase::CreateTaxFix.of([category.into(), from.into(), to.into()]);
        let record = ProposedRecord::default()
            .with("org", self.owner(self.candidate.organisation)?)
            .with("taxCategory", category)
            .with("fromCountry", from)
            .with("toCountry", to)
            .with("validFrom", line.date)
            .without("/code")
            .without("/rate");
        let kind = (KindName::Taxes, self.candidate.organisation);
        Some(Self::write((SuggestedFixKind::CreateTax, text), Confidence::Possible, kind, record))
    }

    /// Suggests fixes if the price list has no version on the date.
    pub fn version_date(&self) -> Vec<Option<SuggestedFix>> {
        let mut suggested_fixes = vec![self.next_version(), self.created_version()];
        suggested_fixes.extend(self.pricing_system(ProblemCode::PricelistNoVersion).into_iter().map(Some));
        suggested_fixes
    }

    fn next_version(&self) -> Option<SuggestedFix> {
        let (line, list) = (self.line()?, self.list()?);
        let days = self.reference().versions_of(list.id).map(|version| version.valid_from);
        let valid = |day: &Date| {
            *day > line.date && choose_version(list, line.organisation.id, *day, self.reference()).is_ok()
        };
        self.valid_date(ProblemCode::PricelistNoVersion, days.filter(valid).min()?)
    }

    /// Suggests today instead of a past date if that also resolves the problem.
    fn valid_date(&self, problem: ProblemCode, first: Date) -> Option<SuggestedFix> {
        let take = |day: Date| {
            let text = Phrase::TakeValidDateFix.of([day.into()]);
            let wanted = (Field::DateRequired, day.into());
            self.set(problem, (SuggestedFixKind::UseValidDate, text), Confidence::Possible, wanted)
        };
        let today = self.today().filter(|today| first < *today);
        today.and_then(take).or_else(|| take(first))
    }

    /// Suggests creating a version from the date on, based on the prices of the newest earlier one.
    fn created_version(&self) -> Option<SuggestedFix> {
        let (line, list) = (self.line()?, self.list()?);
        let text = Phrase::CreateVersionFix.of([list.code.as_str().into(), line.date.into()]);
        let own = self.candidate.organisation;
        let known = self.reference().versions_of(list.id);
        let known = known.filter(|version| version.active && visible(version.organisation, own));
        let base = known.map(|version| version.valid_from).filter(|day| *day < line.date).max();
        let version = ProposedRecord::default().with("validFrom", line.date);
        let version = match base {
            Some(base) => version.with("baseValidFrom", base),
            None => version,
        };
        let record = ProposedRecord::default()
            .with("org", self.owner(list.organisation)?)
            .with("code", list.code.as_str())
            .with("name", list.name.as_str())
            .with("pricingSystem", self.reference().pricing_system(list.pricing_system)?.code.as_str())
            .with("currency", list.currency.as_str())
            .with("versions", version);
        let kind = (KindName::PriceLists, list.organisation);
        Some(Self::write((SuggestedFixKind::CreateVersion, text), Confidence::Possible, kind, record))
    }

    /// Suggests a required date: the later one of order date and today.
    pub fn date(&self) -> Option<SuggestedFix> {
        let day = self.candidate.date_ordered.max(self.today()?);
        let text = Phrase::SetDateFix.of([day.into()]);
        let wanted = (Field::DateRequired, day.into());
        self.set(
            ProblemCode::PropertyMissing,
            (SuggestedFixKind::SetDate, text),
            Confidence::Possible,
            wanted,
        )
    }

    /// Suggests the other order types.
    pub fn order_type(&self) -> Vec<Option<SuggestedFix>> {
        let problem = ProblemCode::OrderDocTypeUnknown;
        let others = OrderDocType::ALL.iter().filter_map(|kind| {
            let text = Phrase::ChooseOrderTypeFix.of([kind.phrase().into()]);
            let wanted = (Field::OrderDocType, (*kind).into());
            self.set(problem, (SuggestedFixKind::ChooseOrderType, text), Confidence::Possible, wanted)
        });
        alternatives(others, FEW).into_iter().map(Some).collect()
    }
}
