problems_and_those_of_what_is_kept! {
    // Reading a body
    JsonSyntax "json.syntax" 400
        "Invalid JSON: {reason}."
        "Ungültiges JSON: {reason}."
    JsonNotUtf8 "json.not_utf8" 400
        "Invalid encoding: the text must be UTF-8."
        "Ungültige Zeichenkodierung: Der Text muss in UTF-8 kodiert sein."
    JsonTooDeep "json.too_deep" 400
        "Nesting too deep: objects and lists may be nested at most {limit} levels."
        "Zu tiefe Verschachtelung: Objekte und Listen dürfen höchstens {limit} Ebenen tief sein."
    PropertyMissing "property.missing" 400
        "The required field \"{name}\" is missing."
        "Das Pflichtfeld „{name}“ fehlt."
    PropertyDuplicate "property.duplicate" 400
        "The field \"{name}\" occurs more than once."
        "Das Feld „{name}“ kommt mehrfach vor."
    PropertyUnknown "property.unknown" 400
        "Unknown field \"{name}\"."
        "Unbekanntes Feld „{name}“."
    PropertyUnsupported "property.unsupported" 400
        "The field \"{name}\" affects the price and is not supported. Ignore the imported value to process the line without it."
        "Das Feld „{name}“ wirkt sich auf den Preis aus und wird nicht unterstützt. Ignorieren Sie den importierten Wert, um die Position ohne diese Angabe zu verarbeiten."
    PropertyConflict "property.conflict" 400
        "\"{name}\" and \"{other}\" cannot be combined. Send only one of them."
        "„{name}“ und „{other}“ schließen sich aus. Senden Sie nur eine der beiden Angaben."
    TypeWrong "type.wrong" 400
        "Expected {expected}, got {found}."
        "Erwartet: {expected}, erhalten: {found}."
    NumberInvalid "number.invalid" 400
        "Invalid number. Use a format like 12.5."
        "Ungültige Zahl. Format: Ziffern mit Dezimalpunkt, z. B. 12.5."
    NumberDecimalComma "number.decimal_comma" 400
        "Invalid number: decimal comma. Use a decimal point, as in 5.5."
        "Ungültige Zahl: Dezimalkomma. Verwenden Sie einen Dezimalpunkt, z. B. 5.5."
    NumberTooLarge "number.too_large" 400
        "The number exceeds the precision of 28 digits."
        "Die Zahl überschreitet die Genauigkeit von 28 Stellen."
    NumberNegative "number.negative" 400
        "The number must be 0 or greater."
        "Die Zahl muss 0 oder größer sein."
    DiscountOutOfRange "discount.out_of_range" 400
        "The discount must not exceed 100 percent. Use a negative discount for a surcharge."
        "Der Rabatt darf 100 Prozent nicht überschreiten. Verwenden Sie für einen Aufschlag einen negativen Rabatt."
    TextTooLong "text.too_long" 400
        "The text has {seen} characters. The maximum is {limit}."
        "Der Text hat {seen} Zeichen. Erlaubt sind höchstens {limit}."
    TextControlCharacter "text.control_character" 400
        "The text contains the control character {character}. Remove it."
        "Der Text enthält das Steuerzeichen {character}. Entfernen Sie es."
    TextHiddenCharacter "text.hidden_character" 400
        "The text contains the invisible or text-direction character {character} at position {place}. Remove it."
        "Der Text enthält an Stelle {place} das unsichtbare oder richtungsändernde Zeichen {character}. Entfernen Sie es."
    TextLineBreak "text.line_break" 400
        "Line breaks and tabs in this text were replaced with spaces."
        "Zeilenumbrüche und Tabulatoren in diesem Text wurden durch Leerzeichen ersetzt."
    BodyNewerShape "body.newer_shape" 400
        "The body uses version 2 of the interface ({members}), which is not supported. Use version 1: org.code for the organisation; bpartner.bpartner.code or bpartner.bpartner.externalId, bpartner.location and bpartner.contact for the partner; product.code or productCode for the product."
        "Der Inhalt verwendet Version 2 der Schnittstelle ({members}), die nicht unterstützt wird. Verwenden Sie Version 1: org.code für die Organisation, bpartner.bpartner.code oder bpartner.bpartner.externalId, bpartner.location und bpartner.contact für den Partner, product.code oder productCode für das Produkt."
    DateInvalid "date.invalid" 400
        "Invalid date. Use the format YYYY-MM-DD, as in 2026-12-08."
        "Ungültiges Datum. Format: JJJJ-MM-TT, z. B. 2026-12-08."
    DateOutOfRange "date.out_of_range" 400
        "{date} plus {days} days is outside the years 1 to 9999."
        "{date} plus {days} Tage liegt außerhalb der Jahre 1 bis 9999."
    DateTimeInvalid "datetime.invalid" 400
        "Invalid timestamp. Use ISO 8601 with a time zone offset, as in 2026-12-08T13:00:00.000Z."
        "Ungültiger Zeitstempel. Format: ISO 8601 mit Zeitzone, z. B. 2026-12-08T13:00:00.000Z."
    EnumUnknown "enum.unknown" 400
        "Invalid value \"{value}\". Allowed values: {allowed}."
        "Ungültiger Wert „{value}“. Erlaubte Werte: {allowed}."
    IdentifierInvalid "identifier.invalid" 400
        "Invalid identifier \"{value}\". Use int-…, ext-…, val-… or a record id."
        "Ungültiger Bezeichner „{value}“. Verwenden Sie int-…, ext-…, val-… oder die ID eines Datensatzes."
    PropertyReserved "property.reserved" 400
        "\"{value}\" is a reserved name. Choose another one."
        "„{value}“ ist ein reservierter Name. Wählen Sie einen anderen."
    // The request as a whole
    BulkEmpty "bulk.empty" 400
        "The list \"requests\" is empty. Send at least one row."
        "Die Liste „requests“ ist leer. Senden Sie mindestens eine Position."
    BulkTooMany "bulk.too_many" 413
        "The list \"requests\" has {seen} entries. The maximum per request is {limit}."
        "Die Liste „requests“ hat {seen} Einträge. Je Anfrage sind höchstens {limit} erlaubt."
    BulkTooManyAtOnce "bulk.too_many_at_once" 429
        "Too many concurrent bulk requests: the limit is {limit}. Wait for one to finish or retry in {seconds} s."
        "Zu viele gleichzeitige Sammelanfragen: Höchstens {limit} sind erlaubt. Warten Sie, bis eine beantwortet ist, oder versuchen Sie es in {seconds} s erneut."
    RateExceeded "rate.exceeded" 429
        "Rate limit exceeded: at most {limit} requests per second. Retry in {seconds} s."
        "Anfragelimit überschritten: höchstens {limit} Anfragen pro Sekunde. Versuchen Sie es in {seconds} s erneut."
    BodyTooLarge "body.too_large" 413
        "The body exceeds the limit of {limit} bytes."
        "Der Inhalt überschreitet die Grenze von {limit} Bytes."
    BodyMediaType "body.media_type" 415
        "Unsupported content type \"{seen}\". Send the body as {expected}."
        "Nicht unterstützter Content-Type „{seen}“. Senden Sie den Inhalt als {expected}."
    BodyEncodingUnsupported "body.encoding_unsupported" 415
        "Unsupported content encoding \"{seen}\". Send the body with one encoding: {expected}."
        "Nicht unterstütztes Content-Encoding „{seen}“. Senden Sie den Inhalt mit einer dieser Kodierungen: {expected}."
    BodyEncodingInvalid "body.encoding_invalid" 400
        "The body is not valid {coding} data: {reason}."
        "Der Inhalt ist kein gültiges {coding}: {reason}."
    BodyInterrupted "body.interrupted" 400
        "The connection closed before the body was complete."
        "Die Verbindung brach ab, bevor der Inhalt vollständig war."
    BodyTimeout "body.timeout" 408
        "Body timeout: fewer than {bytes} bytes arrived in {seconds} seconds."
        "Zeitüberschreitung: In {seconds} Sekunden kamen weniger als {bytes} Bytes des Inhalts an."
    BodyNoRoom "body.no_room" 503
        "The memory for request bodies ({limit} bytes) is in use by other requests. Retry in {seconds} s."
        "Der Speicher für Anfragen ({limit} Bytes) ist durch andere Anfragen belegt. Versuchen Sie es in {seconds} s erneut."
    QueryInvalid "query.invalid" 400
        "Invalid value \"{value}\" for the parameter \"{name}\". Expected: {expected}."
        "Ungültiger Wert „{value}“ für den Parameter „{name}“. Erwartet: {expected}."
    QueryUnknown "query.unknown" 400
        "Unknown parameter \"{name}\". Known parameters: {known}."
        "Unbekannter Parameter „{name}“. Bekannte Parameter: {known}."
    RequestInvalid "request.invalid" 400
        "Malformed request."
        "Fehlerhaft aufgebaute Anfrage."
    PathNotFound "path.not_found" 404
        "No resource exists at this path."
        "Unter diesem Pfad gibt es keine Ressource."
    PathNotUtf8 "path.not_utf8" 400
        "The path is not valid UTF-8. Percent-encode non-ASCII characters as UTF-8."
        "Der Pfad ist kein gültiges UTF-8. Schreiben Sie Nicht-ASCII-Zeichen prozentkodiert als UTF-8."
    PathMethod "path.method" 405
        "The method {method} is not allowed for this path."
        "Die Methode {method} ist für diesen Pfad nicht erlaubt."
    HostMissing "host.missing" 400
        "The Host header is missing. HTTP/1.1 requires it."
        "Der Header Host fehlt. HTTP/1.1 verlangt ihn."
    HostDuplicate "host.duplicate" 400
        "The request has {seen} Host headers. Send exactly one."
        "Die Anfrage hat {seen} Host-Header. Senden Sie genau einen."
    IdempotencyKeyInvalid "idempotency.invalid" 400
        "Invalid Idempotency-Key: use 1 to 255 printable characters."
        "Ungültiger Idempotency-Key: Erlaubt sind 1 bis 255 druckbare Zeichen."
    IdempotencyRunning "idempotency.running" 409
        "A request with this Idempotency-Key is in progress. Retry when it has finished."
        "Eine Anfrage mit diesem Idempotency-Key wird noch bearbeitet. Versuchen Sie es erneut, wenn sie abgeschlossen ist."
    IdempotencyReused "idempotency.reused" 422
        "This Idempotency-Key was already used with a different request. Use a new key."
        "Dieser Idempotency-Key wurde bereits für eine andere Anfrage verwendet. Verwenden Sie einen neuen Schlüssel."
    // Access
    TokenMissing "token.missing" 401
        "The Authorization header is missing. Send an access token."
        "Der Header Authorization fehlt. Senden Sie ein Zugriffstoken."
    AuthorizationSeveral "authorization.several" 400
        "The request has {seen} Authorization headers. Send exactly one."
        "Die Anfrage hat {seen} Authorization-Header. Senden Sie genau einen."
    TokenMalformed "token.malformed" 401
        "The access token is malformed. Copy the complete token that Orderdock issued."
        "Das Zugriffstoken ist fehlerhaft. Kopieren Sie das vollständige, von Orderdock ausgestellte Token."
    TokenUnknown "token.unknown" 401
        "The access token is unknown."
        "Das Zugriffstoken ist unbekannt."
    EventCursorExpired "event.cursor_expired" 410
        "Cursor {cursor} has expired: the events after it were deleted. The oldest valid cursor is {oldest}. Continue with after=now and read the current records from the lists."
        "Der Cursor {cursor} ist abgelaufen: Spätere Ereignisse wurden gelöscht. Der älteste gültige Cursor ist {oldest}. Fahren Sie mit after=now fort und lesen Sie den aktuellen Stand aus den Listen."
    EventCursorUnknown "event.cursor_unknown" 410
        "Unknown cursor {cursor}: this event does not exist. The database was replaced or restored from a backup. The oldest valid cursor is {oldest}."
        "Unbekannter Cursor {cursor}: Dieses Ereignis gibt es nicht. Die Datenbank wurde ersetzt oder aus einer Sicherung wiederhergestellt. Der älteste gültige Cursor ist {oldest}."
    TokenExpired "token.expired" 401
        "The access token expired at {at}."
        "Das Zugriffstoken ist am {at} abgelaufen."
    TokenRevoked "token.revoked" 401
        "The access token was revoked at {at}."
        "Das Zugriffstoken wurde am {at} widerrufen."
    LoginWrong "login.wrong" 401
        "Incorrect user name or password."
        "Benutzername oder Passwort ist falsch."
    LoginTooMany "login.too_many" 429
        "Too many sign-ins from your network at the same time. Retry in {seconds} seconds."
        "Zu viele gleichzeitige Anmeldungen aus Ihrem Netz. Versuchen Sie es in {seconds} Sekunden erneut."
    CredentialsTooMany "credentials.too_many" 429
        "Too many requests with unknown access tokens or sessions from your network. Retry in {seconds} seconds."
        "Zu viele Anfragen mit unbekannten Zugriffstoken oder Sitzungen aus Ihrem Netz. Versuchen Sie es in {seconds} Sekunden erneut."
    SessionMissing "session.missing" 401
        "You are not signed in. Sign in first."
        "Sie sind nicht angemeldet. Melden Sie sich zuerst an."
    SessionUnknown "session.unknown" 401
        "Your session has ended. Sign in again."
        "Ihre Sitzung wurde beendet. Melden Sie sich erneut an."
    SessionExpired "session.expired" 401
        "Your session expired at {at}. Sign in again."
        "Ihre Sitzung ist am {at} abgelaufen. Melden Sie sich erneut an."
    CsrfMissing "csrf.missing" 403
        "The X-CSRF-Token header is missing or does not match the session."
        "Der Header X-CSRF-Token fehlt oder passt nicht zur Sitzung."
    ScopeMissing "scope.missing" 403
        "Permission denied: the scope {scope} is required to {action}."
        "Zugriff verweigert: Die Berechtigung {scope} ist nötig, um {action}."
    OrgNotAllowed "org.not_allowed" 403
        "Permission denied: no access to organisation \"{code}\"."
        "Zugriff verweigert: kein Zugriff auf die Organisation „{code}“."
    OrgRequired "org.required" 400
        "No organisation: the request names none and the access token has no default organisation."
        "Keine Organisation: Die Anfrage nennt keine und das Zugriffstoken hat keine Standardorganisation."
    // References of a candidate
    OrgUnknown "org.unknown" 400
        "Organisation \"{code}\" does not exist."
        "Die Organisation „{code}“ existiert nicht."
    OrgNameRequired "org.name_required" 400
        "Organisation \"{code}\" cannot be created: the name is missing."
        "Die Organisation „{code}“ kann nicht angelegt werden: Der Name fehlt."
    OrgChanged "org.changed" 400
        "ASSERT_UNCHANGED failed for organisation \"{code}\": the stored value of \"{field}\" is \"{stored}\"."
        "ASSERT_UNCHANGED ist für die Organisation „{code}“ nicht erfüllt: Der gespeicherte Wert von „{field}“ ist „{stored}“."
    SourceUnknown "dataSource.unknown" 400
        "Data source \"{name}\" does not exist."
        "Die Datenquelle „{name}“ existiert nicht."
    DestUnknown "dataDest.unknown" 400
        "Data destination \"{name}\" does not exist."
        "Das Datenziel „{name}“ existiert nicht."
    BpartnerKeyMissing "bpartner.key_missing" 400
        "The business partner cannot be identified. Send {expected}."
        "Der Geschäftspartner ist nicht identifizierbar. Senden Sie {expected}."
    BpartnerUnknown "bpartner.unknown" 400
        "Business partner {keys} does not exist, and the sync advice ({level}) is {advice}."
        "Der Geschäftspartner {keys} existiert nicht, und die Sync-Anweisung ({level}) ist {advice}."
    BpartnerAmbiguous "bpartner.ambiguous" 400
        "The keys match different business partners: {first} and {second}."
        "Die Schlüssel gehören zu verschiedenen Geschäftspartnern: {first} und {second}."
    BpartnerNameRequired "bpartner.name_required" 400
        "The business partner cannot be created: the name is missing."
        "Der Geschäftspartner kann nicht angelegt werden: Der Name fehlt."
    BpartnerChanged "bpartner.changed" 400
        "ASSERT_UNCHANGED failed for the business partner: the stored value of \"{field}\" is \"{stored}\"."
        "ASSERT_UNCHANGED ist für den Geschäftspartner nicht erfüllt: Der gespeicherte Wert von „{field}“ ist „{stored}“."
    LocationUnknown "location.unknown" 400
        "The business partner has no location {keys}, and the sync advice ({level}) is {advice}."
        "Der Geschäftspartner hat keine Adresse {keys}, und die Sync-Anweisung ({level}) ist {advice}."
    LocationNone "location.none" 400
        "No location: the request names none and the business partner has no active location."
        "Keine Adresse: Die Anfrage nennt keine und der Geschäftspartner hat keine aktive Adresse."
    LocationAmbiguous "location.ambiguous" 400
        "The keys match different locations: {first} and {second}."
        "Die Schlüssel gehören zu verschiedenen Adressen: {first} und {second}."
    LocationCountryRequired "location.country_required" 400
        "The location cannot be created: the country code is missing."
        "Die Adresse kann nicht angelegt werden: Der Ländercode fehlt."
    LocationChanged "location.changed" 400
        "ASSERT_UNCHANGED failed for the location: the stored value of \"{field}\" is \"{stored}\"."
        "ASSERT_UNCHANGED ist für die Adresse nicht erfüllt: Der gespeicherte Wert von „{field}“ ist „{stored}“."
    ContactUnknown "contact.unknown" 400
        "The business partner has no contact {keys}, and the sync advice ({level}) is {advice}."
        "Der Geschäftspartner hat keinen Ansprechpartner {keys}, und die Sync-Anweisung ({level}) ist {advice}."
    ContactNameRequired "contact.name_required" 400
        "The contact cannot be created: send a name, or first and last name."
        "Der Ansprechpartner kann nicht angelegt werden: Senden Sie einen Namen oder Vor- und Nachnamen."
    ContactChanged "contact.changed" 400
        "ASSERT_UNCHANGED failed for the contact: the stored value of \"{field}\" is \"{stored}\"."
        "ASSERT_UNCHANGED ist für den Ansprechpartner nicht erfüllt: Der gespeicherte Wert von „{field}“ ist „{stored}“."
    ProductKeyMissing "product.key_missing" 400
        "The product cannot be identified. Send code or externalId."
        "Das Produkt ist nicht identifizierbar. Senden Sie code oder externalId."
    ProductUnknown "product.unknown" 400
        "Product {keys} does not exist, and the sync advice ({level}) is {advice}."
        "Das Produkt {keys} existiert nicht, und die Sync-Anweisung ({level}) ist {advice}."
    ProductAmbiguous "product.ambiguous" 400
        "The keys match different products: {first} and {second}."
        "Die Schlüssel gehören zu verschiedenen Produkten: {first} und {second}."
    ProductFieldRequired "product.field_required" 400
        "The product cannot be created: {name} is missing."
        "Das Produkt kann nicht angelegt werden: {name} fehlt."
    ProductChanged "product.changed" 400
        "ASSERT_UNCHANGED failed for the product: the stored value of \"{field}\" is \"{stored}\"."
        "ASSERT_UNCHANGED ist für das Produkt nicht erfüllt: Der gespeicherte Wert von „{field}“ ist „{stored}“."
    AdviceNotAllowed "syncAdvise.not_allowed" 400
        "{advice} is not allowed here. It is supported for products only."
        "{advice} ist hier nicht erlaubt. Es wird nur für Produkte unterstützt."
    RequiredCleared "property.required_cleared" 400
        "The required field \"{name}\" cannot be cleared."
        "Das Pflichtfeld „{name}“ kann nicht geleert werden."
    KeyTaken "key.taken" 400
        "The {name} \"{value}\" is already used by another record."
        "{name} „{value}“ wird bereits von einem anderen Datensatz verwendet."
    UomUnknown "uomCode.unknown" 400
        "Unit \"{code}\" does not exist."
        "Die Einheit „{code}“ existiert nicht."
    CurrencyUnknown "currencyCode.unknown" 400
        "Currency \"{code}\" does not exist."
        "Die Währung „{code}“ existiert nicht."
    CurrencyRequired "currencyCode.required" 400
        "A price requires a currency. Send currencyCode."
        "Zu einem Preis gehört eine Währung. Senden Sie currencyCode."
    CountryUnknown "countryCode.unknown" 400
        "Country \"{code}\" does not exist."
        "Das Land „{code}“ existiert nicht."
    PricingSystemUnknown "pricingSystemCode.unknown" 400
        "Pricing system \"{code}\" does not exist."
        "Das Preissystem „{code}“ existiert nicht."
    ShipperUnknown "shipper.unknown" 400
        "Shipper \"{name}\" does not exist."
        "Der Spediteur „{name}“ existiert nicht."
    SalesPartnerUnknown "salesPartnerCode.unknown" 400
        "No active sales partner with the code \"{code}\" exists."
        "Es gibt keinen aktiven Vertriebspartner mit dem Code „{code}“."
    SalesPartnerAmbiguous "salesPartnerCode.ambiguous" 400
        "Several sales partners have the code \"{code}\"."
        "Mehrere Vertriebspartner haben den Code „{code}“."
    PaymentTermUnknown "paymentTerm.unknown" 400
        "Payment term \"{name}\" does not exist."
        "Die Zahlungsbedingung „{name}“ existiert nicht."
    WarehouseUnknown "warehouse.unknown" 400
        "Warehouse \"{code}\" does not exist."
        "Das Lager „{code}“ existiert nicht."
    InvoiceDocTypeUnknown "invoiceDocType.unknown" 400
        "No document type with base type \"{base}\" and sub type \"{sub}\" exists."
        "Es gibt keine Belegart mit dem Basistyp „{base}“ und dem Untertyp „{sub}“."
    OrderDocTypeUnknown "orderDocType.unknown" 400
        "No document type for \"{value}\" (sub type \"{sub}\") exists."
        "Es gibt keine Belegart für „{value}“ (Untertyp „{sub}“)."
    CommentsTooMany "comments.too_many" 409
        "The limit of {limit} comments is reached."
        "Die Höchstzahl von {limit} Bemerkungen ist erreicht."
    // A sales order sent whole
    LinesEmpty "lines.empty" 400
        "The list \"lines\" is empty. Send at least one line."
        "Die Liste „lines“ ist leer. Senden Sie mindestens eine Position."
    OrdersTooMany "orders.too_many" 413
        "The list \"orders\" has more than {limit} entries. Split it into several requests."
        "Die Liste „orders“ hat mehr als {limit} Einträge. Teilen Sie sie auf mehrere Anfragen auf."
    LinesTooMany "lines.too_many" 413
        "The list \"lines\" has {seen} entries. The maximum per order is {limit}."
        "Die Liste „lines“ hat {seen} Einträge. Je Auftrag sind höchstens {limit} erlaubt."
    ShipPartnerUnknown "shipBPartnerCode.unknown" 400
        "Business partner \"{code}\" does not exist."
        "Der Geschäftspartner „{code}“ existiert nicht."
    ProductCodeUnknown "productCode.unknown" 400
        "Product \"{code}\" does not exist."
        "Das Produkt „{code}“ existiert nicht."
    DocTypeNameUnknown "docTypeName.unknown" 400
        "No sales order document type with the name \"{name}\" exists."
        "Es gibt keine Belegart für Aufträge mit dem Namen „{name}“."
    DocTypeNone "docTypeName.required" 400
        "No default document type for sales orders exists. Send docTypeName."
        "Es gibt keine Standard-Belegart für Aufträge. Senden Sie docTypeName."
    // Identity
    IdentityConflict "identity.conflict" 409
        "A row with the same external header id and line id was already imported with different content ({members}). To correct it, set an override, or cancel the line and send the row with a new line id."
        "Eine Position mit derselben externen Bestell- und Positions-ID wurde bereits mit anderem Inhalt importiert ({members}). Zum Korrigieren ändern Sie den Wert an der Position, oder stornieren Sie sie und senden Sie sie mit einer neuen Positions-ID."
    IdentityArchived "identity.archived" 409
        "A row with the same external header id and line id was already imported as line {id}, which is archived. Use a new line id for a new row."
        "Eine Position mit derselben externen Bestell- und Positions-ID wurde bereits importiert (Position {id}, archiviert). Verwenden Sie für eine neue Position eine neue Positions-ID."
    HeaderRejected "header.rejected" 400
        "The row was rejected with its incoming order because of errors in rows {rows}."
        "Die Position wurde mit ihrer Bestellung abgelehnt, weil diese Positionen fehlerhaft sind: {rows}."
    RowRejected "row.rejected" 400
        "All rows of the request were rejected."
        "Alle Positionen der Anfrage wurden abgelehnt."
    // Understood, but not yet an order
    QtyNotPositive "qty.not_positive" 400
        "The quantity must be greater than 0: the assumption qty > 0 failed, got {seen}."
        "Die Menge muss größer als 0 sein: Die Bedingung qty > 0 ist nicht erfüllt, gesendet wurde {seen}."
    PriceNone "price.none" 400
        "Price list \"{list}\" has no price for this product on {date}."
        "Die Preisliste „{list}“ hat am {date} keinen Preis für dieses Produkt."
    PriceAmbiguous "price.ambiguous" 400
        "Price list \"{list}\" has several prices for this product on {date}. Specify the unit."
        "Die Preisliste „{list}“ hat am {date} mehrere Preise für dieses Produkt. Geben Sie die Einheit an."
    PriceNegative "price.negative" 400
        "The price {price} is negative. To allow negative prices, set negativePrices of the organisation to \"allow\"."
        "Der Preis {price} ist negativ. Um negative Preise zu erlauben, setzen Sie negativePrices der Organisation auf „allow“."
    PriceRoundsToZero "price.rounds_to_zero" 400
        "The price {price} rounded to {digits} decimal places is 0."
        "Der Preis {price} ergibt 0, wenn er auf {digits} Nachkommastellen gerundet wird."
    PriceChanged "price.changed" 400
        "The list price changed from {stored} to {price} after the line was last validated."
        "Der Listenpreis hat sich seit der letzten Prüfung der Position von {stored} auf {price} geändert."
    PriceRounded "price.rounded" 400
        "The price {price} was rounded to {rounded} because price list \"{list}\" has fewer decimal places."
        "Der Preis {price} wurde auf {rounded} gerundet, weil die Preisliste „{list}“ weniger Nachkommastellen hat."
    PriceIncludesTax "price.includes_tax" 400
        "The buyer is exempt from tax, but the price {price} of price list \"{list}\" includes tax. To remove the tax, set exemptBuyers of the price list to \"removeTax\"."
        "Der Käufer ist steuerbefreit, aber der Preis {price} der Preisliste „{list}“ enthält Steuer. Um die Steuer herauszurechnen, setzen Sie exemptBuyers der Preisliste auf „removeTax“."
    TaxIncludedMixed "taxIncluded.mixed" 400
        "The order contains lines with prices including tax and lines with prices excluding tax. Send them as separate orders."
        "Der Auftrag enthält Positionen mit Bruttopreisen und Positionen mit Nettopreisen. Senden Sie sie als getrennte Aufträge."
    NetRoundsToZero "net.rounds_to_zero" 400
        "The net amount of the line is 0: quantity {qty} times price {price} is rounded to {digits} decimal places."
        "Der Nettobetrag der Position ist 0: Menge {qty} mal Preis {price} wird auf {digits} Nachkommastellen gerundet."
    PricingSystemNone "pricingsystem.none" 400
        "No pricing system: neither the line, the partner, its group nor the organisation has one."
        "Kein Preissystem: Weder die Position noch der Partner, dessen Gruppe oder die Organisation hat eines."
    PricelistNone "pricelist.none" 400
        "Pricing system \"{system}\" has no active sales price list for country {country}."
        "Das Preissystem „{system}“ hat keine aktive Verkaufspreisliste für das Land {country}."
    PricelistNoVersion "pricelist.no_version" 400
        "Price list \"{list}\" has no version valid on {date}."
        "Die Preisliste „{list}“ hat keine am {date} gültige Version."
    PricelistNoTaxCategory "pricelist.no_tax_category" 400
        "The product price was not created: price list \"{list}\" has no default tax category."
        "Der Produktpreis wurde nicht angelegt: Die Preisliste „{list}“ hat keine Standard-Steuerkategorie."
    PricelistCycle "pricelist.cycle" 400
        "The base versions of price list \"{list}\" refer to each other in a cycle."
        "Die Basisversionen der Preisliste „{list}“ verweisen im Kreis aufeinander."
    CurrencyMismatch "currencyCode.mismatch" 400
        "The line uses {currency}, but price list \"{list}\" uses {listCurrency}."
        "Die Position hat die Währung {currency}, die Preisliste „{list}“ aber {listCurrency}."
    TaxCategoryNone "taxcategory.none" 400
        "No tax category: neither the product price, the product, the price list nor the organisation has one. Set it there or on the line."
        "Keine Steuerkategorie: Weder Produktpreis, Produkt, Preisliste noch Organisation hat eine. Legen Sie sie dort oder an der Position fest."
    TaxCategoryUnknown "taxcategory.unknown" 400
        "Tax category \"{code}\" does not exist."
        "Die Steuerkategorie „{code}“ existiert nicht."
    TaxNone "tax.none" 400
        "No tax rate of category \"{category}\" from {from} to {to} is valid on {date}."
        "Für die Kategorie „{category}“ von {from} nach {to} gilt am {date} kein Steuersatz."
    TaxAmbiguous "tax.ambiguous" 400
        "Several tax rates apply: {first} and {second}."
        "Mehrere Steuersätze treffen zu: {first} und {second}."
    UomNoConversion "uomCode.no_conversion" 400
        "The product has no conversion from {from} to {to}."
        "Das Produkt hat keine Umrechnung von {from} in {to}."
    BpartnerInactive "bpartner.inactive" 400
        "Business partner \"{code}\" is inactive."
        "Der Geschäftspartner „{code}“ ist inaktiv."
    LocationInactive "location.inactive" 400
        "The location is inactive."
        "Die Adresse ist inaktiv."
    ProductInactive "product.inactive" 400
        "Product \"{code}\" is inactive."
        "Das Produkt „{code}“ ist inaktiv."
    ContactInactive "contact.inactive" 400
        "Contact \"{name}\" is inactive."
        "Der Ansprechpartner „{name}“ ist inaktiv."
    // Only warned of
    BpartnerKeyDiffers "bpartner.key_differs" 400
        "The {name} of the business partner differs: stored \"{stored}\", sent \"{sent}\"."
        "{name} des Geschäftspartners weicht ab: gespeichert „{stored}“, gesendet „{sent}“."
    LocationKeyDiffers "location.key_differs" 400
        "The {name} of the location differs: stored \"{stored}\", sent \"{sent}\"."
        "{name} der Adresse weicht ab: gespeichert „{stored}“, gesendet „{sent}“."
    DateInPast "date.in_past" 400
        "The date {date} is in the past."
        "Das Datum {date} liegt in der Vergangenheit."
    PoReferenceSeen "poReference.seen_before" 400
        "The partner already used the reference \"{poReference}\" in incoming order \"{header}\"."
        "Der Partner hat die Bestellreferenz „{poReference}“ bereits in der Bestellung „{header}“ verwendet."
    PostalUnknown "location.postal_unknown" 400
        "Unknown postal code {postal} in {country}. The address was stored without a geographic link."
        "Unbekannte Postleitzahl {postal} in {country}. Die Adresse wurde ohne Ortszuordnung gespeichert."
    GroupCreated "group.created" 400
        "The partner group \"{name}\" did not exist and was created."
        "Die Partnergruppe „{name}“ existierte nicht und wurde angelegt."
}
