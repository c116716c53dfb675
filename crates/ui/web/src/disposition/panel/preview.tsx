import { ActionIcon, Group, Loader, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { api, unwrap } from "../../api/client";
import { useMessages } from "../../i18n";
import { useBlobUrl } from "../../parts/blob-url";
import { LoadFailed } from "../../parts/failure";
import { partsMessages } from "../../parts/messages";
import type { Attachment } from "./upload";
import { panelMessages } from "./messages";
import classes from "./attachments.module.css";

const IMAGES = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp"];
const PDF = "application/pdf";

/** Returns whether a preview is safe: types detected by the server that run no scripts. */
export function isPreviewed({ mimeType }: Attachment): boolean {
  return mimeType === PDF || IMAGES.includes(mimeType);
}

interface PreviewProps {
  attachment: Attachment;
  /** Closes the preview; without it, the preview fills the height. */
  onClose?: () => void;
}

export function Preview({ attachment, onClose }: PreviewProps) {
  const t = useMessages(panelMessages);
  const tParts = useMessages(partsMessages);
  const { attachmentId, filename, mimeType } = attachment;
  const file = useQuery({
    queryKey: ["attachment", attachmentId],
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const params = { path: { id: attachmentId } };
      const bytes = await unwrap(api.GET("/api/attachments/{id}/content", { params, signal, parseAs: "arrayBuffer" }));
      // use the detected type, never a declared one
      return new Blob([bytes as ArrayBuffer], { type: mimeType });
    },
  });
  const url = useBlobUrl(file.data);
  const label = t("preview", { name: filename });
  const place = useRef<HTMLElement>(null);
  const shown = url !== undefined;
  // the preview below a list of files opens outside the visible area
  useEffect(() => {
    if (shown) place.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  return (
    <section ref={place} aria-label={label} className={onClose ? undefined : classes.filling}>
      {onClose && (
        <Group justify="space-between" wrap="nowrap" mb={4}>
          <Text size="sm" fw={600} truncate>
            <bdi>{filename}</bdi>
          </Text>
          <ActionIcon aria-label={t("closePreview")} onClick={onClose}>
            <X size={16} aria-hidden />
          </ActionIcon>
        </Group>
      )}
      {file.isError && <LoadFailed failure={file.error} retry={() => void file.refetch()} />}
      {file.isPending && <Loader size="sm" aria-label={tParts("loading")} />}
      {url &&
        (mimeType === PDF ? (
          <iframe className={classes.preview} src={url} title={label} />
        ) : (
          <img className={classes.image} src={url} alt={label} />
        ))}
    </section>
  );
}
