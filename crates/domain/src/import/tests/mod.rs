//! The planner's rules, as tables.

mod basics;
mod given;

use given::*;
