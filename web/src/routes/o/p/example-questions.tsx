import type { CodeMap } from "@cairn/contract/code-graph";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { startChat } from "#web/features/chat/session/chat.api.ts";
import { codeMapQuery } from "#web/features/code-graph/code-graph.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";

const shownCount = 3;

/** Of each kind of thing, so that no kind is asked about alone. */
const perKind = 3;

/**
 * Questions to which this product's code has a sure answer, without a model too, in another order for each `seed` from 0 to
 * 1; none where it is not known. No two of the first are of the same kind while there are others.
 */
export function exampleQuestions({ endpoints, triggers, parts }: CodeMap, seed = 0): string[] {
  const calls = Map.groupBy(endpoints, ({ method, path }) => `${method} ${path}`);
  const kinds = [
    [...calls].flatMap(([call, [endpoint, other]]) => {
      // One that several services have is asked about with the name of a service.
      const isSure = endpoint?.certainty === "resolved" && other === undefined;
      return isSure && !operationalPath.test(endpoint.path) && /^\/[^/:{<*]/.test(endpoint.path)
        ? [`What does ${call} do?`]
        : [];
    }),
    // All else that starts work is called: by a person, a message or other code.
    triggers
      .filter(({ certainty, kind }) => certainty === "resolved" && kind === "schedule")
      .map(({ name }) => `When does ${name} run?`),
    calls.size >= fewestListed ? ["Which endpoints are there?"] : [],
    parts.length > 0 ? ["How do I run it?"] : [],
  ].map((questions) => turn([...new Set(questions)].slice(0, perKind), seed));
  const rounds = Array.from({ length: perKind }, (_unused, round) =>
    turn(kinds, seed).flatMap((one) => one[round] ?? []),
  );
  return rounds.flat().slice(0, shownCount);
}

/** Of fewer, the list says no more than a question about one. */
const fewestListed = 3;

/** What every service has for whoever runs it. */
const operationalPath =
  /\/(?:health|healthz|live|livez|ready|readyz|metrics|ping|status|version|favicon\.ico|robots\.txt)\/?$/i;

/** The same list from another beginning. */
function turn<T>(list: readonly T[], seed: number): T[] {
  const from = Math.floor(seed * list.length) % Math.max(1, list.length);
  return [...list.slice(from), ...list.slice(0, from)];
}

interface ExampleQuestionsProps {
  project: ProjectKey;
  productId: string;
}

/** A press asks; the answer opens. */
export function ExampleQuestions({ project, productId }: ExampleQuestionsProps) {
  const map = useQuery(codeMapQuery(project)).data;
  const navigate = useNavigate();
  const [seed] = useState(Math.random);
  const questions = map ? exampleQuestions(map, seed) : [];
  if (questions.length === 0) return null;
  const ask = (question: string) => {
    const { organizationId } = project;
    const session = startChat({ organizationId, question, context: { projectId: productId, lens: "technical" } });
    void navigate({ to: href("chat", { ...project }), search: { session } });
  };
  return (
    <section aria-labelledby="questions-heading">
      <h2 id="questions-heading" className="sr-only">
        Ask about your code
      </h2>
      <ul className="grid grid-cols-1 gap-2 md:grid-cols-3">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              onClick={() => ask(question)}
              className={
                "h-full min-h-11 w-full rounded-lg border border-line bg-surface-2 px-3 py-2 text-left text-sm wrap-anywhere " +
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
