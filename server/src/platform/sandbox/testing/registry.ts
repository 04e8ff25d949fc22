import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A registry of npm's with one package, on an address of this machine. */
export interface TestRegistry {
  /** "127.0.0.20:41234", as RUN_REGISTRY_HOSTS and EGRESS_ALLOW want it. */
  endpoint: string;
  /** The file of its certificate, which nobody else signed. */
  certificate: string;
  /** Paths that were asked for. */
  requests: string[];
  /** A lockfile and manifest that want the package. */
  files: Record<"package.json" | "package-lock.json", string>;
  close(): Promise<void>;
}

const certificateProgram = "/usr/bin/openssl";

/** Serves the package `greeting`, whose only file says hello; over https with a certificate that nobody knows. */
export async function startTestRegistry(host: string): Promise<TestRegistry> {
  const folder = await mkdtemp(join(tmpdir(), "cairn-registry-"));
  // Whoever installs is another account.
  await chmod(folder, 0o755);
  const archive = await makePackage(folder);
  const [key, cert] = await makeCertificate(folder, host);
  const requests: string[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    requests.push(request.url ?? "");
    if (request.url === "/greeting/-/greeting-1.0.0.tgz") response.end(archive);
    else response.writeHead(404).end("{}");
  });
  await once(server.listen(0, host), "listening");
  const endpoint = `${host}:${(server.address() as AddressInfo).port}`;
  const manifest = { name: "app", version: "1.0.0", dependencies: { greeting: "1.0.0" } };
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  const resolved = `https://${endpoint}/greeting/-/greeting-1.0.0.tgz`;
  const lock = {
    name: "app",
    version: "1.0.0",
    lockfileVersion: 3,
    requires: true,
    packages: { "": manifest, "node_modules/greeting": { version: "1.0.0", resolved, integrity } },
  };
  return {
    endpoint,
    certificate: join(folder, "cert.pem"),
    requests,
    files: { "package.json": JSON.stringify(manifest), "package-lock.json": JSON.stringify(lock) },
    async close() {
      server.close();
      server.closeAllConnections();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makePackage(folder: string): Promise<Buffer> {
  await mkdir(join(folder, "package"));
  await writeFile(join(folder, "package/package.json"), '{"name":"greeting","version":"1.0.0"}');
  await writeFile(join(folder, "package/index.js"), 'module.exports = "hello";');
  execFileSync("tar", ["--create", "--gzip", "--file=package.tgz", "package"], { cwd: folder });
  return await readFile(join(folder, "package.tgz"));
}

async function makeCertificate(folder: string, host: string): Promise<[Buffer, Buffer]> {
  const files = [join(folder, "key.pem"), join(folder, "cert.pem")] as const;
  const subject = ["-subj", "/CN=registry", "-addext", `subjectAltName=IP:${host},DNS:localhost`, "-days", "2"];
  const keys = ["-nodes", "-newkey", "rsa:2048", "-keyout", files[0], "-out", files[1]];
  execFileSync(certificateProgram, ["req", "-x509", ...subject, ...keys], { stdio: "ignore" });
  return [await readFile(files[0]), await readFile(files[1])];
}
