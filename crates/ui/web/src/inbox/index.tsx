import { Anchor, Button, Kbd, Text, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleCheckBig } from "lucide-react";
import { lazy, Suspense, useRef, useState, type KeyboardEvent } from "react";
import { Link, useLocation } from "wouter";
import { useLanguage, useMessages } from "../i18n";
import { useEndsSequence, useKeyOverview, useShownKeys } from "../keys/keys";
import { ageText } from "../parts/durations";
import { Dock } from "../parts/dock";
import { LoadFailed } from "../parts/failure";
import { FocusPlace } from "../parts/focus-place";
import { useFocusFallback } from "../parts/focus-fallback";
import { Page } from "../parts/page";
import { useProblemTitle } from "../parts/problem-title";
import { useRefresh } from "../parts/refresh";
import { Skeleton } from "../parts/skeleton";
import { Amount } from "../parts/values";
import { CautionText } from "../disposition/panel/effects";
import { firstChoice, reasonNotAllowed } from "../disposition/panel/fixes";
import { panelMessages } from "../disposition/panel/messages";
import { useUndoKey } from "../disposition/undo";
import { RunOfUrl } from "../runs/progress";
import type { Fix } from "../disposition/panel/fixes";
import { GROUPS, groupKey, groupPagesQuery, listOf, othersRemedy, remediesOf, type ProblemGroup } from "./groups";
import classes from "./inbox.module.css";
import { inboxMessages } from "./messages";

const SettleDialog = lazy(() => import("./apply-fix-dialog"));

/** Inbox: lines that need work, grouped by cause, with fixes. */
export default function InboxPage() {
  const t = useMessages(inboxMessages);
  const groups = useInfiniteQuery(groupPagesQuery(useLanguage()));
  useRefresh(GROUPS);
  useUndoKey(t("title"));
  // a group can change its page between two requests
  const pages = groups.data?.pages.flatMap((page) => page.items) ?? [];
  const items = [...new Map(pages.map((group) => [groupKey(group), group])).values()];
  const total = groups.data?.pages.at(-1)?.groups ?? 0;
  return (
    <Page
      title={t("title")}
      beside={
        items.length > 0 && (
          <Text size="sm" className="quiet">
            {groups.hasNextPage
              ? t("causesShown", { shown: items.length, count: total })
              : t("causes", { count: items.length })}
          </Text>
        )
      }>
      <RunOfUrl keysOf={t("title")} />
      {!groups.data && (
        <FocusPlace label={t("title")}>
          {groups.isPending && <Skeleton as="lines" />}
          {groups.isError && <LoadFailed failure={groups.error} retry={() => void groups.refetch()} />}
        </FocusPlace>
      )}
      {groups.data && (items.length > 0 ? <Groups groups={items} /> : <AllClear />)}
      {groups.hasNextPage && (
        <Button
          variant="default"
          mt="sm"
          loading={groups.isFetchingNextPage}
          onClick={() => void groups.fetchNextPage()}>
          {t("more", { count: Math.max(1, total - items.length) })}
        </Button>
      )}
      {groups.isFetchNextPageError && <LoadFailed failure={groups.error} retry={() => void groups.fetchNextPage()} />}
    </Page>
  );
}

