import { taskStateNames } from "@cairn/contract/task-states";
import { taskDescriptionSchema, taskTitleSchema, type Task } from "@cairn/contract/tasks";
import { PlayIcon } from "@phosphor-icons/react/dist/csr/Play";
import { lazy, Suspense, useId, useRef, useState } from "react";
import type { FormEvent } from "react";

import { createMentionSource } from "#web/features/page-editor/section/mention-source.api.ts";
import { useMentionTargets } from "#web/features/pages/api/mentions.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useCreateTask } from "#web/features/tasks/tasks.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Checklist } from "#web/ui/checklist/checklist.tsx";
import { LazyRichTextEditor } from "#web/ui/editor/lazy-rich-text-editor.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { KeyHint } from "#web/ui/keyboard/key-hint.tsx";

import { startStates, useTaskDraft } from "./task-draft.ts";
import type { TaskDraft } from "./task-draft.ts";

const Select = lazy(() => import("#web/ui/form/select.tsx").then((module) => ({ default: module.Select })));

const noService = "none";

interface TaskFormProps {
  project: ProjectKey;
  services: readonly { serviceId: string; name: string }[];
  /** What the address says of the new task. */
  first: Partial<TaskDraft>;
  onCreated: (task: Task) => void;
  /** Created in Todo, for something to implement it at once. */
  onCreatedToImplement: (task: Task) => void;
}

/** A new task: what shall change, where, and when it is done. */
export function TaskForm({ project, services, first, onCreated, onCreatedToImplement }: TaskFormProps) {
  const { draft, change } = useTaskDraft(project.projectId, first);
  const create = useCreateTask(project);
  const formRef = useRef<HTMLFormElement>(null);
  const [isChecked, setIsChecked] = useState(false);
  const [mentions] = useState(() => createMentionSource(project));
  const titleError = isChecked ? problemOf(taskTitleSchema.safeParse(draft.title)) : undefined;
  const descriptionError = problemOf(taskDescriptionSchema.safeParse(draft.description));
  const save = (isToImplement: boolean) => {
    setIsChecked(true);
    if (!taskTitleSchema.safeParse(draft.title).success) {
      return formRef.current?.querySelector<HTMLElement>("[name=title]")?.focus();
    }
    if (descriptionError || create.isPending) return;
    const { criteria, description, title, serviceId } = draft;
    const state = isToImplement ? "todo" : draft.state;
    const body = { title, description, serviceId, state, acceptanceCriteria: criteria };
    create.mutate(body, {
      onSuccess: (task) => {
        change(null);
        (isToImplement ? onCreatedToImplement : onCreated)(task);
      },
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(false);
  };
  return (
    <form ref={formRef} noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <TextField
        label="Title"
        name="title"
        data-page-focus
        placeholder="Show cancelled sailings"
        value={draft.title}
        error={titleError}
        maxCount={128}
        onBlur={() => draft.title !== "" && setIsChecked(true)}
        onValueChange={(title) => change({ title })}
      />
      <DraftChoices draft={draft} services={services} onChange={change} />
      <DescriptionField
        value={draft.description}
        error={descriptionError}
        project={project}
        mentions={mentions}
        onChange={(description) => change({ description })}
        onSubmit={() => formRef.current?.requestSubmit()}
      />
      <DraftCriteria draft={draft} onChange={change} onSubmit={() => formRef.current?.requestSubmit()} />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <Button icon={<PlayIcon aria-hidden />} onClick={() => save(true)}>
          Create and implement
        </Button>
        <KeyHint keys={["mod", "enter"]} />
        <Button type="submit" variant="primary" isBusy={create.isPending}>
          Create Task
        </Button>
      </div>
    </form>
  );
}

function problemOf({ error }: { error?: { issues: readonly { message: string }[] } }): string | undefined {
  return error?.issues[0]?.message;
}

interface DraftPartProps {
  draft: TaskDraft;
  onChange: (change: Partial<TaskDraft>) => void;
}

function DraftChoices({ draft, services, onChange }: DraftPartProps & Pick<TaskFormProps, "services">) {
  const serviceOptions = services.map(({ serviceId, name }) => ({ value: serviceId, label: name }));
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Suspense fallback={<div className="h-15" />}>
        {services.length > 0 && (
          <Select
            label="Service"
            options={[{ value: noService, label: "No service" }, ...serviceOptions]}
            value={draft.serviceId ?? noService}
            onValueChange={(serviceId) => onChange({ serviceId: serviceId === noService ? null : serviceId })}
          />
        )}
        <Select
          label="State"
          options={startStates.map((state) => ({ value: state, label: taskStateNames[state] }))}
          value={draft.state}
          onValueChange={(state) => onChange({ state: state === "todo" ? "todo" : "backlog" })}
        />
      </Suspense>
    </div>
  );
}

interface DraftDescriptionProps {
  project: ProjectKey;
  value: string;
  error: string | undefined;
  mentions: ReturnType<typeof createMentionSource>;
  onChange: (description: string) => void;
  onSubmit: () => void;
}

function DescriptionField({ project, value, error, mentions, onChange, onSubmit }: DraftDescriptionProps) {
  const errorId = useId();
  const resolveMention = useMentionTargets(project, [value]);
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden className="text-sm font-medium">
        Description
      </span>
      <LazyRichTextEditor
        label="Description"
        value={value}
        onChange={onChange}
        onSubmit={onSubmit}
        mentions={mentions}
        resolveMention={resolveMention}
        placeholder="What shall change, and why. / for headings, lists and code."
        minHeight={140}
        aria-describedby={error && errorId}
        aria-invalid={error !== undefined}
      />
      {error && (
        <p id={errorId} className="text-xs text-danger-text">
          {error}
        </p>
      )}
    </div>
  );
}

function DraftCriteria({ draft, onChange, onSubmit }: DraftPartProps & { onSubmit: () => void }) {
  const headingId = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields in it bubble here
    <section
      aria-labelledby={headingId}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        // What was typed belongs to the task once its field is left.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        requestAnimationFrame(onSubmit);
      }}
    >
      <h2 id={headingId} className="mb-1 text-sm font-medium">
        Acceptance criteria
      </h2>
      <Checklist
        items={draft.criteria}
        onTick={null}
        onText={(id, text) =>
          onChange({ criteria: draft.criteria.map((one) => (one.id === id ? { ...one, text } : one)) })
        }
        onItems={(criteria) => onChange({ criteria })}
      />
      {draft.criteria.length === 0 && (
        <p className="mt-1 text-xs text-ink-3">Two or three checks make the result much better.</p>
      )}
    </section>
  );
}
