import { auth, UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { authenticateAgent } from "#server/domain/agents/authenticate-agent.ts";
import { createApiKey } from "#server/domain/keys/create-api-key.ts";
import { switchAgentWriting } from "#server/domain/mcp/switch-agent-writing.ts";
import { members, organizations } from "#server/platform/db/tables/organizations.ts";
import { createOidcAdapter } from "#server/platform/oidc/oidc-adapter.ts";
import { makeMember, makeOrganization, makeProject } from "#server/testing/test-ctx.ts";

import {
  type AgentClient,
  goToConsent,
  mcpAddress,
  openAgentClient,
  openConsent,
  press,
  signInAgent,
} from "./testing/agent-client.ts";
import { type AuthSite, signUp, somebody, startAuthSite, startSession } from "./testing/auth-site.ts";
import { type Browser, openBrowser } from "./testing/browser.ts";

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

let people = 0;

/** Somebody with a product, signed in in a browser. */
async function makePerson() {
  const browser = openBrowser();
  const accessToken = await startSession(site, browser, { ...somebody, email: `agent${(people += 1)}@example.test` });
  const userId = decodeJwt(accessToken).sub ?? "";
  const ctx = site.world.as({ kind: "user", userId });
  const product = await makeProject(site.world, await makeOrganization(site.world, { userId, ctx }));
  return { browser, accessToken, userId, ctx, product, address: mcpAddress(site, product.slug, product.projectSlug) };
}

type Person = Awaited<ReturnType<typeof makePerson>>;

const opens = async (bearer: string | undefined, { product }: Pick<Person, "product">) =>
  (await authenticateAgent(site.world.ctx, bearer ?? "", product))?.userId ?? null;

async function callApi(accessToken: string | undefined, path = "/v1/auth/session", method = "GET") {
  return fetch(site.origin + path, { method, headers: { authorization: `Bearer ${accessToken}` } });
}

async function listSignIns({ accessToken }: Pick<Person, "accessToken">) {
  const answer = await callApi(accessToken, "/v1/auth/user/sessions");
  return ((await answer.json()) as { content: { sessionId: string; application: string | null }[] }).content;
}

const newMcpClient = () => new Client({ name: "test", version: "1" });

describe("an MCP client", () => {
  it("finds its way from the address alone to a token for that product, by slug or id", async () => {
    const person = await makePerson();
    const { product } = person;
    for (const [organization, project] of [
      [product.slug, product.projectSlug],
      [product.organizationId, product.projectId],
    ] as const) {
      const address = mcpAddress(site, organization, project);
      const tokens = await signInAgent(openAgentClient(), person.browser, address);
      expect(decodeJwt(tokens.access_token)).toMatchObject({
        iss: `${site.origin}/oidc`,
        aud: mcpAddress(site, product.organizationId, product.projectId),
        sub: person.userId,
        scope: "mcp",
      });
      expect(await opens(tokens.access_token, person)).toBe(person.userId);
    }
  });

  it.each([
    [
      "streamable HTTP",
      "",
      (url: URL, authProvider: AgentClient) => new StreamableHTTPClientTransport(url, { authProvider }),
    ],
    [
      "server-sent events",
      "/sse",
      (url: URL, authProvider: AgentClient) => new SSEClientTransport(url, { authProvider }),
    ],
  ])("is led to the sign-in by a refused call, over %s, and connects then", async (_name, end, open) => {
    const person = await makePerson();
    const url = new URL(person.address + end);
    const agent = openAgentClient();
    const refused = open(url, agent);
    await expect(newMcpClient().connect(refused)).rejects.toThrow(UnauthorizedError);
    const back = await press(person.browser, await goToConsent(person.browser, agent.sentTo?.href ?? ""), "allow");
    await refused.finishAuth(back.searchParams.get("code") ?? "");
    const first = newMcpClient();
    await first.connect(open(url, agent));
    expect(await first.listTools()).toEqual({ tools: [] });
    await first.close();
    // With an access token that is over it gets a new one by itself.
    agent.known.tokens = { ...agent.known.tokens, access_token: "over", token_type: "Bearer" };
    const second = newMcpClient();
    await second.connect(open(url, agent));
    expect(await second.listTools()).toEqual({ tools: [] });
    await second.close();
  });

  it.each(["/sse", "/", "/sse/"])("means the same product with %s at the end of its address", async (end) => {
    const person = await makePerson();
    const tokens = await signInAgent(openAgentClient(), person.browser, person.address + end);
    expect(await opens(tokens.access_token, person)).toBe(person.userId);
  });

  it("gets new tokens for its refresh token, once each", async () => {
    const person = await makePerson();
    const client = openAgentClient();
    const first = await signInAgent(client, person.browser, person.address);
    expect(await auth(client, { serverUrl: person.address })).toBe("AUTHORIZED");
    expect(client.known.tokens?.refresh_token).not.toBe(first.refresh_token);
    expect(await opens(client.known.tokens?.access_token, person)).toBe(person.userId);
    // The old one again, as a thief would: everything of this sign-in ends.
    const second = client.known.tokens?.access_token;
    client.known.tokens = first;
    expect(await auth(client, { serverUrl: person.address })).toBe("REDIRECT");
    expect(await opens(second, person)).toBeNull();
  });

  it.each([
    ["a loopback address without a port", ["http://127.0.0.1/"], "http://127.0.0.1:51234/"],
    ["a loopback address with another port", ["http://localhost:1234/callback"], "http://localhost:51234/callback"],
    ["IPv6", ["http://[::1]:1234/callback"], "http://[::1]:51234/callback"],
    ["an editor's scheme", ["cursor://anysphere.cursor-mcp/oauth/callback"], undefined],
    ["a reverse domain name", ["com.example.notes:/callback"], undefined],
    ["https", ["https://notes.example.com/callback"], undefined],
    [
      "https beside loopback",
      ["https://vscode.dev/redirect", "http://127.0.0.1/", "http://127.0.0.1:33418/"],
      "http://127.0.0.1:51234/",
    ],
  ])("signs in with a redirect to %s", async (_name, redirect_uris, redirectUrl) => {
    const person = await makePerson();
    const client = openAgentClient({ redirect_uris }, redirectUrl);
    const tokens = await signInAgent(client, person.browser, person.address);
    expect(await opens(tokens.access_token, person)).toBe(person.userId);
  });

  it("gets no secret, though it asks for one", async () => {
    const client = openAgentClient({ token_endpoint_auth_method: "client_secret_post" });
    const person = await makePerson();
    await signInAgent(client, person.browser, person.address);
    expect(client.known.client).toMatchObject({ token_endpoint_auth_method: "none" });
    expect(client.known.client?.client_secret).toBeUndefined();
  });

  it("asks its person to sign in first where nobody is", async () => {
    const person = await makePerson();
    const browser = openBrowser();
    await signUp(site, browser, { ...somebody, email: `agent${(people += 1)}@example.test` });
    const client = openAgentClient();
    const stranger = openBrowser();
    const { path } = await openConsent(client, stranger, person.address);
    const email = `agent${people - 1}@example.test`;
    const signedIn = await stranger.sendForm(`${path}/sign-in`, { email, password: somebody.password });
    const resume = await stranger.get(new URL(signedIn.headers.get("location") ?? "", path).href);
    const consent = new URL(resume.headers.get("location") ?? "", path).href;
    const page = await (await stranger.get(consent)).text();
    expect(page).toContain("Allow Field Notes?");
    const back = await press(stranger, { path: consent, page }, "allow");
    expect(back.searchParams.get("code")).not.toBeNull();
  });
});

describe("the consent page", () => {
  it("says who asks for what, whose account it is, and where it leads", async () => {
    const person = await makePerson();
    const { page, answer } = await openConsent(openAgentClient(), person.browser, person.address);
    for (const text of ["Field Notes", "Ferry Board", "Northquay", `agent${people}@example.test`, "this computer"]) {
      expect(page).toContain(text);
    }
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(answer.headers.get("content-security-policy")).toMatch(/form-action 'self' \S+ http:\/\/127.0.0.1:33418;/);
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
  });

  it("says what the application may change: nothing, or tasks where the product lets agents", async () => {
    const person = await makePerson();
    const openPage = async () => (await openConsent(openAgentClient(), person.browser, person.address)).page;
    const off = await openPage();
    expect(off).toContain("It may change nothing. If an Owner or Admin lets agents change tasks of this product later");
    expect(off).not.toContain("to change its tasks");
    const { organizationId, projectId } = person.product;
    await switchAgentWriting(person.ctx, { organizationId, projectId, isOn: true });
    const on = await openPage();
    expect(on).toContain("and to change its tasks as agent");
    expect(on).toContain("It may create tasks of this product, move them between Backlog, Todo and In Progress");
    expect(on).toContain("It may push changes of the code for review");
    expect(on).not.toContain("It may change nothing.");
  });

  it("shows a hostile name as a short text", async () => {
    const person = await makePerson();
    const client_name = `<script>alert(1)</script>\u202e\u0000\u200b${"x".repeat(900)}`;
    const { page } = await openConsent(openAgentClient({ client_name }), person.browser, person.address);
    expect(page).toContain("&lt;script&gt;");
    expect(page).not.toMatch(/<script|\u202e|\p{Cc}(?<!\n)|\u200b|x{64}/u);
  });

  it("is asked again, each time", async () => {
    const person = await makePerson();
    const client = openAgentClient();
    await signInAgent(client, person.browser, person.address);
    client.known.tokens = undefined;
    expect((await openConsent(client, person.browser, person.address)).page).toContain("Allow Field Notes?");
  });

  it("tells the client nothing but that it was refused", async () => {
    const person = await makePerson();
    const back = await press(
      person.browser,
      await openConsent(openAgentClient(), person.browser, person.address),
      "cancel",
    );
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: "access_denied",
      error_description: expect.any(String),
      iss: `${site.origin}/oidc`,
    });
  });

  it("shows a missing and an unreadable product alike, and lets nobody in", async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const missing = mcpAddress(site, "no-such-organization", "no-such-product");
    const pages: string[] = [];
    for (const address of [other.address, missing]) {
      const client = openAgentClient();
      const consent = await openConsent(client, person.browser, address);
      expect(consent.answer.status).toBe(404);
      pages.push(consent.page.replaceAll(/interaction\/[\w-]+/g, "interaction"));
      const audience = mcpAddress(site, other.product.organizationId, other.product.projectId);
      const answer = await person.browser.sendForm(`${consent.path}/allow`, { audience });
      expect([answer.status, answer.headers.get("location")]).toEqual([404, null]);
      expect((await press(person.browser, consent, "cancel")).searchParams.get("error")).toBe("access_denied");
    }
    expect(pages[0]).toBe(pages[1]);
    expect(pages[0]).not.toContain("Ferry Board");
  });

  it.each<[string, (path: string, browser: Browser) => Promise<Response>]>([
    ["of another site", (path, by) => by.sendForm(`${path}/allow`, {}, { origin: "https://evil.example" })],
    ["of another browser", (path) => openBrowser().sendForm(`${path}/allow`, {})],
    ["without what was shown", (path, by) => by.sendForm(`${path}/allow`, {})],
    [
      "with another product",
      (path, by) => by.sendForm(`${path}/allow`, { audience: `${site.origin}/v1/o/x/p/y/context` }),
    ],
    ["that is too large", (path, by) => by.sendForm(`${path}/allow`, { audience: "x".repeat(20_000) })],
  ])("takes no form %s", async (_name, send) => {
    const person = await makePerson();
    const { path } = await openConsent(openAgentClient(), person.browser, person.address);
    const answer = await send(path, person.browser);
    expect(answer.headers.get("location")).toBeNull();
    const still = await (await person.browser.get(path)).text();
    expect(still).toContain("Allow Field Notes?");
  });

  it("is asked anew of somebody who takes another account", async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const { path, page } = await openConsent(openAgentClient(), person.browser, other.address);
    expect(page).toContain("There is no such product");
    const typed = { email: `agent${people}@example.test`, password: somebody.password };
    const signedIn = await person.browser.sendForm(`${path}/sign-in`, typed);
    // The account before is signed out by a form that browsers send by themselves.
    const between = await (await person.browser.get(signedIn.headers.get("location") ?? "")).text();
    const fields = [...between.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
    const [, action = ""] = /action="([^"]*)"/.exec(between) ?? [];
    const resumed = await person.browser.sendForm(action, Object.fromEntries(fields) as Record<string, string>);
    const consent = await goToConsent(person.browser, resumed.headers.get("location") ?? "");
    expect(consent.page).toContain(`as ${typed.email}`);
    expect((await press(person.browser, consent, "allow")).searchParams.get("code")).not.toBeNull();
  });
});

