// What the values of closed lists are called.
import { defineWords } from "../i18n";
import { FIELDS } from "./fields";

const pairs = Object.assign({}, ...FIELDS.map(({ kind }) => (kind.as === "choice" ? kind.of : {})));

export const choiceWords = defineWords<string>("choice", pairs);
