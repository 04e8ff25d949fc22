import { describe, expect, it, vi } from "vitest";

import { openAnswerContext } from "./answer-context.ts";
import { streamAnswer, type AnswerEvent, type Codebase } from "./answer-event.ts";

const codebase = (repositoryId: string, own: Partial<Codebase> = {}): Codebase => ({
  repositoryId,
  name: repositoryId,
  index: { facts: () => null } as unknown as Codebase["index"],
  reader: { repositoryId, commit: "c", readLines: async (path) => (path === "a.ts" ? [repositoryId] : null) },
  ...own,
});
const open = (codebases: Codebase[] = [codebase("fleet")]) => {
  const events: AnswerEvent[] = [];
  const stop = new AbortController();
  const work = { emit: (event: AnswerEvent) => void events.push(event), signal: stop.signal, focus: null };
  return { context: openAnswerContext(codebases, work), events, stop };
};
const sent = (events: readonly AnswerEvent[]) =>
  events.map((event) =>
    event.type === "call"
      ? `${event.callId} ${event.name} ${event.target}`
      : event.type === "call-end"
        ? `${event.callId} ended`
        : event.type,
  );

describe("looking something up", () => {
  it("is reported before and after, and gives what was found", () => {
    const { context, events } = open();
    expect(context.lookUp("search", "boats", () => sent(events))).toEqual(["1 search boats"]);
    expect(sent(events)).toEqual(["1 search boats", "1 ended"]);
  });

  it("ends when what was promised settles, each by its own number", async () => {
    const { context, events } = open();
    const [first, second] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    const [one, two] = [context.lookUp("a", "x", () => first.promise), context.lookUp("b", "y", () => second.promise)];
    second.resolve(2);
    expect(await two).toBe(2);
    await vi.waitFor(() => expect(sent(events)).toEqual(["1 a x", "2 b y", "2 ended"]));
    first.resolve(1);
    expect(await one).toBe(1);
    await vi.waitFor(() => expect(sent(events).at(-1)).toBe("1 ended"));
  });

  it("ends where it fails, at once or later, and fails then", async () => {
    const { context, events } = open();
    const fail = () => {
      throw new Error("sunk");
    };
    expect(() => context.lookUp("a", "x", fail)).toThrow("sunk");
    await expect(context.lookUp("b", "y", async () => fail())).rejects.toThrow("sunk");
    expect(sent(events)).toEqual(["1 a x", "1 ended", "2 b y", "2 ended"]);
  });

  it("does not begin once the answer is cancelled", () => {
    const { context, events, stop } = open();
    stop.abort(new Error("cancelled"));
    const run = vi.fn<() => number>();
    expect(() => context.lookUp("a", "x", run)).toThrow("cancelled");
    expect(() => context.lines({ codebase: codebase("fleet"), path: "a.ts" })).toThrow("cancelled");
    expect(run).not.toHaveBeenCalled();
    expect(events).toEqual([]);
  });
});

describe("lines of a file", () => {
  it("are read and reported once for each repository, and are none of a missing file", async () => {
    const all = [codebase("fleet"), codebase("quay")];
    const { context, events } = open(all);
    const read = (at: number, path: string) => context.lines({ codebase: all[at]!, path });
    expect(await Promise.all([read(0, "a.ts"), read(0, "a.ts"), read(1, "a.ts")])).toEqual([
      ["fleet"],
      ["fleet"],
      ["quay"],
    ]);
    expect(await read(0, "none.ts")).toEqual([]);
    expect(sent(events).filter((one) => one.includes("read_file"))).toEqual([
      "1 read_file a.ts",
      "2 read_file a.ts",
      "3 read_file none.ts",
    ]);
  });
});

it("lets others have their turn only where it held the thread for long, and notices then that it is cancelled", async () => {
  const { context, stop } = open();
  const hold = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    await context.yieldToEventLoop();
  };
  const order: string[] = [];
  setImmediate(() => order.push("others"));
  await hold(5);
  order.push("still ours");
  await hold(20);
  order.push("ours again");
  expect(order).toEqual(["still ours", "others", "ours again"]);
  stop.abort(new Error("cancelled"));
  await expect(hold(5)).resolves.toBeUndefined();
  await expect(hold(20)).rejects.toThrow("cancelled");
});

it("knows texts from outside the code as no code, but reads them", () => {
  const { context } = open([codebase("fleet"), codebase("notes", { isContext: true })]);
  expect(context.codebases.map(({ name }) => name)).toEqual(["fleet"]);
  expect(context.withContext.map(({ name }) => name)).toEqual(["fleet", "notes"]);
  expect([...context.readers.keys()]).toEqual(["fleet", "notes"]);
});

describe("an answer as a stream", () => {
  const text = (value: string): AnswerEvent => ({ type: "text", text: value });
  const textsOf = async (stream: AsyncGenerator<AnswerEvent>, into: string[] = []) => {
    for await (const event of stream) if (event.type === "text") into.push(event.text);
    return into;
  };

  it("gives what is reported in its order, also what came before anybody listened and at the very end", async () => {
    const stream = streamAnswer(async (emit) => {
      emit(text("a"));
      emit(text("b"));
      await Promise.resolve();
      emit(text("c"));
    });
    expect(await textsOf(stream)).toEqual(["a", "b", "c"]);
    expect(await textsOf(streamAnswer(async () => undefined))).toEqual([]);
  });

  it("gives what was reported before it fails, and fails then", async () => {
    const received: string[] = [];
    const stream = streamAnswer(async (emit) => {
      emit(text("a"));
      throw new Error("sunk");
    });
    await expect(textsOf(stream, received)).rejects.toThrow("sunk");
    expect(received).toEqual(["a"]);
  });

  it("may be left early; what fails later harms nobody", async () => {
    const later = Promise.withResolvers<void>();
    const unhandled = vi.fn<() => void>();
    process.on("unhandledRejection", unhandled);
    const stream = streamAnswer(async (emit) => {
      emit(text("a"));
      await later.promise;
    });
    for await (const event of stream) {
      expect(event).toEqual(text("a"));
      break;
    }
    later.reject(new Error("sunk"));
    await new Promise(setImmediate);
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
