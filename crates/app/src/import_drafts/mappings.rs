//! Saved mappings, which are applied to files with the same columns.

use bytes::Bytes;
use orderdock_domain::access::Scope;
use orderdock_domain::ids::{ImportMappingId, OrganisationId};
use orderdock_domain::import_draft::{ImportMapping, MAX_MAPPINGS};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text::Name;
use orderdock_store::{Conflict, StoreError, StoreResult, WriteMode, WriteTransaction, from_json, to_json};

use super::inspection::Inspection;
use super::settings::DraftSettings;
use super::sheet_file::Edits;
use super::{ImportDraftService, require_write};
use crate::{Caller, Outcome};

/// A saved mapping with its settings.
#[derive(Clone, Debug)]
pub struct SavedMapping {
    pub mapping: ImportMapping,
    pub settings: DraftSettings,
}

impl ImportDraftService {
    /// Returns the saved mappings that the caller can use, by name.
    pub async fn import_mappings(&self, caller: &Caller) -> Outcome<Vec<SavedMapping>> {
        caller.require(Scope::CandidatesRead, Phrase::ReadImportDrafts)?;
        let scope = caller.organisations.read();
        let mappings = self.store.read(move |tx| tx.import_mappings(&scope)).await?;
        let saved: StoreResult<Vec<_>> = mappings.into_iter().map(SavedMapping::read).collect();
        Ok(saved?)
    }

    pub async fn remove_import_mapping(&self, caller: &Caller, id: ImportMappingId) -> Outcome<()> {
        require_write(caller)?;
        let scope = caller.organisations.write();
        let remove = move |tx: &dyn WriteTransaction| tx.remove_import_mapping(&scope, id);
        if self.store.write(WriteMode::Shared, 1, remove).await? {
            return Ok(());
        }
        Err(Problem::not_found(ProblemCode::ImportMappingNotFound, &id).into())
    }

    /// Saves the settings of a draft as a mapping. A mapping with the same name is replaced.
    pub(super) async fn save_import_mapping(
        &self,
        caller: &Caller,
        organisation: OrganisationId,
        name: Name,
        settings: &DraftSettings,
        inspection: &Inspection,
    ) -> Outcome<()> {
        let mut file = settings.file.clone();
        // the next file of the same sender may have only values that are ambiguous
        file.decimal_sign = inspection.mapping.file.decimal_sign;
        file.date_order = inspection.mapping.file.date_order;
        let settings = DraftSettings {
            file,
            members: Some(inspection.mapping.members.clone()),
            mapping_name: None,
            ..settings.clone()
        };
        let mapping = ImportMapping {
            id: self.ids.take_one().await?,
            organisation,
            name,
            columns: settings.columns.clone(),
            settings: to_json(&settings),
            changed_by: caller.actor.name.clone(),
            changed_at: caller.now,
        };
        let save = move |tx: &dyn WriteTransaction| tx.save_import_mapping(&mapping, MAX_MAPPINGS);
        match self.store.write(WriteMode::Shared, 1, save).await {
            Err(StoreError::Conflict(Conflict::ImportMapping)) => {
                let problem = Problem::new(ProblemCode::ImportMappingTooMany, "/saveMapping");
                Err(problem.with("limit", i64::from(MAX_MAPPINGS)).into())
            }
            saved => Ok(saved?),
        }
    }

    /// Returns the settings of a new draft: of the last saved mapping for the same columns if it fits, otherwise none.
    pub(super) async fn first_settings(
        &self,
        caller: &Caller,
        organisation: OrganisationId,
        bytes: &Bytes,
    ) -> Outcome<(DraftSettings, Inspection)> {
        let plain = DraftSettings::default();
        let inspection = self.inspect_file(bytes.clone(), plain.clone(), Edits::default()).await??;
        let columns = inspection.columns_hash();
        let scope = caller.organisations.read();
        let mut saved = self.store.read(move |tx| tx.import_mappings(&scope)).await?;
        saved.retain(|mapping| mapping.organisation == organisation && mapping.columns == columns);
        if let Some(mapping) = saved.into_iter().max_by_key(|mapping| mapping.changed_at) {
            let SavedMapping { mapping, settings } = SavedMapping::read(mapping)?;
            let settings = DraftSettings { mapping_name: Some(mapping.name.as_str().to_owned()), ..settings };
            let fits = self.inspect_file(bytes.clone(), settings.clone(), Edits::default()).await?;
            if let Ok(inspection) = fits {
                return Ok((settings, inspection));
            }
        }
        Ok((DraftSettings { columns, ..plain }, inspection))
    }
}

impl SavedMapping {
    fn read(mapping: ImportMapping) -> StoreResult<Self> {
        let settings = from_json("import_mapping.settings", &mapping.settings)?;
        Ok(Self { mapping, settings })
    }
}
