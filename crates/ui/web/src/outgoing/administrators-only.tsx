import { Anchor, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useMessages } from "../i18n";
import { Page } from "../parts/page";
import { useMay } from "../session/session";
import { outgoingMessages } from "./messages";

/** Renders the page for administrators, otherwise a hint. */
export function AdministratorsOnly({ children }: { children: ReactNode }) {
  const t = useMessages(outgoingMessages);
  if (useMay("admin")) return children;
  return (
    <Page title={t("title")}>
      <Text>
        {t("administratorsOnly")}{" "}
        <Anchor component={Link} href="/">
          {t("toDashboard")}
        </Anchor>
      </Text>
    </Page>
  );
}
