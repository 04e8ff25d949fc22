import type { UploadedFile } from "@cairn/contract/files";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { ChatDraft, uploadsState } from "./chat-draft.ts";

const stored: UploadedFile = {
  filename: "1.pdf",
  name: "a.pdf",
  contentType: "application/pdf",
  size: 3,
  pageCount: 2,
  textProblem: null,
};
const file = new File(["abc"], "a.pdf", { type: "application/pdf" });

const maxFileBytes = 5_000_000;

let kept: string | null;
const keep = (text: string | null) => {
  kept = text;
};

beforeEach(() => {
  kept = null;
});

describe("a file", () => {
  it("is on its way until it is stored, and goes out with the text", async () => {
    const { promise, resolve } = Promise.withResolvers<UploadedFile>();
    const draft = new ChatDraft({ send: () => promise, kept, keep, maxFileBytes });
    draft.setText(" What is in it? ");
    const added = draft.addFiles([file]);
    expect(uploadsState(draft.state().uploads)).toBe("sending");
    resolve(stored);
    await added;
    expect(uploadsState(draft.state().uploads)).toBe("ready");
    expect(draft.take()).toEqual({ content: "What is in it?", attachments: [stored] });
    expect(draft.state()).toEqual({ text: "", uploads: [], refusals: [] });
    expect(kept).toBeNull();
  });

  it("that failed says why, stays, and can be tried again", async () => {
    let isUp = false;
    const send = () => (isUp ? Promise.resolve(stored) : Promise.reject(new Error("no")));
    const draft = new ChatDraft({ send, kept, keep, maxFileBytes });
    await draft.addFiles([file]);
    expect(uploadsState(draft.state().uploads)).toBe("failed");
    const [{ uploadId, problem } = { uploadId: "", problem: null }] = draft.state().uploads;
    expect(problem).toBe("Unknown error occurred");
    isUp = true;
    await draft.retry(uploadId);
    expect(draft.state().uploads).toMatchObject([{ stored, problem: null }]);
  });

  it("that is removed on its way is stopped and told no more of", async () => {
    const send = vi.fn((_file: File, { signal }: { signal: AbortSignal }) => {
      const { promise, reject } = Promise.withResolvers<UploadedFile>();
      signal.addEventListener("abort", () => reject(signal.reason));
      return promise;
    });
    const draft = new ChatDraft({ send, kept, keep, maxFileBytes });
    const added = draft.addFiles([file]);
    draft.remove(draft.state().uploads[0]?.uploadId ?? "");
    await added;
    expect(draft.state().uploads).toEqual([]);
  });
});

it("comes back after a reload with its text and what was stored", async () => {
  const draft = new ChatDraft({ send: () => Promise.resolve(stored), kept, keep, maxFileBytes });
  draft.setText("Half a thought");
  await draft.addFiles([file]);
  const again = new ChatDraft({ send: () => Promise.resolve(stored), kept, keep, maxFileBytes });
  expect(again.state()).toMatchObject({ text: "Half a thought", uploads: [{ name: "a.pdf", stored }] });
});

it("is empty where what was kept cannot be read", () => {
  for (const text of ["{", "null", "[]", '{"text":1}']) {
    expect(new ChatDraft({ send: () => Promise.resolve(stored), kept: text, keep, maxFileBytes }).state().text).toBe(
      "",
    );
  }
});

it("takes back what could not be sent, over what was typed since", () => {
  const draft = new ChatDraft({ send: () => Promise.resolve(stored), kept, keep, maxFileBytes });
  draft.setText("and this");
  draft.putBack({ content: "Why?", attachments: [stored] });
  expect(draft.state()).toMatchObject({ text: "Why?\n\nand this", uploads: [{ stored }] });
});
