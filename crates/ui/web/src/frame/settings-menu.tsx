// Menu entries for language, colours, help and account.
import { Menu, useMantineColorScheme, type MantineColorScheme } from "@mantine/core";
import { BookOpen, Check, CircleHelp, Keyboard, LogOut, Moon, NotebookText, Sun, SunMoon } from "lucide-react";
import { LANGUAGES, switchLanguage, useLanguage, useMessages } from "../i18n";
import { partsMessages } from "../parts/messages";
import { useSession, useSignOut } from "../session/session";
import { frameMessages } from "./messages";

const SCHEMES: { scheme: MantineColorScheme; label: "themeLight" | "themeDark" | "themeAuto"; icon: typeof Sun }[] = [
  { scheme: "light", label: "themeLight", icon: Sun },
  { scheme: "dark", label: "themeDark", icon: Moon },
  { scheme: "auto", label: "themeAuto", icon: SunMoon },
];

/** Returns the icon of the current colour scheme. */
export function useSchemeIcon() {
  const { colorScheme } = useMantineColorScheme();
  return SCHEMES.find(({ scheme }) => scheme === colorScheme)?.icon ?? SunMoon;
}

export function SchemeItems() {
  const t = useMessages(frameMessages);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return SCHEMES.map(({ scheme, label, icon: Shown }) => (
    <Menu.Item
      key={scheme}
      leftSection={<Shown size={14} aria-hidden />}
      onClick={() => setColorScheme(scheme)}
      rightSection={scheme === colorScheme ? <Check size={14} aria-hidden /> : null}>
      {t(label)}
    </Menu.Item>
  ));
}

export function LanguageItems() {
  const t = useMessages(frameMessages);
  const language = useLanguage();
  return LANGUAGES.map((one) => (
    <Menu.Item
      key={one}
      lang={one}
      onClick={() => switchLanguage(one)}
      rightSection={one === language ? <Check size={14} aria-hidden /> : null}>
      {t(`language_${one}`)}
    </Menu.Item>
  ));
}

/** Returns the commit of the server; builds for development have none. */
function commit(): string | undefined {
  const text = document.querySelector<HTMLMetaElement>("meta[name=commit]")?.content;
  return /^[0-9a-f]{8}/.exec(text ?? "")?.[0];
}

export function HelpItems({ showKeys }: { showKeys: () => void }) {
  const t = useMessages(frameMessages);
  const language = useLanguage();
  return (
    <>
      <Menu.Item leftSection={<Keyboard size={14} aria-hidden />} onClick={showKeys}>
        {t("keys")}
      </Menu.Item>
      <Menu.Item
        component="a"
        href={`/docs/guide/handbook/${language}/`}
        leftSection={<NotebookText size={14} aria-hidden />}>
        {t("handbook")}
      </Menu.Item>
      <Menu.Item component="a" href="/docs/guide/" leftSection={<CircleHelp size={14} aria-hidden />}>
        {t("guide")}
      </Menu.Item>
      <Menu.Item component="a" href="/docs/" leftSection={<BookOpen size={14} aria-hidden />}>
        {t("documentation")}
      </Menu.Item>
      <Menu.Label>{[t("version", { version: __VERSION__ }), commit()].filter(Boolean).join(" · ")}</Menu.Label>
    </>
  );
}

/** Returns role and organisations of the user. */
export function useRoleText(): string {
  const t = useMessages(frameMessages);
  const { role, organisations } = useSession();
  const codes = organisations.map(({ code }) => code).join(", ");
  return [t(`role_${role as "viewer" | "clerk" | "administrator"}`), codes].filter(Boolean).join(" · ");
}

/** Entries of the account; with all settings where the frame has no room for them. */
export function AccountItems({ settings, showKeys }: { settings: boolean; showKeys: () => void }) {
  const t = useMessages(frameMessages);
  const tParts = useMessages(partsMessages);
  const signOut = useSignOut();
  return (
    <>
      <Menu.Label>{useRoleText()}</Menu.Label>
      {settings && (
        <>
          <Menu.Label>{tParts("language")}</Menu.Label>
          <LanguageItems />
          <Menu.Label>{t("theme")}</Menu.Label>
          <SchemeItems />
          <Menu.Divider />
          <HelpItems showKeys={showKeys} />
          <Menu.Divider />
        </>
      )}
      <Menu.Item leftSection={<LogOut size={14} aria-hidden />} onClick={() => void signOut()}>
        {t("signOut")}
      </Menu.Item>
    </>
  );
}
