// Saved views as tabs, and their menu.
import { Button, Menu, Tabs } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import {
  Bookmark,
  BookmarkPlus,
  Check,
  ChevronDown,
  Home,
  HousePlus,
  PencilLine,
  RotateCcw,
  Save,
  Trash2,
  UserRound,
  Users,
} from "lucide-react";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { api, unwrap } from "../../api/client";
import { useLanguage, useMessages } from "../../i18n";
import { useKeyHandlers } from "../../keys/keys";
import { partsMessages } from "../../parts/messages";
import { showDecimal } from "../../values/decimal";
import classes from "../disposition.module.css";
import type { Counts } from "../list";
import { queryOf, readView } from "../view";
import { throughView } from "./address";
import { useViewMutations, type CurrentView } from "./mutations";
import type { Looked, SavedView } from "./views";
import own from "./views.module.css";
import { viewMessages } from "./messages";

const ViewDialog = lazy(() => import("./view-dialog"));

/** Maximum number of tabs, besides the current view; the menu contains all. */
const SHOWN = 4;
/** Refresh interval of counts of other views, in milliseconds. */
const COUNTED_AGAIN = 30_000;

/** Returns the views shown as tabs. */
export function tabbed({ views, view }: Looked): readonly SavedView[] {
  const first = views.slice(0, SHOWN);
  return view && !first.some(({ id }) => id === view.id) ? [...first, view] : first;
}

export const tabOf = ({ id }: SavedView) => `view ${id}`;

function useCounts(views: readonly SavedView[], looked: SavedView | undefined) {
  const found = useQueries({
    queries: views.map((view) => {
      const { filter, tab } = readView(throughView(view, new URLSearchParams()));
      const query = queryOf(filter);
      return {
        queryKey: ["view-counts", query],
        enabled: view.id !== looked?.id,
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          unwrap(api.GET("/api/sales/order/candidates/counts", { params: { query }, signal })),
        select: (counts: Counts) => counts[tab],
        staleTime: COUNTED_AGAIN,
        refetchInterval: COUNTED_AGAIN,
      };
    }),
  });
  return (place: number) => found[place]?.data;
}

interface ViewTabsProps {
  looked: Looked;
  /** Count of the current view. */
  count: Counts["all"] | undefined;
  changed: boolean;
}

export function ViewTabs({ looked, count, changed }: ViewTabsProps): ReactNode {
  const t = useMessages(viewMessages);
  const language = useLanguage();
  const shown = tabbed(looked);
  const counted = useCounts(shown, looked.view);
  return shown.map((view, index) => {
    const is = view.id === looked.view?.id;
    const known = is ? count : counted(index);
    return (
      <Tabs.Tab
        key={view.id}
        value={tabOf(view)}
        py={7}
        aria-controls="candidates"
        leftSection={view.shared ? <Users size={13} aria-hidden /> : <Bookmark size={13} aria-hidden />}>
        <span className={own.name}>{view.name}</span>
        {view.shared && (
          <span className={classes.unseen}>, {view.own ? t("shared") : t("by", { user: view.owner })}</span>
        )}
        {is && changed && (
          <>
            <span className={own.changed} aria-hidden title={t("changedView")} />
            <span className={classes.unseen}>, {t("changed")}</span>
          </>
        )}
        {known && (
          <span className={classes.count}>
            {showDecimal(known.value, language)}
            {known.exact ? "" : "+"}
          </span>
        )}
      </Tabs.Tab>
    );
  });
}

interface ViewToolsProps {
  looked: Looked;
  changed: boolean;
  seen: () => CurrentView;
  onReset: () => void;
  onView: (view: SavedView) => void;
}

type Asking = { renamed: SavedView | undefined } | undefined;

function useTools({ looked: { view }, seen, onReset }: ViewToolsProps) {
  const mutations = useViewMutations();
  const [opened, openDialog] = useState<Asking>();
  const dialog = opened && (
    <Suspense>
      <ViewDialog
        renamed={opened.renamed}
        name={opened.renamed?.name ?? ""}
        seen={seen()}
        mutations={mutations}
        onClose={() => openDialog(undefined)}
      />
    </Suspense>
  );
  return {
    deeds: mutations,
    dialog,
    saveAs: () => openDialog({ renamed: undefined }),
    rename: () => openDialog({ renamed: view }),
    save: () => view && mutations.save(view, seen()),
    reset: onReset,
  };
}

