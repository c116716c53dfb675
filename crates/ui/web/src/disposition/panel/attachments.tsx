import { ActionIcon, Anchor, Group, Loader, Progress, Stack, Table, Text, Tooltip } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { Download, Eye, Paperclip } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useLanguage, useMessages } from "../../i18n";
import { useFailureText } from "../../parts/failure";
import { useFileType } from "../../parts/file-type";
import { InstantText } from "../../parts/values";
import { sizeText } from "../../parts/size";
import { partsMessages } from "../../parts/messages";
import { useMay } from "../../session/session";
import type { Candidate } from "../candidate";
import { candidateQuery } from "../candidates";
import type { ChooseFiles } from "./drop-zone";
import { isPreviewed, Preview } from "./preview";
import { upload, type Attachment } from "./upload";
import { panelMessages } from "./messages";
import classes from "./attachments.module.css";

const DropZone = lazy(() => import("./drop-zone"));

interface AttachmentsTabProps {
  candidate: Candidate;
  choose: ChooseFiles;
  /** Shows the file outside the tab. */
  show?: ((id: string) => void) | undefined;
}

export function AttachmentsTab({ candidate, choose, show }: AttachmentsTabProps) {
  const t = useMessages(panelMessages);
  const tParts = useMessages(partsMessages);
  const mayAttach = useMay("attachments:write");
  const [shown, setShown] = useState<Attachment>();
  const { uploads, send } = useUploads(candidate);
  return (
    <Stack gap="sm" p="sm">
      {mayAttach && (
        <Suspense fallback={<Loader size="sm" aria-label={tParts("loading")} />}>
          <DropZone onFiles={send} choose={choose} />
        </Suspense>
      )}
      {uploads.map(({ name, share }) => (
        <div key={name}>
          <Text size="xs">{t("uploading", { name })}</Text>
          <Progress value={share * 100} aria-label={t("uploading", { name })} />
        </div>
      ))}
      <Text size="xs" className="quiet">
        {t("headerFiles", { header: candidate.externalHeaderId })}
      </Text>
      {candidate.attachments.length === 0 ? (
        <Group gap="xs" className="quiet">
          <Paperclip size={16} aria-hidden />
          <Text size="sm">{t("noAttachments")}</Text>
        </Group>
      ) : (
        <Files
          files={candidate.attachments}
          show={(file) => (show ? show(String(file.attachmentId)) : setShown(file))}
        />
      )}
      {shown && <Preview key={shown.attachmentId} attachment={shown} onClose={() => setShown(undefined)} />}
    </Stack>
  );
}

function Files({ files, show }: { files: Attachment[]; show: (file: Attachment) => void }) {
  const t = useMessages(panelMessages);
  const fileType = useFileType();
  const language = useLanguage();
  return (
    <Table verticalSpacing={4} aria-label={t("tab_attachments")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("fileName")}</Table.Th>
          <Table.Th>{t("fileSent")}</Table.Th>
          <Table.Th w={72}>
            <span className={classes.hidden}>{t("actions")}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {files.map((file) => (
          <Table.Tr key={file.attachmentId}>
            <Table.Td className={classes.name}>
              <Anchor underline="hover" href={file.url} download={file.filename}>
                <bdi>{file.filename}</bdi>
              </Anchor>
              <Text size="xs" className="quiet">
                {fileType(file)} · {sizeText(file.size, language)}
              </Text>
            </Table.Td>
            <Table.Td className={classes.sent}>
              <InstantText instant={file.createdAt} />
              <Text size="xs" className="quiet">
                {file.createdBy}
              </Text>
            </Table.Td>
            <Table.Td>
              <Group gap={2} wrap="nowrap" justify="flex-end">
                {isPreviewed(file) && (
                  <Tooltip label={t("previewShort")}>
                    <ActionIcon aria-label={t("preview", { name: file.filename })} onClick={() => show(file)}>
                      <Eye size={16} aria-hidden />
                    </ActionIcon>
                  </Tooltip>
                )}
                <ActionIcon
                  component="a"
                  href={file.url}
                  download={file.filename}
                  aria-label={t("download", { name: file.filename })}>
                  <Download size={16} aria-hidden />
                </ActionIcon>
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface Upload {
  name: string;
  share: number;
}

function useUploads(candidate: Candidate) {
  const t = useMessages(panelMessages);
  const queryClient = useQueryClient();
  const failureText = useFailureText();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const busy = useRef(Promise.resolve());

  const uploadFile = async (file: File) => {
    // remove bidi control characters from the name
    const name = file.name.replace(/\p{Cf}/gu, "");
    const others = (all: Upload[]) => all.filter((upload) => upload.name !== name);
    const report = (share: number) => setUploads((all) => [...others(all), { name, share }]);
    report(0);
    try {
      const { known } = await upload(candidate, file, report);
      notifications.show({ message: t(known ? "alreadyThere" : "uploaded", { name }) });
      await queryClient.invalidateQueries({ queryKey: candidateQuery(candidate.id).queryKey });
    } catch (failure) {
      notifications.show({
        color: "red",
        autoClose: false,
        title: t("uploadFailed", { name }),
        message: failureText(failure),
      });
    } finally {
      setUploads(others);
    }
  };
  const send = (files: File[]) => {
    // sequential uploads keep the order of the files
    for (const file of files) busy.current = busy.current.then(() => uploadFile(file));
  };
  return { uploads, send };
}
