import type { UploadedFile } from "@cairn/contract/files";
import { useSyncExternalStore } from "react";

import { visibleName } from "#web/features/chat/files/visible-name.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import type { SendFileOptions } from "#web/lib/api/send-file.ts";
import { loadChatDraft, saveChatDraft } from "#web/lib/browser/storage.ts";
import { runtimeConfig } from "#web/lib/config/runtime-config.ts";

import { checkFiles, isUploadType } from "./check-files.ts";
import { uploadFile } from "./upload-file.ts";

/** A file that is attached to the message being written. */
export interface Upload {
  uploadId: string;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** How much of it was sent, from 0 to 1. */
  progress: number;
  /** The file as the server stored it; null until then. */
  stored: UploadedFile | null;
  /** Why the upload failed; null where it did not. */
  problem: string | null;
  /** Shows an image before the server has it; null for other files. */
  previewUrl: string | null;
}

export interface ChatDraftState {
  text: string;
  uploads: readonly Upload[];
  /** Why some files were not attached, a sentence each. */
  refusals: readonly string[];
}

/** The part of a draft that is kept over a reload of the page. */
interface SavedDraft {
  text: string;
  files: UploadedFile[];
}

type UploadSender = (file: File, options: SendFileOptions) => Promise<UploadedFile>;

interface ChatDraftOptions {
  send: UploadSender;
  /** The text that `save` was given last; null where there is none. */
  saved: string | null;
  /** Null removes the draft. */
  save: (text: string | null) => void;
  /** Larger files are refused. */
  maxFileBytes: number;
}

const emptyDraft: ChatDraftState = { text: "", uploads: [], refusals: [] };

/**
 * The text and files of a message that was not sent yet. It lives outside React, so that nothing is lost when the person
 * leaves the screen and comes back, and uploads continue meanwhile.
 */
export class ChatDraft {
  readonly #send: UploadSender;
  readonly #save: (text: string | null) => void;
  readonly #maxFileBytes: number;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<string, { file: File; stop: AbortController }>();
  #state: ChatDraftState;

  constructor({ send, saved, save, maxFileBytes }: ChatDraftOptions) {
    this.#send = send;
    this.#maxFileBytes = maxFileBytes;
    this.#save = save;
    this.#state = parseSavedDraft(saved);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): ChatDraftState => this.#state;

  setText(text: string): void {
    this.#change({ text });
  }

  /** Starts to upload the files that can be attached; the state says why others cannot. */
  async addFiles(files: readonly File[]): Promise<void> {
    const { accepted, refusals } = checkFiles(files, {
      attachedCount: this.#state.uploads.length,
      maxFileBytes: this.#maxFileBytes,
    });
    const added = accepted.map((file) => this.#startUpload(file));
    this.#change({ uploads: [...this.#state.uploads, ...added.map(({ upload }) => upload)], refusals });
    await Promise.all(added.map(({ upload, file }) => this.#upload({ uploadId: upload.uploadId, file })));
  }

  /** Uploads a file again that failed. */
  async retry(uploadId: string): Promise<void> {
    const running = this.#running.get(uploadId);
    if (!running) return;
    this.#changeUpload(uploadId, { problem: null, progress: 0 });
    await this.#upload({ uploadId, file: running.file });
  }

  remove(uploadId: string): void {
    this.#abortUpload(uploadId);
    this.#change({ uploads: this.#state.uploads.filter((upload) => upload.uploadId !== uploadId), refusals: [] });
  }

  /** Returns the message to be sent, and empties the draft. */
  takeMessage(): { content: string; attachments: UploadedFile[] } {
    const { text, uploads } = this.#state;
    for (const { uploadId } of uploads) this.#abortUpload(uploadId);
    this.#change(emptyDraft);
    return { content: text.trim(), attachments: uploads.flatMap(({ stored }) => stored ?? []) };
  }

  /** Puts a message back that could not be sent, above what was typed since. */
  restoreMessage({ content, attachments }: { content: string; attachments: readonly UploadedFile[] }): void {
    const text = [content, this.#state.text].filter(Boolean).join("\n\n");
    this.#change({ text, uploads: [...attachments.map(toStoredUpload), ...this.#state.uploads] });
  }

  #startUpload(file: File): { upload: Upload; file: File } {
    const uploadId = crypto.randomUUID();
    const previewUrl = file.type.startsWith("image/") && isUploadType(file.type) ? URL.createObjectURL(file) : null;
    this.#running.set(uploadId, { file, stop: new AbortController() });
    const { type, size } = file;
    const name = visibleName(file.name);
    return { upload: { uploadId, name, type, size, progress: 0, stored: null, problem: null, previewUrl }, file };
  }

  /** Does not throw: a failure is shown at its file. */
  async #upload({ uploadId, file }: { uploadId: string; file: File }): Promise<void> {
    const signal = this.#running.get(uploadId)?.stop.signal;
    if (!signal) return;
    try {
      const stored = await this.#send(file, {
        signal,
        onProgress: (progress) => this.#changeUpload(uploadId, { progress }),
      });
      this.#changeUpload(uploadId, { stored, progress: 1 });
    } catch (error) {
      if (!signal.aborted) this.#changeUpload(uploadId, { problem: errorMessage(error) });
    }
  }

  #abortUpload(uploadId: string): void {
    this.#running.get(uploadId)?.stop.abort();
    this.#running.delete(uploadId);
    const url = this.#state.uploads.find((upload) => upload.uploadId === uploadId)?.previewUrl;
    if (url) URL.revokeObjectURL(url);
  }

