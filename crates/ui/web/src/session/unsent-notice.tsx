import { Anchor, Button, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { Link } from "wouter";
import { useWords } from "../i18n";
import { partsWords } from "../parts/words";
import { useSession } from "./session";
import { dropUnsent, unsentOf } from "./unsent";
import { sessionWords } from "./words";

const NOTICE = "unsent";
/** So many candidates are named. */
const NAMED = 5;

/** Tells who is back where they typed what was not saved. */
export function UnsentNotice() {
  const t = useWords(sessionWords);
  const parts = useWords(partsWords);
  const { user } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the notice is shown once, when they come
  useEffect(() => {
    const ids = [...new Set(Object.keys(unsentOf(user)).map((at) => at.split("/")[0]))];
    if (ids.length === 0) return;
    notifications.show({
      id: NOTICE,
      autoClose: false,
      closeButtonProps: { "aria-label": parts("close") },
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
              dropUnsent(user);
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
