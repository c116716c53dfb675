//! The use cases of Orderdock, shared by HTTP, command line, browser and scheduler.

pub mod token;
