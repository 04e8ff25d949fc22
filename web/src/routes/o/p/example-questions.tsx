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
 * Questions about things that this product's code has, in another order for each `seed` from 0 to 1; none where it is not
 * known. No two of the first are about the same kind of thing while there are others.
 */
export function exampleQuestions({ endpoints, models, triggers, parts }: CodeMap, seed = 0): string[] {
  const kinds = [
    endpoints
      .filter(({ certainty }) => certainty === "resolved")
      .map(({ method, path }) => `What does ${method} ${path} do?`),
    models
      .toSorted((a, b) => b.fields.length - a.fields.length)
      .map(({ name }) => `Where ${manyEnd.test(name) ? "are" : "is"} ${name} written and read?`),
    // All else that starts work is called: by a person, a message or other code.
    triggers
      .filter(({ certainty, kind }) => certainty === "resolved" && kind === "schedule")
      .map(({ name }) => `When does ${name} run?`),
    parts
      .filter(({ path }) => path !== "" && !testFolder.test(path) && !layoutFolder.test(path))
      .toSorted((a, b) => b.files - a.files)
      .map(({ path }) => `What is ${path} for?`),
  ].map((questions) => turn([...new Set(questions)].slice(0, perKind), seed));
  const rounds = Array.from({ length: perKind }, (_unused, round) =>
    turn(kinds, seed).flatMap((one) => one[round] ?? []),
  );
  return rounds.flat().slice(0, shownCount);
}

/** What a folder of tests is for, its name says. */
const testFolder = /(?:^|\/)(?:tests?|specs?|__tests__|e2e)$/i;

/** Folders that build tools and frameworks want, which say nothing of what this code is for. */
const layoutFolder = /(?:^|\/)(?:src|main|java|kotlin|scala|resources|static|public|assets)$/i;

/** Tables are mostly called by many of what they hold: "documents", but "status". */
const manyEnd = /[^su]s$/;

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
