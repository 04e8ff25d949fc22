import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { existsSync } from "node:fs";
import { openIndex } from "../../code-index/open-index.ts";
import { updateIndex } from "../../code-index/update-index.ts";
import { createMirrorSource } from "../../platform/git/mirror-source.ts";
import { toLines } from "../evidence.ts";
import { planPages } from "./page-plans.ts";
import { writeSection } from "./write-section.ts";

const [dir = "", name = "", servicesArg = "/"] = process.argv.slice(2);
const commit = execFileSync("git", ["--git-dir", dir, "rev-parse", "HEAD"], { encoding: "utf8" }).trim();
const directory = `/tmp/pages/index/${name}`;
mkdirSync(directory, { recursive: true });
const report = await updateIndex({ directory, source: createMirrorSource(dir), commit });
console.error(name, "index", report.files, "files", report.symbols, "symbols", report.durationMs, "ms");
const index = openIndex(directory);
if (!index) throw new Error("no index");
let reads = 0;
const cache = new Map<string, Promise<string[] | null>>();
const reader = { repositoryId: "r1", commit, readLines: (path: string) => { let known = cache.get(path); if (!known) { reads += 1; known = Promise.resolve().then(() => { try { return toLines(execFileSync("git", ["--git-dir", dir, "show", `${commit}:${path}`], { encoding: "utf8", maxBuffer: 1e9, stdio: ["ignore","pipe","ignore"] })); } catch { return null; } }); cache.set(path, known); } return known; } };
const services = servicesArg.split(",").map((path, at) => ({ serviceId: String(at), name: path === "/" ? name : path, description: "", type: "api", repositoryId: "r1", workingPath: path }));
const started = performance.now();
const plans = planPages({ productName: name, repositories: [{ repositoryId: "r1", name, index, reader }], services });
for (const plan of plans) {
  let out = `# ${plan.title}\n`;
  for (const recipe of plan.recipes) {
    const t = performance.now();
    const section = await writeSection(recipe, plan.subject);
    const ms = Math.round(performance.now() - t);
    if (ms > 400) console.error("slow", plan.plan, recipe.recipe, ms);
    if (!section) { out += `\n<!-- ${recipe.recipe}: nothing -->\n`; continue; }
    out += `\n## ${section.title}\n\n${section.output === "mermaid" ? "```mermaid\n" + section.content + "\n```" : section.content}\n\n<!-- dropped ${section.dropped}\n${section.sources.map((s, i) => `[${i + 1}] ${s.path}:${s.startLine}-${s.endLine}`).join("\n")}\n-->\n`;
  }
  mkdirSync(`/tmp/pages/${name}`, { recursive: true });
  writeFileSync(`/tmp/pages/${name}/${plan.plan}-${plan.title.replace(/\W+/g, "_")}.md`, out);
}
console.error("pages", Math.round(performance.now() - started), "ms", reads, "files read");
void existsSync;
