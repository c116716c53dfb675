phrases! {
    // What a JSON value is
    Null "null" "null"
    Boolean "boolean" "Wahrheitswert (true oder false)"
    Number "number" "Zahl"
    String "string" "Text"
    Array "array" "Liste"
    Object "object" "Objekt"
    WholeNumber "whole number" "ganze Zahl"
    Date "date" "Datum"
    DateTime "date-time" "Zeitpunkt"
    MemberName "name of a member" "Name eines Feldes"
    Nothing "nothing" "nichts"
    EmptyList "an empty list" "leere Liste"
    Quoted "\"{0}\"" "„{0}“"

    // What a member of master data holds
    Text "text" "Text"
    TwoCapitals "two capital letters" "zwei Großbuchstaben"
    ThreeCapitals "three capital letters" "drei Großbuchstaben"
    TrueOrFalse "true or false" "true oder false"
    AWholeNumber "a whole number" "ganze Zahl"
    WholeNumberBetween "a whole number from {0} to {1}" "ganze Zahl von {0} bis {1}"
    ANumber "a number" "Zahl"
    NumberAboveZero "a number above 0" "Zahl über 0"
    NumberBetween "a number from {0} to {1}" "Zahl von {0} bis {1}"
    ADate "a date like 2026-12-08" "Datum wie 2026-12-08"
    DayFrom "a day from {0} on" "Tag ab dem {0}"
    TimeZone "a time zone like Europe/Berlin" "Zeitzone wie Europe/Berlin"
    AWord "a word" "Wort"
    OrganisationCode "the code of an organisation" "Code einer Organisation"
    RecordKey "the key of a record" "Schlüssel eines Datensatzes"
    PriceListCode "the code of a price list" "Code einer Preisliste"
    Codes "at least one code" "mindestens ein Code"
    Scales "a list of quantities and prices" "Liste von Mengen und Preisen"
    AList "a list" "Liste"
    AnObject "an object" "Objekt"
    ObjectOfKinds "an object whose members are kinds" "Objekt, dessen Felder Arten sind"

    // Keys of a business partner
    AnyPartnerKey
        "a code, an externalId or a location with a gln"
        "code, externalId oder eine Adresse mit gln"
    PartnerCode
        "a code: bpartnerLookupAdvise is Code"
        "einen code: bpartnerLookupAdvise ist Code"
    PartnerExternalId
        "an externalId: bpartnerLookupAdvise is ExternalId"
        "eine externalId: bpartnerLookupAdvise ist ExternalId"
    PartnerGln
        "a location with a gln: bpartnerLookupAdvise is GLN"
        "eine Adresse mit gln: bpartnerLookupAdvise ist GLN"

    // What a parameter of a query holds
    NoParameter "none" "keine"
    OneValue "one value" "ein einziger Wert"
    ColumnsUpTo "at most {0} columns, each once" "höchstens {0} Spalten, jede einmal"
    AQuery "parameters of the list, like status=error&sort=-createdAt" "Parameter der Liste, etwa status=error&sort=-createdAt"
    TextUpTo "a text of at most {0} characters" "Text von höchstens {0} Zeichen"
    ExistingDataSource "a data source that exists" "eine bestehende Datenquelle"
    Day "a day like 2026-12-08" "Tag wie 2026-12-08"
    DayOrInstant
        "a day like 2026-12-08 or an instant like 2026-12-08T13:00:00Z"
        "Tag wie 2026-12-08 oder Zeitpunkt wie 2026-12-08T13:00:00Z"
    NoReason "no reason was given" "ohne Angabe von Gründen"
    FeedCursor "the id of an event, or now" "Kennung eines Ereignisses, oder now"
    SecondsUpTo "whole seconds, at most {0}" "ganze Sekunden, höchstens {0}"
    PageNext "the next of another page" "next einer anderen Seite"
    PagePrevious "the previous of another page" "previous einer anderen Seite"
    PageCursor "a cursor of a page in the same order" "Marke einer Seite in derselben Sortierung"
    NumberUpTo "a number up to {0}" "Zahl bis {0}"
    StatusNumber "a status like 409" "Status wie 409"
    SortKey "{0}, with - before it for descending" "{0}, für absteigend mit - davor"
    RunId "the id of a run" "ID eines Laufs"
    RequestId "the id of a stored request" "ID einer gespeicherten Anfrage"
    ProblemCode "the code of a problem like price.none" "Code eines Problems wie price.none"
    OnlyWithRun "only together with runId" "nur zusammen mit runId"
    Words "words" "Wörter"
    HoursUpTo "whole hours, at most {0}" "ganze Stunden, höchstens {0}"

    // Why an address is not called
    AddressOfThisMachine "an address of this machine" "eine Adresse dieses Rechners"
    AddressOfThisLink "an address of this link alone" "eine Adresse nur dieser Verbindung"
    PrivateAddress "an address of a private network" "eine Adresse eines privaten Netzes"
    SpecialAddress "no address of the open network" "keine Adresse des offenen Netzes"
    NoAddress "no address of the form https://host/path" "keine Adresse der Form https://host/pfad"
    NotHttps "not https" "nicht https"
    NamesUser "an address with a name or password in it" "eine Adresse mit Benutzername oder Passwort"
    HasFragment "an address with a # in it" "eine Adresse mit einem #"
    UnknownHost "a host that is not found" "ein Rechner, der nicht gefunden wird"

    // Why something was not sent; kept in English
    NoAnswerInTime "no whole answer in time" "keine vollständige Antwort in der Zeit"
    ConnectionRefused "the connection was refused" "die Verbindung wurde abgelehnt"
    NoConnection "no connection: {0}" "keine Verbindung: {0}"
    HostNotFound "the host is not found" "der Rechner wird nicht gefunden"
    AnswerBrokeOff "the answer broke off: {0}" "die Antwort brach ab: {0}"
    NotTrusted "the certificate is not trusted: {0}" "dem Zertifikat wird nicht vertraut: {0}"
    NotCalled "not called: it is {0}" "nicht aufgerufen: Das ist {0}"
    NotCalledName "not called: the name leads to {0}" "nicht aufgerufen: Der Name führt zu: {0}"
    CallsNobody "this process calls nobody" "dieser Prozess ruft niemanden auf"
    NoMailServer "no mail server is configured" "es ist kein Mailserver eingerichtet"
    NoMailAddress "this is no mail address" "das ist keine Mailadresse"
    MailServerSilent "{0} took no mail within {1} seconds" "{0} hat in {1} Sekunden keine Mail angenommen"
    MailServerSlow "the mail server took longer than {0} seconds" "der Mailserver hat länger als {0} Sekunden gebraucht"
    MailServerUnreachable "{0} cannot be reached: {1}" "{0} ist nicht erreichbar: {1}"
    MailServerNotTrusted "the certificate of {0} is not trusted: {1}" "dem Zertifikat von {0} wird nicht vertraut: {1}"
    MailServerNotUnderstood "{0} was not understood: {1}" "{0} wurde nicht verstanden: {1}"
    NoStarttls
        "{0} does not offer STARTTLS; perhaps it speaks TLS from the first byte (--mail-tls=tls)"
        "{0} bietet kein STARTTLS an; vielleicht spricht er TLS vom ersten Byte an (--mail-tls=tls)"
    LoginRefused "{0} refused the login: {1}" "{0} hat die Anmeldung abgelehnt: {1}"
    MailRefused "{0} refused the mail: {1}" "{0} hat die Mail abgelehnt: {1}"
    NoSuchWebhook "there is no such webhook" "diesen Webhook gibt es nicht"
    WebhookOfAnother "the webhook is of another organisation" "der Webhook gehört einer anderen Organisation"
    Duration "a duration such as 90d" "Dauer wie 90d"

    // Kinds of records
    Bpartner "bpartner" "Geschäftspartner"
    Organisation "organisation" "Organisation"
    Country "country" "Land"
    Currency "currency" "Währung"
    Unit "unit" "Einheit"
    DataSource "data source" "Datenquelle"
    DocumentType "document type" "Belegart"
    TaxCategory "tax category" "Steuerkategorie"
    Tax "tax" "Steuer"
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
    ProductPrice "product price" "Produktpreis"
    UnrevokedToken "token that is not revoked" "nicht gesperrtes Token"
    NamedRecord "{0} \"{1}\"" "{0} „{1}“"
    RecordWithId "{0} with id {1}" "{0} mit der ID {1}"

    // The level that a sync advice stands at
    Block "block" "Block"
    Default "default" "Vorgabe"

    // What a scope is needed for
    ImportCandidates "import candidates" "Kandidaten zu importieren"
    ListCandidates "list candidates" "Kandidaten aufzulisten"
    CountCandidates "count candidates" "Kandidaten zu zählen"
    ReadFigures "read figures" "Kennzahlen zu lesen"
    ReadCandidates "read candidates" "Kandidaten zu lesen"
    CorrectCandidates "correct candidates" "Kandidaten zu korrigieren"
    CancelCandidates "cancel candidates" "Kandidaten zu stornieren"
    ReadCandidateHistory "read the history of candidates" "den Verlauf von Kandidaten zu lesen"
    ProcessCandidates "process candidates" "Kandidaten zu verarbeiten"
    RevalidateCandidates "validate candidates again" "Kandidaten neu zu prüfen"
    CommentOn "write comments" "Bemerkungen zu schreiben"
    ListAssignees "see who can look after candidates" "zu sehen, wer sich um Kandidaten kümmern kann"
    EditCandidates "edit candidates" "Kandidaten zu ändern"
    ReadCandidateRequest "read the request of a candidate" "die Anfrage eines Kandidaten zu lesen"
    ListRequests "list requests" "Anfragen aufzulisten"
    ReadRequests "read requests" "Anfragen zu lesen"
    CreateOrders "create orders" "Aufträge anzulegen"
    VoidOrders "void orders" "Aufträge zu stornieren"
    CreateAndVoidOrders "create and void orders" "Aufträge anzulegen und zu stornieren"
    ReadOrders "read orders" "Aufträge zu lesen"
    ListOrders "list orders" "Aufträge aufzulisten"
    ReadRuns "read runs" "Läufe zu lesen"
    ListRuns "list runs" "Läufe aufzulisten"
    HandOverOrders "hand orders over" "Aufträge zu übergeben"
    FollowEvents "follow what happens" "zu verfolgen, was geschieht"
    ManageWebhooks "manage webhooks" "Webhooks zu verwalten"
    ReadInstances "see the instances" "die Instanzen zu sehen"
    StopRuns "stop runs" "Läufe anzuhalten"
    UndoRuns "undo runs" "Läufe rückgängig zu machen"
    CreateUsers "create users" "Benutzer anzulegen"
    ListUsers "list users" "Benutzer aufzulisten"
    ChangePasswords "change the passwords of users" "Passwörter von Benutzern zu ändern"
    DisableUsers "disable and enable users" "Benutzer zu sperren und freizugeben"
    CreateTokens "create tokens" "Token anzulegen"
    ListTokens "list tokens" "Token aufzulisten"
    RevokeTokens "revoke tokens" "Token zu sperren"
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

    // Why a password is easy to guess
    LikeCommonPasswords "it is like those that most people take" "es gleicht denen, die die meisten nehmen"
    KeysSideBySide "it goes along the keys of a keyboard" "es folgt den Tasten einer Tastatur"
    RepeatsItself "it repeats itself" "es wiederholt sich"
    ASequence "it goes on like abc or 1234" "es geht weiter wie abc oder 1234"
    ADateOrYear "it is a date or a year" "es ist ein Datum oder eine Jahreszahl"
    ASingleWord "it is a word or a name" "es ist ein Wort oder ein Name"
    PartsTriedFirst "it is made of parts that are tried first" "es besteht aus Teilen, die als erste versucht werden"

    // What is wrong, for who works with candidates
    QuantityAboveZero
        "Quantity must be greater than 0; it is {0}."
        "Menge muss größer als 0 sein; sie ist {0}."
    ValueMissing "{0} is missing." "{0} fehlt."
    NoDocumentType "There is no document type for: {0}." "Es gibt keine Belegart für: {0}."
    SiblingInError
        "Candidate {0} of the same header cannot become an order."
        "Kandidat {0} desselben Kopfs kann kein Auftrag werden."
    SalesOrderType "sales order" "Auftrag"
    PrepayOrderType "prepay order" "Vorkasse-Auftrag"

    // Why a candidate waits
    WaitingHold
        "It waits for the customer until {0}; it is taken up again on that day, or by hand before."
        "Er wartet bis {0} auf den Kunden; an diesem Tag wird er wieder aufgenommen, oder vorher von Hand."
    DestinationHold
        "Its data destination is not the making of orders."
        "Sein Datenziel ist nicht die Auftragserstellung."
    ReleaseHold
        "Its data source is released by hand: create its order and name this reason."
        "Seine Datenquelle wird von Hand freigegeben: Erstellen Sie seinen Auftrag und nennen Sie diesen Grund."
    SiblingRejectedHold
        "Line \"{0}\" of the same header was rejected and has not come in since."
        "Position „{0}“ desselben Kopfs wurde zurückgewiesen und kam seitdem nicht an."
    IncompleteHold
        "Its header announces more lines than have come in."
        "Sein Kopf kündigt mehr Positionen an, als angekommen sind."
    SettlingHold
        "More lines of its header may follow; it goes when none has come for a while."
        "Weitere Positionen seines Kopfs können folgen; er geht, wenn eine Weile keine mehr kam."
    VoidedHold
        "Its order {0} was voided; take it back to order again."
        "Sein Auftrag {0} wurde storniert; holen Sie ihn zurück, um erneut zu bestellen."

    // What could cure a problem
    RevalidateRemedy
        "The master data have changed since: check the candidate again."
        "Die Stammdaten haben sich seitdem geändert: Prüfen Sie den Kandidaten erneut."
    TakeListCurrencyRemedy
        "Take {0}, the currency of price list “{1}”."
        "{0} nehmen, die Währung der Preisliste „{1}“."
    TakeListCurrencyForPriceRemedy
        "Take {0}, the currency of price list “{1}”; the price that was sent then counts in {0}."
        "{0} nehmen, die Währung der Preisliste „{1}“; der gesendete Preis gilt dann in {0}."
    ChoosePricingSystemRemedy
        "Take pricing system “{0}” with price list “{1}” in {2}."
        "Preissystem „{0}“ nehmen, mit Preisliste „{1}“ in {2}."
    TakeUnitForAllRemedy "Count in {0}; the quantities stay." "In {0} zählen; die Mengen bleiben."
    TakeUnitRemedy "Count in {1}: the quantity is {0} {1} then." "In {1} zählen: Die Menge ist dann {0} {1}."
    CreateConversionRemedy
        "Enter how many {1} one {0} of product “{2}” is."
        "Eintragen, wie viele {1} ein {0} des Produkts „{2}“ hat."
    CreatePriceRemedy
        "Create a price of product “{0}” in price list “{1}”, version of {2}."
        "Einen Preis für Produkt „{0}“ in Preisliste „{1}“ anlegen, Version vom {2}."
    SetPriceRemedy "Enter a price in {0} for this candidate." "Einen Preis in {0} für diesen Kandidaten eingeben."
    SetSentPriceRemedy
        "Take the price that was sent for this candidate, {0} {1}."
        "Den gesendeten Preis für diesen Kandidaten nehmen, {0} {1}."
    SetPositivePriceRemedy "Take {0} {1} as its price." "{0} {1} als Preis nehmen."
    TakeListPriceRemedy
        "Leave the price out, so that the one of price list “{0}” holds."
        "Den Preis weglassen, sodass der aus Preisliste „{0}“ gilt."
    ChooseTaxCategoryRemedy "Take tax category “{0}” ({1})." "Steuerkategorie „{0}“ ({1}) nehmen."
    SetProductTaxCategoryRemedy
        "Give product “{0}” tax category “{1}”."
        "Produkt „{0}“ die Steuerkategorie „{1}“ geben."
    EnterProductTaxCategoryRemedy
        "Give product “{0}” a tax category."
        "Produkt „{0}“ eine Steuerkategorie geben."
    CreateTaxRemedy
        "Create a tax of category “{0}” from {1} to {2}."
        "Eine Steuer der Kategorie „{0}“ von {1} nach {2} anlegen."
    TakeValidDateRemedy "Take {0}, the next day that is valid." "{0} nehmen, den nächsten gültigen Tag."
    SetDateRemedy "Take {0} as the required day." "{0} als Bedarfstag nehmen."
    CreateVersionRemedy
        "Create a version of price list “{0}” from {1} on."
        "Eine Version der Preisliste „{0}“ ab dem {1} anlegen."
    ActivatePartnerRemedy
        "Activate business partner “{0}” ({1}) again."
        "Geschäftspartner „{0}“ ({1}) wieder aktivieren."
    ActivateProductRemedy "Activate product “{0}” ({1}) again." "Produkt „{0}“ ({1}) wieder aktivieren."
    ChooseLocationRemedy "Take the location {0}." "Die Adresse {0} nehmen."
    ChooseOrderTypeRemedy "Order as {0}." "Als {0} bestellen."
    SetQuantityRemedy "Take {0} as the quantity." "{0} als Menge nehmen."
    EnterQuantityRemedy "Enter a quantity above 0." "Eine Menge über 0 eingeben."
    SmallerQuantityRemedy
        "Enter a smaller quantity: numbers and amounts have at most {0} digits."
        "Eine kleinere Menge eingeben: Zahlen und Beträge haben höchstens {0} Stellen."
    SmallerPriceRemedy
        "Enter a smaller price: numbers and amounts have at most {0} digits."
        "Einen kleineren Preis eingeben: Zahlen und Beträge haben höchstens {0} Stellen."
    SmallerDiscountRemedy
        "Enter another discount: numbers and amounts have at most {0} digits."
        "Einen anderen Rabatt eingeben: Zahlen und Beträge haben höchstens {0} Stellen."
    TakeMeantCodeRemedy "Take “{0}” ({1})." "„{0}“ ({1}) nehmen."
    ReleaseRemedy "Release it: its header becomes an order." "Freigeben: Aus seinem Kopf wird ein Auftrag."
    ProcessRemedy
        "Do not wait for more lines: its header becomes an order."
        "Nicht auf weitere Positionen warten: Aus seinem Kopf wird ein Auftrag."
    ReleaseWithoutSiblingRemedy
        "Order without the faulty lines of its header."
        "Ohne die fehlerhaften Positionen seines Kopfs bestellen."
    ReleaseWithoutRejectedRemedy
        "Order without the lines that were rejected."
        "Ohne die zurückgewiesenen Positionen bestellen."
    ReleaseIncompleteRemedy
        "Do not wait for the missing lines: its header becomes an order."
        "Nicht auf die fehlenden Positionen warten: Aus seinem Kopf wird ein Auftrag."
    TakeUpRemedy "Take it up again: it waits no longer." "Ihn wieder aufnehmen: Er wartet nicht mehr."
    WaitUntilRemedy "Wait until another day." "Bis zu einem anderen Tag warten."
    TakeUpOtherRemedy
        "Take up candidate {0} again: the whole header waits because of it."
        "Kandidat {0} wieder aufnehmen: Seinetwegen wartet der ganze Kopf."
    WaitUntilOtherRemedy
        "Let candidate {0} wait until another day."
        "Kandidat {0} bis zu einem anderen Tag warten lassen."
    TakeBackRemedy "Take it back, so that it is ordered again." "Ihn zurückholen, sodass er erneut bestellt wird."

    // Why a text is not JSON
    NotUtf8 "it is not valid UTF-8" "er ist kein gültiges UTF-8"
    NoDecimalComma "a decimal comma is not understood" "ein Dezimalkomma wird nicht verstanden"
    TextEmpty "it is empty" "er ist leer"
    TooManyValues "it has more than {0} values" "er hat mehr als {0} Werte"
    NumberTooLong "a number has too many digits" "eine Zahl hat zu viele Stellen"
    LoneSurrogate
        "an escape names half of a character (a lone surrogate)"
        "eine Escape-Folge nennt ein halbes Zeichen (ein einzelnes Surrogat)"
    ControlCharacter
        "a control character inside a string must be escaped, like \\n or \\u0009"
        "ein Steuerzeichen in einer Zeichenkette muss als Escape-Folge geschrieben werden, etwa \\n oder \\u0009"
    TrailingText "the text goes on after its end with {0}" "nach seinem Ende geht er weiter mit {0}"
    ExpectedFound "expected {0}, found {1}" "erwartet wird {0}, gefunden wurde {1}"
    CommaOrEndOfList "`,` or `]`" "`,` oder `]`"
    CommaOrEndOfObject "`,` or `}`" "`,` oder `}`"
    Colon "`:` after the name of a member" "`:` nach dem Namen eines Feldes"
    AValue "a value" "ein Wert"
    QuotedMemberName
        "the name of a member in double quotes"
        "der Name eines Feldes in doppelten Anführungszeichen"
    Literal "true, false or null" "true, false oder null"
    Digit "a digit of a number as JSON writes it" "eine Ziffer einer Zahl, wie JSON sie schreibt"
    Escape "an escape such as \\n, \\\" or \\u00fc" "eine Escape-Folge wie \\n, \\\" oder \\u00fc"
    AnotherEntry "another entry after the comma" "ein weiterer Eintrag nach dem Komma"
    RestOfList "`,` or `]`, the rest of a list" "`,` oder `]`, der Rest einer Liste"
    RestOfObject "`,` or `}`, the rest of an object" "`,` oder `}`, der Rest eines Objekts"
    EndOfString "`\"`, the end of a string" "`\"`, das Ende einer Zeichenkette"
    EndOfText "the end of the text" "das Ende des Textes"

    // Why a file of master data cannot be read
    NoTags "tags are not understood" "Tags werden nicht verstanden"
    NoAliases "aliases are not understood" "Aliase werden nicht verstanden"
    SeveralDocuments "there is more than one document" "es enthält mehr als ein Dokument"
    MemberNotText "the name of a member must be text" "der Name eines Feldes muss Text sein"
    NestedTooDeep
        "objects and lists are nested more than {0} deep"
        "Objekte und Listen sind tiefer als {0} Ebenen geschachtelt"
    DocumentCut "the document ends too early" "das Dokument endet zu früh"

    // Why a form cannot be read
    NoBoundary "Content-Type names no boundary" "Content-Type nennt keine Begrenzung (boundary)"
    BoundaryNotFound
        "no part begins, or the form does not end, where its boundary says"
        "wo es die Begrenzung (boundary) sagt, beginnt kein Teil oder endet das Formular nicht"
    FormCut "it ends before the boundary that closes it" "er endet vor der schließenden Begrenzung (boundary)"
    PartNotBase64 "a part says that it is base64 and is not" "ein Teil gibt sich als Base64 aus und ist es nicht"
    PartHeadMalformed "the headers of a part are malformed" "die Kopfzeilen eines Teils sind fehlerhaft"
}
