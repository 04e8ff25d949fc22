import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { withForm } from "#web/ui/form/form.tsx";

import { CheckPreview } from "./check-preview.tsx";
import { checkKinds, emptyRuleValues, ruleValuesSchema, type CheckKind } from "./rule-values.ts";

const kindNames: Record<CheckKind, string> = {
  advice: "No check, advice only",
  "changed-together": "Files that change together",
  untouched: "Files nobody changes",
  "forbidden-text": "Text no added line holds",
  "forbidden-import": "Module nobody imports",
  "needed-text": "Text each new file holds",
  "added-text": "Text that added lines hold",
  "forbidden-connection": "Connection the architecture forbids",
  command: "Command that must pass",
};
const kindChoices = checkKinds.map((kind) => ({ value: kind, label: kindNames[kind] }));
const lineChoices = [
  { value: "forbidden", label: "What is forbidden" },
  { value: "missing", label: "What is forbidden, or has no line" },
];
const enforcementChoices = [
  { value: "tell", label: "The review says so" },
  { value: "forbid", label: "The change cannot be merged" },
];

/** How a program finds out whether a change keeps to the rule, tried before anybody relies on it. */
export const CheckFields = withForm({
  defaultValues: emptyRuleValues,
  validators: { onChange: ruleValuesSchema },
  props: {} as { project: ProjectKey },
  render: function CheckFields({ form, project }) {
    return (
      <>
        <form.AppField name="kind">
          {(field) => (
            <field.Choice
              label="Checked by"
              options={kindChoices}
              hint="What is looked for in each change. What no program can check is advice that agents read."
            />
          )}
        </form.AppField>
        <form.Subscribe selector={({ values }) => values.kind}>
          {(kind) =>
            kind !== "advice" && (
              <>
                <form.AppField name="files">
                  {(field) => (
                    <field.Text
                      label="Files"
                      isMono
                      spellCheck={false}
                      placeholder="src/**/*.ts"
                      hint="From the top of the repository: * within a folder, ** over folders."
                    />
                  )}
                </form.AppField>
                {kind === "changed-together" && (
                  <form.AppField name="needed">
                    {(field) => (
                      <field.Text label="Change together with" isMono spellCheck={false} placeholder="docs/**" />
                    )}
                  </form.AppField>
                )}
                {kind === "added-text" && (
                  <form.AppField name="occasion">
                    {(field) => (
                      <field.Text
                        label="Where a line is added with"
                        isMono
                        spellCheck={false}
                        placeholder="router.post("
                        hint="The text is wanted within three lines of each. Empty: once among the lines that a file gets."
                      />
                    )}
                  </form.AppField>
                )}
                {(kind === "forbidden-text" || kind === "needed-text" || kind === "added-text") && (
                  <form.AppField name="text">
                    {(field) => <field.Text label="Text" isMono spellCheck={false} hint="As it stands in one line." />}
                  </form.AppField>
                )}
                {kind === "command" && (
                  <form.AppField name="command">
                    {(field) => (
                      <field.Text
                        label="Command"
                        isMono
                        spellCheck={false}
                        placeholder="npm run licences"
                        hint="Run in the sandbox before each change and with it, after the service’s own commands. Broken is what passed before."
                      />
                    )}
                  </form.AppField>
                )}
                {kind === "forbidden-import" && (
                  <form.AppField name="module">
                    {(field) => (
                      <field.Text
                        label="Module"
                        isMono
                        spellCheck={false}
                        placeholder="src/db"
                        hint="A package, a namespace or a folder; its parts count as well."
                      />
                    )}
                  </form.AppField>
                )}
                {kind === "forbidden-connection" && (
                  <form.AppField name="lines">
                    {(field) => <field.Choice label="Connections it finds" options={lineChoices} />}
                  </form.AppField>
                )}
                <form.AppField name="enforcement">
                  {(field) => <field.Choice label="When it is broken" options={enforcementChoices} />}
                </form.AppField>
              </>
            )
          }
        </form.Subscribe>
        <CheckPreview form={form} project={project} />
      </>
    );
  },
});
