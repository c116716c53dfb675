import {
  ActionIcon,
  AppShell,
  Button,
  Group,
  Kbd,
  Loader,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  type MantineColorScheme,
} from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { Check, Keyboard, LogOut, Moon, Search, Sun, SunMoon, User } from "lucide-react";
import { clsx } from "clsx";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useActiveRuns, useConnected } from "../api/events";
import { LANGUAGES, switchLanguage, useLanguage, useMessages } from "../i18n";
import { requestFirstProblem } from "../disposition/next-problem";
import { useKeyName } from "../keys/use-key-name";
import { KeyOverview } from "../keys/overview";
import { useKeys } from "../keys/keys";
import { parkFocus, useFocusFallback } from "../parts/focus-fallback";
import { LanguageSwitch } from "../parts/language-switch";
import { Mark } from "../parts/mark";
import { useAnnouncement } from "../parts/announce";
import { partsMessages } from "../parts/messages";
import { useAskedUndo } from "../runs/undo";
import { useUndoWriteRequest } from "../disposition/undo-write-request";
import { useSession, useSignOut } from "../session/session";
import { revealUnsaved, useUnsaved } from "../session/unsent-texts";
import classes from "./frame.module.css";
import { openPalette, Palette } from "./palette";
import { useMenuItems } from "./menu";
import { QUIET_BANNER, QuietBanner, useQuiet } from "./quiet-banner";
import { frameMessages } from "./messages";

const UndoDialog = lazy(() => import("../runs/undo-dialog"));
const TakeBackDialog = lazy(() => import("../disposition/undo-write-dialog"));

/** Low screens hide the footer. */
const LOW = "(max-height: 560px)";
/** In pixels. */
const BAR = 44;

export function Frame({ children }: { children: ReactNode }) {
  const t = useMessages(frameMessages);
  const tParts = useMessages(partsMessages);
  const [, go] = useLocation();
  const [keysShown, showKeys] = useState(false);
  const low = useMediaQuery(LOW, undefined, { getInitialValueInEffect: false }) ?? false;
  const places = useMenuItems();
  const quiet = useQuiet();
  const hold = () => parkFocus(document.getElementById("main"));
  useFocusFallback(hold, { isLast: true });
  const toFirstFault = (event?: KeyboardEvent) => {
    // dialogs take precedence
    if (event && document.querySelector("[aria-modal=true]")) return;
    // blur saves the text
    if (document.activeElement?.matches("input, textarea")) hold();
    requestFirstProblem(go);
  };
  useKeys({
    heading: t("everywhere"),
    keys: [
      { press: "$mod+k", shown: "Ctrl+K", label: t("palette"), run: openPalette, whileTyping: true },
      { press: "Shift+?", shown: "?", label: t("keyOverview"), run: () => showKeys(true), offered: true },
      { press: "/", label: t("searchShort"), run: () => document.querySelector<HTMLElement>("[data-search]")?.focus() },
      { press: "F8", label: t("firstFault"), run: toFirstFault, whileTyping: true, offered: true },
      { press: "g i", label: t("documentation"), run: () => location.assign("/docs/"), offered: true },
      ...places.map(({ press, label: words, path }) => ({
        press,
        label: `${t("goTo")}: ${t(words)}`,
        run: () => go(path),
      })),
    ],
  });
  return (
    <AppShell
      header={{ height: quiet ? BAR + QUIET_BANNER : BAR }}
      transitionDuration={0}
      footer={{ height: low ? 20 : 26 }}
      padding={0}>
      <a href="#main" className="skip-link">
        {t("skip")}
      </a>
      <AppShell.Header className="no-print">
        <TopBar showKeys={() => showKeys(true)} />
        {quiet && <QuietBanner />}
      </AppShell.Header>
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
        <Suspense fallback={<Loader m="md" size="sm" aria-label={tParts("loading")} />}>{children}</Suspense>
      </AppShell.Main>
      <AppShell.Footer className="no-print">
        <StatusLine />
      </AppShell.Footer>
      <Palette />
      <AskedUndo />
      <KeyOverview opened={keysShown} onClose={() => showKeys(false)} />
    </AppShell>
  );
}

