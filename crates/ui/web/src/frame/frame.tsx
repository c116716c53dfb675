import { AppShell } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { useMessages } from "../i18n";
import { requestFirstProblem } from "../disposition/next-problem";
import { useKeys } from "../keys/keys";
import { parkFocus, useFocusFallback } from "../parts/focus-fallback";
import { Skeleton } from "../parts/skeleton";
import { useAskedUndo } from "../runs/undo";
import { useUndoWriteRequest } from "../disposition/undo-write-request";
import classes from "./frame.module.css";
import { BottomBar } from "./bottom-bar";
import { openPalette, usePaletteWanted } from "./open-palette";
import { useMenuItems } from "./menu";
import { QUIET_BANNER, QuietBanner, useQuiet } from "./quiet-banner";
import { Sidebar } from "./sidebar";
import { PHONE, useSidebar } from "./sidebar-state";
import { StatusLine } from "./status-line";
import { TOP_BAR, TopBar } from "./top-bar";
import { frameMessages } from "./messages";

const Palette = lazy(() => import("./palette"));
const KeyOverview = lazy(() => import("../keys/overview"));
const UndoDialog = lazy(() => import("../runs/undo-dialog"));
const TakeBackDialog = lazy(() => import("../disposition/undo-write-dialog"));

/** Low screens have lower bars. */
const LOW = "(max-height: 560px)";
/** Heights in pixels, with the border above; as in the style sheets. */
const STATUS_LINE = { high: 26, low: 20 };
const BOTTOM_BAR = { high: 50, low: 40 };

export function Frame({ children }: { children: ReactNode }) {
  const t = useMessages(frameMessages);
  const [keysShown, setKeysShown] = useState(false);
  const screen = (useMediaQuery(LOW, undefined, { getInitialValueInEffect: false }) ?? false) ? "low" : "high";
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const sidebar = useSidebar();
  const quiet = useQuiet();
  const paletteWanted = usePaletteWanted();
  const [keysWanted, setKeysWanted] = useState(false);
  const showKeys = () => {
    setKeysWanted(true);
    setKeysShown(true);
  };
  useFrameKeys({ showKeys, toggleSidebar: phone ? undefined : sidebar.toggle });
  return (
    <AppShell
      layout="alt"
      header={{ height: (phone ? 0 : TOP_BAR) + (quiet ? QUIET_BANNER : 0) }}
      navbar={{ width: phone ? 0 : sidebar.width, breakpoint: 0 }}
      transitionDuration={0}
      footer={{ height: STATUS_LINE[screen] + (phone ? BOTTOM_BAR[screen] : 0) }}
      padding={0}>
      <a href="#main" className="skip-link">
        {t("skip")}
      </a>
      {!phone && <Sidebar expanded={sidebar.expanded} onToggle={sidebar.toggle} showKeys={showKeys} />}
      {(!phone || quiet) && (
        <AppShell.Header className="no-print">
          {!phone && <TopBar />}
          {quiet && <QuietBanner />}
        </AppShell.Header>
      )}
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
        <Suspense
          fallback={
            <div className={classes.loading}>
              <Skeleton as="lines" />
            </div>
          }>
          {children}
        </Suspense>
      </AppShell.Main>
      <AppShell.Footer className="no-print">
        <StatusLine phone={phone} />
        {phone && <BottomBar showKeys={showKeys} />}
      </AppShell.Footer>
      <Suspense>{paletteWanted && <Palette />}</Suspense>
      <UndoDialogs />
      <Suspense>{keysWanted && <KeyOverview opened={keysShown} onClose={() => setKeysShown(false)} />}</Suspense>
    </AppShell>
  );
}

interface FrameKeys {
  showKeys: () => void;
  toggleSidebar: (() => void) | undefined;
}

function useFrameKeys({ showKeys, toggleSidebar }: FrameKeys): void {
  const t = useMessages(frameMessages);
  const [, go] = useLocation();
  const items = useMenuItems();
  const holdFocus = () => parkFocus(document.getElementById("main"));
  useFocusFallback(holdFocus, { isLast: true });
  const toFirstProblem = (event?: KeyboardEvent) => {
    // dialogs take precedence
    if (event && document.querySelector("[aria-modal=true]")) return;
    // blur saves the text
    if (document.activeElement?.matches("input, textarea")) holdFocus();
    requestFirstProblem(go);
  };
  const sidebar = { press: "g b", label: t("toggleSidebar"), run: () => toggleSidebar?.(), offered: true };
  useKeys({
    heading: t("everywhere"),
    keys: [
      { press: "$mod+k", shown: "Ctrl+K", label: t("palette"), run: openPalette, whileTyping: true },
      { press: "Shift+?", shown: "?", label: t("keyOverview"), run: showKeys, offered: true },
      { press: "/", label: t("searchShort"), run: () => document.querySelector<HTMLElement>("[data-search]")?.focus() },
      { press: "F8", label: t("firstFault"), run: toFirstProblem, whileTyping: true, offered: true },
      ...(toggleSidebar ? [sidebar] : []),
      { press: "g i", label: t("documentation"), run: () => location.assign("/docs/"), offered: true },
      ...items.map(({ press, label, path }) => ({ press, label: `${t("goTo")}: ${t(label)}`, run: () => go(path) })),
    ],
  });
}

/** Undo previews of runs and master data writes. */
function UndoDialogs() {
  const id = useAskedUndo();
  const written = useUndoWriteRequest();
  return (
    <Suspense>
      {id !== undefined && <UndoDialog key={id} id={id} />}
      {written && <TakeBackDialog key={written.record.requestId} {...written} />}
    </Suspense>
  );
}
