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

let saved: string | null;
const save = (text: string | null) => {
  saved = text;
};

beforeEach(() => {
  saved = null;
});

describe("a file", () => {
  it("is being sent until it is stored, and is sent with the text", async () => {
    const { promise, resolve } = Promise.withResolvers<UploadedFile>();
    const draft = new ChatDraft({ send: () => promise, saved, save, maxFileBytes });
    draft.setText(" What is in it? ");
    const added = draft.addFiles([file]);
    expect(uploadsState(draft.state().uploads)).toBe("sending");
    resolve(stored);
    await added;
    expect(uploadsState(draft.state().uploads)).toBe("ready");
    expect(draft.takeMessage()).toEqual({ content: "What is in it?", attachments: [stored] });
    expect(draft.state()).toEqual({ text: "", uploads: [], refusals: [] });
    expect(saved).toBeNull();
  });

  it("that failed stays with its reason and can be uploaded again", async () => {
    let isUp = false;
    const send = () => (isUp ? Promise.resolve(stored) : Promise.reject(new Error("no")));
    const draft = new ChatDraft({ send, saved, save, maxFileBytes });
    await draft.addFiles([file]);
    expect(uploadsState(draft.state().uploads)).toBe("failed");
    const [{ uploadId, problem } = { uploadId: "", problem: null }] = draft.state().uploads;
    expect(problem).toBe("Unknown error occurred");
    isUp = true;
    await draft.retry(uploadId);
    expect(draft.state().uploads).toMatchObject([{ stored, problem: null }]);
  });

  it("that is removed during its upload is aborted and disappears", async () => {
    const send = vi.fn((_file: File, { signal }: { signal: AbortSignal }) => {
      const { promise, reject } = Promise.withResolvers<UploadedFile>();
      signal.addEventListener("abort", () => reject(signal.reason));
      return promise;
    });
    const draft = new ChatDraft({ send, saved, save, maxFileBytes });
    const added = draft.addFiles([file]);
    draft.remove(draft.state().uploads[0]?.uploadId ?? "");
    await added;
    expect(draft.state().uploads).toEqual([]);
  });
});

it("is restored after a reload with its text and stored files", async () => {
  const draft = new ChatDraft({ send: () => Promise.resolve(stored), saved, save, maxFileBytes });
  draft.setText("Half a thought");
  await draft.addFiles([file]);
  const again = new ChatDraft({ send: () => Promise.resolve(stored), saved, save, maxFileBytes });
  expect(again.state()).toMatchObject({ text: "Half a thought", uploads: [{ name: "a.pdf", stored }] });
});

it("is empty where the saved text cannot be parsed", () => {
  for (const text of ["{", "null", "[]", '{"text":1}']) {
    expect(new ChatDraft({ send: () => Promise.resolve(stored), saved: text, save, maxFileBytes }).state().text).toBe(
      "",
    );
  }
});

it("puts a message back that could not be sent, above what was typed since", () => {
  const draft = new ChatDraft({ send: () => Promise.resolve(stored), saved, save, maxFileBytes });
  draft.setText("and this");
  draft.restoreMessage({ content: "Why?", attachments: [stored] });
  expect(draft.state()).toMatchObject({ text: "Why?\n\nand this", uploads: [{ stored }] });
});
