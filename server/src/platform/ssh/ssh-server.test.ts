import { once } from "node:events";

import ssh2, { type ParsedKey } from "ssh2";
import { afterAll, beforeAll, expect, it } from "vitest";

import { silentLogger } from "#server/platform/log/logger.ts";

import { createKeyPair } from "./create-key-pair.ts";
import { parsePublicKey } from "./parse-public-key.ts";
import { listenSsh, type ListeningSsh } from "./ssh-server.ts";

/** Not by the library's own generator: of its keys one in three hundred cannot be read. */
function makeKey(): { public: string; private: string } {
  const { publicKey, privateKey } = createKeyPair("test");
  return { public: publicKey, private: privateKey.reveal() };
}

const holder = makeKey();
const known = parsePublicKey(holder.public);
/** Commands called "hold" end with it. */
const gate = Promise.withResolvers<void>();
let server: ListeningSsh;

beforeAll(async () => {
  server = await listenSsh(
    {
      hostKey: makeKey().private,
      username: "git",
      findKey: async (fingerprint) => (fingerprint === known?.fingerprint ? known.line : null),
      greet: async () => "Hi!",
      isVariableAllowed: () => false,
      run: async ({ text, stdout }) => {
        if (text === "hold") await gate.promise;
        stdout.write(`ran ${text}`);
        return 7;
      },
      log: silentLogger,
      limits: { tries: 3, sessions: 2 },
    },
    { host: "127.0.0.1", port: 0 },
  );
});
afterAll(() => server.close());

/** Shows one public key and signs with whatever it was made with. */
class Agent extends ssh2.BaseAgent {
  readonly #shown: ParsedKey[];
  readonly #sign: (data: Buffer) => Buffer;

  constructor(shown: readonly string[], sign: (data: Buffer) => Buffer) {
    super();
    this.#shown = shown.map(parse);
    this.#sign = sign;
  }

  getIdentities(done: (error: Error | undefined, keys: ParsedKey[]) => void): void {
    done(undefined, this.#shown);
  }

  sign(_key: unknown, data: Buffer, ...rest: unknown[]): void {
    const done = rest.at(-1) as (error: Error | undefined, signature: Buffer) => void;
    done(undefined, this.#sign(data));
  }
}

function parse(text: string): ParsedKey {
  const key = ssh2.utils.parseKey(text);
  if (key instanceof Error) throw key;
  return key;
}

const signWith = (pair: { private: string }) => (data: Buffer) => parse(pair.private).sign(data);

/** "ready", or why not. */
async function signIn(agent: Agent): Promise<string> {
  const client = new ssh2.Client();
  const { promise, resolve } = Promise.withResolvers<string>();
  client.on("ready", () => resolve("ready"));
  client.on("error", (error) => resolve(error.message));
  client.on("close", () => resolve("closed"));
  client.connect({ host: "127.0.0.1", port: server.port, username: "git", agent });
  const outcome = await promise;
  client.end();
  return outcome;
}

it("lets in who signs with the key, and nobody who only shows it", async () => {
  expect(await signIn(new Agent([holder.public], signWith(holder)))).toBe("ready");
  const thief = makeKey();
  const refused = "All configured authentication methods failed";
  expect(await signIn(new Agent([holder.public], signWith(thief)))).toBe(refused);
  expect(await signIn(new Agent([holder.public], () => Buffer.alloc(64)))).toBe(refused);
  expect(await signIn(new Agent([thief.public], signWith(thief)))).toBe(refused);
});

it("ends a line that tries key after key", async () => {
  const strangers = Array.from({ length: 5 }, () => makeKey().public);
  expect(await signIn(new Agent([...strangers, holder.public], signWith(holder)))).not.toBe("ready");
});

it("runs as many commands at once as it allows, and tells their status", async () => {
  const client = new ssh2.Client();
  const agent = new Agent([holder.public], signWith(holder));
  client.connect({ host: "127.0.0.1", port: server.port, username: "git", agent });
  await once(client, "ready");
  const execute = async (command: string): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    client.exec(command, (error, channel) => {
      if (error) return reject(error);
      let output = "";
      channel.on("data", (text: Buffer) => (output += text.toString()));
      channel.on("close", (status: number) => resolve(`${output} ${status}`));
    });
    return await promise;
  };
  expect(await execute("one")).toBe("ran one 7");
  const held = [execute("hold"), execute("hold")];
  await expect(execute("third")).rejects.toThrow(/open failure/i);
  gate.resolve();
  expect(await Promise.all(held)).toEqual(["ran hold 7", "ran hold 7"]);
  expect(await execute("fourth")).toBe("ran fourth 7");
  client.end();
  await once(client, "close");
});

it("says in plain words that its port is taken", async () => {
  const parts = { hostKey: holder.private, username: "git", log: silentLogger } as Parameters<typeof listenSsh>[0];
  await expect(listenSsh(parts, { host: "127.0.0.1", port: server.port })).rejects.toMatchObject({
    code: "unavailable",
    message: `Port ${server.port} is already in use. Stop the other program, or set SSH_PORT to another one.`,
  });
});
