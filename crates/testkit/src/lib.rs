//! What tests share: the running application, builders and fixtures.
