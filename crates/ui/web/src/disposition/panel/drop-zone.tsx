import "@mantine/dropzone/styles.layer.css";
import { Group, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { Upload } from "lucide-react";
import { useEffect, useRef } from "react";
import { useMessages } from "../../i18n";
import { panelMessages } from "./messages";

/** Opens the file dialog, for the key `u`. */
export type ChooseFiles = { current: (() => void) | null };

export default function DropZone({ onFiles, choose }: { onFiles: (files: File[]) => void; choose: ChooseFiles }) {
  const t = useMessages(panelMessages);
  const open = useRef<() => void>(null);
  // the dropzone can open only after mount
  useEffect(() => {
    choose.current = open.current;
    return () => {
      choose.current = null;
    };
  }, [choose]);
  return (
    <Dropzone
      onDrop={onFiles}
      openRef={open}
      p="xs"
      aria-label={t("dropHere")}
      inputProps={{ "aria-label": t("dropHere") }}>
      <Group gap="xs" justify="center">
        <Upload size={16} aria-hidden />
        <Text size="sm">{t("dropHere")}</Text>
      </Group>
    </Dropzone>
  );
}
