//! Tests of the planner's rules, mostly as tables.

mod advice;
mod basics;
mod content;
mod creating;
mod cross_references;
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
mod product_numbers;
mod records;
mod rejected;
mod rows;
mod sequence_records;
mod sequences;
mod similar_records;
mod unresolved;
mod updating;

use given::*;
