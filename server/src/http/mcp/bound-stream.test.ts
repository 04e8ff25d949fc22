import { expect, it } from "vitest";

import { boundStream } from "./bound-stream.ts";

const bytes = (length: number) => new Uint8Array(length);

/** A source that is written to by hand; `left` resolves when nobody wants more of it. */
function createSource() {
  const left = Promise.withResolvers<void>();
  const parts: { controller?: ReadableStreamDefaultController<Uint8Array> } = {};
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => void (parts.controller = controller),
    cancel: () => left.resolve(),
  });
  if (!parts.controller) throw new Error("streams start at once");
  return { stream, controller: parts.controller, left: left.promise };
}

it("passes everything on to a reader who reads, also one message larger than the bound", async () => {
  const { stream: source, controller } = createSource();
  const { stream, ended } = boundStream(source, 100);
  const reader = stream.getReader();
  for (const length of [60, 60, 5_000, 60]) {
    controller.enqueue(bytes(length));
    expect((await reader.read()).value?.byteLength).toBe(length);
  }
  controller.close();
  expect((await reader.read()).done).toBe(true);
  await ended;
});

it("cuts a reader for whom too much waits, and tells the source", async () => {
  const { stream: source, controller, left } = createSource();
  const { stream, ended } = boundStream(source, 100);
  for (const length of [60, 30, 60]) controller.enqueue(bytes(length));
  await Promise.all([left, ended]);
  await expect(stream.getReader().read()).rejects.toThrow("too slow");
});

it("tells the source when the reader leaves", async () => {
  const { stream: source, left } = createSource();
  const { stream, ended } = boundStream(source, 100);
  await stream.cancel();
  await Promise.all([left, ended]);
});
