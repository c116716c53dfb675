// Body of a request as formatted JSON; long bodies are cut and can be downloaded.
import { Button, Text, Title } from "@mantine/core";
import { Download } from "lucide-react";
import { useId, useMemo } from "react";
import { useMessages } from "../i18n";
import { saveFile } from "../parts/export";
import { jsonLines } from "../parts/json-lines";
import { JsonCode } from "../parts/json-text";
import jsonClasses from "../parts/json-text.module.css";
import { requestMessages } from "./messages";
import type { ReceivedRequest } from "./requests";
import classes from "./requests.module.css";

/** Longer bodies are shown as text, because formatting them takes long; in characters. */
const MAX_FORMATTED_CHARACTERS = 2_000_000;
/** Lines and characters shown. */
const MAX_LINES = 2_000;
const MAX_CHARACTERS = 100_000;

export function Body({ request: { id, body, mediaType } }: { request: ReceivedRequest }) {
  const t = useMessages(requestMessages);
  const titleId = useId();
  const lines = useMemo(() => (body.length > MAX_FORMATTED_CHARACTERS ? undefined : jsonLines(body)), [body]);
  const isCut = lines ? lines.length > MAX_LINES : body.length > MAX_CHARACTERS;
  const save = () => saveFile(new Blob([body], { type: mediaType }), `request-${id}.${lines ? "json" : "txt"}`);
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.sectionHead}>
        <Title order={2} id={titleId}>
          {t("body")}
        </Title>
        {body && (
          <Button variant="default" leftSection={<Download size={14} aria-hidden />} onClick={save}>
            {t("download")}
          </Button>
        )}
      </div>
      {!body && <Text className="quiet">{t("noBody")}</Text>}
      {isCut && <Text size="sm">{t("bodyCut")}</Text>}
      {body && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll regions need keyboard access
        <div className={jsonClasses.text} data-short role="region" tabIndex={0} aria-label={t("bodyText")}>
          {lines?.slice(0, MAX_LINES).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have a fixed order
            <div key={index} className={jsonClasses.line}>
              <span className={jsonClasses.number} aria-hidden>
                {index + 1}
              </span>
              <JsonCode line={line} />
            </div>
          )) ?? <pre className={jsonClasses.plain}>{body.slice(0, MAX_CHARACTERS)}</pre>}
        </div>
      )}
    </section>
  );
}
