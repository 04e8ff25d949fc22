import type { UploadedFile } from "@cairn/contract/files";
import { useSyncExternalStore } from "react";

import { visibleName } from "#web/features/chat/files/visible-name.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { loadChatDraft, saveChatDraft } from "#web/lib/browser/storage.ts";
import { runtimeConfig } from "#web/lib/config/runtime-config.ts";

import { checkFiles, isUploadType } from "./check-files.ts";
import { uploadFile } from "./upload-file.ts";
import type { UploadOptions } from "./upload-file.ts";

/** A file on its way into a message. */
export interface Upload {
  uploadId: string;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** How much of it has gone out, from 0 to 1. */
  share: number;
  /** What the server made of it; null until it is there. */
  stored: UploadedFile | null;
  /** Why it did not get there; null where it did or may still. */
  problem: string | null;
  /** Shows the picture before the server has it; null for other files. */
  previewUrl: string | null;
}

export interface ChatDraftState {
  text: string;
  uploads: readonly Upload[];
  /** Why some files were not taken, a sentence each. */
  refusals: readonly string[];
}

/** As much of a draft as outlives a reload of the page. */
interface SavedDraft {
  text: string;
  files: UploadedFile[];
}

type UploadSender = (file: File, options: UploadOptions) => Promise<UploadedFile>;

interface ChatDraftOptions {
  send: UploadSender;
  /** What `keep` was given last. */
  kept: string | null;
  keep: (text: string | null) => void;
  /** Larger files are not taken. */
  maxFileBytes: number;
}

const emptyDraft: ChatDraftState = { text: "", uploads: [], refusals: [] };

/**
 * What somebody has typed and attached and not sent yet. It lives outside React: going elsewhere and coming back loses
 * nothing, and files go on being uploaded meanwhile.
 */
export class ChatDraft {
  readonly #send: UploadSender;
  readonly #keep: (text: string | null) => void;
  readonly #maxFileBytes: number;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<string, { file: File; stop: AbortController }>();
  #state: ChatDraftState;

  constructor({ send, kept, keep, maxFileBytes }: ChatDraftOptions) {
    this.#send = send;
    this.#maxFileBytes = maxFileBytes;
    this.#keep = keep;
    this.#state = parseSavedDraft(kept);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): ChatDraftState => this.#state;

  setText(text: string): void {
    this.#change({ text });
  }

  /** Uploads what can be attached, at once; what cannot is told. */
  async addFiles(files: readonly File[]): Promise<void> {
    const { accepted, refusals } = checkFiles(files, {
      attachedCount: this.#state.uploads.length,
      maxFileBytes: this.#maxFileBytes,
    });
    const added = accepted.map((file) => this.#begin(file));
    this.#change({ uploads: [...this.#state.uploads, ...added.map(({ upload }) => upload)], refusals });
    await Promise.all(added.map(({ upload, file }) => this.#upload({ uploadId: upload.uploadId, file })));
  }

  /** Tries a file again that did not get there. */
  async retry(uploadId: string): Promise<void> {
    const running = this.#running.get(uploadId);
    if (!running) return;
    this.#changeUpload(uploadId, { problem: null, share: 0 });
    await this.#upload({ uploadId, file: running.file });
  }

  remove(uploadId: string): void {
    this.#forget(uploadId);
    this.#change({ uploads: this.#state.uploads.filter((upload) => upload.uploadId !== uploadId), refusals: [] });
  }

  /** Hands over what is to be sent and is empty afterwards. */
  take(): { content: string; attachments: UploadedFile[] } {
    const { text, uploads } = this.#state;
    for (const { uploadId } of uploads) this.#forget(uploadId);
    this.#change(emptyDraft);
    return { content: text.trim(), attachments: uploads.flatMap(({ stored }) => stored ?? []) };
  }

  /** Takes back what could not be sent; what was typed since stands below it. */
  putBack({ content, attachments }: { content: string; attachments: readonly UploadedFile[] }): void {
    const text = [content, this.#state.text].filter(Boolean).join("\n\n");
    this.#change({ text, uploads: [...attachments.map(toStoredUpload), ...this.#state.uploads] });
  }

  #begin(file: File): { upload: Upload; file: File } {
    const uploadId = crypto.randomUUID();
    const previewUrl = file.type.startsWith("image/") && isUploadType(file.type) ? URL.createObjectURL(file) : null;
    this.#running.set(uploadId, { file, stop: new AbortController() });
    const { type, size } = file;
    const name = visibleName(file.name);
    return { upload: { uploadId, name, type, size, share: 0, stored: null, problem: null, previewUrl }, file };
  }

  /** Each that fails says for itself why. */
  async #upload({ uploadId, file }: { uploadId: string; file: File }): Promise<void> {
    const signal = this.#running.get(uploadId)?.stop.signal;
    if (!signal) return;
    try {
      const stored = await this.#send(file, {
        signal,
        onProgress: (share) => this.#changeUpload(uploadId, { share }),
      });
      this.#changeUpload(uploadId, { stored, share: 1 });
    } catch (error) {
      if (!signal.aborted) this.#changeUpload(uploadId, { problem: errorMessage(error) });
    }
  }

  #forget(uploadId: string): void {
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
    const kept: SavedDraft = { text, files };
    this.#keep(text === "" && files.length === 0 ? null : JSON.stringify(kept));
    for (const listener of this.#listeners) listener();
  }
}

function toStoredUpload(stored: UploadedFile): Upload {
  const { filename, name, contentType, size } = stored;
  return { uploadId: filename, name, type: contentType, size, share: 1, stored, problem: null, previewUrl: null };
}

/** Anything unreadable counts as empty. */
function parseSavedDraft(text: string | null): ChatDraftState {
  if (text === null) return emptyDraft;
  try {
    const kept = JSON.parse(text) as Partial<SavedDraft> | null;
    if (typeof kept?.text !== "string" || !Array.isArray(kept.files)) return emptyDraft;
    return { text: kept.text, uploads: kept.files.map(toStoredUpload), refusals: [] };
  } catch {
    return emptyDraft;
  }
}

const drafts = new Map<string, ChatDraft>();

/** The draft of a chat in this tab; `chat` names it and the person. */
export function useChatDraft(organizationId: string, chat: string): { draft: ChatDraft; state: ChatDraftState } {
  let draft = drafts.get(chat);
  if (!draft) {
    draft = new ChatDraft({
      send: (file, options) => uploadFile(organizationId, file, options),
      kept: loadChatDraft(chat),
      keep: (text) => saveChatDraft(chat, text),
      maxFileBytes: runtimeConfig().maxUploadBytes,
    });
    drafts.set(chat, draft);
  }
  const state = useSyncExternalStore(draft.subscribe, draft.state);
  return { draft, state };
}

/** Whether all files that are attached have arrived, some are on their way or some did not. */
export function uploadsState(uploads: readonly Upload[]): "ready" | "sending" | "failed" {
  if (uploads.some(({ stored, problem }) => stored === null && problem === null)) return "sending";
  return uploads.some(({ problem }) => problem !== null) ? "failed" : "ready";
}
