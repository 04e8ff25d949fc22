import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/** Where the provider sends browsers back to, and whose access tokens it issues. */
export interface ProviderSetUp {
  redirectUri: string;
  /** Audience of the JWT access tokens that a scope of `api:read` brings. */
  audience: string;
}

/** How the provider lies and fails; {} is an honest one. */
export interface ProviderBehaviour {
  /** What ID tokens say instead. */
  idToken?: "foreign-issuer" | "foreign-audience" | "foreign-key" | "unsigned" | "expired" | "without-claims" | "none";
  tokenEndpoint?: "server-error" | "unknown-client" | "not-json" | "stall";
  userInfo?: "other-subject" | "server-error";
  discovery?: "foreign-issuer";
}

export interface IdentityProvider {
  /** What AUTH_HOST is set to. */
  address: string;
  /** What AUTH_CLIENT_ID is set to. */
  clientId: string;
  setUp(options: ProviderSetUp): Promise<void>;
  /** Makes or changes somebody who can sign in here: a `login_hint` that names them signs them in without a page. */
  setPerson(subject: string, claims: Record<string, unknown>): Promise<void>;
  behave(behaviour: ProviderBehaviour): Promise<void>;
  close(): Promise<void>;
}

const providerClientId = "cairn-at-another-provider";

/** Starts somebody else's OpenID Connect provider, in a process of its own that knows nothing of this product. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const child = fork(new URL("./identity-provider-worker.ts", import.meta.url), [providerClientId], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: [],
  });
  const [address] = (await Promise.race([once(child, "message"), failWhenOver(child)])) as [string];
  const report = async (path: string, body: unknown) => {
    const answer = await fetch(`${address}/test/${path}`, { method: "POST", body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`the identity provider answered ${answer.status}`);
  };
  return {
    address,
    clientId: providerClientId,
    setUp: (options) => report("set-up", options),
    setPerson: (subject, claims) => report("person", { subject, claims }),
    behave: (behaviour) => report("behaviour", behaviour),
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    },
  };
}

async function failWhenOver(child: ChildProcess): Promise<never> {
  let output = "";
  child.stderr?.on("data", (text: Buffer) => void (output += text.toString()));
  const [code] = (await once(child, "exit")) as [number | null];
  throw new Error(`the identity provider ended with ${code}: ${output}`);
}
