//! Tests accepted and rejected addresses, and that secrets are never displayed.

use super::*;

fn read(url: &str) -> Address {
    Address::parse(url).unwrap_or_else(|fault| panic!("{url}: {fault}"))
}

#[test]
fn url_is_parsed_into_its_parts() {
    let address = read("postgres://anna:s%40crt%2F%C3%BC@db.example:6432/or%20ders?pooler=transaction");
    assert_eq!(address.to_string(), "postgres://anna@db.example:6432/or%20ders?pooler=transaction");
    assert_eq!(address.database(), "or ders");
    assert!(address.has_password() && address.is_pooled());
    let config = address.config();
    assert_eq!(config.get_user(), Some("anna"));
    assert_eq!(config.get_password(), Some("s@crt/ü".as_bytes()));
    assert_eq!(config.get_dbname(), Some("or ders"));
    assert_eq!(config.get_hosts(), [Host::Tcp("db.example".to_owned())]);
    assert_eq!(config.get_ports(), [6432]);
    let other = address.with_database("x");
    assert_eq!((other.database(), other.config().get_dbname()), ("x", Some("x")));
    assert_eq!(other.config().get_password(), config.get_password());
}

#[test]
fn displayed_url_parses_back_without_password() {
    for url in [
        "postgres://anna:secret@db.example/orders",
        "postgresql://anna:secret@[2001:db8::1]:5433/orders?sslmode=disable",
        "postgres://anna:secret@a.example,b.example:5433/orders?connect_timeout=3",
        "postgres://an%3Ana:secret@%2Fvar%2Frun%2Fpostgresql/orders",
        "postgres://:secret@localhost/orders?user=anna",
    ] {
        let address = read(url);
        let shown = address.to_string();
        assert!(!shown.contains("secret") && !format!("{address:?}").contains("secret"), "{shown}");
        let again = read(&shown);
        assert!(!again.has_password());
        assert_eq!(again.with_password("secret"), address, "{shown}");
    }
}

#[test]
fn remote_hosts_use_tls_by_default() {
    for (url, encrypted) in [
        ("postgres://localhost/o", false),
        ("postgres://127.0.0.1/o", false),
        ("postgres://127.8.0.1/o", false),
        ("postgres://[::1]/o", false),
        ("postgres:///o?host=/var/run/postgresql", false),
        ("postgres:///o?host=/var/run/postgresql&sslmode=verify-full", false),
        ("postgres://localhost/o?sslmode=prefer", false),
        ("postgres://localhost/o?sslmode=require", true),
        ("postgres://localhost/o?sslrootcert=/etc/own.pem", true),
        ("postgres://localhost/o?sslrootcert=/etc/own.pem&sslmode=disable", false),
        ("postgres://db.example/o", true),
        ("postgres://192.0.2.7/o", true),
        ("postgres://db.example/o?sslmode=prefer", true),
        ("postgres://db.example/o?sslmode=require", true),
        ("postgres://db.example/o?sslmode=verify-ca", true),
        ("postgres://db.example/o?sslmode=verify-full", true),
        ("postgres://db.example/o?sslmode=disable", false),
        ("postgres://localhost,db.example/o", true),
        ("postgres://db.example/o?hostaddr=127.0.0.1", false),
        ("postgres://localhost/o?hostaddr=192.0.2.7", true),
    ] {
        let address = read(url);
        assert_eq!(address.encrypted, encrypted, "{url}");
        let mode = if encrypted { SslMode::Require } else { SslMode::Disable };
        assert_eq!(address.config().get_ssl_mode(), mode, "{url}");
        // every encrypted connection verifies the host name, even with a weaker `sslmode`
        let summary = ("PGSSLMODE", if encrypted { "verify-full" } else { "disable" }.to_owned());
        assert!(address.environment().contains(&summary), "{url}");
    }
}

