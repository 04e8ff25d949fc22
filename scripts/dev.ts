/** `npm run dev`: the product from sources, restarted when the server changes, with the web app reloading by itself. */
import { spawn } from "node:child_process";
import path from "node:path";

import { root } from "./run.ts";

const webPort = "4001";
const env = {
  ...process.env,
  DATA_DIR: process.env.DATA_DIR ?? path.join(root, "data"),
  CLIENT_HOST: process.env.CLIENT_HOST ?? `http://localhost:${webPort}`,
};
const watched = ["--watch-path=server/src", "--watch-path=contract/src"];
const server = spawn(process.execPath, [...watched, "scripts/start.ts"], { cwd: root, env, stdio: "inherit" });
const web = spawn(process.execPath, [path.join(root, "node_modules/vite/bin/vite.js"), "--port", webPort], {
  cwd: path.join(root, "web"),
  env,
  stdio: "inherit",
});
console.log(`Open http://localhost:${webPort} once both are ready.`);

function stop(): void {
  server.kill("SIGTERM");
  web.kill("SIGTERM");
}
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
server.once("exit", stop);
web.once("exit", stop);
