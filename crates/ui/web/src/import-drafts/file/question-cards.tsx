// Open questions with one button per answer.
import { Button, Title } from "@mantine/core";
import { CircleHelp } from "lucide-react";
import { useLanguage, useMessages } from "../../i18n";
import { useMemberName } from "../member-messages";
import type { Question } from "../types";
import { useDraft } from "../use-draft";
import classes from "./file.module.css";
import { fileMessages } from "./messages";
import { askedQuestion } from "./questions";
import { Samples } from "./samples";

interface QuestionCardsProps {
  questions: readonly Question[];
  onAnswer: (setting: string, value: string) => void;
}

export function QuestionCards({ questions, onAnswer }: QuestionCardsProps) {
  const t = useMessages(fileMessages);
  const { editable } = useDraft();
  const memberName = useMemberName();
  const language = useLanguage();
  if (questions.length === 0) return null;
  return (
    <section className={classes.questions} aria-label={t("questions", { count: questions.length })}>
      {questions.map((question) => {
        const { setting, text, choices } = askedQuestion(question, { t, memberName, language });
        return (
          <div key={question.setting} className={classes.question} data-question role="group" aria-label={text}>
            <Title order={2} className={classes.questionText}>
              <CircleHelp size={18} strokeWidth={1.5} aria-hidden />
              {text}
            </Title>
            <Samples samples={question.samples} label={text} />
            <div className={classes.choices}>
              {choices.map(({ value, label }) => (
                <Button key={value} variant="default" disabled={!editable} onClick={() => onAnswer(setting, value)}>
                  {label}
                </Button>
              ))}
            </div>
          </div>
        );
      })}
    </section>
  );
}
