import { AppError, type ErrorCode } from "@cairn/contract/errors";

import type { RunHost } from "#server/domain/implementations/phases/run-host.ts";

/** What a run's thread asks of the process that started it. */
export type HostQuestion =
  | { kind: "use-tool"; id: number; arguments: Parameters<RunHost["useTool"]> }
  | { kind: "read-brief"; id: number; arguments: Parameters<RunHost["readBrief"]> };

/** Errors do not pass between threads: their words do. */
export type HostAnswer = { kind: "answer"; id: number } & (
  | { text: string }
  | { failure: { code: ErrorCode; message: string } | null }
);

/** Answers a question of a thread; never rejects. */
export async function answerThread(host: RunHost, question: HostQuestion): Promise<HostAnswer> {
  const { id } = question;
  try {
    const text =
      question.kind === "use-tool"
        ? await host.useTool(...question.arguments)
        : await host.readBrief(...question.arguments);
    return { kind: "answer", id, text };
  } catch (error) {
    const failure = error instanceof AppError ? { code: error.code, message: error.message } : null;
    return { kind: "answer", id, failure };
  }
}

/** The other end: what a thread asks, answered by the process that started it. */
export function openThreadQuestions(post: (question: HostQuestion) => void): {
  host: Omit<RunHost, "tools">;
  take(answer: HostAnswer): void;
} {
  const waiting = new Map<number, PromiseWithResolvers<string>>();
  let last = 0;
  const ask = (question: (id: number) => HostQuestion): Promise<string> => {
    last += 1;
    const asked = Promise.withResolvers<string>();
    waiting.set(last, asked);
    post(question(last));
    return asked.promise;
  };
  return {
    host: {
      useTool: (...args) => ask((id) => ({ kind: "use-tool", id, arguments: args })),
      readBrief: (...args) => ask((id) => ({ kind: "read-brief", id, arguments: args })),
    },
    take(answer) {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("text" in answer) asked?.resolve(answer.text);
      else if (answer.failure) asked?.reject(new AppError(answer.failure.code, { message: answer.failure.message }));
      else asked?.reject(new Error("What the run asked its server for failed"));
    },
  };
}
