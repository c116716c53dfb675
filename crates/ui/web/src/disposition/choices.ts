// Labels of closed-list values.
import { defineMessages } from "../i18n";
import { FIELDS } from "./fields";

const pairs = Object.assign({}, ...FIELDS.map(({ kind }) => (kind.as === "choice" ? kind.of : {})));

export const choiceMessages = defineMessages<string>("choice", pairs);
