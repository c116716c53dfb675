//! The storage port of Orderdock and the conformance suite that every backend runs.
