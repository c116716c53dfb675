import { Anchor, Button, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { Link } from "wouter";
import { useMessages } from "../i18n";
import { partsMessages } from "../parts/messages";
import { useSession } from "./session";
import { discardUnsent, loadUnsent } from "./unsent-texts";
import { sessionMessages } from "./messages";

const NOTICE = "unsent";
/** Maximum number of candidates listed. */
const NAMED = 5;

/** Lists the candidates with restored texts. */
export function UnsentNotice() {
  const t = useMessages(sessionMessages);
  const tParts = useMessages(partsMessages);
  const { user } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once on mount
  useEffect(() => {
    const ids = [...new Set(Object.keys(loadUnsent(user)).map((at) => at.split("/")[0]))];
    if (ids.length === 0) return;
    notifications.show({
      id: NOTICE,
      autoClose: false,
      closeButtonProps: { "aria-label": tParts("close") },
      title: t("unsent"),
      message: (
        <Text size="sm" component="div">
          {ids.slice(0, NAMED).map((id) => (
            <Anchor
              key={id}
              component={Link}
              href={`/candidates/${id}`}
              size="sm"
              mr="xs"
              onClick={() => notifications.hide(NOTICE)}>
              {t("unsentIn", { id })}
            </Anchor>
          ))}
          <Button
            variant="light"
            size="compact-xs"
            onClick={() => {
              discardUnsent(user);
              notifications.hide(NOTICE);
            }}>
            {t("unsentDrop")}
          </Button>
        </Text>
      ),
    });
  }, [user]);
  return null;
}
