import { ActionIcon, Box, Button, FileButton, Group, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, Eye } from "lucide-react";
import { useRef, useState } from "react";
import { api, unwrap, type Schemas } from "../api/client";
import { isPreviewed, Preview } from "../disposition/panel/preview";
import { useLanguage, useMessages } from "../i18n";
import { FailureText } from "../parts/failure";
import { useFileType } from "../parts/file-type";
import { sizeText } from "../parts/size";
import { InstantText } from "../parts/values";
import { useMay } from "../session/session";
import classes from "./order.module.css";
import { orderMessages } from "./order-messages";
import { orderQuery } from "./orders";

type Attachment = Schemas["Attachment"];

/** Attachments of an order and its candidates. */
export function OrderFiles({ orderId, files }: { orderId: string; files: Attachment[] }) {
  const t = useMessages(orderMessages);
  const mayAttach = useMay("attachments:write");
  const [shown, show] = useState<Attachment>();
  return (
    <section className="no-print">
      <Group justify="space-between" mb={6}>
        <Title order={2}>{t("files")}</Title>
        {mayAttach && <Upload orderId={orderId} />}
      </Group>
      {files.length === 0 ? (
        <Text size="sm" className="quiet">
          {t("noFiles")}
        </Text>
      ) : (
        <FileTable files={files} show={show} />
      )}
      {shown && (
        <Box mt="sm">
          <Preview key={shown.attachmentId} attachment={shown} onClose={() => show(undefined)} />
        </Box>
      )}
    </section>
  );
}

function FileTable({ files, show }: { files: Attachment[]; show: (file: Attachment) => void }) {
  const t = useMessages(orderMessages);
  const fileType = useFileType();
  const language = useLanguage();
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={t("files")}>
        <thead>
          <tr>
            <th scope="col">{t("file")}</th>
            <th scope="col">{t("type")}</th>
            <th scope="col" data-numeric>
              {t("size")}
            </th>
            <th scope="col">{t("attached")}</th>
            <th scope="col">{t("by")}</th>
            <th scope="col">{t("from")}</th>
            <th scope="col">{t("actions")}</th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <tr key={file.attachmentId}>
              <td data-wrap>
                <bdi>{file.filename}</bdi>
              </td>
              <td>{fileType(file)}</td>
              <td data-numeric>{sizeText(file.size, language)}</td>
              <td>
                <InstantText instant={file.createdAt} />
              </td>
              <td>{file.createdBy}</td>
              <td>{file.externalReference ? t("fromHeader", { id: file.externalReference }) : t("fromOrder")}</td>
              <td>
                <Group gap={2} wrap="nowrap">
                  <ActionIcon
                    component="a"
                    href={file.url}
                    download={file.filename}
                    aria-label={t("downloadFile", { name: file.filename })}
                    title={t("download")}>
                    <Download size={15} aria-hidden />
                  </ActionIcon>
                  {isPreviewed(file) && (
                    <ActionIcon
                      onClick={() => show(file)}
                      aria-label={t("previewFile", { name: file.filename })}
                      title={t("preview")}>
                      <Eye size={15} aria-hidden />
                    </ActionIcon>
                  )}
                </Group>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Upload({ orderId }: { orderId: string }) {
  const t = useMessages(orderMessages);
  const queryClient = useQueryClient();
  const again = useRef<() => void>(null);
  const upload = useMutation({
    mutationFn: (file: File) =>
      unwrap(
        api.POST("/api/sales/order/{salesOrderId}/attachments", {
          params: { path: { salesOrderId: orderId } },
          body: { file },
          bodySerializer: () => {
            const form = new FormData();
            form.append("file", file, file.name);
            return form;
          },
        }),
      ),
    onSuccess: ({ filename }) => {
      notifications.show({ message: t("uploaded", { name: filename }) });
      return queryClient.invalidateQueries({ queryKey: orderQuery(orderId).queryKey });
    },
    onSettled: () => again.current?.(),
  });
  return (
    <Group gap="sm">
      {upload.isError && (
        <Text size="sm" c="var(--status-error)" role="alert">
          <FailureText failure={upload.error} />
        </Text>
      )}
      <FileButton resetRef={again} onChange={(file) => file && upload.mutate(file)}>
        {(button) => (
          <Button {...button} variant="default" loading={upload.isPending}>
            {t("upload")}
          </Button>
        )}
      </FileButton>
    </Group>
  );
}