describe("a token of an agent", () => {
  it("opens its product's MCP server, and neither the API nor another product's", async () => {
    const person = await makePerson();
    const second = await makeProject(site.world, person.product.organization);
    const { access_token } = await signInAgent(openAgentClient(), person.browser, person.address);
    expect(await opens(access_token, person)).toBe(person.userId);
    expect(await opens(access_token, { product: { ...person.product, ...second } })).toBeNull();
    expect((await callApi(access_token)).status).toBe(401);
    expect((await callApi(person.accessToken)).status).toBe(200);
    expect(await opens(person.accessToken, person)).toBeNull();
  });

  it("stays with its product when somebody else takes the slug", async () => {
    const person = await makePerson();
    const { access_token } = await signInAgent(openAgentClient(), person.browser, person.address);
    const { organizationId, slug } = person.product;
    const { db } = site.world.ctx;
    await db
      .update(organizations)
      .set({ slug: `${slug}-old` })
      .where(eq(organizations.organizationId, organizationId));
    const taker = await makeProject(site.world);
    await makeMember(site.world, taker.organizationId, person.userId, "editor");
    const target = { organizationId: taker.slug, projectId: taker.projectSlug };
    expect(await authenticateAgent(site.world.ctx, access_token, target)).toBeNull();
    expect(await opens(access_token, person)).toBe(person.userId);
  });

  it("ends with the membership of its person", async () => {
    const person = await makePerson();
    const { access_token } = await signInAgent(openAgentClient(), person.browser, person.address);
    await site.world.ctx.db.delete(members).where(eq(members.userId, person.userId));
    expect(await opens(access_token, person)).toBeNull();
  });

  it("is no better than a key, which opens every product of its person and the API not at all", async () => {
    const person = await makePerson();
    const { key } = await createApiKey(person.ctx, { scopes: ["mcp"] });
    expect(await opens(key, person)).toBe(person.userId);
    expect((await callApi(key)).status).toBe(401);
    expect(await opens("made-up", person)).toBeNull();
    expect(await opens("", person)).toBeNull();
  });
});

