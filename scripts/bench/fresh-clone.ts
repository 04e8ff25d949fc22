import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { listOrganizations } from "@cairn/contract/organizations";
import { listArtifacts } from "@cairn/contract/pages";

import { signInAsClient } from "../../server/src/main/seed/api-client.ts";
import { findFreePort } from "../../server/src/testing/find-free-port.ts";
import { root, run } from "../run.ts";
import { atMost, type Figure } from "./figure.ts";
import { startProgram } from "./program.ts";

const pollMs = 250;

/** From `git clone` of this checkout's last commit until a page of the demo can be read, all on an empty directory. */
export async function benchFreshClone(folder: string): Promise<Figure[]> {
  const clone = path.join(folder, "cairn");
  const port = String(await findFreePort());
  const startedAt = performance.now();
  await run(["git", "clone", "--quiet", root, clone], { isQuiet: true });
  const program = startProgram(["npm", "start", "--", "--port", port], clone);
  try {
    const line = await program.waitForLine(/^Demo sign-in: /);
    await waitForPage(port, line);
    const seconds = (performance.now() - startedAt) / 1000;
    return [atMost("fresh clone to a page of the demo", seconds, 180, "s")];
  } finally {
    await program.stop();
  }
}

async function waitForPage(port: string, signInLine: string): Promise<void> {
  const [, email = "", password = ""] = /sign-in: (\S+) {2}password: (\S+)/.exec(signInLine) ?? [];
  const apiHost = `http://localhost:${port}`;
  const addresses = { apiHost, authHost: `${apiHost}/oidc`, clientHost: apiHost, authClientId: "cairn-web" };
  const client = await signInAsClient(addresses, { email, password, firstName: "", lastName: "" });
  const [organization] = (await client.call(listOrganizations, { params: {} })).content;
  const params = { organizationId: organization?.organizationId ?? "" };
  while ((await client.call(listArtifacts, { params })).total === 0) await wait(pollMs);
}
