import { Anchor } from "@mantine/core";
import { ArrowLeft } from "lucide-react";
import { Link, useParams, useSearchParams } from "wouter";
import { useMessages } from "../i18n";
import { useWindowTitle } from "../parts/window-title";
import { RunOfUrl } from "../runs/progress";
import { useResend, useUnsent } from "./correct";
import { ConflictDialog } from "./dialogs/conflict";
import { lastListPath } from "./scroll-position";
import CandidatePanel from "./panel";
import { panelMessages } from "./panel/messages";
import { useUndoKey } from "./undo";
import classes from "./panel/panel.module.css";

export default function CandidatePage() {
  const t = useMessages(panelMessages);
  const { id } = useParams<{ id: string }>();
  const [search, setSearch] = useSearchParams();
  useWindowTitle(t("candidate", { id }));
  useUndoKey(t("keys"));
  useUnsent();
  useResend();
  return (
    <div className={classes.page}>
      <Anchor
        component={Link}
        href={lastListPath()}
        size="sm"
        underline="hover"
        display="inline-flex"
        style={{ gap: 6, alignItems: "center" }}>
        <ArrowLeft size={14} aria-hidden />
        {t("backToList")}
      </Anchor>
      <RunOfUrl />
      <CandidatePanel
        id={Number(id)}
        alone
        mends
        tab={search.get("tab")}
        onTab={(tab) =>
          setSearch(
            (before) => {
              const after = new URLSearchParams(before);
              after.set("tab", tab);
              return after;
            },
            { replace: true },
          )
        }
      />
      <ConflictDialog />
    </div>
  );
}
