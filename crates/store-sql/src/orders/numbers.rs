//! Document numbers: drawn by the transaction that writes the orders, without gaps.

use std::collections::BTreeMap;

use orderdock_domain::ids::{DocumentTypeId, OrganisationId};
use orderdock_store::StoreResult;

use crate::Transaction;
use crate::column::{Column, integer, run, value};
use crate::template::{Statement, statement};

statement! {
    LAST = "SELECT value FROM document_counter WHERE org_id = ? AND document_type_id = ?"
}
statement! {
    SAVE = upsert DOCUMENT_COUNTER
}

/// Every statement of the room.
pub const STATEMENTS: &[&Statement] = &[&LAST, &SAVE];

/// The numbers of one commit: read once for each organisation and document type, written back once, in the order of
/// their keys, so that no two commits wait for each other.
#[derive(Default)]
pub struct Numbers(BTreeMap<(OrganisationId, DocumentTypeId), i64>);

impl Numbers {
    /// The next number; drawn only when it is taken.
    pub fn next(
        &mut self,
        transaction: &dyn Transaction,
        organisation: OrganisationId,
        document_type: DocumentTypeId,
    ) -> StoreResult<i64> {
        let key = (organisation, document_type);
        let last = match self.0.get(&key) {
            Some(last) => *last,
            None => value::<i64>(transaction, "document_counter", &LAST, [key.0.write(), key.1.write()])?
                .unwrap_or_default(),
        };
        Ok(last + 1)
    }

    /// An order has the number.
    pub fn take(&mut self, organisation: OrganisationId, document_type: DocumentTypeId, number: i64) {
        self.0.insert((organisation, document_type), number);
    }

    pub fn save(&self, transaction: &dyn Transaction) -> StoreResult<()> {
        for ((organisation, document_type), number) in &self.0 {
            run(transaction, &SAVE, [organisation.write(), document_type.write(), integer(*number)])?;
        }
        Ok(())
    }
}