function Groups({ groups }: { groups: ProblemGroup[] }) {
  const t = useMessages(inboxMessages);
  const [, go] = useLocation();
  const { singleKeys } = useKeyOverview();
  const endsSequence = useEndsSequence();
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  // the cause may disappear while the dialog is open
  const [settling, settle] = useState<{ group: ProblemGroup; fix: Fix }>();
  const place = Math.min(at, groups.length - 1);
  const focus = (to: number) => list.current?.querySelectorAll<HTMLElement>(":scope > li")[to]?.focus();
  // the first cause has the focus
  useFocusFallback(() => focus(place));
  useShownKeys({
    heading: t("title"),
    keys: [
      { press: "ArrowDown", shown: "↓ ↑", label: t("keyMove"), run: () => undefined },
      { press: "Enter", label: t("keyApply"), run: () => undefined },
      { press: "2", shown: "2 … 6", label: t("keyOther"), run: () => undefined },
      { press: "o", label: t("keyOpen"), run: () => undefined },
    ],
  });
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const group = groups[place];
    const steps: Record<string, number> = {
      ArrowDown: Math.min(groups.length - 1, place + 1),
      ArrowUp: Math.max(0, place - 1),
      Home: 0,
      End: groups.length - 1,
    };
    const to = steps[event.key];
    const own = (event.target as HTMLElement).tagName === "LI";
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (to !== undefined) focus(to);
    else if (event.key === "Enter" && own && group) {
      const fix = firstChoice(remediesOf(group));
      if (fix) settle({ group, fix });
      else go(listOf(group));
    } else if (!singleKeys || endsSequence() || !group) return;
    else if (event.key === "o") go(listOf(group));
    else if (/^[1-9]$/.test(event.key)) {
      const fix = remediesOf(group)[Number(event.key) - 1];
      if (!fix) return;
      settle({ group, fix });
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <ul ref={list} className={classes.groups} aria-label={t("list")} onKeyDown={onKeyDown}>
        {groups.map((group, number) => (
          <Group
            key={groupKey(group)}
            group={group}
            active={number === place}
            onFocus={() => setAt(number)}
            onSettle={(fix) => settle({ group, fix })}
          />
        ))}
      </ul>
      <Suspense>
        {settling && (
          <SettleDialog
            {...settling}
            onClose={() => {
              settle(undefined);
              focus(place);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

interface GroupProps {
  group: ProblemGroup;
  active: boolean;
  onFocus: () => void;
  onSettle: (fix: Fix) => void;
}

function Group({ group, active, onFocus, onSettle }: GroupProps) {
  const t = useMessages(inboxMessages);
  const language = useLanguage();
  const title = useProblemTitle();
  const remedies = remediesOf(group);
  const remedy = firstChoice(remedies);
  const others = remedy ? remedies.slice(1) : remedies;
  return (
    <li className={classes.group} tabIndex={active ? 0 : -1} onFocus={onFocus}>
      <div className={classes.what}>
        <Title order={2} className={classes.cause}>
          {title(group.code, group.message ?? group.code)}
        </Title>
        <Text size="sm">{group.message}</Text>
      </div>
      <dl className={classes.figures}>
        <div>
          <dt>{t("candidates", { count: group.candidates })}</dt>
          <dd>{t("orders", { count: group.orders })}</dd>
        </div>
        <div>
          <dt>
            {group.worth.map(({ currencyCode, net }) => (
              <span key={currencyCode} className={classes.money}>
                <Amount value={net} currency={currencyCode} />
              </span>
            ))}
          </dt>
          <dd>
            {[
              group.unpriced > 0 && t("unpriced", { count: group.unpriced }),
              t("oldest", { age: ageText(group.oldest, language) }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </dd>
        </div>
      </dl>
      <div className={classes.remedy}>
        {remedy ? (
          <Button
            tabIndex={active ? 0 : -1}
            variant={active && remedy.sureness !== "possible" ? "filled" : "default"}
            className={classes.action}
            onClick={() => onSettle(remedy)}
            rightSection={<Kbd size="xs">↵</Kbd>}>
            {remedy.words}
          </Button>
        ) : (
          others.length === 0 && <Without group={group} />
        )}
        {others.length > 0 && <Others fixes={others} first={remedy ? 2 : 1} active={active} onSettle={onSettle} />}
        <Anchor component={Link} href={listOf(group)} size="sm" underline="hover" tabIndex={active ? 0 : -1}>
          {t("open")}
        </Anchor>
      </div>
    </li>
  );
}

interface OthersProps {
  fixes: Fix[];
  /** Number of the first fix. */
  first: number;
  active: boolean;
  onSettle: (fix: Fix) => void;
}

/** Other fixes, by click or number key. */
function Others({ fixes, first, active, onSettle }: OthersProps) {
  const t = useMessages(inboxMessages);
  return (
    <ul className={classes.others} aria-label={t("alternatives")}>
      {fixes.map((fix, index) => (
        <li key={fix.words}>
          <Button
            tabIndex={active ? 0 : -1}
            variant="subtle"
            size="compact-sm"
            justify="flex-start"
            className={classes.action}
            leftSection={<Kbd size="xs">{index + first}</Kbd>}
            onClick={() => onSettle(fix)}>
            {fix.words}
          </Button>
          <CautionText fix={fix} />
        </li>
      ))}
    </ul>
  );
}

/** Hint for a group without fix. */
function Without({ group }: { group: ProblemGroup }) {
  const t = useMessages(inboxMessages);
  const tPanel = useMessages(panelMessages);
  const others = othersRemedy(group);
  return (
    <Text size="sm" className="quiet">
      {others ? tPanel(reasonNotAllowed(others), { what: others.words }) : t("noFix")}
    </Text>
  );
}

/** Empty state. */
function AllClear() {
  const t = useMessages(inboxMessages);
  return (
    <FocusPlace label={t("clear")}>
      <div className={classes.clear} role="status">
        <span className={classes.done}>
          <Dock />
          <CircleCheckBig size={28} strokeWidth={1.6} aria-hidden className={classes.check} />
        </span>
        <Title order={2}>{t("clear")}</Title>
        <Text className="quiet">{t("clearText")}</Text>
        <Button component={Link} href="/candidates?status=new" variant="default">
          {t("clearNew")}
        </Button>
      </div>
    </FocusPlace>
  );
}
