phrases! {
    // JSON types
    Null "null" "null"
    Boolean "boolean" "boolescher Wert (true oder false)"
    Number "number" "Zahl"
    String "string" "Text"
    Array "array" "Liste"
    Object "object" "Objekt"
    ObjectWithList "an object with the list “{0}”, like {1}" "Objekt mit der Liste „{0}“, z. B. {1}"
    WholeNumber "whole number" "ganze Zahl"
    Date "date" "Datum"
    DateTime "date-time" "Zeitstempel"
    MemberName "field name" "Feldname"
    Nothing "nothing" "nichts"
    EmptyList "an empty list" "eine leere Liste"
    Quoted "“{0}”" "„{0}“"

    // Types of master data fields
    Text "text" "Text"
    TwoCapitals "two capital letters" "zwei Großbuchstaben"
    ThreeCapitals "three capital letters" "drei Großbuchstaben"
    TrueOrFalse "true or false" "true oder false"
    AWholeNumber "a whole number" "ganze Zahl"
    WholeNumberBetween "a whole number from {0} to {1}" "ganze Zahl von {0} bis {1}"
    ANumber "a number" "Zahl"
    NumberAboveZero "a number above 0" "Zahl über 0"
    NumberBetween "a number from {0} to {1}" "Zahl von {0} bis {1}"
    DayFrom "a date from {0} on" "Datum ab dem {0}"
    TimeZone "a time zone like Europe/Berlin" "Zeitzone wie Europe/Berlin"
    AWord "a word" "Wort"
    OrganisationCode "the code of an organisation" "Code einer Organisation"
    RecordKey "the key of a record" "Schlüssel eines Datensatzes"
    PriceListCode "the code of a price list" "Code einer Preisliste"
    Codes "at least one code" "mindestens ein Code"
    Scales "a list of quantities and prices" "Liste von Mengen und Preisen"
    ExternalReferences "a list of objects with system and id" "Liste von Objekten mit system und id"
    Gtins "a list of GTINs" "Liste von GTINs"
    Gtin "a GTIN of 8, 12, 13 or 14 digits" "GTIN mit 8, 12, 13 oder 14 Ziffern"
    GtinWithCheckDigit "a GTIN with the check digit {0}" "GTIN mit der Prüfziffer {0}"
    Logo
        "a PNG or JPEG image of up to 100 KiB in Base64"
        "PNG- oder JPEG-Bild mit bis zu 100 KiB in Base64"
    TextOfLength "a text of {0} characters" "Text mit {0} Zeichen"
    AList "a list" "Liste"
    AnObject "an object" "Objekt"
    ObjectOfKinds "an object with kinds of master data as fields" "Objekt mit Stammdatenarten als Feldern"

    // Keys of a business partner
    AnyPartnerKey
        "a code, an externalId or a location with a gln"
        "code, externalId oder eine Adresse mit gln"
    PartnerCode "a code (bpartnerLookupAdvise is Code)" "einen code (bpartnerLookupAdvise ist Code)"
    PartnerExternalId
        "an externalId (bpartnerLookupAdvise is ExternalId)"
        "eine externalId (bpartnerLookupAdvise ist ExternalId)"
    PartnerGln
        "a location with a gln (bpartnerLookupAdvise is GLN)"
        "eine Adresse mit gln (bpartnerLookupAdvise ist GLN)"

    // Types of query parameters
    NoParameter "none" "keine"
    OneValue "a single value" "ein einzelner Wert"
    ColumnsUpTo "up to {0} columns without duplicates" "bis zu {0} Spalten ohne Wiederholung"
    AQuery
        "query parameters of the list, as in status=error&sort=-createdAt"
        "Abfrageparameter der Liste, z. B. status=error&sort=-createdAt"
    TextUpTo "text of up to {0} characters" "Text mit bis zu {0} Zeichen"
    ExistingDataSource "an existing data source" "eine vorhandene Datenquelle"
    Day "a date like 2026-12-08" "Datum wie 2026-12-08"
    DayOrInstant
        "a date like 2026-12-08 or a timestamp like 2026-12-08T13:00:00Z"
        "Datum wie 2026-12-08 oder Zeitstempel wie 2026-12-08T13:00:00Z"
    NoReason "no reason given" "ohne Angabe von Gründen"
    FeedCursor "an event id or now" "eine Ereignis-ID oder now"
    SecondsUpTo "whole seconds, at most {0}" "ganze Sekunden, höchstens {0}"
    PageNext "the value of next from another page" "der Wert von next einer anderen Seite"
    PagePrevious "the value of previous from another page" "der Wert von previous einer anderen Seite"
    PageCursor "a cursor of a page with the same sort order" "ein Cursor einer Seite mit derselben Sortierung"
    NumberUpTo "a number up to {0}" "Zahl bis {0}"
    StatusNumber "a status code like 409" "Statuscode wie 409"
    SortKey
        "{0}, with a leading - for descending order"
        "{0}, mit vorangestelltem - für absteigende Reihenfolge"
    RunId "the id of a run" "ID eines Laufs"
    ImportDraftId "the id of an import draft" "ID eines Tabellenimports"
    RequestId "the id of a stored request" "ID einer gespeicherten Anfrage"
    ProblemCode "a problem code like price.none" "Fehlercode wie price.none"
    OnlyWithRun "only in combination with runId" "nur in Verbindung mit runId"
    Words "text without line breaks" "Text ohne Zeilenumbrüche"
    HoursUpTo "whole hours, at most {0}" "ganze Stunden, höchstens {0}"

    // Reasons to reject a webhook URL
    AddressOfThisMachine "an address of this machine" "eine Adresse dieses Rechners"
    AddressOfThisLink "a link-local address" "eine link-lokale Adresse"
    PrivateAddress "a private network address" "eine private Netzwerkadresse"
    SpecialAddress "a special-purpose address" "eine Adresse für Sonderzwecke"
    NoAddress "not a URL of the form https://host/path" "keine URL der Form https://host/pfad"
    NotHttps "the URL must use https" "die URL muss https verwenden"
    NamesUser
        "the URL must not contain a user name or password"
        "die URL darf keinen Benutzernamen und kein Passwort enthalten"
    HasFragment "the URL must not contain a fragment (#)" "die URL darf kein Fragment (#) enthalten"
    UnknownHost "the host name does not resolve" "der Hostname lässt sich nicht auflösen"

    // Delivery errors; stored in English
    ResponseTimeout "timeout: no complete response" "Zeitüberschreitung: keine vollständige Antwort"
    ConnectionRefused "connection refused" "Verbindung abgelehnt"
    NoConnection "connection failed: {0}" "Verbindung fehlgeschlagen: {0}"
    HostNotFound "host not found" "Host nicht gefunden"
    ResponseInterrupted "response interrupted: {0}" "Antwort abgebrochen: {0}"
    NotTrusted "untrusted certificate: {0}" "nicht vertrauenswürdiges Zertifikat: {0}"
    NotCalled "request blocked: {0}" "Aufruf blockiert: {0}"
    NotCalledName "host name blocked: it resolves to {0}" "Hostname blockiert: Er verweist auf {0}"
    CallsNobody "this process sends no requests" "dieser Prozess sendet keine Aufrufe"
    NoMailServer "no mail server is configured" "kein Mailserver eingerichtet"
    NoMailAddress "invalid mail address" "ungültige E-Mail-Adresse"
    MailServerSilent
        "{0} did not accept the mail within {1} seconds"
        "{0} hat die E-Mail nicht innerhalb von {1} Sekunden angenommen"
    MailServerSlow
        "mail server timeout after {0} seconds"
        "Zeitüberschreitung beim Mailserver nach {0} Sekunden"
    MailServerUnreachable "{0} is unreachable: {1}" "{0} ist nicht erreichbar: {1}"
    MailServerNotTrusted
        "the certificate of {0} is not trusted: {1}"
        "das Zertifikat von {0} ist nicht vertrauenswürdig: {1}"
    MailServerNotUnderstood "unexpected response from {0}: {1}" "unerwartete Antwort von {0}: {1}"
    NoStarttls
        "{0} does not offer STARTTLS; for implicit TLS, use --mail-tls=tls"
        "{0} bietet kein STARTTLS an; für implizites TLS verwenden Sie --mail-tls=tls"
    LoginRejected "{0} rejected the login: {1}" "{0} hat die Anmeldung abgelehnt: {1}"
    MailRejected "{0} rejected the mail: {1}" "{0} hat die E-Mail abgelehnt: {1}"
    NoSuchWebhook "the webhook does not exist" "der Webhook existiert nicht"
    WebhookOfAnother
        "the webhook belongs to another organisation"
        "der Webhook gehört zu einer anderen Organisation"
    Duration "a duration like 90d" "Dauer wie 90d"

    // Kinds of records
    Bpartner "bpartner" "Geschäftspartner"
    Organisation "organisation" "Organisation"
    Country "country" "Land"
    Currency "currency" "Währung"
    Unit "unit" "Einheit"
    ExternalSystem "external system" "externes System"
    CrossReference "cross-reference" "Querverweis"
    DataSource "data source" "Datenquelle"
    DocumentType "document type" "Belegart"
    TaxCategory "tax category" "Steuerkategorie"
    Tax "tax" "Steuersatz"
    PricingSystem "pricing system" "Preissystem"
    PriceList "price list" "Preisliste"
    PriceListVersion "price list version" "Preislistenversion"
    Warehouse "warehouse" "Lager"
    Shipper "shipper" "Spediteur"
    PaymentTerm "payment term" "Zahlungsbedingung"
    PartnerGroup "business partner group" "Partnergruppe"
    UnitConversion "unit conversion" "Einheitenumrechnung"
    PostalCode "postal code" "Postleitzahl"
    Partner "business partner" "Geschäftspartner"
    Location "location" "Adresse"
    Contact "contact" "Ansprechpartner"
    Product "product" "Produkt"
    NoProduct "no product" "keinem Produkt"
    ProductPrice "product price" "Produktpreis"
    PartnerProduct "business partner product" "Produkt eines Geschäftspartners"
    UnrevokedToken "access token that is not revoked" "nicht widerrufenes Zugriffstoken"
    NamedRecord "{0} “{1}”" "{0} „{1}“"
    RecordWithId "{0} with id {1}" "{0} mit der ID {1}"

    // Levels of a sync advice
    Block "partner block" "Partnerblock"
    Default "default" "Standard"

    // Actions that require a scope
    ImportCandidates "import candidates" "Positionen zu importieren"
    ListCandidates "list candidates" "Positionen aufzulisten"
    ListUnresolvedReferences "list unresolved references" "offene Verweise aufzulisten"
    MapReferences "map unresolved references" "offene Verweise zuzuordnen"
    CountCandidates "count candidates" "Positionen zu zählen"
    ReadFigures "read statistics" "Statistiken zu lesen"
    ReadCandidates "read candidates" "Positionen zu lesen"
    CorrectCandidates "correct candidates" "Positionen zu korrigieren"
    CancelCandidates "cancel candidates" "Positionen zu stornieren"
    ReadCandidateHistory "read the history of candidates" "den Verlauf von Positionen zu lesen"
    ProcessCandidates "process candidates" "Positionen zu verarbeiten"
    RevalidateCandidates "re-validate candidates" "Positionen neu zu prüfen"
    CommentOn "write comments" "Bemerkungen zu schreiben"
    ListAssignees "list assignees" "Zuständige aufzulisten"
    EditCandidates "edit candidates" "Positionen zu ändern"
    ReadCandidateRequest "read the request of a candidate" "die Anfrage einer Position zu lesen"
    ListRequests "list requests" "Anfragen aufzulisten"
    ReadRequests "read requests" "Anfragen zu lesen"
    ReadRejectedRows "read rejected rows" "abgelehnte Positionen zu lesen"
    ReadImportDrafts "read imports of files" "Importe von Dateien zu lesen"
    DismissRejectedRows "dismiss rejected rows" "abgelehnte Positionen zu verwerfen"
    CreateOrders "create orders" "Aufträge zu erzeugen"
    VoidOrders "void orders" "Aufträge zu stornieren"
    CreateAndVoidOrders "create and void orders" "Aufträge zu erzeugen und zu stornieren"
    ReadOrders "read orders" "Aufträge zu lesen"
    ListOrders "list orders" "Aufträge aufzulisten"
    ReadRuns "read runs" "Läufe zu lesen"
    ListRuns "list runs" "Läufe aufzulisten"
    HandOverOrders "confirm the transfer of orders" "die Übergabe von Aufträgen zu bestätigen"
    FollowEvents "read the event feed" "den Ereignis-Feed zu lesen"
    ManageWebhooks "manage webhooks" "Webhooks zu verwalten"
    ReadInstances "list instances" "Instanzen aufzulisten"
    StopRuns "stop runs" "Läufe anzuhalten"
    UndoRuns "undo runs" "Läufe rückgängig zu machen"
    CreateUsers "create users" "Benutzer anzulegen"
    ListUsers "list users" "Benutzer aufzulisten"
    ChangePasswords "change the passwords of users" "Passwörter von Benutzern zu ändern"
    ChangeUsers "change users" "Benutzer zu ändern"
    RemoveUsers "remove users" "Benutzer zu löschen"
    DisableUsers "disable and enable users" "Benutzer zu sperren und zu entsperren"
    CreateTokens "create access tokens" "Zugriffstoken anzulegen"
    ListTokens "list access tokens" "Zugriffstoken aufzulisten"
    RevokeTokens "revoke access tokens" "Zugriffstoken zu widerrufen"
    ReadMasterdata "read master data" "Stammdaten zu lesen"
    ReadMasterdataHistory "read the history of master data" "den Verlauf von Stammdaten zu lesen"
    WriteMasterdata "write master data" "Stammdaten zu schreiben"
    LoadMasterdata "load master data" "Stammdaten zu laden"
    ChangeOrganisations "create or change organisations" "Organisationen anzulegen oder zu ändern"
    CreateOrganisation "create organisation {0}" "die Organisation {0} anzulegen"
    ChangeRecord "change {0} {1} ({2})" "{0} {1} zu ändern ({2})"
    AttachFiles "attach files" "Dateien anzuhängen"
    ReadAttachments "read attachments" "Anhänge zu lesen"
    ReadSchedules "read schedules" "Zeitpläne zu lesen"
    ReadOrderSettings "read order settings" "Auftragseinstellungen zu lesen"
    ReadProcessSettings "read process settings" "Prozesseinstellungen zu lesen"
    ManageNotificationRules "manage notification rules" "Benachrichtigungsregeln zu verwalten"
    ChangeProcessSettings "change process settings" "Prozesseinstellungen zu ändern"

    // Reasons to reject a password
    LikeCommonPasswords "it resembles a common password" "es ähnelt einem häufig verwendeten Passwort"
    KeysSideBySide "it is a keyboard pattern" "es ist ein Tastaturmuster"
    RepeatsItself "it contains repetitions" "es enthält Wiederholungen"
    ASequence "it is a sequence like abc or 1234" "es ist eine Folge wie abc oder 1234"
    ADateOrYear "it is a date or a year" "es ist ein Datum oder eine Jahreszahl"
    ASingleWord "it is a single word or a name" "es ist ein einzelnes Wort oder ein Name"
    PartsTriedFirst "it combines common words or patterns" "es kombiniert häufige Wörter oder Muster"

    // Problems of candidates, for clerks
    QuantityAboveZero
        "The quantity must be greater than 0, but is {0}."
        "Die Menge muss größer als 0 sein, ist aber {0}."
    ValueMissing "{0} is missing." "{0} fehlt."
    NoDocumentType "No document type is set up for: {0}." "Keine Belegart eingerichtet für: {0}."
    SiblingInError
        "Line {0} of the same incoming order has an error."
        "Position {0} derselben Bestellung ist fehlerhaft."
    SalesOrderType "sales order" "Auftrag"
    PrepayOrderType "prepay order" "Vorkasse-Auftrag"

    // Hold reasons
    WaitingHold
        "Waiting for the customer until {0}. A user can end the wait earlier."
        "Wartet auf den Kunden bis {0}. Das Warten kann vorher beendet werden."
    DestinationHold
        "The data destination does not create sales orders."
        "Das Datenziel erzeugt keine Aufträge."
    ReleaseHold
        "The data source requires a manual release."
        "Die Datenquelle verlangt eine manuelle Freigabe."
    SiblingRejectedHold
        "Row “{0}” of the same incoming order was rejected and has not been sent again."
        "Position „{0}“ derselben Bestellung wurde abgelehnt und nicht erneut gesendet."
    IncompleteHold
        "The incoming order has fewer lines than announced."
        "Die Bestellung hat weniger Positionen als angekündigt."
    SettlingHold
        "More lines of the incoming order may arrive before the settle time ends."
        "Bis zum Ende der Wartezeit können weitere Positionen der Bestellung eingehen."
    VoidedHold
        "Sales order {0} was voided. Restore the line to process it again."
        "Der Auftrag {0} wurde storniert. Stellen Sie die Position wieder her, um sie erneut zu verarbeiten."

    // Suggested fixes
    RevalidateFix
        "Re-validate the line: its master data has changed."
        "Position neu prüfen: Die Stammdaten haben sich geändert."
    TakeListCurrencyFix
        "Change the currency to {0}, the currency of price list “{1}”."
        "Währung auf {0} ändern (Währung der Preisliste „{1}“)."
    TakeListCurrencyForPriceFix
        "Change the currency to {0}, the currency of price list “{1}”. The price sent then applies in {0}, without conversion."
        "Währung auf {0} ändern (Währung der Preisliste „{1}“). Der gesendete Preis gilt dann in {0}, ohne Umrechnung."
    ChoosePricingSystemFix
        "Use pricing system “{0}” with price list “{1}” in {2}."
        "Preissystem „{0}“ mit Preisliste „{1}“ in {2} verwenden."
    TakeUnitForAllFix
        "Change the unit to {0} and keep the quantities."
        "Einheit auf {0} ändern, Mengen beibehalten."
    TakeUnitFix
        "Change the unit to {1}: the quantity becomes {0} {1}."
        "Einheit auf {1} ändern: Die Menge ist dann {0} {1}."
    CreateConversionFix
        "Create a unit conversion for product “{2}”: the number of {1} per {0}."
        "Einheitenumrechnung für Produkt „{2}“ anlegen: Anzahl {1} je {0}."
    CreatePriceFix
        "Create a price for product “{0}” in price list “{1}”, version of {2}."
        "Preis für Produkt „{0}“ in Preisliste „{1}“, Version vom {2}, anlegen."
    SetPriceFix "Enter a price in {0} for this line." "Preis in {0} für diese Position eingeben."
    SetSentPriceFix
        "Use the price sent for this line, {0} {1}."
        "Gesendeten Preis {0} {1} für diese Position verwenden."
    SetPositivePriceFix "Change the price to {0} {1}." "Preis auf {0} {1} ändern."
    TakeListPriceFix
        "Ignore the sent price and use the price of price list “{0}”."
        "Gesendeten Preis ignorieren und den Preis der Preisliste „{0}“ verwenden."
    KeepRecordFix "Use the matched record." "Den gefundenen Datensatz verwenden."
    ContinueWithoutFix "Ignore this value and continue." "Diese Angabe ignorieren und fortfahren."
    ChooseTaxCategoryFix "Use tax category “{0}” ({1})." "Steuerkategorie „{0}“ ({1}) verwenden."
    SetProductTaxCategoryFix
        "Set the tax category of product “{0}” to “{1}”."
        "Steuerkategorie des Produkts „{0}“ auf „{1}“ setzen."
    EnterProductTaxCategoryFix
        "Set a tax category for product “{0}”."
        "Steuerkategorie für Produkt „{0}“ festlegen."
    CreateTaxFix
        "Create a tax rate for category “{0}” from {1} to {2}."
        "Steuersatz der Kategorie „{0}“ von {1} nach {2} anlegen."
    TakeValidDateFix
        "Change the date to {0}, the next valid date."
        "Datum auf den nächsten gültigen Tag ändern: {0}."
    SetDateFix "Set the date required to {0}." "Wunschtermin auf {0} setzen."
    CreateVersionFix
        "Create a version of price list “{0}”, valid from {1}."
        "Version der Preisliste „{0}“ anlegen, gültig ab {1}."
    ActivatePartnerFix "Activate business partner “{0}” ({1})." "Kunden „{0}“ ({1}) aktivieren."
    ActivateProductFix "Activate product “{0}” ({1})." "Produkt „{0}“ ({1}) aktivieren."
    ChooseLocationFix "Use the location {0}." "Adresse {0} verwenden."
    ChooseOrderTypeFix "Change the document type to {0}." "Belegart auf {0} ändern."
    SetQuantityFix "Change the quantity to {0}." "Menge auf {0} ändern."
    EnterQuantityFix "Enter a quantity greater than 0." "Menge größer als 0 eingeben."
    SmallerQuantityFix
        "Enter a smaller quantity: numbers and amounts are limited to {0} digits."
        "Kleinere Menge eingeben: Zahlen und Beträge sind auf {0} Stellen begrenzt."
    SmallerPriceFix
        "Enter a smaller price: numbers and amounts are limited to {0} digits."
        "Kleineren Preis eingeben: Zahlen und Beträge sind auf {0} Stellen begrenzt."
    SmallerDiscountFix
        "Enter another discount: numbers and amounts are limited to {0} digits."
        "Anderen Rabatt eingeben: Zahlen und Beträge sind auf {0} Stellen begrenzt."
    TakeMeantCodeFix "Use “{0}” ({1})." "„{0}“ ({1}) verwenden."
    ReleaseFix
        "Release the incoming order to create its sales order."
        "Bestellung freigeben, um den Auftrag zu erzeugen."
    ProcessFix
        "Create the sales order now, without waiting for more lines."
        "Auftrag jetzt erzeugen, ohne auf weitere Positionen zu warten."
    ReleaseWithoutSiblingFix
        "Create the sales order without the lines that have errors."
        "Auftrag ohne die fehlerhaften Positionen erzeugen."
    ReleaseWithoutRejectedFix
        "Create the sales order without the rejected rows."
        "Auftrag ohne die abgelehnten Positionen erzeugen."
    ReleaseIncompleteFix
        "Create the sales order now, without waiting for the missing lines."
        "Auftrag jetzt erzeugen, ohne auf die fehlenden Positionen zu warten."
    TakeUpFix
        "End the wait: the line no longer waits for the customer."
        "Warten beenden: Die Position wartet nicht mehr auf den Kunden."
    WaitUntilFix "Wait until another date." "Bis zu einem anderen Datum warten."
    TakeUpOtherFix
        "End the wait of line {0}: it keeps the whole incoming order on hold."
        "Warten von Position {0} beenden: Sie hält die ganze Bestellung zurück."
    WaitUntilOtherFix
        "Let line {0} wait until another date."
        "Position {0} bis zu einem anderen Datum warten lassen."
    TakeBackFix
        "Restore the line to process it again."
        "Position wiederherstellen, um sie erneut zu verarbeiten."

    // JSON syntax errors
    NotUtf8 "the text is not valid UTF-8" "der Text ist kein gültiges UTF-8"
    NoDecimalComma "a decimal comma is not allowed" "ein Dezimalkomma ist nicht erlaubt"
    TextEmpty "the text is empty" "der Text ist leer"
    TooManyValues "the text has more than {0} values" "der Text hat mehr als {0} Werte"
    NumberTooLong "a number has too many digits" "eine Zahl hat zu viele Stellen"
    LoneSurrogate
        "an escape sequence is half of a surrogate pair"
        "eine Escape-Folge ist nur die Hälfte eines Surrogatpaars"
    ControlCharacter
        "a control character in a string must be escaped, as in \\n or \\u0009"
        "ein Steuerzeichen in einer Zeichenkette muss als Escape-Folge geschrieben werden, z. B. \\n oder \\u0009"
    TrailingText "unexpected text after the end: {0}" "unerwarteter Text nach dem Ende: {0}"
    ExpectedFound "expected {0}, found {1}" "{0} erwartet, {1} gefunden"
    CommaOrEndOfList "`,` or `]`" "`,` oder `]`"
    CommaOrEndOfObject "`,` or `}`" "`,` oder `}`"
    Colon "`:` after a field name" "`:` nach einem Feldnamen"
    AValue "a value" "ein Wert"
    QuotedMemberName "a field name in double quotes" "ein Feldname in doppelten Anführungszeichen"
    Literal "true, false or null" "true, false oder null"
    Digit "a digit of a JSON number" "eine Ziffer einer JSON-Zahl"
    Escape "an escape sequence like \\n, \\\" or \\u00fc" "eine Escape-Folge wie \\n, \\\" oder \\u00fc"
    AnotherEntry "another entry after the comma" "ein weiterer Eintrag nach dem Komma"
    RestOfList
        "`,` or `]` to continue or close a list"
        "`,` oder `]`, um eine Liste fortzusetzen oder zu schließen"
    RestOfObject
        "`,` or `}` to continue or close an object"
        "`,` oder `}`, um ein Objekt fortzusetzen oder zu schließen"
    EndOfString "`\"` at the end of a string" "`\"` am Ende einer Zeichenkette"
    EndOfText "the end of the text" "das Ende des Textes"

    // Errors in schedules
    CronFieldCount "the number of fields is {0}" "die Anzahl der Felder ist {0}"
    CronMinute "the minute “{0}” is not valid, allowed are 0 to 59" "die Minute „{0}“ ist ungültig, erlaubt sind 0 bis 59"
    CronHour "the hour “{0}” is not valid, allowed are 0 to 23" "die Stunde „{0}“ ist ungültig, erlaubt sind 0 bis 23"
    CronDay "the day “{0}” is not valid, allowed are 1 to 31" "der Tag „{0}“ ist ungültig, erlaubt sind 1 bis 31"
    CronMonth
        "the month “{0}” is not valid, allowed are 1 to 12 and JAN to DEC"
        "der Monat „{0}“ ist ungültig, erlaubt sind 1 bis 12 und JAN bis DEC"
    CronWeekday
        "the weekday “{0}” is not valid, allowed are 0 to 7 and SUN to SAT"
        "der Wochentag „{0}“ ist ungültig, erlaubt sind 0 bis 7 und SUN bis SAT"
    CronNeverDue "no date matches it" "kein Datum passt dazu"

    // Errors in master data files
    NoTags "tags are not supported" "Tags werden nicht unterstützt"
    NoAliases "aliases are not supported" "Aliase werden nicht unterstützt"
    SeveralDocuments "the file contains more than one document" "die Datei enthält mehr als ein Dokument"
    MemberNotText "field names must be text" "Feldnamen müssen Text sein"
    NestedTooDeep
        "objects and lists may be nested at most {0} levels"
        "Objekte und Listen dürfen höchstens {0} Ebenen tief sein"
    DocumentCut "the document ends unexpectedly" "das Dokument endet unerwartet"

    // Errors in forms
    NoBoundary "Content-Type has no boundary parameter" "Content-Type hat keinen Parameter boundary"
    BoundaryNotFound
        "the boundary was not found at the start or end of a part"
        "die Begrenzung (boundary) fehlt am Anfang oder Ende eines Teils"
    FormCut "the closing boundary is missing" "die schließende Begrenzung (boundary) fehlt"
    PartNotBase64
        "a part declares base64 but is not valid base64"
        "ein Teil ist als Base64 angegeben, aber kein gültiges Base64"
    PartHeadMalformed "the headers of a part are malformed" "die Kopfzeilen eines Teils sind fehlerhaft"

    // Decompression errors
    CodingCut "the data ends too early" "die Daten enden zu früh"
    CodingCorrupt "the data is damaged" "die Daten sind beschädigt"
    CodingWindow "the window exceeds 8 MiB" "das Fenster ist größer als 8 MiB"
    CodingOverhead
        "it is more than 1 MiB longer than the decompressed data"
        "er ist mehr als 1 MiB länger als die entpackten Daten"
}
