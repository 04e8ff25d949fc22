import { getChat } from "@cairn/contract/chat";
import { getFile as getSentFile } from "@cairn/contract/files";
import type { UploadedFile } from "@cairn/contract/files";
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeMessage } from "#web/features/chat/session/fake-chat-server.ts";
import { chatOf, receiveQuestion, waitingConnections } from "#web/features/chat/testing/chat-connection.ts";
import { chatAddress, questionField, questions, sendButton } from "#web/features/chat/testing/chat-parts.ts";
import { catchUploads } from "#web/testing/fake-uploads.ts";
import type { FakeUpload } from "#web/testing/fake-uploads.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

let uploads: FakeUpload[];
beforeEach(() => {
  uploads = catchUploads();
});

const attached = () => page.getByRole("list", { name: "Attached files" });
const board = new File(["picture"], "board.png", { type: "image/png" });
const plan = new File(["pages"], "plan.pdf", { type: "application/pdf" });
const stored: UploadedFile = {
  filename: "f-1.pdf",
  name: "plan.pdf",
  contentType: "application/pdf",
  size: 2_048,
  pageCount: 3,
  textProblem: null,
};
let number = 0;

/** A new chat at an address of its own, because what was attached stays with the address. */
async function openNew() {
  number += 1;
  await openScreen(`${chatAddress}?files=${number}`);
  await expect.element(questionField()).toBeVisible();
}

async function attach(...files: File[]) {
  await userEvent.upload(page.getByLabelText("Files to attach"), files);
}

async function nextUpload(count = 1): Promise<FakeUpload> {
  await expect.poll(() => uploads.filter(({ file }) => file !== null).length).toBe(count);
  return uploads[count - 1] as FakeUpload;
}

/** Attaches a PDF that the server stores. */
async function attachStored(file = stored) {
  await attach(plan);
  (await nextUpload()).answer(201, { filenames: [file.filename], files: [file] });
}

