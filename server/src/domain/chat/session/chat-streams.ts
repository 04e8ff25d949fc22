import { randomUUID } from "node:crypto";

import type { ChatSession } from "@cairn/contract/chat";
import type { MessageOperation } from "@cairn/contract/chat-events";
import { AppError } from "@cairn/contract/errors";

import { concerns, type AccessChange } from "#server/platform/db/listen-access-changes.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { createSemaphore, type Semaphore } from "#server/platform/limits/semaphore.ts";

import type { ChatOwner } from "./chats.store.ts";
import { createOperationBatch, type OperationBatch } from "./operation-batch.ts";

/** What listeners hear of an answer, in order. Operations were written to the database before. */
export type ChatStreamEvent = { owner: ChatOwner; projectId: string; sessionId: string } & (
  | { type: "operations"; operations: readonly MessageOperation[] }
  | { type: "completed" }
  | { type: "failed"; message: string }
  /** The owner may no longer use the chat: nothing further may reach them. */
  | { type: "revoked" }
  /** Another process gives the answer now; who listens here has to read the chat. */
  | { type: "moved" }
);

type ChatListener = (event: ChatStreamEvent) => void;

/** An answer under way in this process. */
export interface RunningAnswer {
  owner: ChatOwner;
  /** The product it is about. */
  projectId: string;
  sessionId: string;
  /** The session as all listeners have it: with every operation sent so far applied. */
  sent(): ChatSession;
  stop: AbortController;
  /** Checks the owner's right again, and ends the answer when it is gone. */
  recheck(): void;
  /** Settles when the answer's last operation was sent; never rejects. */
  ended: Promise<void>;
}

/** The answers of one process and those who listen to them. */
export interface ChatStreams {
  /** Written beside each chat that this process answers. */
  readonly processId: string;
  listen(listener: ChatListener): () => void;
  tell(event: ChatStreamEvent): void;
  /** Where questions wait that all come at once: what precedes an answer takes many looks at the database. */
  readonly startSemaphore: Semaphore;
  /** What writes the operations of all answers of this process. */
  batch(db: Db): OperationBatch;
  running(): RunningAnswer[];
  /** The answers being given to a user now. */
  runningOf(userId: string): RunningAnswer[];
  /** How many answers a user is given now or about to be given. */
  countOf(userId: string): number;
  isRunning(sessionId: string): boolean;
  /** Keeps a chat for the one who is about to answer it; false when it is kept or answered already. */
  reserve(sessionId: string, userId: string): boolean;
  /** Gives back a chat that was kept and then not answered. */
  release(sessionId: string): void;
  add(answer: RunningAnswer): void;
  /** False when this process is not answering that chat. */
  cancel(sessionId: string): boolean;
  /** Has the answers that a change of rights concerns ask for theirs again. */
  recheck(change: AccessChange): void;
  /** Lets go of all answers, so that another process begins them again, and waits until that is written. */
  stop(): Promise<void>;
}

/** The person pressed stop, or the chat is gone: not an error anybody needs to see. */
export const answerCancelled = new AppError("cancelled", { message: "The answer was stopped" });

/** The owner lost the right to the answer. */
export const answerRevoked = new AppError("forbidden", { message: "You no longer have access to this product" });

/** This process stops; the answer is begun again elsewhere. */
export const answerReleased = new AppError("unavailable", { message: "The server is being restarted" });

/** Few, so that running answers keep their speed while others start. */
const beginnersAtOnce = 6;
/** A look into a very large repository may take this long, and then no longer keeps the others. */
const longestBeginningMs = 5_000;

export function createChatStreams(processId: string = randomUUID()): ChatStreams {
  const running = new Map<string, RunningAnswer>();
  /** Chats, and for whom. */
  const reserved = new Map<string, string>();
  const listeners = new Set<ChatListener>();
  let batch: OperationBatch | null = null;
  return {
    processId,
    startSemaphore: createSemaphore({ atOnce: beginnersAtOnce, longestMs: longestBeginningMs }),
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(event) {
      for (const listener of listeners) listener(event);
    },
    batch: (db) => (batch ??= createOperationBatch(db, processId)),
    running: () => [...running.values()],
    runningOf: (userId) => [...running.values()].filter(({ owner }) => owner.userId === userId),
    countOf(userId) {
      const waiting = [...reserved.values()].filter((one) => one === userId).length;
      return waiting + this.runningOf(userId).length;
    },
    isRunning: (sessionId) => running.has(sessionId),
    reserve(sessionId, userId) {
      if (running.has(sessionId) || reserved.has(sessionId)) return false;
      reserved.set(sessionId, userId);
      return true;
    },
    release: (sessionId) => void reserved.delete(sessionId),
    add(answer) {
      reserved.delete(answer.sessionId);
      running.set(answer.sessionId, answer);
      void answer.ended.then(() => running.delete(answer.sessionId));
    },
    cancel(sessionId) {
      const answer = running.get(sessionId);
      answer?.stop.abort(answerCancelled);
      return answer !== undefined;
    },
    recheck(change) {
      for (const answer of running.values()) {
        const { owner, projectId } = answer;
        const projects = [{ organizationId: owner.organizationId, projectId }];
        if (concerns(change, { userId: owner.userId, projects })) answer.recheck();
      }
    },
    async stop() {
      const answers = [...running.values()];
      for (const { stop } of answers) stop.abort(answerReleased);
      await Promise.all(answers.map(({ ended }) => ended));
    },
  };
}