/** Undo previews of runs and master data writes. */
function AskedUndo() {
  const id = useAskedUndo();
  const written = useUndoWriteRequest();
  return (
    <Suspense>
      {id !== undefined && <UndoDialog key={id} id={id} />}
      {written && <TakeBackDialog key={written.record.requestId} {...written} />}
    </Suspense>
  );
}

function TopBar({ showKeys }: { showKeys: () => void }) {
  const t = useMessages(frameMessages);
  const keyName = useKeyName();
  const places = useMenuItems();
  return (
    <Group h={BAR} px="sm" gap="sm" justify="space-between" wrap="nowrap">
      <Group gap="sm" wrap="nowrap" h="100%">
        <UnstyledButton component={Link} href="/" className={classes.brand} aria-label="Orderdock">
          <Mark size={24} />{" "}
          <Text component="span" fw={700} visibleFrom="md">
            Orderdock
          </Text>
        </UnstyledButton>
        <nav aria-label={t("menu")} className={classes.menu}>
          {places.map((place) => (
            <Place key={place.path} {...place} />
          ))}
        </nav>
      </Group>
      <Group gap={6} wrap="nowrap">
        <Button
          variant="default"
          className={clsx(classes.search, classes.short)}
          leftSection={<Search size={14} aria-hidden />}
          rightSection={<Kbd size="xs">{keyName("Ctrl+K")}</Kbd>}
          onClick={openPalette}>
          <span className={classes.words}>{t("searchShort")}</span>
        </Button>
        <JobIndicator />
        <Group gap={6} wrap="nowrap" className={classes.roomy}>
          <LanguageSwitch />
          <ThemeMenu />
          <ActionIcon aria-label={t("keys")} title={`${t("keys")} (?)`} onClick={showKeys}>
            <Keyboard size={16} aria-hidden />
          </ActionIcon>
        </Group>
        <UserMenu showKeys={showKeys} />
      </Group>
    </Group>
  );
}

function Place({ path, label: words, icon: Icon }: ReturnType<typeof useMenuItems>[number]) {
  const t = useMessages(frameMessages);
  const [at] = useLocation();
  // runs belong to the scheduler
  const within = at.replace(/^\/runs\b/, "/scheduler");
  const here = path === "/" ? at === "/" : within.startsWith(path);
  return (
    <Link href={path} className={classes.place} aria-current={here ? "page" : undefined}>
      <Icon size={15} aria-hidden />
      <span>{t(words)}</span>
    </Link>
  );
}

function JobIndicator() {
  const t = useMessages(frameMessages);
  const runs = useActiveRuns();
  const first = runs[0];
  if (!first) return null;
  const words = t("runs", { count: runs.length });
  return (
    <Button
      component={Link}
      href={runs.length === 1 ? `/runs/${first.id}` : "/scheduler"}
      variant="light"
      aria-label={words}
      className={classes.short}
      leftSection={<Loader size={12} aria-hidden />}>
      <span className={classes.words}>{words}</span>
    </Button>
  );
}

const SCHEMES: { scheme: MantineColorScheme; words: "themeLight" | "themeDark" | "themeAuto"; icon: typeof Sun }[] = [
  { scheme: "light", words: "themeLight", icon: Sun },
  { scheme: "dark", words: "themeDark", icon: Moon },
  { scheme: "auto", words: "themeAuto", icon: SunMoon },
];

function ThemeMenu() {
  const t = useMessages(frameMessages);
  const { colorScheme } = useMantineColorScheme();
  const Icon = SCHEMES.find(({ scheme }) => scheme === colorScheme)?.icon ?? SunMoon;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t("theme")} title={t("theme")}>
          <Icon size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ThemeItems />
      </Menu.Dropdown>
    </Menu>
  );
}

