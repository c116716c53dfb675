//! The planner's rules, as tables.

mod advice;
mod basics;
mod creating;
mod given;
mod identity;
mod matching;
mod poison;
mod policies;
mod records;
mod rows;
mod sequences;
mod updating;

use given::*;