  #changeUpload(uploadId: string, change: Partial<Upload>): void {
    const uploads = this.#state.uploads.map((upload) =>
      upload.uploadId === uploadId ? { ...upload, ...change } : upload,
    );
    this.#change({ uploads });
  }

  #change(change: Partial<ChatDraftState>): void {
    this.#state = { ...this.#state, ...change };
    const { text, uploads } = this.#state;
    const files = uploads.flatMap(({ stored }) => stored ?? []);
    const saved: SavedDraft = { text, files };
    this.#save(text === "" && files.length === 0 ? null : JSON.stringify(saved));
    for (const listener of this.#listeners) listener();
  }
}

function toStoredUpload(stored: UploadedFile): Upload {
  const { filename, name, contentType, size } = stored;
  return { uploadId: filename, name, type: contentType, size, progress: 1, stored, problem: null, previewUrl: null };
}

/** An empty draft for text that cannot be parsed. */
function parseSavedDraft(text: string | null): ChatDraftState {
  if (text === null) return emptyDraft;
  try {
    const saved = JSON.parse(text) as Partial<SavedDraft> | null;
    if (typeof saved?.text !== "string" || !Array.isArray(saved.files)) return emptyDraft;
    return { text: saved.text, uploads: saved.files.map(toStoredUpload), refusals: [] };
  } catch {
    return emptyDraft;
  }
}

const drafts = new Map<string, ChatDraft>();

/** The draft of a chat in this tab; `chatKey` identifies the chat and the person. */
export function useChatDraft(organizationId: string, chatKey: string): { draft: ChatDraft; state: ChatDraftState } {
  let draft = drafts.get(chatKey);
  if (!draft) {
    draft = new ChatDraft({
      send: (file, options) => uploadFile(organizationId, file, options),
      saved: loadChatDraft(chatKey),
      save: (text) => saveChatDraft(chatKey, text),
      maxFileBytes: runtimeConfig().maxUploadBytes,
    });
    drafts.set(chatKey, draft);
  }
  const state = useSyncExternalStore(draft.subscribe, draft.state);
  return { draft, state };
}

/** Whether all attached files are stored, some are still being sent, or some failed. */
export function uploadsState(uploads: readonly Upload[]): "ready" | "sending" | "failed" {
  if (uploads.some(({ stored, problem }) => stored === null && problem === null)) return "sending";
  return uploads.some(({ problem }) => problem !== null) ? "failed" : "ready";
}