#[test]
fn multiple_hosts_prefer_the_writable_one() {
    use TargetSessionAttrs::{Any, ReadWrite};
    for (url, target) in [
        ("postgres://a/o", Any),
        ("postgres://a,b/o", ReadWrite),
        ("postgres://a,b/o?target_session_attrs=any", Any),
        ("postgres://a/o?target_session_attrs=read-write", ReadWrite),
    ] {
        assert_eq!(read(url).config().get_target_session_attrs(), target, "{url}");
    }
}

#[test]
fn invalid_url_error_hides_the_password() {
    for (url, part) in [
        ("mysql://db.example/o", "begin with postgres://"),
        ("postgres:db", "begin with postgres://"),
        ("postgres://anna:secret@db.example", "the name of the database is missing"),
        ("postgres://anna:secret@db.example/", "the name of the database is missing"),
        ("postgres://anna:secret@db.example/a/b", "the name of the database is missing"),
        ("postgres:///o", "the host is missing"),
        ("postgres://anna:sec@secret@db.example/o", "more than one @"),
        ("postgres://anna:sec/secret@db.example/o", "more than one @"),
        ("postgres://anna:sec?secret@db.example/o", "more than one @"),
        ("postgres://anna:se cret@db.example/o", "a space"),
        ("postgres://anna:%ffsecret@db.example/o", "the password is not UTF-8"),
        ("postgres://anna:secret%00@db.example/o", "the password contains a NUL"),
        ("postgres://db.example:secret/o", "`port`"),
        ("postgres://db.example/o?password=a&secret=b", "the password cannot be a parameter"),
        ("postgres://db.example/o?sslmode=allow", "sslmode must be disable"),
        ("postgres://db.example/o?pooler=statement", "pooler must be"),
        ("postgres://db.example/o?target_session_attrs=read-only", "target_session_attrs must be"),
        ("postgres://db.example/o?application_name=x", "set by Orderdock"),
        ("postgres://db.example/o?options=-c%20x", "set by Orderdock"),
        ("postgres://db.example/o?sslmod=disable", "unknown parameter \"sslmod\""),
        ("postgres://db.example/o?sslmode=disable&sslmode=require", "given twice"),
        ("postgres://db.example/o?sslmode", "has no value"),
        ("postgres://db.example/o?connect_timeout=soon", "`connect_timeout`"),
        ("postgres:///o?hostaddr=192.0.2.7", "requires a host"),
    ] {
        let fault = Address::parse(url).unwrap_err();
        assert!(fault.contains(part), "{url}: {fault}");
        assert!(!fault.contains("secret"), "{url}: {fault}");
    }
}

#[test]
fn environment_variables_match_the_url() {
    let summary = |url: &str| {
        let variables = read(url).environment();
        variables.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        summary("postgres://anna:secret@localhost:5433/orders"),
        "PGHOST=localhost PGPORT=5433 PGUSER=anna PGDATABASE=orders PGPASSWORD=secret PGSSLMODE=disable \
         PGCONNECT_TIMEOUT=10"
    );
    assert_eq!(
        summary("postgres://a.example,b.example:5433/orders?sslrootcert=/etc/own.pem"),
        "PGHOST=a.example,b.example PGPORT=5432,5433 PGDATABASE=orders PGSSLMODE=verify-full \
         PGSSLROOTCERT=/etc/own.pem PGTARGETSESSIONATTRS=read-write PGCONNECT_TIMEOUT=10"
    );
    assert_eq!(
        summary("postgres:///orders?host=/run/postgresql&user=anna"),
        "PGHOST=/run/postgresql PGUSER=anna PGDATABASE=orders PGSSLMODE=disable PGCONNECT_TIMEOUT=10"
    );
}

#[test]
fn root_certificate_file_must_contain_a_certificate() {
    let with = |file: &str| read(&format!("postgres://db.example/o?sslrootcert={file}")).tls();
    let fault = with("/nowhere/own.pem").err().map(|error| error.to_string()).unwrap_or_default();
    assert!(fault.contains("sslrootcert /nowhere/own.pem"), "{fault}");
    let fault = with("/dev/null").err().map(|error| error.to_string()).unwrap_or_default();
    assert!(fault.contains("the file contains no certificate"), "{fault}");
    assert!(read("postgres://localhost/o").tls().is_ok());
}
