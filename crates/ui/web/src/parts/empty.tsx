import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** In place of a list without rows: why there are none, and what to do about it. */
export function Empty({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <Stack align="center" justify="center" gap="xs" p="xl" mih={160}>
      <Text className="quiet">{message}</Text>
      {children}
    </Stack>
  );
}
