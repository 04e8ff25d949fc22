export interface BoundStream {
  stream: ReadableStream<Uint8Array>;
  /** Resolves when the source is over, the reader has left or was cut. Never rejects. */
  ended: Promise<void>;
}

/**
 * Passes a stream on without waiting for its reader, and lets go of one who reads slower than `maxWaitingBytes` allow:
 * what nobody fetches must not pile up. One message alone may be larger.
 */
export function boundStream(source: ReadableStream<Uint8Array>, maxWaitingBytes: number): BoundStream {
  const reader = source.getReader();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const pass = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      const waitingBytes = maxWaitingBytes - (controller.desiredSize ?? 0);
      if (waitingBytes > 0 && waitingBytes + value.byteLength > maxWaitingBytes) {
        controller.error(new Error("the reader of a stream was too slow"));
        return reader.cancel();
      }
      controller.enqueue(value);
    }
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      // The reader may disconnect while a chunk is being sent; there is nobody to report the error to.
      start: (controller) => void pass(controller).catch(ignore).finally(resolve),
      cancel: (reason) => reader.cancel(reason),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxWaitingBytes }),
  );
  return { stream, ended };
}

function ignore(): void {}
