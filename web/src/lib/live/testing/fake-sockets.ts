type Listener = (...values: unknown[]) => void;

/** One connection: the client's side behaves as a socket of socket.io, the other methods are what the server does. */
export class FakeSocket {
  connected = false;
  readonly namespace: string;
  /** The events that the client sent, with what it sent. */
  readonly sent: [event: string, payload: unknown][] = [];
  #isClosed = false;
  readonly #listeners = new Map<string, Listener[]>();

  constructor(namespace: string) {
    this.namespace = namespace;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }

  emit(event: string, payload: unknown): this {
    this.sent.push([event, payload]);
    return this;
  }

  close(): this {
    this.#end("io client disconnect");
    return this;
  }

  /** The server admits the client. */
  accept(): void {
    if (this.#isClosed) return;
    this.connected = true;
    this.#notify("connect");
    this.send("initialized");
  }

  /** The client could not be connected. */
  refuse(): void {
    this.#isClosed = true;
    this.#notify("connect_error", new Error("refused"));
  }

  send(event: string, ...values: readonly unknown[]): void {
    if (this.connected) this.#notify(event, ...values);
  }

  /** The connection is lost. */
  drop(): void {
    this.#end("transport close");
  }

  #end(reason: string): void {
    const wasConnected = this.connected;
    this.#isClosed = true;
    this.connected = false;
    if (wasConnected) this.#notify("disconnect", reason);
  }

  #notify(event: string, ...values: readonly unknown[]): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(...values);
  }
}

/** Every connection that the screen of the running test opened, the oldest first. */
export const sockets: FakeSocket[] = [];

/** Takes the place of `openSocket` in the tests of screens. */
export async function openFakeSocket(namespace: string): Promise<FakeSocket> {
  const socket = new FakeSocket(namespace);
  sockets.push(socket);
  return socket;
}
