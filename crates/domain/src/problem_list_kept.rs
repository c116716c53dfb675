/// Those of what is kept, of the server, of files and of master data, behind the ones given.
macro_rules! problems_and_those_of_what_is_kept {
    ($($given:tt)*) => { problems! { $($given)*
    // State and existence
    CandidateNotFound "candidate.not_found" 404
        "There is no such candidate."
        "Diesen Kandidaten gibt es nicht."
    RequestNotFound "request.not_found" 404
        "The request is not kept, or was not sent with this token."
        "Die Anfrage ist nicht gespeichert oder kam nicht mit diesem Token."
    UserExists "user.exists" 409
        "There is a user {name} already; names differ by more than upper and lower case."
        "Den Benutzer {name} gibt es schon; Namen unterscheiden sich nicht nur durch Groß- und Kleinschreibung."
    UserUnknown "user.unknown" 404
        "There is no user {name}."
        "Den Benutzer {name} gibt es nicht."
    UserNameInvalid "user.name_invalid" 400
        "A user's name has 1 to 255 characters and no control characters."
        "Ein Benutzername hat 1 bis 255 Zeichen und keine Steuerzeichen."
    PasswordInvalid "password.invalid" 400
        "A password has {shortest} to {longest} characters and does not contain the user's name."
        "Ein Passwort hat {shortest} bis {longest} Zeichen und enthält nicht den Benutzernamen."
    PasswordGuessable "password.guessable" 400
        "The password is too easy to guess: {reason}. Take three or four words that have nothing to do with each other, or have one generated."
        "Das Passwort ist zu leicht zu erraten: {reason}. Nehmen Sie drei oder vier Wörter, die nichts miteinander zu tun haben, oder lassen Sie eines erzeugen."
    RecordNotFound "record.not_found" 404
        "There is no such {kind}."
        "Diesen Datensatz ({kind}) gibt es nicht."
    KindNotFound "kind.not_found" 404
        "There is no kind of master data named \"{name}\"; known are {known}."
        "Eine Art von Stammdaten namens „{name}“ gibt es nicht; bekannt sind {known}."
    OrderNotFound "order.not_found" 404
        "There is no such order."
        "Diesen Auftrag gibt es nicht."
    OrderVoided "order.voided" 409
        "The order {documentNo} is voided already."
        "Der Auftrag {documentNo} ist schon storniert."
    OrderArchived "order.archived" 409
        "Candidates of the order {documentNo} have been archived, so that it cannot be voided any more."
        "Kandidaten des Auftrags {documentNo} sind inzwischen ausgelagert; er lässt sich nicht mehr stornieren."
    OrderVoidedSince "order.voided_since" 409
        "The order {documentNo} was voided ({reason})."
        "Der Auftrag {documentNo} wurde storniert ({reason})."
    OrderHandedOver "order.handed_over" 409
        "The order {documentNo} was handed over to {receiver} at {at}."
        "Der Auftrag {documentNo} wurde am {at} an {receiver} übergeben."
    OrderNumberTaken "order.number_taken" 409
        "Its receiver has the order {documentNo} as {number} already."
        "Der Empfänger führt den Auftrag {documentNo} schon als {number}."
    VoidReasonMissing "order.void_reason_missing" 400
        "The order {documentNo} was handed over to {receiver}: say why it is voided."
        "Der Auftrag {documentNo} wurde an {receiver} übergeben: Geben Sie an, warum er storniert wird."
    RunNotFound "run.not_found" 404
        "There is no such run."
        "Diesen Lauf gibt es nicht."
    RunNotEnded "run.not_ended" 409
        "The run has not ended; stop it or wait, then undo it."
        "Der Lauf ist nicht beendet; halten Sie ihn an oder warten Sie, dann machen Sie ihn rückgängig."
    RunUndone "run.undone" 409
        "Run {run} undoes this one; to have back what it did, undo run {run}."
        "Lauf {run} macht diesen rückgängig; um wieder zu haben, was er tat, machen Sie Lauf {run} rückgängig."
    RunNotUndoable "run.not_undoable" 409
        "A run that validates candidates again changes no values; there is nothing to undo."
        "Ein Lauf, der Kandidaten neu prüft, ändert keine Werte; es gibt nichts rückgängig zu machen."
    RunChangedNothing "run.changed_nothing" 409
        "The run changed nothing; there is nothing to undo."
        "Der Lauf hat nichts geändert; es gibt nichts rückgängig zu machen."
    UndoChanged "undo.changed" 409
        "{actor} changed it since, at {at}."
        "{actor} hat ihn seitdem geändert, am {at}."
    UndoOrdered "undo.ordered" 409
        "It is in order {documentNo} by now."
        "Er ist inzwischen im Auftrag {documentNo}."
    WaitingDay "waiting.day_invalid" 400
        "{day} is no day to wait for: it must be after today and within {days} days."
        "Auf den {day} lässt sich nicht warten: Er muss nach heute und innerhalb von {days} Tagen liegen."
    WaitingInactive "waiting.inactive" 409
        "A candidate that is put aside waits for nobody; take it back first."
        "Ein zurückgestellter Kandidat wartet auf niemanden; holen Sie ihn erst zurück."
    AssigneeUnknown "assignee.unknown" 400
        "There is no active user \"{name}\" who sees the organisation of this candidate."
        "Es gibt keinen aktiven Benutzer „{name}“, der die Organisation dieses Kandidaten sieht."
    CommentAlone "comment.alone" 400
        "A comment stands here beside a change; one by itself is written as a comment of the candidate."
        "Eine Bemerkung steht hier neben einer Änderung; allein wird sie als Bemerkung des Kandidaten geschrieben."
    UndoUnknown "undo.unknown" 409
        "What it was before this run was not kept then."
        "Was er vor diesem Lauf war, wurde damals nicht aufbewahrt."
    UndoRecordUnknown "undo.record_unknown" 404
        "The call {requestId} changed nothing of this record."
        "Der Aufruf {requestId} hat an diesem Datensatz nichts geändert."
    UndoRecordUndone "undo.record_undone" 409
        "{actor} undid it already, at {at}."
        "{actor} hat es bereits rückgängig gemacht, am {at}."
    UndoRecordChanged "undo.record_changed" 409
        "{actor} changed the record since, at {at}."
        "{actor} hat den Datensatz seitdem geändert, am {at}."
    UndoRecordUsed "undo.record_used" 409
        "Order {documentNo} was made with it since."
        "Mit ihm wurde seitdem der Auftrag {documentNo} angelegt."
    UndoRecordNamed "undo.record_named" 409
        "{other} builds on it."
        "Darauf baut auf: {other}."
    UndoRecordStays "undo.record_stays" 409
        "A new record of this kind ({kind}) is not taken away again, for others may name it; take it out of use instead."
        "Ein neuer Datensatz dieser Art ({kind}) wird nicht wieder entfernt, denn andere können ihn nennen; nehmen Sie ihn stattdessen außer Gebrauch."
    UndoRecordRemoved "undo.record_removed" 409
        "The record was taken away; enter it anew."
        "Der Datensatz wurde entfernt; geben Sie ihn neu ein."
    UndoMemberStays "undo.member_stays" 409
        "What \"{name}\" was before cannot be brought back."
        "Was „{name}“ vorher war, lässt sich nicht zurückholen."
    SelectionInvalid "selection.invalid" 400
        "A selection is exactly one of ids, filter, or dataSource with externalHeaderId."
        "Eine Auswahl ist genau eines von ids, filter oder dataSource mit externalHeaderId."
    ReleaseRequired "release.required" 400
        "The scope \"selection\" can split incoming orders: add \"release\": [\"{release}\"], or leave \"scope\" out."
        "Der Umfang „selection“ kann Bestellungen teilen: Ergänzen Sie \"release\": [\"{release}\"], oder lassen Sie „scope“ weg."
    EditEmpty "edit.empty" 400
        "An edit needs changes, or active."
        "Eine Änderung vieler Kandidaten braucht changes oder active."
    ChangeInvalid "change.invalid" 400
        "A change is exactly one of set, changeBy, and clear: true."
        "Eine Änderung ist genau eines von set, changeBy und clear: true."
    ChangeByInvalid "changeBy.invalid" 400
        "\"{value}\" is no step: write a sign and a number, like {example}."
        "„{value}“ ist kein Schritt: Schreiben Sie ein Vorzeichen und eine Zahl, etwa {example}."
    ChangeByNotAllowed "changeBy.not_allowed" 400
        "{name} cannot be changed by a step; it can be set or cleared."
        "{name} lässt sich nicht um einen Schritt ändern, nur setzen oder leeren."
    ChangeByNoValue "changeBy.no_value" 400
        "The candidate has no {name} of its own that could be changed."
        "Der Kandidat hat kein eigenes {name}, das sich ändern ließe."
    ScheduleInvalid "schedule.invalid" 400
        "\"{value}\" is no schedule: write five fields (minute, hour, day, month, weekday), like \"*/5 8-18 * * MON-FRI\"."
        "„{value}“ ist kein Zeitplan: Schreiben Sie fünf Felder (Minute, Stunde, Tag, Monat, Wochentag), etwa „*/5 8-18 * * MON-FRI“."
    NumberPatternInvalid "numberPattern.invalid" 400
        "\"{value}\" is no number pattern: write a prefix and the number, like \"{example}\"."
        "„{value}“ ist kein Nummernmuster: Schreiben Sie ein Präfix und die Nummer, etwa „{example}“."
    ProcessedReadonly "processed.readonly" 409
        "Processed candidates cannot be changed."
        "Verarbeitete Kandidaten können nicht geändert werden."

    HeaderProcessed "header.processed" 409
        "Nothing was cancelled: it has become order {orders} already."
        "Nichts wurde storniert: daraus wurde schon Auftrag {orders}."
    VersionRequired "version.required" 428
        "Changing a candidate takes the header If-Match with the ETag of what was read."
        "Zum Ändern eines Kandidaten gehört der Header If-Match mit dem ETag des Gelesenen."
    VersionInvalid "version.invalid" 400
        "The header If-Match has no entity tag that can be read: {value}. Send the ETag of what was read, like \"3\"."
        "Der Header If-Match enthält kein lesbares ETag: {value}. Senden Sie das ETag des Gelesenen, etwa \"3\"."
    VersionOutdated "version.outdated" 412
        "{user} changed it at {time}; read it again. Its version is {version} now."
        "{user} hat ihn am {time} geändert; lesen Sie ihn neu. Seine Version ist jetzt {version}."
    ReferenceUnknown "reference.unknown" 400
        "There is no {name} \"{value}\" for the candidate's organisation and partner."
        "{name} „{value}“ gibt es für Organisation und Partner des Kandidaten nicht."
    RequestNotReplayable "request.not_replayable" 409
        "Only imports of candidates can be sent again from the request log; this was {method} {path}."
        "Aus dem Anfrageprotokoll lassen sich nur Importe von Kandidaten erneut senden; dies war {method} {path}."
    RequestExcerpt "request.excerpt" 409
        "Only its faulty rows were stored, because the request log of the organisation had reached its quota. It cannot be sent again from here; send it anew."
        "Gespeichert sind nur die fehlerhaften Zeilen, weil das Anfrageprotokoll der Organisation sein Kontingent erreicht hatte. Erneutes Senden ist von hier aus nicht möglich; bitte neu einreichen."
    // The server
    ServerOverloaded "server.overloaded" 503
        "Too much is waiting to be written; try again in {seconds} s."
        "Es wartet zu viel auf das Schreiben; versuchen Sie es in {seconds} s erneut."
    ServerReadsWaiting "server.reads_waiting" 503
        "Too much is being read at the same time, and this request waited in vain; try again in {seconds} s."
        "Es wird zu viel gleichzeitig gelesen, und diese Anfrage wartete vergeblich; versuchen Sie es in {seconds} s erneut."
    ServerBusy "server.busy" 503
        "The data changed again and again while the request was decided; nothing was written, try again."
        "Die Daten änderten sich während der Entscheidung immer wieder; nichts wurde geschrieben, versuchen Sie es erneut."
    ServerFull "server.full" 503
        "No more connections can be served now, in all or for your address; try again in {seconds} s."
        "Mehr Verbindungen sind gerade nicht möglich, insgesamt oder für Ihre Adresse; versuchen Sie es in {seconds} s erneut."
    ResponseNoRoom "response.no_room" 503
        "Responses that other clients have not taken yet fill the memory for responses; try again in {seconds} s."
        "Antworten, die andere noch nicht abgeholt haben, belegen gerade allen Platz für Antworten; versuchen Sie es in {seconds} s erneut."
    AddressTooMany "address.too_many" 429
        "Too many requests of your address are under way; try again in {seconds} s."
        "Von Ihrer Adresse sind zu viele Anfragen unterwegs; versuchen Sie es in {seconds} s erneut."
    ServerOutcomeUnknown "server.outcome_unknown" 503
        "The commit failed and its outcome is unknown; send the same request again, rows are never doubled."
        "Das Schreiben schlug fehl, der Ausgang ist unbekannt; senden Sie dieselbe Anfrage erneut, Positionen werden nie verdoppelt."
    ServerUnavailable "server.unavailable" 503
        "The database cannot be reached; try again."
        "Die Datenbank ist nicht erreichbar; versuchen Sie es erneut."
    ServerTimeout "server.timeout" 503
        "The request took longer than {seconds} s."
        "Die Anfrage dauerte länger als {seconds} s."
    ServerNoSpace "server.no_space" 507
        "There is no space left to store the request."
        "Es ist kein Platz mehr, die Anfrage zu speichern."
    ServerFault "server.fault" 500
        "Something went wrong inside; the log has it under the request id."
        "Intern ist etwas fehlgeschlagen; das Protokoll führt es unter der requestId."
    // Attachments
    FormInvalid "form.invalid" 400
        "The body cannot be read as multipart/form-data: {reason}."
        "Der Inhalt ist nicht als multipart/form-data lesbar: {reason}."
    FormTooManyParts "form.too_many_parts" 413
        "The form has more than {limit} parts."
        "Das Formular hat mehr als {limit} Teile."
    FormPartTooLarge "form.part_too_large" 413
        "The part \"{name}\" is larger than {limit} bytes."
        "Der Teil „{name}“ ist größer als {limit} Bytes."
    AttachmentFileMissing "attachment.file_missing" 400
        "The form has no part named \"file\"."
        "Das Formular hat keinen Teil namens „file“."
    AttachmentSeveralFiles "attachment.several_files" 400
        "The form has more than one part named \"file\"; send one file at a time."
        "Das Formular hat mehr als einen Teil namens „file“; senden Sie jede Datei einzeln."
    AttachmentEmpty "attachment.empty" 400
        "The file is empty."
        "Die Datei ist leer."
    AttachmentTooLarge "attachment.too_large" 413
        "The file is larger than {limit} bytes."
        "Die Datei ist größer als {limit} Bytes."
    AttachmentQuota "attachment.quota" 507
        "The attachments of this organisation take {used} bytes of {limit}, and this file does not fit. An administrator can raise the quota with --attachment-quota."
        "Die Anhänge dieser Organisation belegen {used} von {limit} Bytes, und diese Datei passt nicht mehr dazu. Ein Administrator kann das Kontingent mit --attachment-quota erhöhen."
    AttachmentTooManyTags "attachment.too_many_tags" 400
        "The file has more than {limit} tags."
        "Die Datei hat mehr als {limit} Schlagwörter."
    AttachmentNotFound "attachment.not_found" 404
        "There is no such attachment."
        "Diesen Anhang gibt es nicht."
    AttachmentDamaged "attachment.damaged" 500
        "The stored file is not the one that was attached: it is damaged or cut off. Restore it from a backup, or attach the same bytes again."
        "Die gespeicherte Datei ist nicht mehr die angehängte: Sie ist beschädigt oder abgeschnitten. Stellen Sie sie aus einer Sicherung wieder her oder hängen Sie dieselben Bytes noch einmal an."
    CandidateAmbiguous "candidate.ambiguous" 409
        "Candidates of several data sources or organisations have this reference: {candidates}. Name the data source in the path, and the organisation with ?org=CODE."
        "Kandidaten mehrerer Datenquellen oder Organisationen haben diese Referenz: {candidates}. Nennen Sie die Datenquelle im Pfad, die Organisation mit ?org=CODE."
    ServerStorage "server.storage" 503
        "The storage of attachments cannot be reached; try again."
        "Der Speicher für Anhänge ist nicht erreichbar; versuchen Sie es erneut."
    // Master data files
    RecordKeyMissing "record.key_missing" 400
        "The record needs {name}, part of its key."
        "Der Datensatz braucht {name}, Teil seines Schlüssels."
    RecordReferenceUnknown "record.reference_unknown" 400
        "{kind} \"{value}\" is not known to organisation {org}."
        "{kind} „{value}“ ist der Organisation {org} nicht bekannt."
    RecordUnknown "record.unknown" 400
        "There is no {kind} \"{value}\"."
        "{kind} „{value}“ gibt es nicht."
    RecordDuplicate "record.duplicate" 400
        "The same {kind} is given at {other}."
        "Derselbe Datensatz ({kind}) steht schon bei {other}."
    RecordAmbiguous "record.ambiguous" 400
        "This names more than one {kind}."
        "Dies benennt mehr als einen Datensatz ({kind})."
    RecordTaken "record.taken" 400
        "\"{value}\" belongs to {other} already."
        "„{value}“ gehört schon zu {other}."
    RecordsTooMany "records.too_many" 413
        "There are {seen} records; at most {limit} are taken at once."
        "Es sind {seen} Datensätze; höchstens {limit} werden auf einmal angenommen."
    EntriesTooMany "entries.too_many" 400
        "The list has {seen} entries; at most {limit} are kept."
        "Die Liste hat {seen} Einträge; höchstens {limit} werden gespeichert."
    EntryDuplicate "entry.duplicate" 400
        "The list has this entry more than once."
        "Die Liste enthält diesen Eintrag mehrfach."
    MemberUnknown "member.unknown" 400
        "There is no member \"{name}\" here; known are {known}."
        "Ein Feld „{name}“ gibt es hier nicht; bekannt sind {known}."
    KindUnknown "kind.unknown" 400
        "There is no kind \"{name}\"; known are {known}."
        "Eine Art „{name}“ gibt es nicht; bekannt sind {known}."
    DocumentSyntax "document.syntax" 400
        "The text is neither valid YAML nor JSON: {reason}."
        "Der Text ist weder gültiges YAML noch JSON: {reason}."
    BaseCycle "base.cycle" 400
        "The base versions form a cycle."
        "Die Basisversionen bilden einen Kreis."
    TaxEqual "tax.equal" 400
        "The tax \"{other}\" holds for the same category and countries on the same days."
        "Die Steuer „{other}“ gilt an denselben Tagen für dieselbe Kategorie und dieselben Länder."
    DefaultDuplicate "default.duplicate" 400
        "There can be one {flag} only; the other one is {other}."
        "{flag} kann nur einmal vergeben werden; der andere Datensatz ist {other}."
    RecordSharedForbidden "record.shared_forbidden" 403
        "Shared records are written only by a token for all organisations."
        "Gemeinsame Datensätze schreibt nur ein Token für alle Organisationen."
    // Webhooks
    WebhookNotFound "webhook.not_found" 404
        "There is no webhook {id}."
        "Es gibt keinen Webhook {id}."
    WebhookDeliveryNotFound "webhook.delivery_not_found" 404
        "This webhook has no delivery {id}; those that are older than the events are gone."
        "Dieser Webhook hat keine Zustellung {id}; ältere als die Ereignisse sind entfernt."
    WebhookOutdated "webhook.outdated" 409
        "{user} changed it at {time}; read it again. Its version is {version} now."
        "{user} hat ihn am {time} geändert; lesen Sie ihn neu. Seine Version ist jetzt {version}."
    WebhookUrlRefused "webhook.url_refused" 400
        "\"{url}\" is not called: it is {reason}."
        "„{url}“ wird nicht aufgerufen: Es ist {reason}."
    WebhookTooMany "webhook.too_many" 409
        "This organisation has {limit} webhooks, which is the limit. Remove one that is not needed."
        "Diese Organisation hat {limit} Webhooks, mehr sind nicht möglich. Entfernen Sie einen, der nicht gebraucht wird."
    WebhookOrgFixed "webhook.org_fixed" 409
        "What was sent and what waits is of another organisation. Make another webhook for this one; it may only be widened to all."
        "Was gesendet wurde und was wartet, gehört einer anderen Organisation. Legen Sie für diese einen anderen Webhook an; er lässt sich nur auf alle erweitern."
    WebhookUnderWay "webhook.delivery_waits" 409
        "Too many deliveries of this webhook wait; send again when they are through."
        "Zu viele Zustellungen dieses Webhooks warten; senden Sie erneut, wenn sie durch sind."

    // Notification rules
    NotificationRuleNotFound "notification_rule.not_found" 404
        "There is no notification rule {id}."
        "Es gibt keine Benachrichtigungsregel {id}."
    NotificationRuleOutdated "notification_rule.outdated" 409
        "The notification rule has version {version} by now; read it again."
        "Die Benachrichtigungsregel hat inzwischen die Version {version}; lesen Sie sie neu."
    NotificationRuleTooMany "notification_rule.too_many" 409
        "There are {limit} notification rules; remove one that nobody needs."
        "Es gibt {limit} Benachrichtigungsregeln; entfernen Sie eine, die niemand braucht."
    NotificationRuleNobody "notification_rule.nobody" 400
        "Nobody is notified; name recipients, or a webhook."
        "Niemand wird benachrichtigt; nennen Sie Empfänger oder einen Webhook."
    NotificationRuleRecipients "notification_rule.too_many_recipients" 400
        "These are {seen} recipients; at most {limit} are notified."
        "Dies sind {seen} Empfänger; höchstens {limit} werden benachrichtigt."
    NotificationRuleUnneeded "notification_rule.unneeded" 400
        "\"{name}\" says nothing for a rule of the kind {ruleKind}; leave it out."
        "„{name}“ besagt nichts für eine Regel der Art {ruleKind}; lassen Sie es weg."
    NotificationRuleForAll "notification_rule.for_all" 403
        "Rules for all organisations are made only by a token for all organisations; name one in orgCode."
        "Regeln für alle Organisationen legt nur ein Token für alle Organisationen an; nennen Sie eine in orgCode."
    MailAddressInvalid "mail_address.invalid" 400
        "\"{value}\" is no mail address; write it like anna@shop.example, without a name before it."
        "„{value}“ ist keine E-Mail-Adresse; schreiben Sie sie wie anna@shop.example, ohne Namen davor."
    TimeInvalid "time.invalid" 400
        "This is no time of the day; write it like 07:30."
        "Dies ist keine Uhrzeit; schreiben Sie sie wie 07:30."

    // Saved views
    ViewNotFound "view.not_found" 404
        "There is no view {id}."
        "Es gibt keine Ansicht {id}."
    ViewOutdated "view.outdated" 409
        "The view has version {version} by now; read it again."
        "Die Ansicht hat inzwischen die Version {version}; lesen Sie sie neu."
    ViewNameTaken "view.name_taken" 409
        "There is a view \"{name}\" already; choose another name."
        "Es gibt schon eine Ansicht „{name}“; wählen Sie einen anderen Namen."
    ViewTooMany "view.too_many" 409
        "You have {limit} views; delete one that you do not need."
        "Sie haben {limit} Ansichten; löschen Sie eine, die Sie nicht brauchen."
    ViewNotYours "view.not_yours" 403
        "This view belongs to {user}; save it under a name of your own to change it."
        "Diese Ansicht gehört {user}; speichern Sie sie unter einem eigenen Namen, um sie zu ändern."
    } };
}
