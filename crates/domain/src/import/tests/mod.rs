//! Tests of the planner's rules, mostly as tables.

mod advice;
mod basics;
mod content;
mod creating;
mod differences;
mod external_references;
mod external_systems;
mod given;
mod identity;
mod identity_by_system;
mod locations;
mod masterdata_content;
mod matching;
mod poison;
mod policies;
mod records;
mod rows;
mod sequence_records;
mod sequences;
mod updating;

use given::*;
