import type { CodeMap } from "@cairn/contract/code-graph";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import { startChat } from "#web/features/chat/session/chat.api.ts";
import { codeMapQuery } from "#web/features/code-graph/code-graph.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";

const shownCount = 3;

/** Questions about things that this product's code has; none where it is not known. */
export function exampleQuestions({ endpoints, models, triggers, parts }: CodeMap): string[] {
  const [endpoint] = endpoints.filter(({ certainty }) => certainty === "resolved");
  const [model] = models.toSorted((a, b) => b.fields.length - a.fields.length);
  const [trigger] = triggers.filter(({ certainty }) => certainty === "resolved");
  const [part] = parts.filter(({ path }) => path !== "").toSorted((a, b) => b.files - a.files);
  return [
    ...(endpoint ? [`What does ${endpoint.method} ${endpoint.path} do?`] : []),
    ...(model ? [`Where is ${model.name} written and read?`] : []),
    ...(trigger ? [`When does ${trigger.name} run?`] : []),
    ...(part ? [`What is ${part.path} for?`] : []),
  ].slice(0, shownCount);
}

interface ExampleQuestionsProps {
  project: ProjectKey;
  productId: string;
}

/** A press asks; the answer opens. */
export function ExampleQuestions({ project, productId }: ExampleQuestionsProps) {
  const map = useQuery(codeMapQuery(project)).data;
  const navigate = useNavigate();
  const questions = map ? exampleQuestions(map) : [];
  if (questions.length === 0) return null;
  const ask = (question: string) => {
    const { organizationId } = project;
    const session = startChat({ organizationId, question, context: { projectId: productId, lens: "technical" } });
    void navigate({ to: href("chat", { ...project }), search: { session } });
  };
  return (
    <section aria-labelledby="questions-heading">
      <h2 id="questions-heading" className="mb-3 flex h-8 items-center text-base font-semibold">
        Ask about your code
      </h2>
      <ul className="flex flex-col gap-2">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              onClick={() => ask(question)}
              className={
                "min-h-11 w-full rounded-lg border border-line bg-surface-2 px-3 py-2 text-left text-sm wrap-anywhere " +
                "text-ink-2 transition-colors duration-[80ms] hover:bg-surface-3 hover:text-ink"
              }
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
