problems_and_those_of_what_is_kept! {
    // Reading a body
    JsonSyntax "json.syntax" 400
        "The text is not valid JSON: {reason}."
        "Der Text ist kein gültiges JSON: {reason}."
    JsonNotUtf8 "json.not_utf8" 400
        "The text is not valid UTF-8."
        "Der Text ist kein gültiges UTF-8."
    JsonTooDeep "json.too_deep" 400
        "Objects and lists are nested more than {limit} deep."
        "Objekte und Listen sind tiefer als {limit} Ebenen geschachtelt."
    PropertyMissing "property.missing" 400
        "The member \"{name}\" is missing."
        "Das Feld „{name}“ fehlt."
    PropertyDuplicate "property.duplicate" 400
        "The member \"{name}\" is there more than once."
        "Das Feld „{name}“ ist mehrfach vorhanden."
    PropertyUnknown "property.unknown" 400
        "The member \"{name}\" is not known here."
        "Das Feld „{name}“ ist hier nicht bekannt."
    PropertyUnsupported "property.unsupported" 400
        "The member \"{name}\" changes what an order costs and is not supported. Clear it to continue without it."
        "Das Feld „{name}“ ändert, was ein Auftrag kostet, und wird nicht unterstützt. Leeren Sie es, um ohne es fortzufahren."
    PropertyConflict "property.conflict" 400
        "\"{name}\" and \"{other}\" must not both be given."
        "„{name}“ und „{other}“ dürfen nicht beide angegeben werden."
    TypeWrong "type.wrong" 400
        "Expected {expected}, found {found}."
        "Erwartet: {expected}, gefunden: {found}."
    NumberInvalid "number.invalid" 400
        "This is not a number; write it like 12.5."
        "Dies ist keine Zahl; schreiben Sie sie wie 12.5."
    NumberDecimalComma "number.decimal_comma" 400
        "A decimal comma is not understood; write a point, like 5.5."
        "Ein Dezimalkomma wird nicht verstanden; schreiben Sie einen Punkt, etwa 5.5."
    NumberTooLarge "number.too_large" 400
        "The number does not fit into 28 exact digits."
        "Die Zahl passt nicht in 28 genaue Stellen."
    NumberNegative "number.negative" 400
        "The number must not be negative."
        "Die Zahl darf nicht negativ sein."
    DiscountOutOfRange "discount.out_of_range" 400
        "The discount must be at most 100 percent; below 0 it is a surcharge."
        "Der Rabatt darf höchstens 100 Prozent betragen; unter 0 ist er ein Aufschlag."
    TextTooLong "text.too_long" 400
        "The text has {seen} characters; at most {limit} are kept."
        "Der Text hat {seen} Zeichen; höchstens {limit} werden gespeichert."
    TextControlCharacter "text.control_character" 400
        "The text contains the control character {character}."
        "Der Text enthält das Steuerzeichen {character}."
    TextHiddenCharacter "text.hidden_character" 400
        "The text contains the character {character} at place {place}, which is not seen or turns the direction of what follows; leave it out."
        "Der Text enthält an Stelle {place} das Zeichen {character}, das nicht zu sehen ist oder die Schreibrichtung umkehrt; lassen Sie es weg."
    TextLineBreak "text.line_break" 400
        "Line breaks and tabs in this text were replaced by one space each."
        "Zeilenumbrüche und Tabulatoren in diesem Text wurden durch je ein Leerzeichen ersetzt."
    BodyNewerShape "body.newer_shape" 400
        "This has the newer shape of the interface ({members}), which is not read here. In the older one the organisation is org.code, the partner bpartner.bpartner.code or externalId with bpartner.location and bpartner.contact beside it, the product product.code or productCode."
        "Dies hat die neuere Form der Schnittstelle ({members}), die hier nicht gelesen wird. In der älteren steht die Organisation in org.code, der Partner in bpartner.bpartner.code oder externalId mit bpartner.location und bpartner.contact daneben, das Produkt in product.code oder productCode."
    DateInvalid "date.invalid" 400
        "This is not a date; write it like 2026-12-08."
        "Dies ist kein Datum; schreiben Sie es wie 2026-12-08."
    DateOutOfRange "date.out_of_range" 400
        "The day {days} days from {date} lies beyond the years 1 to 9999."
        "Der Tag {days} Tage ab {date} liegt außerhalb der Jahre 1 bis 9999."
    DateTimeInvalid "datetime.invalid" 400
        "This is not a date-time with offset; write it like 2026-12-08T13:00:00.000Z."
        "Dies ist kein Zeitpunkt mit Zeitzonenangabe; schreiben Sie ihn wie 2026-12-08T13:00:00.000Z."
    EnumUnknown "enum.unknown" 400
        "\"{value}\" is not one of the allowed values {allowed}."
        "„{value}“ ist keiner der erlaubten Werte {allowed}."
    IdentifierInvalid "identifier.invalid" 400
        "\"{value}\" is not an identifier: write int-…, ext-…, val-… or a record id."
        "„{value}“ ist kein Bezeichner: Schreiben Sie int-…, ext-…, val-… oder die ID eines Datensatzes."
    PropertyReserved "property.reserved" 400
        "\"{value}\" is a reserved name and cannot be used here."
        "„{value}“ ist ein reservierter Name und hier nicht verwendbar."
    // The request as a whole
    BulkEmpty "bulk.empty" 400
        "The list \"requests\" is empty; send at least one candidate."
        "Die Liste „requests“ ist leer; senden Sie mindestens einen Kandidaten."
    BulkTooMany "bulk.too_many" 413
        "The list \"requests\" has {seen} entries; at most {limit} are taken in one request."
        "Die Liste „requests“ hat {seen} Einträge; höchstens {limit} werden in einer Anfrage angenommen."
    BulkTooManyAtOnce "bulk.too_many_at_once" 429
        "{limit} bulks of yours are under way already; send the next one when one of them is answered, or try again in {seconds} s."
        "{limit} Ihrer Sammelanfragen sind bereits unterwegs; senden Sie die nächste, wenn eine davon beantwortet ist, oder versuchen Sie es in {seconds} s erneut."
    RateExceeded "rate.exceeded" 429
        "At most {limit} requests a second are taken from you; try again in {seconds} s."
        "Von Ihnen werden höchstens {limit} Anfragen je Sekunde angenommen; versuchen Sie es in {seconds} s erneut."
    BodyTooLarge "body.too_large" 413
        "The body is larger than {limit} bytes."
        "Der Inhalt ist größer als {limit} Bytes."
    BodyMediaType "body.media_type" 415
        "The body must be sent as {expected}, not as \"{seen}\"."
        "Der Inhalt muss als {expected} gesendet werden, nicht als „{seen}“."
    BodyInterrupted "body.interrupted" 400
        "The body ended before it was complete."
        "Der Inhalt endete, bevor er vollständig war."
    BodyTimeout "body.timeout" 408
        "The body came too slowly: less than {bytes} bytes in {seconds} seconds."
        "Der Inhalt kam zu langsam: in {seconds} Sekunden weniger als {bytes} Bytes."
    BodyNoRoom "body.no_room" 503
        "Other requests under way take all the room for bodies ({limit} bytes); try again in {seconds} s."
        "Andere Anfragen belegen gerade allen Platz für Inhalte ({limit} Bytes); versuchen Sie es in {seconds} s erneut."
    QueryInvalid "query.invalid" 400
        "The parameter \"{name}\" cannot be \"{value}\"; expected {expected}."
        "Der Parameter „{name}“ kann nicht „{value}“ sein; erwartet: {expected}."
    QueryUnknown "query.unknown" 400
        "The parameter \"{name}\" is not known here; known are {known}."
        "Der Parameter „{name}“ ist hier nicht bekannt; bekannt sind {known}."
    RequestInvalid "request.invalid" 400
        "The request cannot be understood."
        "Die Anfrage ist nicht zu verstehen."
    PathNotFound "path.not_found" 404
        "There is nothing at this path."
        "Unter diesem Pfad gibt es nichts."
    PathNotUtf8 "path.not_utf8" 400
        "The path is not valid UTF-8; percent-encode what is beyond ASCII as UTF-8."
        "Der Pfad ist kein gültiges UTF-8; schreiben Sie, was nicht ASCII ist, prozentkodiert als UTF-8."
    PathMethod "path.method" 405
        "This path does not take the method {method}."
        "Dieser Pfad nimmt die Methode {method} nicht an."
    HostMissing "host.missing" 400
        "The header Host is missing; a request of HTTP/1.1 names the host that it is for."
        "Der Header Host fehlt; eine Anfrage über HTTP/1.1 nennt den Host, für den sie ist."
    HostDuplicate "host.duplicate" 400
        "The header Host is there {seen} times; a request is for one host."
        "Der Header Host ist {seen}-mal vorhanden; eine Anfrage ist für einen Host."
    IdempotencyKeyInvalid "idempotency.invalid" 400
        "Idempotency-Key must be printable text of 1 to 255 characters."
        "Idempotency-Key muss druckbarer Text von 1 bis 255 Zeichen sein."
    IdempotencyRunning "idempotency.running" 409
        "A request with this Idempotency-Key is still running; try again in a moment."
        "Eine Anfrage mit diesem Idempotency-Key läuft noch; versuchen Sie es gleich noch einmal."
    IdempotencyReused "idempotency.reused" 422
        "This Idempotency-Key was used before with another body; use a new key."
        "Dieser Idempotency-Key wurde schon mit anderem Inhalt benutzt; verwenden Sie einen neuen Schlüssel."
    // Access
    TokenMissing "token.missing" 401
        "The header Authorization with an authorization token is missing."
        "Der Header Authorization mit einem Zugriffstoken fehlt."
    AuthorizationSeveral "authorization.several" 400
        "The request has {seen} Authorization headers; send one."
        "Die Anfrage hat {seen} Authorization-Header; senden Sie einen."
    TokenMalformed "token.malformed" 401
        "The authorization token is malformed: it is not one that Orderdock issued, or was not copied whole."
        "Das Zugriffstoken ist fehlerhaft: nicht von Orderdock ausgestellt oder nicht vollständig kopiert."
    TokenUnknown "token.unknown" 401
        "The authorization token is not known."
        "Das Zugriffstoken ist nicht bekannt."
    EventCursorExpired "event.cursor_expired" 410
        "What came behind the event {cursor} is kept no more; the oldest that is comes after {oldest}. What was missed is in the lists."
        "Was nach dem Ereignis {cursor} kam, ist nicht mehr vorhanden; das älteste vorhandene kommt nach {oldest}. Was fehlt, steht in den Listen."
    EventCursorUnknown "event.cursor_unknown" 410
        "No event {cursor} was told yet: the database is another one, or an older state of it. The oldest event that is kept comes after {oldest}."
        "Ein Ereignis {cursor} gab es noch nicht: Die Datenbank ist eine andere oder ein älterer Stand. Das älteste vorhandene Ereignis kommt nach {oldest}."
    TokenExpired "token.expired" 401
        "The authorization token expired at {at}."
        "Das Zugriffstoken ist am {at} abgelaufen."
    TokenRevoked "token.revoked" 401
        "The authorization token was revoked at {at}."
        "Das Zugriffstoken wurde am {at} gesperrt."
    LoginWrong "login.wrong" 401
        "User or password is wrong."
        "Benutzer oder Passwort ist falsch."
    LoginTooMany "login.too_many" 429
        "Too many are signing in from this address; try again in {seconds} seconds."
        "Von dieser Adresse melden sich zu viele an; neuer Versuch in {seconds} Sekunden."
    CredentialsTooMany "credentials.too_many" 429
        "Too many tokens or sessions that are not known came from this address; try again in {seconds} seconds."
        "Von dieser Adresse kamen zu viele unbekannte Token oder Sitzungen; neuer Versuch in {seconds} Sekunden."
    SessionMissing "session.missing" 401
        "There is no session; sign in first."
        "Es gibt keine Sitzung; bitte zuerst anmelden."
    SessionUnknown "session.unknown" 401
        "The session is not known or was ended; sign in again."
        "Die Sitzung ist nicht bekannt oder wurde beendet; bitte neu anmelden."
    SessionExpired "session.expired" 401
        "The session expired at {at}; sign in again."
        "Die Sitzung ist am {at} abgelaufen; bitte neu anmelden."
    CsrfMissing "csrf.missing" 403
        "The header X-CSRF-Token is missing, or is not the one of the session."
        "Der Header X-CSRF-Token fehlt oder ist nicht der dieser Sitzung."
    ScopeMissing "scope.missing" 403
        "The authorization token lacks the scope {scope}, needed to {action}."
        "Dem Zugriffstoken fehlt die Berechtigung {scope}, die nötig ist, um {action}."
    OrgNotAllowed "org.not_allowed" 403
        "The authorization token does not belong to organisation \"{code}\"."
        "Das Zugriffstoken gehört nicht zur Organisation „{code}“."
    OrgRequired "org.required" 400
        "No organisation is named and the authorization token has no default organisation."
        "Es ist keine Organisation angegeben und das Zugriffstoken hat keine Standardorganisation."
    // References of a candidate
    OrgUnknown "org.unknown" 400
        "Organisation \"{code}\" does not exist."
        "Organisation „{code}“ existiert nicht."
    OrgNameRequired "org.name_required" 400
        "Organisation \"{code}\" cannot be created without a name."
        "Organisation „{code}“ kann ohne Namen nicht angelegt werden."
    OrgChanged "org.changed" 400
        "Organisation \"{code}\" differs from what ASSERT_UNCHANGED expects in \"{field}\": stored \"{stored}\"."
        "Organisation „{code}“ weicht von dem ab, was ASSERT_UNCHANGED erwartet, in „{field}“: gespeichert „{stored}“."
    SourceUnknown "dataSource.unknown" 400
        "Data source \"{name}\" is not known."
        "Datenquelle „{name}“ ist nicht bekannt."
    DestUnknown "dataDest.unknown" 400
        "Data destination \"{name}\" is not known."
        "Datenziel „{name}“ ist nicht bekannt."
    BpartnerKeyMissing "bpartner.key_missing" 400
        "The business partner needs {expected}."
        "Der Geschäftspartner braucht {expected}."
    BpartnerUnknown "bpartner.unknown" 400
        "Business partner {keys} does not exist, and the sync advice ({level}) says {advice}."
        "Geschäftspartner {keys} existiert nicht, und die Sync-Anweisung ({level}) lautet {advice}."
    BpartnerAmbiguous "bpartner.ambiguous" 400
        "The keys name different business partners: {first} and {second}."
        "Die Schlüssel nennen verschiedene Geschäftspartner: {first} und {second}."
    BpartnerNameRequired "bpartner.name_required" 400
        "The business partner cannot be created without a name."
        "Der Geschäftspartner kann ohne Namen nicht angelegt werden."
    BpartnerChanged "bpartner.changed" 400
        "The business partner differs from what ASSERT_UNCHANGED expects in \"{field}\": stored \"{stored}\"."
        "Der Geschäftspartner weicht von dem ab, was ASSERT_UNCHANGED erwartet, in „{field}“: gespeichert „{stored}“."
    LocationUnknown "location.unknown" 400
        "The location {keys} does not exist at this business partner, and the sync advice ({level}) says {advice}."
        "Die Adresse {keys} existiert bei diesem Geschäftspartner nicht, und die Sync-Anweisung ({level}) lautet {advice}."
    LocationNone "location.none" 400
        "No location is given and the business partner has no active one."
        "Es ist keine Adresse angegeben und der Geschäftspartner hat keine aktive."
    LocationAmbiguous "location.ambiguous" 400
        "The keys of the location name different records: {first} and {second}."
        "Die Schlüssel der Adresse nennen verschiedene Datensätze: {first} und {second}."
    LocationCountryRequired "location.country_required" 400
        "The location cannot be created without a country code."
        "Die Adresse kann ohne Ländercode nicht angelegt werden."
    LocationChanged "location.changed" 400
        "The location differs from what ASSERT_UNCHANGED expects in \"{field}\": stored \"{stored}\"."
        "Die Adresse weicht von dem ab, was ASSERT_UNCHANGED erwartet, in „{field}“: gespeichert „{stored}“."
    ContactUnknown "contact.unknown" 400
        "The contact {keys} does not exist at this business partner, and the sync advice ({level}) says {advice}."
        "Der Ansprechpartner {keys} existiert bei diesem Geschäftspartner nicht, und die Sync-Anweisung ({level}) lautet {advice}."
    ContactNameRequired "contact.name_required" 400
        "The contact cannot be created without a name, or first and last name."
        "Der Ansprechpartner kann ohne Namen oder Vor- und Nachnamen nicht angelegt werden."
    ContactChanged "contact.changed" 400
        "The contact differs from what ASSERT_UNCHANGED expects in \"{field}\": stored \"{stored}\"."
        "Der Ansprechpartner weicht von dem ab, was ASSERT_UNCHANGED erwartet, in „{field}“: gespeichert „{stored}“."
    ProductKeyMissing "product.key_missing" 400
        "The product needs a code or an externalId."
        "Das Produkt braucht code oder externalId."
    ProductUnknown "product.unknown" 400
        "Product {keys} does not exist, and the sync advice ({level}) says {advice}."
        "Produkt {keys} existiert nicht, und die Sync-Anweisung ({level}) lautet {advice}."
    ProductAmbiguous "product.ambiguous" 400
        "The keys name different products: {first} and {second}."
        "Die Schlüssel nennen verschiedene Produkte: {first} und {second}."
    ProductFieldRequired "product.field_required" 400
        "The product cannot be created without {name}."
        "Das Produkt kann ohne {name} nicht angelegt werden."
    ProductChanged "product.changed" 400
        "The product differs from what ASSERT_UNCHANGED expects in \"{field}\": stored \"{stored}\"."
        "Das Produkt weicht von dem ab, was ASSERT_UNCHANGED erwartet, in „{field}“: gespeichert „{stored}“."
    AdviceNotAllowed "syncAdvise.not_allowed" 400
        "{advice} is not allowed here; it is understood on products only."
        "{advice} ist hier nicht erlaubt; es wird nur bei Produkten verstanden."
    RequiredCleared "property.required_cleared" 400
        "The member \"{name}\" cannot be cleared."
        "Das Feld „{name}“ kann nicht geleert werden."
    KeyTaken "key.taken" 400
        "The {name} \"{value}\" belongs to another record already."
        "{name} „{value}“ gehört schon zu einem anderen Datensatz."
    UomUnknown "uomCode.unknown" 400
        "Unit \"{code}\" is not known."
        "Einheit „{code}“ ist nicht bekannt."
    CurrencyUnknown "currencyCode.unknown" 400
        "Currency \"{code}\" is not known."
        "Währung „{code}“ ist nicht bekannt."
    CurrencyRequired "currencyCode.required" 400
        "A price needs a currency."
        "Ein Preis braucht eine Währung."
    CountryUnknown "countryCode.unknown" 400
        "Country \"{code}\" is not known."
        "Land „{code}“ ist nicht bekannt."
    PricingSystemUnknown "pricingSystemCode.unknown" 400
        "Pricing system \"{code}\" is not known."
        "Preissystem „{code}“ ist nicht bekannt."
    ShipperUnknown "shipper.unknown" 400
        "Shipper \"{name}\" is not known."
        "Spediteur „{name}“ ist nicht bekannt."
    SalesPartnerUnknown "salesPartnerCode.unknown" 400
        "No active sales partner has the code \"{code}\"."
        "Kein aktiver Vertriebspartner hat den Code „{code}“."
    SalesPartnerAmbiguous "salesPartnerCode.ambiguous" 400
        "Several sales partners have the code \"{code}\"."
        "Mehrere Vertriebspartner haben den Code „{code}“."
    PaymentTermUnknown "paymentTerm.unknown" 400
        "Payment term \"{name}\" is not known."
        "Zahlungsbedingung „{name}“ ist nicht bekannt."
    WarehouseUnknown "warehouse.unknown" 400
        "Warehouse \"{code}\" is not known."
        "Lager „{code}“ ist nicht bekannt."
    InvoiceDocTypeUnknown "invoiceDocType.unknown" 400
        "No document type has the base type \"{base}\" and the sub type \"{sub}\"."
        "Keine Belegart hat den Basistyp „{base}“ und den Untertyp „{sub}“."
    OrderDocTypeUnknown "orderDocType.unknown" 400
        "No document type of sub type \"{sub}\" is there for \"{value}\"."
        "Zu „{value}“ gibt es keine Belegart mit dem Untertyp „{sub}“."
    CommentsTooMany "comments.too_many" 409
        "There are {limit} comments already, which is the limit."
        "Es gibt schon {limit} Kommentare, mehr sind nicht möglich."
    // A sales order sent whole
    LinesEmpty "lines.empty" 400
        "The list \"lines\" is empty; an order needs at least one line."
        "Die Liste „lines“ ist leer; ein Auftrag braucht mindestens eine Position."
    OrdersTooMany "orders.too_many" 413
        "The list \"orders\" has more than {limit} entries; send them in several calls."
        "Die Liste „orders“ hat mehr als {limit} Einträge; bitte in mehreren Aufrufen senden."
    LinesTooMany "lines.too_many" 413
        "The list \"lines\" has {seen} entries; at most {limit} are taken in one order."
        "Die Liste „lines“ hat {seen} Einträge; höchstens {limit} werden in einem Auftrag angenommen."
    ShipPartnerUnknown "shipBPartnerCode.unknown" 400
        "Business partner \"{code}\" does not exist."
        "Geschäftspartner „{code}“ existiert nicht."
    ProductCodeUnknown "productCode.unknown" 400
        "Product \"{code}\" does not exist."
        "Produkt „{code}“ existiert nicht."
    DocTypeNameUnknown "docTypeName.unknown" 400
        "No document type for sales orders is named \"{name}\"."
        "Keine Belegart für Aufträge heißt „{name}“."
    DocTypeNone "docTypeName.required" 400
        "There is no default document type for sales orders; name one."
        "Es gibt keine Standard-Belegart für Aufträge; nennen Sie eine."
    // Identity
    IdentityConflict "identity.conflict" 409
        "This external header and line id was imported before with other content ({members}). To correct it, set an override, or cancel it and send a new line id."
        "Diese externe Kopf- und Positions-ID wurde schon mit anderem Inhalt importiert ({members}). Setzen Sie zum Korrigieren einen abweichenden Wert, oder stornieren Sie die Position und senden Sie sie mit einer neuen Positions-ID."
    IdentityArchived "identity.archived" 409
        "This external header and line id was imported before, as candidate {id}, which has been archived since. Send a new line id for something new."
        "Diese externe Kopf- und Positions-ID wurde schon importiert, als Kandidat {id}, der inzwischen ausgelagert ist. Senden Sie Neues mit einer neuen Positions-ID."
    HeaderRejected "header.rejected" 400
        "The row fell with its header; at fault are the rows {rows}."
        "Die Position fiel mit ihrem Kopf; schuld sind die Positionen {rows}."
    RowRejected "row.rejected" 400
        "All rows of the request were rejected."
        "Alle Positionen der Anfrage wurden zurückgewiesen."
    // Understood, but not yet an order
    QtyNotPositive "qty.not_positive" 400
        "Quantity must be greater than 0: the assumption qty > 0 failed, it was {seen}."
        "Menge muss größer als 0 sein: die Annahme qty > 0 gilt nicht, sie war {seen}."
    PriceNone "price.none" 400
        "No price for this product in \"{list}\" on {date}."
        "Kein Preis für dieses Produkt in „{list}“ am {date}."
    PriceAmbiguous "price.ambiguous" 400
        "Several prices for this product in \"{list}\" on {date}; name the unit."
        "Mehrere Preise für dieses Produkt in „{list}“ am {date}; nennen Sie die Einheit."
    PriceNegative "price.negative" 400
        "The price {price} is negative; allow it for the organisation by negativePrices: allow."
        "Der Preis {price} ist negativ; erlauben Sie das der Organisation durch negativePrices: allow."
    PriceRoundsToZero "price.rounds_to_zero" 400
        "Rounded to {digits} digits, nothing is left of the price {price}."
        "Auf {digits} Stellen gerundet bleibt vom Preis {price} nichts übrig."
    PriceChanged "price.changed" 400
        "The list price is now {price}; when the candidate was last validated, it was {stored}."
        "Der Listenpreis ist jetzt {price}; bei der letzten Prüfung des Kandidaten war er {stored}."
    PriceRounded "price.rounded" 400
        "The price {price} has more digits than price list \"{list}\" keeps; rounded it is {rounded}."
        "Der Preis {price} hat mehr Stellen als Preisliste „{list}“; gerundet ist er {rounded}."
    PriceIncludesTax "price.includes_tax" 400
        "The buyer pays no tax, but the price {price} of price list \"{list}\" includes it. To remove it, set exemptBuyers: removeTax for the list."
        "Der Käufer zahlt keine Steuer, aber der Preis {price} der Preisliste „{list}“ enthält sie. Um sie herauszurechnen, setzen Sie für die Liste exemptBuyers: removeTax."
    TaxIncludedMixed "taxIncluded.mixed" 400
        "The included tax is removed from the prices of some lines only, and an order has one kind of prices; send the others as an order of their own."
        "Die enthaltene Steuer wird nur aus den Preisen einiger Positionen herausgerechnet, und ein Auftrag hat nur eine Art von Preisen; senden Sie die übrigen als eigenen Auftrag."
    NetRoundsToZero "net.rounds_to_zero" 400
        "Quantity {qty} at price {price} comes to 0, rounded to {digits} digits."
        "Menge {qty} zum Preis {price} ergibt 0, auf {digits} Stellen gerundet."
    PricingSystemNone "pricingsystem.none" 400
        "Neither the row nor the partner, its group or the organisation has a pricing system."
        "Weder Position noch Partner, dessen Gruppe oder Organisation hat ein Preissystem."
    PricelistNone "pricelist.none" 400
        "Pricing system \"{system}\" has no active sales price list for country {country}."
        "Preissystem „{system}“ hat keine aktive Verkaufspreisliste für das Land {country}."
    PricelistNoVersion "pricelist.no_version" 400
        "Price list \"{list}\" has no version valid on {date}."
        "Preisliste „{list}“ hat keine am {date} gültige Version."
    PricelistNoTaxCategory "pricelist.no_tax_category" 400
        "Price list \"{list}\" has no default tax category; the product price was not created."
        "Preisliste „{list}“ hat keine Standard-Steuerkategorie; der Produktpreis wurde nicht angelegt."
    PricelistCycle "pricelist.cycle" 400
        "The base versions of price list \"{list}\" form a circle."
        "Die Basisversionen der Preisliste „{list}“ bilden einen Kreis."
    CurrencyMismatch "currencyCode.mismatch" 400
        "The row is in {currency}, price list \"{list}\" in {listCurrency}."
        "Die Position ist in {currency}, Preisliste „{list}“ in {listCurrency}."
    TaxCategoryNone "taxcategory.none" 400
        "Neither product price, product, price list nor organisation has a tax category; set one by hand, or there."
        "Weder Produktpreis, Produkt, Preisliste noch Organisation hat eine Steuerkategorie; setzen Sie eine von Hand oder dort."
    TaxCategoryUnknown "taxcategory.unknown" 400
        "There is no tax category with code \"{code}\"."
        "Es gibt keine Steuerkategorie mit Code „{code}“."
    TaxNone "tax.none" 400
        "No tax of category \"{category}\" from {from} to {to} on {date}."
        "Keine Steuer der Kategorie „{category}“ von {from} nach {to} am {date}."
    TaxAmbiguous "tax.ambiguous" 400
        "Several taxes fit: {first} and {second}."
        "Mehrere Steuern passen: {first} und {second}."
    UomNoConversion "uomCode.no_conversion" 400
        "No conversion from {from} to {to} for this product."
        "Keine Umrechnung von {from} nach {to} für dieses Produkt."
    BpartnerInactive "bpartner.inactive" 400
        "Business partner \"{code}\" is not active."
        "Geschäftspartner „{code}“ ist nicht aktiv."
    LocationInactive "location.inactive" 400
        "The location is not active."
        "Die Adresse ist nicht aktiv."
    ProductInactive "product.inactive" 400
        "Product \"{code}\" is not active."
        "Produkt „{code}“ ist nicht aktiv."
    ContactInactive "contact.inactive" 400
        "Contact \"{name}\" is not active."
        "Ansprechpartner „{name}“ ist nicht aktiv."
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
        "This partner has used the reference \"{poReference}\" before, under header \"{header}\"."
        "Dieser Partner hat die Referenz „{poReference}“ schon benutzt, unter Kopf „{header}“."
    PostalUnknown "location.postal_unknown" 400
        "Postal code {postal} is not known in {country}; the address was stored without geo link."
        "PLZ {postal} ist in {country} nicht bekannt; die Adresse wurde ohne Ortsbezug gespeichert."
    GroupCreated "group.created" 400
        "Partner group \"{name}\" was not known and has been created."
        "Die Partnergruppe „{name}“ war nicht bekannt und wurde angelegt."
}