/** Menu with all views and their actions. */
export function ViewMenu(props: ViewToolsProps) {
  const { looked, changed, onView } = props;
  const { views, view } = looked;
  const t = useMessages(viewMessages);
  const tParts = useMessages(partsMessages);
  const tools = useTools(props);
  const named = view && `: ${view.name}`;
  useKeyHandlers(t("views"), [
    { label: t(view ? "saveAs" : "saveView"), run: tools.saveAs },
    { label: `${tParts("save")}${named}`, run: changed && view?.changeable ? tools.save : undefined },
    { label: `${t("reset")}${named}`, run: changed ? tools.reset : undefined },
    { label: `${t("rename")}${named}`, run: view?.changeable ? tools.rename : undefined },
  ]);
  const icon = (Icon: typeof Save) => <Icon size={14} aria-hidden />;
  return (
    <>
      <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={view ? t("viewsOf", { name: view.name }) : t("views")}
            leftSection={<Bookmark size={14} aria-hidden />}
            rightSection={<ChevronDown size={14} aria-hidden />}>
            <span className={own.words}>{t("views")}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={own.menu}>
          {view && <ViewItems view={view} changed={changed} tools={tools} />}
          <Menu.Item leftSection={icon(BookmarkPlus)} onClick={tools.saveAs}>
            {t(view ? "saveAs" : "saveView")}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{views.length > 0 ? t("others") : t("noneYet")}</Menu.Label>
          {views.map((one) => (
            <Menu.Item
              key={one.id}
              leftSection={one.shared ? icon(Users) : icon(Bookmark)}
              rightSection={one.id === view?.id ? icon(Check) : one.default ? icon(Home) : null}
              onClick={() => onView(one)}>
              {one.name}
              {!one.own && <span className="quiet"> · {t("by", { user: one.owner })}</span>}
              {one.default && <span className={classes.unseen}>, {t("begins")}</span>}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {tools.dialog}
    </>
  );
}

interface ViewItemsProps {
  view: SavedView;
  changed: boolean;
  tools: ReturnType<typeof useTools>;
}

/** Actions on the current view. */
function ViewItems({ view, changed, tools }: ViewItemsProps) {
  const t = useMessages(viewMessages);
  const tParts = useMessages(partsMessages);
  const { deeds: mutations } = tools;
  const item = (Icon: typeof Save, words: string, act: () => void) => (
    <Menu.Item leftSection={<Icon size={14} aria-hidden />} onClick={act}>
      {words}
    </Menu.Item>
  );
  return (
    <>
      <Menu.Label>{view.own ? view.name : `${view.name} · ${t("by", { user: view.owner })}`}</Menu.Label>
      {changed && view.changeable && item(Save, tParts("save"), tools.save)}
      {changed && item(RotateCcw, t("reset"), tools.reset)}
      {view.changeable && item(PencilLine, t("rename"), tools.rename)}
      {view.changeable &&
        item(view.shared ? UserRound : Users, t(view.shared ? "unshare" : "share"), () =>
          mutations.share(view, !view.shared),
        )}
      {item(HousePlus, t(view.default ? "beginNot" : "begin"), () => mutations.begin(view, !view.default))}
      {view.changeable && item(Trash2, t("remove"), () => mutations.remove(view))}
    </>
  );
}

/** Shows unsaved changes of the view, to save or reset. */
export function ViewChanges({ filtered, ...props }: ViewToolsProps & { filtered: boolean }) {
  const { looked, changed } = props;
  const { view } = looked;
  const t = useMessages(viewMessages);
  const tParts = useMessages(partsMessages);
  const tools = useTools(props);
  return (
    <>
      {view && changed && (
        <span className={own.changes} role="group" aria-label={t("changedView")}>
          <span className="quiet">{t("changedView")}</span>
          {view.changeable && (
            <Button size="compact-xs" onClick={tools.save}>
              {tParts("save")}
            </Button>
          )}
          <Button size="compact-xs" variant="default" onClick={tools.saveAs}>
            {t("saveAs")}
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={tools.reset}>
            {t("reset")}
          </Button>
        </span>
      )}
      {!view && filtered && (
        <Button size="compact-xs" variant="subtle" onClick={tools.saveAs}>
          {t("saveView")}
        </Button>
      )}
      {tools.dialog}
    </>
  );
}
