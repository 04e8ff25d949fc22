import { Worker } from "node:worker_threads";

const threadOptions = {
  resourceLimits: { maxOldGenerationSizeMb: 512 },
  // Some options of the process are for its main program alone, and a thread that inherits one does not start.
  execArgv: [],
};

/** Threads of one kind that wait for work: loading grammars costs more than reading a few files. */
export interface WorkerPool {
  /** One that waits, or a new one; nobody listens to it. */
  acquire(): Worker;
  /** Gives a thread back that is sound and has nothing to do; it holds no process alive and ends after a while. */
  release(thread: Worker): void;
}

/** `program` is what each thread runs; `idleMs` how long one waits before it ends. */
export function createWorkerPool(program: URL, idleMs: number): WorkerPool {
  const idle = new Map<Worker, NodeJS.Timeout>();
  const forget = (thread: Worker): void => {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
  };
  return {
    acquire() {
      const thread = [...idle.keys()].at(-1) ?? new Worker(program, threadOptions);
      forget(thread);
      thread.removeAllListeners();
      thread.ref();
      return thread;
    },
    release(thread) {
      thread.unref();
      thread.once("error", () => forget(thread));
      thread.once("exit", () => forget(thread));
      const end = (): void => {
        forget(thread);
        void thread.terminate();
      };
      idle.set(thread, setTimeout(end, idleMs).unref());
    },
  };
}
