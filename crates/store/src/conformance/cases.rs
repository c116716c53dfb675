//! How the suite lists its cases.

/// Lists the cases of the suite by the port's method that they are about, and makes them known to backends.
macro_rules! cases {
    ($($method:ident { $($room:ident :: $case:ident)* })*) => {
        /// Every case with the port's method that it is about.
        pub const CASES: &[(&str, &str)] = &[$($((stringify!($method), stringify!($case)),)*)*];

        /// The cases themselves, each taking a [`World`].
        pub mod all {
            $($(pub use super::$room::$case;)*)*
        }

        /// Makes a test of each case; takes a function that makes an [`Opener`] of a fresh database.
        #[macro_export]
        macro_rules! conformance_tests {
            ($opener:path) => {$($(
                #[tokio::test]
                async fn $case() {
                    let world = $crate::conformance::World::new($opener()).await;
                    $crate::conformance::all::$case(world).await;
                }
            )*)*};
        }
    };
}
