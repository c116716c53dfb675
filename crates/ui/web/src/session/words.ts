import { defineWords } from "../i18n";

export const sessionWords = defineWords("session", {
  title: ["Sign in", "Anmeldung"],
  user: ["User", "Benutzer"],
  password: ["Password", "Passwort"],
  showPassword: ["Show what is typed", "Eingabe zeigen"],
  submit: ["Sign in", "Anmelden"],
  expired: [
    "Your session has ended. Sign in again; you will find everything where you left it.",
    "Ihre Sitzung ist beendet. Melden Sie sich wieder an; Sie finden alles, wie Sie es verlassen haben.",
  ],
  unsent: [
    "What you typed before your session ended was not saved.",
    "Was Sie vor dem Ende Ihrer Sitzung eingegeben haben, wurde nicht gespeichert.",
  ],
  unsentIn: ["Candidate {{id}}", "Kandidat {{id}}"],
  unsentDrop: ["Discard it", "Verwerfen"],
  unsentField: [
    "Typed before your session ended, and not saved. Enter saves it.",
    "Vor dem Ende Ihrer Sitzung eingegeben und nicht gespeichert. Eingabe speichert es.",
  ],
  noUser: ["Enter your user name.", "Geben Sie Ihren Benutzernamen ein."],
  noPassword: ["Enter your password.", "Geben Sie Ihr Passwort ein."],
  tagline: ["The dock where sales orders arrive", "Der Hafen, in dem Aufträge ankommen"],
});
