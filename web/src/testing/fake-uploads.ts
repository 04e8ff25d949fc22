import { vi } from "vitest";

/** One upload of the screen; the test is the server. */
export class FakeUpload {
  readonly upload = new EventTarget();
  readonly #events = new EventTarget();
  status = 0;
  responseText = "";
  withCredentials = false;
  isAborted = false;
  /** The file that was sent; null until then. */
  file: File | null = null;

  open(): void {}
  setRequestHeader(): void {}

  addEventListener(type: string, listener: () => void): void {
    this.#events.addEventListener(type, listener);
  }

  send(form: FormData): void {
    this.file = form.get("files") as File;
  }

  abort(): void {
    this.isAborted = true;
    this.#events.dispatchEvent(new Event("abort"));
  }

  /** This share of the file has arrived, from 0 to 1. */
  progress(share: number): void {
    this.upload.dispatchEvent(new ProgressEvent("progress", { loaded: share * 100, total: 100 }));
  }

  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.#events.dispatchEvent(new Event("load"));
  }

  /** The server cannot be reached. */
  lose(): void {
    this.#events.dispatchEvent(new Event("error"));
  }
}

/** Catches the uploads of the running test, which go by XMLHttpRequest; returns them, the oldest first. */
export function catchUploads(): FakeUpload[] {
  const uploads: FakeUpload[] = [];
  vi.stubGlobal(
    "XMLHttpRequest",
    class extends FakeUpload {
      constructor() {
        super();
        uploads.push(this);
      }
    },
  );
  return uploads;
}
