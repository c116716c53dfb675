/// Those of what is kept, of the server, of files and of master data, behind the ones given.
macro_rules! problems_and_those_of_what_is_kept {
    ($($given:tt)*) => { problems! { $($given)*
    // State and existence
    CandidateNotFound "candidate.not_found" 404
        "Candidate {id} not found."
        "Position {id} nicht gefunden."
    RequestNotFound "request.not_found" 404
        "Request {id} not found: it was deleted or belongs to another sender."
        "Anfrage {id} nicht gefunden: Sie wurde gelöscht oder gehört einem anderen Absender."
    UserExists "user.exists" 409
        "User {name} already exists. User names are not case-sensitive."
        "Der Benutzer {name} existiert bereits. Groß- und Kleinschreibung wird nicht unterschieden."
    UserUnknown "user.unknown" 404
        "User {name} does not exist."
        "Der Benutzer {name} existiert nicht."
    UserNameInvalid "user.name_invalid" 400
        "Invalid user name: use 1 to 255 characters without control characters."
        "Ungültiger Benutzername: Erlaubt sind 1 bis 255 Zeichen ohne Steuerzeichen."
    PasswordInvalid "password.invalid" 400
        "Invalid password: use {shortest} to {longest} characters without the user name."
        "Ungültiges Passwort: Erlaubt sind {shortest} bis {longest} Zeichen ohne den Benutzernamen."
    PasswordGuessable "password.guessable" 400
        "The password is too easy to guess: {reason}. Use three or four unrelated words or a generated password."
        "Das Passwort ist zu leicht zu erraten: {reason}. Verwenden Sie drei oder vier beliebige Wörter ohne Zusammenhang oder ein erzeugtes Passwort."
    RecordNotFound "record.not_found" 404
        "Record not found: {kind}."
        "Datensatz nicht gefunden: {kind}."
    KindNotFound "kind.not_found" 404
        "Unknown kind of master data \"{name}\". Known kinds: {known}."
        "Unbekannte Stammdatenart „{name}“. Bekannte Arten: {known}."
    OrderNotFound "order.not_found" 404
        "Sales order {id} not found."
        "Auftrag {id} nicht gefunden."
    OrderVoided "order.voided" 409
        "Sales order {documentNo} is already voided."
        "Der Auftrag {documentNo} ist bereits storniert."
    OrderArchived "order.archived" 409
        "Sales order {documentNo} cannot be voided: its lines are archived."
        "Der Auftrag {documentNo} kann nicht storniert werden: Seine Positionen sind archiviert."
    OrderVoidedSince "order.voided_since" 409
        "Sales order {documentNo} was voided ({reason})."
        "Der Auftrag {documentNo} wurde storniert ({reason})."
    OrderHandedOver "order.handed_over" 409
        "The transfer of sales order {documentNo} was confirmed by {receiver} at {at}."
        "Die Übergabe des Auftrags {documentNo} wurde am {at} von {receiver} bestätigt."
    OrderNumberTaken "order.number_taken" 409
        "The transfer of sales order {documentNo} was already confirmed with the number {number}."
        "Die Übergabe des Auftrags {documentNo} wurde bereits mit der Nummer {number} bestätigt."
    VoidReasonMissing "order.void_reason_missing" 400
        "The transfer of sales order {documentNo} was confirmed by {receiver}. Enter a reason to void the order."
        "Die Übergabe des Auftrags {documentNo} wurde von {receiver} bestätigt. Geben Sie einen Grund für die Stornierung an."
    RunNotFound "run.not_found" 404
        "Run {id} not found."
        "Lauf {id} nicht gefunden."
    RunNotEnded "run.not_ended" 409
        "The run is still active. Stop it or wait for its end before you undo it."
        "Der Lauf ist noch aktiv. Halten Sie ihn an oder warten Sie auf sein Ende, bevor Sie ihn rückgängig machen."
    RunUndone "run.undone" 409
        "The run was already undone by run {run}. To redo its changes, undo run {run}."
        "Der Lauf wurde bereits durch Lauf {run} rückgängig gemacht. Um seine Änderungen wiederherzustellen, machen Sie Lauf {run} rückgängig."
    RunNotUndoable "run.not_undoable" 409
        "Nothing to undo: a validation run changes no values."
        "Nichts rückgängig zu machen: Ein Prüflauf ändert keine Werte."
    RunChangedNothing "run.changed_nothing" 409
        "Nothing to undo: the run changed nothing."
        "Nichts rückgängig zu machen: Der Lauf hat nichts geändert."
    UndoChanged "undo.changed" 409
        "{actor} changed the line at {at}, after the run."
        "{actor} hat die Position am {at} geändert, nach dem Lauf."
    UndoOrdered "undo.ordered" 409
        "The line is already in sales order {documentNo}."
        "Die Position ist bereits im Auftrag {documentNo}."
    WaitingDay "waiting.day_invalid" 400
        "Invalid date {day}: choose a date after today and at most {days} days ahead."
        "Ungültiges Datum {day}: Wählen Sie ein Datum ab morgen, höchstens {days} Tage im Voraus."
    WaitingInactive "waiting.inactive" 409
        "The line is excluded and cannot wait for the customer. Restore it first."
        "Die Position ist ausgeschlossen und kann nicht auf den Kunden warten. Stellen Sie sie zuerst wieder her."
    AssigneeUnknown "assignee.unknown" 400
        "No active user \"{name}\" with access to the organisation of this line exists."
        "Es gibt keinen aktiven Benutzer „{name}“ mit Zugriff auf die Organisation dieser Position."
    CommentAlone "comment.alone" 400
        "The request contains only a comment. Use the comments endpoint to add a comment without a change."
        "Die Anfrage enthält nur eine Bemerkung. Verwenden Sie den Endpunkt für Bemerkungen, um eine Bemerkung ohne Änderung hinzuzufügen."
    UndoUnknown "undo.unknown" 409
        "The previous state of the line was not recorded."
        "Der vorherige Stand der Position wurde nicht aufgezeichnet."
    UndoRecordUnknown "undo.record_unknown" 404
        "Request {requestId} did not change this record."
        "Die Anfrage {requestId} hat diesen Datensatz nicht geändert."
    UndoRecordUndone "undo.record_undone" 409
        "{actor} already undid this change at {at}."
        "{actor} hat diese Änderung am {at} bereits rückgängig gemacht."
    UndoRecordChanged "undo.record_changed" 409
        "{actor} changed the record again at {at}."
        "{actor} hat den Datensatz am {at} erneut geändert."
    UndoRecordUsed "undo.record_used" 409
        "The record is used by sales order {documentNo}."
        "Der Datensatz wird im Auftrag {documentNo} verwendet."
    UndoRecordNamed "undo.record_named" 409
        "The record is referenced by {other}."
        "Der Datensatz wird referenziert von: {other}."
    UndoRecordStays "undo.record_stays" 409
        "A new record of this kind ({kind}) cannot be removed because other records may refer to it. Deactivate it instead."
        "Ein neuer Datensatz dieser Art ({kind}) kann nicht entfernt werden, weil andere Datensätze darauf verweisen können. Deaktivieren Sie ihn stattdessen."
    UndoRecordRemoved "undo.record_removed" 409
        "The record was removed. Create it again."
        "Der Datensatz wurde entfernt. Legen Sie ihn neu an."
    UndoMemberStays "undo.member_stays" 409
        "The previous value of \"{name}\" cannot be restored."
        "Der vorherige Wert von „{name}“ kann nicht wiederhergestellt werden."
    SelectionInvalid "selection.invalid" 400
        "Invalid selection: use exactly one of ids, filter, or dataSource with externalHeaderId."
        "Ungültige Auswahl: Verwenden Sie genau eine der Angaben ids, filter oder dataSource mit externalHeaderId."
    ReleaseRequired "release.required" 400
        "The scope \"selection\" can split incoming orders. Add \"release\": [\"{release}\"] or omit \"scope\"."
        "Der Umfang „selection“ kann Bestellungen aufteilen. Ergänzen Sie \"release\": [\"{release}\"] oder lassen Sie „scope“ weg."
    EditEmpty "edit.empty" 400
        "A bulk edit requires changes, active, waitingUntil or assignedTo."
        "Eine Sammeländerung erfordert mindestens eine der Angaben changes, active, waitingUntil oder assignedTo."
    ChangeInvalid "change.invalid" 400
        "Invalid change: use exactly one of set, changeBy, or clear: true."
        "Ungültige Änderung: Verwenden Sie genau eine der Angaben set, changeBy oder clear: true."
    ChangeByInvalid "changeBy.invalid" 400
        "Invalid step \"{value}\". Use a sign and a number, as in {example}."
        "Ungültige Änderung „{value}“. Verwenden Sie ein Vorzeichen und eine Zahl, z. B. {example}."
    ChangeByNotAllowed "changeBy.not_allowed" 400
        "{name} does not support changeBy. Use set or clear."
        "{name} unterstützt changeBy nicht. Verwenden Sie set oder clear."
    ChangeByNoValue "changeBy.no_value" 400
        "The line has no value of its own for {name}, so there is nothing to change."
        "Die Position hat keinen eigenen Wert für {name}, der geändert werden könnte."
    ScheduleInvalid "schedule.invalid" 400
        "Invalid schedule \"{value}\". Use five fields (minute, hour, day, month, weekday), as in \"*/5 8-18 * * MON-FRI\"."
        "Ungültiger Zeitplan „{value}“. Verwenden Sie fünf Felder (Minute, Stunde, Tag, Monat, Wochentag), z. B. „*/5 8-18 * * MON-FRI“."
    NumberPatternInvalid "numberPattern.invalid" 400
        "Invalid number pattern \"{value}\". Use a prefix and the number, as in \"{example}\"."
        "Ungültiges Nummernmuster „{value}“. Verwenden Sie ein Präfix und die Nummer, z. B. „{example}“."
    ProcessedReadonly "processed.readonly" 409
        "A processed line cannot be changed."
        "Eine verarbeitete Position kann nicht geändert werden."

    HeaderProcessed "header.processed" 409
        "Nothing was cancelled: the incoming order is already in sales order {orders}."
        "Nichts wurde storniert: Die Bestellung ist bereits verarbeitet (Auftrag {orders})."
    VersionRequired "version.required" 428
        "The If-Match header is missing. Send the ETag of the version that you read."
        "Der Header If-Match fehlt. Senden Sie das ETag der gelesenen Version."
    VersionInvalid "version.invalid" 400
        "Invalid If-Match header: {value}. Send the ETag of the version that you read, as in \"3\"."
        "Ungültiger Header If-Match: {value}. Senden Sie das ETag der gelesenen Version, z. B. \"3\"."
    VersionOutdated "version.outdated" 412
        "{user} changed the line at {time}; its version is now {version}. Reload it and try again."
        "{user} hat die Position am {time} geändert; ihre Version ist jetzt {version}. Laden Sie sie neu und versuchen Sie es erneut."
    ReferenceUnknown "reference.unknown" 400
        "No {name} \"{value}\" exists for the organisation and partner of the line."
        "{name} „{value}“ existiert für Organisation und Partner der Position nicht."
    RequestNotReplayable "request.not_replayable" 409
        "Only candidate imports can be resent from the request log. This request was {method} {path}."
        "Aus dem Anfrageprotokoll können nur Importe von Positionen erneut gesendet werden. Diese Anfrage war {method} {path}."
    RequestExcerpt "request.excerpt" 409
        "The request cannot be resent: the request log reached its quota, so only the faulty rows were stored. Send it again from its source."
        "Die Anfrage kann nicht erneut gesendet werden: Das Anfrageprotokoll hatte sein Kontingent erreicht, deshalb sind nur die fehlerhaften Positionen gespeichert. Senden Sie sie erneut aus dem Ursprungssystem."
    // The server
    ServerOverloaded "server.overloaded" 503
        "Server overloaded: the write queue is full. Retry in {seconds} s."
        "Server überlastet: Die Warteschlange für Schreibvorgänge ist voll. Versuchen Sie es in {seconds} s erneut."
    ServerReadsWaiting "server.reads_waiting" 503
        "Server overloaded: timeout while waiting for other reads. Retry in {seconds} s."
        "Server überlastet: Zeitüberschreitung beim Warten auf andere Lesevorgänge. Versuchen Sie es in {seconds} s erneut."
    ServerBusy "server.busy" 503
        "The request conflicted with concurrent changes and nothing was written. Retry it."
        "Die Anfrage stand im Konflikt mit gleichzeitigen Änderungen; es wurde nichts geschrieben. Versuchen Sie es erneut."
    ServerFull "server.full" 503
        "Too many open connections, in total or from your address. Retry in {seconds} s."
        "Zu viele offene Verbindungen, insgesamt oder von Ihrer Adresse. Versuchen Sie es in {seconds} s erneut."
    ResponseNoRoom "response.no_room" 503
        "The memory for responses is in use by clients that read slowly. Retry in {seconds} s."
        "Der Speicher für Antworten ist durch langsam lesende Clients belegt. Versuchen Sie es in {seconds} s erneut."
    AddressTooMany "address.too_many" 429
        "Too many concurrent requests from your address. Retry in {seconds} s."
        "Zu viele gleichzeitige Anfragen von Ihrer Adresse. Versuchen Sie es in {seconds} s erneut."
    ServerOutcomeUnknown "server.outcome_unknown" 503
        "The commit failed and its outcome is unknown. Retry the same request; rows are never duplicated."
        "Es ist unbekannt, ob die Anfrage gespeichert wurde. Senden Sie dieselbe Anfrage erneut; Positionen werden nie doppelt angelegt."
    ServerUnavailable "server.unavailable" 503
        "The database is unavailable. Retry later."
        "Die Datenbank ist nicht erreichbar. Versuchen Sie es später erneut."
    ServerTimeout "server.timeout" 503
        "Request timeout after {seconds} s."
        "Zeitüberschreitung der Anfrage nach {seconds} s."
    ServerNoSpace "server.no_space" 507
        "No storage space left. The request was not stored."
        "Kein Speicherplatz mehr. Die Anfrage wurde nicht gespeichert."
    ServerFault "server.fault" 500
        "Internal error. The server log has details under the request id."
        "Interner Fehler. Einzelheiten stehen im Serverprotokoll unter der requestId."
    // Attachments
    FormInvalid "form.invalid" 400
        "Invalid multipart/form-data: {reason}."
        "Ungültiges multipart/form-data: {reason}."
    FormTooManyParts "form.too_many_parts" 413
        "The form has more than {limit} parts."
        "Das Formular hat mehr als {limit} Teile."
    FormPartTooLarge "form.part_too_large" 413
        "The part \"{name}\" exceeds the limit of {limit} bytes."
        "Der Teil „{name}“ überschreitet die Grenze von {limit} Bytes."
    AttachmentFileMissing "attachment.file_missing" 400
        "The form has no part named \"file\"."
        "Das Formular hat keinen Teil mit dem Namen „file“."
    AttachmentSeveralFiles "attachment.several_files" 400
        "The form has several parts named \"file\". Send one file per request."
        "Das Formular hat mehrere Teile mit dem Namen „file“. Senden Sie eine Datei je Anfrage."
    AttachmentEmpty "attachment.empty" 400
        "The file is empty."
        "Die Datei ist leer."
    AttachmentTooLarge "attachment.too_large" 413
        "The file exceeds the limit of {limit} bytes."
        "Die Datei überschreitet die Grenze von {limit} Bytes."
    AttachmentQuota "attachment.quota" 507
        "Attachment quota exceeded: this organisation uses {used} of {limit} bytes. An administrator can raise the quota with --attachment-quota."
        "Kontingent für Anhänge überschritten: Diese Organisation belegt {used} von {limit} Bytes. Ein Administrator kann das Kontingent mit --attachment-quota erhöhen."
    AttachmentTooManyTags "attachment.too_many_tags" 400
        "The file has more than {limit} tags."
        "Die Datei hat mehr als {limit} Schlagwörter."
    AttachmentNotFound "attachment.not_found" 404
        "Attachment {id} not found."
        "Anhang {id} nicht gefunden."
    AttachmentDamaged "attachment.damaged" 500
        "The stored file is damaged or truncated. Restore it from a backup or attach the same file again."
        "Die gespeicherte Datei ist beschädigt oder unvollständig. Stellen Sie sie aus einer Sicherung wieder her oder hängen Sie dieselbe Datei erneut an."
    CandidateAmbiguous "candidate.ambiguous" 409
        "The reference matches candidates of several data sources or organisations: {candidates}. Specify the data source in the path and the organisation with ?org=CODE."
        "Die Referenz passt zu Positionen mehrerer Datenquellen oder Organisationen: {candidates}. Geben Sie die Datenquelle im Pfad und die Organisation mit ?org=CODE an."
    ServerStorage "server.storage" 503
        "The attachment storage is unavailable. Retry later."
        "Der Speicher für Anhänge ist nicht erreichbar. Versuchen Sie es später erneut."
    // Master data files
    RecordKeyMissing "record.key_missing" 400
        "The key of the record is incomplete: {name} is missing."
        "Der Schlüssel des Datensatzes ist unvollständig: {name} fehlt."
    RecordReferenceUnknown "record.reference_unknown" 400
        "No {kind} \"{value}\" exists for organisation {org}."
        "{kind} „{value}“ existiert für die Organisation {org} nicht."
    RecordUnknown "record.unknown" 400
        "No {kind} \"{value}\" exists."
        "{kind} „{value}“ existiert nicht."
    RecordDuplicate "record.duplicate" 400
        "Duplicate record: the same {kind} is at {other}."
        "Doppelter Datensatz: Derselbe Schlüssel ({kind}) steht auch bei {other}."
    RecordAmbiguous "record.ambiguous" 400
        "The key matches several records: {kind}."
        "Der Schlüssel passt zu mehreren Datensätzen: {kind}."
    RecordTaken "record.taken" 400
        "\"{value}\" is already used by {other}."
        "„{value}“ wird bereits verwendet von: {other}."
    RecordsTooMany "records.too_many" 413
        "The request has {seen} records. The maximum is {limit}."
        "Die Anfrage hat {seen} Datensätze. Erlaubt sind höchstens {limit}."
    EntriesTooMany "entries.too_many" 400
        "The list has {seen} entries. The maximum is {limit}."
        "Die Liste hat {seen} Einträge. Erlaubt sind höchstens {limit}."
    EntryDuplicate "entry.duplicate" 400
        "The list contains this entry more than once."
        "Die Liste enthält diesen Eintrag mehrfach."
    MemberUnknown "member.unknown" 400
        "Unknown field \"{name}\". Known fields: {known}."
        "Unbekanntes Feld „{name}“. Bekannte Felder: {known}."
    KindUnknown "kind.unknown" 400
        "Unknown kind \"{name}\". Known kinds: {known}."
        "Unbekannte Art „{name}“. Bekannte Arten: {known}."
    DocumentSyntax "document.syntax" 400
        "Invalid YAML or JSON: {reason}."
        "Ungültiges YAML oder JSON: {reason}."
    BaseCycle "base.cycle" 400
        "The base versions refer to each other in a cycle."
        "Die Basisversionen verweisen im Kreis aufeinander."
    TaxEqual "tax.equal" 400
        "Tax \"{other}\" already covers the same category, countries and dates."
        "Der Steuersatz „{other}“ gilt bereits für dieselbe Kategorie, dieselben Länder und dieselben Tage."
    DefaultDuplicate "default.duplicate" 400
        "Only one record can have {flag}. It is already set for {other}."
        "Nur ein Datensatz kann {flag} haben. Gesetzt ist es bereits bei: {other}."
    RecordSharedForbidden "record.shared_forbidden" 403
        "Permission denied: shared records can only be changed with access to all organisations."
        "Zugriff verweigert: Gemeinsame Datensätze können nur mit Zugriff auf alle Organisationen geändert werden."
    // Webhooks
    WebhookNotFound "webhook.not_found" 404
        "Webhook {id} does not exist."
        "Der Webhook {id} existiert nicht."
    WebhookDeliveryNotFound "webhook.delivery_not_found" 404
        "This webhook has no delivery {id}. Deliveries are deleted together with their events."
        "Dieser Webhook hat keine Zustellung {id}. Zustellungen werden zusammen mit ihren Ereignissen gelöscht."
    WebhookOutdated "webhook.outdated" 409
        "{user} changed the webhook at {time}; its version is now {version}. Reload it and try again."
        "{user} hat den Webhook am {time} geändert; seine Version ist jetzt {version}. Laden Sie ihn neu und versuchen Sie es erneut."
    WebhookUrlRefused "webhook.url_refused" 400
        "Webhook URL \"{url}\" is not allowed: {reason}."
        "Die Webhook-URL „{url}“ ist nicht erlaubt: {reason}."
    WebhookTooMany "webhook.too_many" 409
        "The limit of {limit} webhooks per organisation is reached. Delete one that is no longer needed."
        "Die Höchstzahl von {limit} Webhooks je Organisation ist erreicht. Löschen Sie einen nicht mehr benötigten."
    WebhookOrgFixed "webhook.org_fixed" 409
        "The organisation of a webhook cannot be changed because its deliveries belong to that organisation. Create another webhook, or extend this one to all organisations."
        "Die Organisation eines Webhooks kann nicht geändert werden, weil seine Zustellungen zu dieser Organisation gehören. Legen Sie einen anderen Webhook an oder erweitern Sie diesen auf alle Organisationen."
    WebhookUnderWay "webhook.delivery_waits" 409
        "Too many pending deliveries for this webhook. Resend when they have been delivered."
        "Zu viele ausstehende Zustellungen für diesen Webhook. Senden Sie erneut, wenn sie zugestellt sind."

    // Notification rules
    NotificationRuleNotFound "notification_rule.not_found" 404
        "Notification rule {id} does not exist."
        "Die Benachrichtigungsregel {id} existiert nicht."
    NotificationRuleOutdated "notification_rule.outdated" 409
        "The notification rule was changed; its version is now {version}. Reload it and try again."
        "Die Benachrichtigungsregel wurde geändert; ihre Version ist jetzt {version}. Laden Sie sie neu und versuchen Sie es erneut."
    NotificationRuleTooMany "notification_rule.too_many" 409
        "The limit of {limit} notification rules is reached. Delete one that is no longer needed."
        "Die Höchstzahl von {limit} Benachrichtigungsregeln ist erreicht. Löschen Sie eine nicht mehr benötigte."
    NotificationRuleNobody "notification_rule.nobody" 400
        "The rule has no recipients. Add a mail address or a webhook."
        "Die Regel hat keine Empfänger. Geben Sie eine E-Mail-Adresse oder einen Webhook an."
    NotificationRuleRecipients "notification_rule.too_many_recipients" 400
        "The rule has {seen} recipients. The maximum is {limit}."
        "Die Regel hat {seen} Empfänger. Erlaubt sind höchstens {limit}."
    NotificationRuleUnneeded "notification_rule.unneeded" 400
        "\"{name}\" does not apply to rules of kind {ruleKind}. Omit it."
        "„{name}“ gilt nicht für Regeln der Art {ruleKind}. Lassen Sie es weg."
    NotificationRuleForAll "notification_rule.for_all" 403
        "Permission denied: rules for all organisations require access to all organisations. Send orgCode to create a rule for one organisation."
        "Zugriff verweigert: Regeln für alle Organisationen erfordern Zugriff auf alle Organisationen. Senden Sie orgCode, um eine Regel für eine Organisation anzulegen."
    MailAddressInvalid "mail_address.invalid" 400
        "Invalid mail address \"{value}\". Use the form anna@shop.example without a display name."
        "Ungültige E-Mail-Adresse „{value}“. Format: anna@shop.example, ohne Anzeigenamen."
    TimeInvalid "time.invalid" 400
        "Invalid time. Use the format HH:MM, as in 07:30."
        "Ungültige Uhrzeit. Format: HH:MM, z. B. 07:30."

    // Saved views
    ViewNotFound "view.not_found" 404
        "View {id} does not exist."
        "Die Ansicht {id} existiert nicht."
    ViewOutdated "view.outdated" 409
        "The view was changed; its version is now {version}. Reload it and try again."
        "Die Ansicht wurde geändert; ihre Version ist jetzt {version}. Laden Sie sie neu und versuchen Sie es erneut."
    ViewNameTaken "view.name_taken" 409
        "A view named \"{name}\" already exists. Choose another name."
        "Eine Ansicht mit dem Namen „{name}“ existiert bereits. Wählen Sie einen anderen Namen."
    ViewTooMany "view.too_many" 409
        "The limit of {limit} views per user is reached. Delete one that you no longer need."
        "Die Höchstzahl von {limit} Ansichten je Benutzer ist erreicht. Löschen Sie eine nicht mehr benötigte."
    ViewNotYours "view.not_yours" 403
        "This view belongs to {user}. Save a copy under a new name to change it."
        "Diese Ansicht gehört {user}. Speichern Sie eine Kopie unter neuem Namen, um sie zu ändern."
    } };
}
