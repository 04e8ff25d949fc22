import { maxTopicText, newTopicSchema } from "@cairn/contract/external-context";
import type { Topic, topicModes } from "@cairn/contract/external-context";

import { Button } from "#web/ui/action/button.tsx";
import { confirmLoss, focusFirstInvalid, useAppForm } from "#web/ui/form/form.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";

import type { TopicInput } from "./external-context.api.ts";

type Mode = (typeof topicModes)[number];

const modeOptions = [
  {
    value: "url",
    label: "A page of the web",
    description: "Its text is read from its address, and again when you say.",
  },
  { value: "manual", label: "Written by hand", description: "What stands nowhere else: terms, decisions, agreements." },
] as const;

interface TopicValues {
  mode: Mode;
  title: string;
  content: string;
  url: string;
}

/** The request for the form values; fields of the other mode are dropped. */
function toInput({ mode, title, content, url }: TopicValues): TopicInput {
  return mode === "manual" ? { mode, title, content } : { mode, title, crawl: { url: withScheme(url) } };
}

/** Most people leave the scheme out. */
function withScheme(url: string): string {
  const text = url.trim();
  return text === "" || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
}

interface TopicFormProps {
  /** Undefined for a new topic; the mode of an existing one cannot change. */
  topic?: Topic;
  submitLabel: string;
  /** Undefined when there is no cancel button. */
  onCancel?: () => void;
  /** On failure a toast says why, and the form stays as it is. */
  onSave: (topic: TopicInput) => Promise<unknown>;
}

/** Title of a topic with its text or the address of its text. */
export function TopicForm({ topic, submitLabel, onCancel, onSave }: TopicFormProps) {
  const defaultValues: TopicValues = {
    mode: topic?.mode ?? "url",
    title: topic?.title ?? "",
    content: topic?.mode === "manual" ? topic.content : "",
    url: topic?.crawl?.url ?? "",
  };
  const form = useAppForm({
    defaultValues,
    validators: { onChange: ({ value }) => findProblems(value) },
    onSubmit: ({ value, formApi }) =>
      onSave(toInput(value)).then(
        () => formApi.reset(value),
        () => {},
      ),
    onSubmitInvalid: focusFirstInvalid,
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      {topic === undefined && (
        <form.Field name="mode">
          {(field) => (
            <RadioCards
              label="Where it comes from"
              options={modeOptions}
              value={field.state.value}
              onValueChange={field.handleChange}
            />
          )}
        </form.Field>
      )}
      <form.AppField name="title">
        {(field) => <field.Text label="Title" placeholder="Tide tables of the harbour office" maxCount={128} />}
      </form.AppField>
      <form.Subscribe selector={(state) => state.values.mode}>
        {(mode) =>
          mode === "url" ? (
            <form.AppField name="url">
              {(field) => (
                <field.Text
                  label="Address"
                  type="url"
                  inputMode="url"
                  placeholder="https://example.org/guide"
                  hint="One page that can be read without signing in. Its robots.txt is respected."
                />
              )}
            </form.AppField>
          ) : (
            <form.AppField name="content">
              {(field) => (
                <field.Area
                  label="Content"
                  rows={14}
                  maxCount={maxTopicText}
                  hint="Markdown"
                  isMono
                  className="max-h-[60dvh]"
                />
              )}
            </form.AppField>
          )
        }
      </form.Subscribe>
      <div className="flex justify-end gap-2">
        {onCancel && (
          <Button
            variant="ghost"
            onClick={() => {
              if (form.state.isDefaultValue || confirmLoss()) onCancel();
            }}
          >
            Cancel
          </Button>
        )}
        <form.AppForm>
          <form.Submit label={submitLabel} isDirtyOnly={topic !== undefined} />
        </form.AppForm>
      </div>
    </form>
  );
}

function findProblems(value: TopicValues) {
  const issues = newTopicSchema.safeParse(toInput(value)).error?.issues ?? [];
  const problem = (name: string) => issues.find(({ path }) => path.at(-1) === name);
  const fields = { title: problem("title"), content: problem("content"), url: problem("url") };
  return issues.length > 0 ? { fields } : undefined;
}
