//! The macro that lists the cases of the suite.

/// Lists the cases of the suite by the storage method that they test. Exports the cases, and a macro with the name
/// `$tests` that turns each of them into a test of a backend.
macro_rules! cases {
    ($tests:ident $($method:ident { $($module:ident :: $case:ident)* })*) => {
        /// Storage methods that have a case in this list.
        #[cfg(test)]
        pub const METHODS: &[&str] = &[$(stringify!($method),)*];

        pub mod all {
            $($(pub use super::super::$module::$case;)*)*
        }

        #[macro_export]
        macro_rules! $tests {
            ($opener:path) => {$($(
                #[tokio::test]
                async fn $case() {
                    let fixture = $crate::conformance::Fixture::new($opener()).await;
                    $crate::conformance::all::$case(fixture).await;
                }
            )*)*};
        }
    };
}