describe("attaching files", () => {
  it("shows how far each upload is, and its size and pages once it is stored", async () => {
    await openNew();
    await attach(plan);
    const upload = await nextUpload();
    upload.progress(0.4);
    await expect.element(attached()).toMatchTextContent("5 B · 40 %");
    await expect.element(attached().getByRole("progressbar", { name: "Uploading plan.pdf" })).toHaveValue(0.4);
    upload.progress(1);
    await expect.element(attached()).toMatchTextContent("Checking");
    upload.answer(201, { filenames: ["f-1.pdf"], files: [stored] });
    await expect.element(attached()).toMatchTextContent(/plan\.pdf.*3 pages/);
    await expect.element(attached().getByRole("progressbar")).not.toBeInTheDocument();
  });

  it("sends their stored names with the question, and shows them above it", async () => {
    await openNew();
    await attachStored();
    await questionField().fill("What does it say?");
    await sendButton().click();
    const requested = await receiveQuestion();
    expect(requested.request.request).toEqual({ type: "text", content: "What does it say?", files: ["f-1.pdf"] });
    await expect.element(questions().getByRole("button", { name: "Download plan.pdf" })).toBeVisible();
  });

  it("waits with the question until they are uploaded", async () => {
    await openNew();
    await attach(plan);
    const upload = await nextUpload();
    await questionField().fill("What does it say?");
    await sendButton().click();
    await expect.element(page.getByText("Sent as soon as the files are uploaded")).toBeVisible();
    await expect.element(sendButton()).toHaveAttribute("aria-busy", "true");
    expect(waitingConnections()).toEqual([]);
    upload.answer(201, { filenames: ["f-1.pdf"], files: [stored] });
    const requested = await receiveQuestion();
    expect(requested.request.request).toMatchObject({ files: ["f-1.pdf"] });
  });

  it("asks for a question about files that stand alone", async () => {
    await openNew();
    await attachStored();
    await expect.element(page.getByText("Type a question about the files")).toBeVisible();
    await expect.element(sendButton()).toHaveAttribute("aria-disabled", "true");
  });

  it("says why an upload failed, and uploads it again on Retry", async () => {
    await openNew();
    await attach(plan);
    (await nextUpload()).answer(422, { code: "unprocessable", message: "The PDF is broken", requestId: "r" });
    await expect.element(page.getByRole("alert")).toMatchTextContent("Failed to upload files");
    await expect.element(attached()).toMatchTextContent("The PDF is broken");
    await attached().getByRole("button", { name: "Retry plan.pdf" }).click();
    (await nextUpload(2)).answer(201, { filenames: ["f-1.pdf"], files: [stored] });
    await expect.element(attached()).toMatchTextContent("3 pages");
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  });

  it("says that the server cannot be reached, and what stands in the way of sending", async () => {
    await openNew();
    await attach(plan);
    (await nextUpload()).lose();
    await expect.element(attached()).toMatchTextContent("The server cannot be reached. Check your connection.");
    await questionField().fill("What does it say?");
    await sendButton().click();
    await expect.element(page.getByText("Try the file that failed again, or remove it, to send")).toBeVisible();
    expect(waitingConnections()).toEqual([]);
    await attached().getByRole("button", { name: "Remove plan.pdf" }).click();
    const requested = await receiveQuestion();
    expect(requested.request.request).toEqual({ type: "text", content: "What does it say?" });
  });

  it("stops the upload of a file that is removed", async () => {
    await openNew();
    await attach(board);
    const upload = await nextUpload();
    await attached().getByRole("button", { name: "Remove board.png" }).click();
    await expect.element(attached()).not.toBeInTheDocument();
    expect(upload.isAborted).toBe(true);
  });

  it("refuses what is no picture or PDF, what is empty, and more than ten, each with its reason", async () => {
    await openNew();
    const text = new File(["text"], "notes.txt", { type: "text/plain" });
    const nothing = new File([], "empty.png", { type: "image/png" });
    const many = Array.from({ length: 11 }, (_one, index) => new File(["p"], `p${index}.png`, { type: "image/png" }));
    await attach(text, nothing, ...many);
    const alert = page.getByRole("alert");
    await expect.element(alert).toMatchTextContent("notes.txt is no JPEG, PNG, WebP, GIF or PDF.");
    await expect.element(alert).toMatchTextContent("empty.png is empty.");
    await expect.element(alert).toMatchTextContent("A message can hold up to 10 files; 1 was left out.");
    expect(attached().getByRole("listitem").elements()).toHaveLength(10);
    await nextUpload(10);
    for (const upload of uploads) upload.abort();
  });

  it("takes files that are dropped onto the chat", async () => {
    await openNew();
    const files = new DataTransfer();
    files.items.add(plan);
    const chat = page.getByRole("region", { name: "Chat", exact: true }).element();
    for (const type of ["dragenter", "dragover", "drop"])
      chat.dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));
    await expect.element(attached()).toMatchTextContent("plan.pdf");
    (await nextUpload()).answer(201, { filenames: ["f-1.pdf"], files: [stored] });
    await expect.element(attached()).toMatchTextContent("3 pages");
  });
});

describe("sent files", () => {
  const pictureOf = (session = chatOf(["What is on it?", "A board."])) => {
    const attachment: UploadedFile = {
      ...stored,
      filename: "f-2.png",
      name: "board.png",
      contentType: "image/png",
      pageCount: null,
    };
    const question = { ...makeMessage("user", "What is on it?"), files: ["f-2.png"], attachments: [attachment] };
    return { ...session, messages: [question, makeMessage("assistant", "A board.")] };
  };

  it("are named with the reason where they cannot be shown", async () => {
    const session = pictureOf();
    await openScreen(`${chatAddress}/${session.sessionId}`, {
      api: (fake) => {
        fake.reply(getChat, session);
        fake.refuse(getSentFile, "not_found", "This file is gone");
      },
    });
    await expect.element(questions()).toMatchTextContent("board.pngThis file is gone");
    await expect.element(page.getByRole("article", { name: "Answer" })).toMatchTextContent("A board.");
  });
});
