//! How the suite lists its cases.

/// Lists the cases of the suite by the storage method that they test, and exports them to backends.
macro_rules! cases {
    ($tests:ident $($method:ident { $($room:ident :: $case:ident)* })*) => {
        /// Every storage method that has a case here.
        #[cfg(test)]
        pub const METHODS: &[&str] = &[$(stringify!($method),)*];

        pub mod all {
            $($(pub use super::super::$room::$case;)*)*
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