function ThemeItems() {
  const t = useMessages(frameMessages);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return SCHEMES.map(({ scheme, words, icon: Shown }) => (
    <Menu.Item
      key={scheme}
      leftSection={<Shown size={14} aria-hidden />}
      onClick={() => setColorScheme(scheme)}
      rightSection={scheme === colorScheme ? <Check size={14} aria-hidden /> : null}>
      {t(words)}
    </Menu.Item>
  ));
}

/** What has no room in the bar of a narrow window. */
function Tucked({ showKeys }: { showKeys: () => void }) {
  const t = useMessages(frameMessages);
  const tParts = useMessages(partsMessages);
  const language = useLanguage();
  return (
    <>
      <Menu.Label>{tParts("language")}</Menu.Label>
      {LANGUAGES.map((one) => (
        <Menu.Item
          key={one}
          lang={one}
          onClick={() => switchLanguage(one)}
          rightSection={one === language ? <Check size={14} aria-hidden /> : null}>
          {t(`language_${one}`)}
        </Menu.Item>
      ))}
      <Menu.Label>{t("theme")}</Menu.Label>
      <ThemeItems />
      <Menu.Divider />
      <Menu.Item leftSection={<Keyboard size={14} aria-hidden />} onClick={showKeys}>
        {t("keys")}
      </Menu.Item>
    </>
  );
}

/** In narrower windows the bar has room for pages and user only. */
const NARROW = "(max-width: 720px)";

function UserMenu({ showKeys }: { showKeys: () => void }) {
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const t = useMessages(frameMessages);
  const session = useSession();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<User size={16} aria-hidden />}
          aria-label={t("user", { user: session.user })}
          className={clsx(classes.user, classes.short)}>
          <span className={classes.words}>{session.user}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {t(`role_${session.role as "viewer" | "clerk" | "administrator"}`)}
          {session.organisations.length > 0 && ` · ${session.organisations.map(({ code }) => code).join(", ")}`}
        </Menu.Label>
        {narrow && <Tucked showKeys={showKeys} />}
        <Menu.Item component="a" href="/docs/">
          {t("documentation")}
        </Menu.Item>
        <Menu.Item leftSection={<LogOut size={14} aria-hidden />} onClick={() => void signOut()}>
          {t("signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What is on its way for longer counts as not saved, in milliseconds. */
const LONG = 1_000;

/** How much was typed that is not saved, and the way there. */
function Unsaved() {
  const t = useMessages(frameMessages);
  const [, go] = useLocation();
  const unsaved = useUnsaved();
  const sending = unsaved.filter((one) => one.sending).length;
  const [before] = useDebouncedValue(sending, LONG);
  const count = unsaved.length - sending + Math.min(sending, before);
  const key = { press: "g u", label: t("toUnsaved"), run: () => revealUnsaved(go), offered: true };
  useKeys({ heading: t("everywhere"), keys: count > 0 ? [key] : [] });
  if (count === 0) return null;
  return (
    <UnstyledButton
      className={classes.unsaved}
      title={`${t("toUnsaved")} (g u)`}
      aria-keyshortcuts="g u"
      onClick={() => revealUnsaved(go)}>
      {t("notSaved", { count })}
    </UnstyledButton>
  );
}

/** The line at the foot: what was just done, and whether the service is there. */
function StatusLine() {
  const t = useMessages(frameMessages);
  const connected = useConnected();
  const said = useAnnouncement();
  return (
    <Group h="100%" px="sm" justify="space-between" wrap="nowrap" className={classes.status}>
      <div role="status" aria-live="polite" id="status-line">
        {connected ? said : t("offline")}
      </div>
      <Unsaved />
      <span className={classes.connection} data-connected={connected}>
        {connected ? t("connected") : ""}
      </span>
    </Group>
  );
}