describe("the list of sign-ins", () => {
  it("names the application, and ends it without signing the browser out", async () => {
    const person = await makePerson();
    const client = openAgentClient();
    const { access_token } = await signInAgent(client, person.browser, person.address);
    const listed = await listSignIns(person);
    expect(new Set(listed.map(({ application }) => application))).toEqual(new Set(["Field Notes", null]));
    const { sessionId } = listed.find(({ application }) => application !== null) ?? {};
    expect((await callApi(person.accessToken, `/v1/auth/user/sessions/${sessionId}`, "DELETE")).status).toBe(204);
    expect(await opens(access_token, person)).toBeNull();
    expect((await callApi(person.accessToken)).status).toBe(200);
    expect(await auth(client, { serverUrl: person.address })).toBe("REDIRECT");
    expect((await person.browser.sendJson(`${site.origin}/v1/tokens/refresh`)).status).toBe(200);
  });

  it("ends applications with all other sign-ins", async () => {
    const person = await makePerson();
    const { access_token } = await signInAgent(openAgentClient(), person.browser, person.address);
    expect((await callApi(person.accessToken, "/v1/auth/user/sessions", "DELETE")).status).toBe(204);
    expect(await opens(access_token, person)).toBeNull();
    expect((await callApi(person.accessToken)).status).toBe(200);
  });

  it("keeps an application when its person signs out of the browser", async () => {
    const person = await makePerson();
    const client = openAgentClient();
    await signInAgent(client, person.browser, person.address);
    expect((await person.browser.sendJson(`${site.origin}/v1/tokens/revoke`)).status).toBe(204);
    expect((await callApi(person.accessToken)).status).toBe(401);
    expect(await auth(client, { serverUrl: person.address })).toBe("AUTHORIZED");
    expect(await opens(client.known.tokens?.access_token, person)).toBe(person.userId);
  });

  it("forgets an application that gives its token back; the browser stays signed in", async () => {
    const person = await makePerson();
    const client = openAgentClient();
    const tokens = await signInAgent(client, person.browser, person.address);
    const body = new URLSearchParams({
      client_id: client.known.client?.client_id ?? "",
      token: tokens.refresh_token ?? "",
    });
    expect((await fetch(`${site.origin}/oidc/token/revocation`, { method: "POST", body })).status).toBe(200);
    expect(await opens(tokens.access_token, person)).toBeNull();
    expect((await listSignIns(person)).map(({ application }) => application)).toEqual([null]);
    expect((await person.browser.sendJson(`${site.origin}/v1/tokens/refresh`)).status).toBe(200);
  });

  it("does not take an application for a browser when its registration is gone", async () => {
    const person = await makePerson();
    const client = openAgentClient();
    await signInAgent(client, person.browser, person.address);
    await createOidcAdapter(site.world.ctx.wholeDb)("Client").destroy(client.known.client?.client_id ?? "");
    expect((await listSignIns(person)).map(({ application }) => application)).toContain("An application");
  });
});
