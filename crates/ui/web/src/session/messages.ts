import { defineMessages } from "../i18n";

export const sessionMessages = defineMessages("session", {
  title: ["Sign in", "Anmeldung"],
  user: ["User name", "Benutzername"],
  password: ["Password", "Passwort"],
  showPassword: ["Show password", "Passwort anzeigen"],
  submit: ["Sign in", "Anmelden"],
  expired: [
    "Your session has ended. Sign in again to continue where you left off.",
    "Ihre Sitzung ist abgelaufen. Melden Sie sich wieder an, um an derselben Stelle weiterzuarbeiten.",
  ],
  unsent: [
    "Your last entries were not saved because your session ended.",
    "Ihre letzten Eingaben wurden nicht gespeichert, weil Ihre Sitzung abgelaufen ist.",
  ],
  unsentIn: ["Line {{id}}", "Position {{id}}"],
  unsentDrop: ["Discard", "Verwerfen"],
  unsentField: [
    "Not saved because your session ended. Press Enter to save.",
    "Nicht gespeichert, weil Ihre Sitzung abgelaufen ist. Speichern Sie mit Enter.",
  ],
  noUser: ["Enter your user name.", "Geben Sie Ihren Benutzernamen ein."],
  noPassword: ["Enter your password.", "Geben Sie Ihr Passwort ein."],
  tagline: ["Where your orders arrive", "Hier kommen Ihre Bestellungen an"],
});
