import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { ProseBlock } from "#server/engine/text/parse-prose.ts";

import { purposeOfCommand } from "./command-purpose.ts";
import { shellNotes } from "./document-sections.ts";
import { stagedTasks } from "./task-order.ts";

/** One command that starts all there is. */
const startsAll =
  /^(?:(?:docker|podman)[- ]compose (?:-\S+ \S+ )*up(?=(?:\s+-\S+)*$)|docker run\b|tye run\b|tilt up\b|skaffold (?:dev|run)\b|vagrant up\b|dotnet run\b.*\bAppHost\b|aspire run\b|(?:\.\/)?(?:[\w.-]+\/)*(?:run|start)[_-](?:all|everything)\b|make (?:up|run-all|start-all|compose\S*)$)/i;
const starts =
  /^(?:java\b.* -jar |(?:python3?|node|deno run|bun run) (?:-\S+ )*[\w./\\-]+\.(?:py|m?js|ts)\b|pm2 start\b|dapr run\b|\.\.?\/mvnw spring-boot:run|(?:mvn|gradle|\.\/gradlew) .*\b(?:spring-boot:run|bootRun|quarkus:dev|run)\b|(?:npm|yarn|pnpm|bun) (?:run )?(?:start|dev|serve)\b)/i;
const intoCluster = /^(?:kubectl|helm|minikube|azd|eksctl|gcloud|terraform|oc|flyctl)\s/;
/** Parts of it, or what it rests on. */
const ofOther =
  /\b(?:infra\w*|dependenc\w*|deps|databases?|dbs?|postgres\w*|mysql\w*|mariadb\w*|mongo\w*|redis\w*|rabbit\w*|kafka\w*|elasticsearch|load|tests?|monitor\w*|debug)\b/i;

/** How much of the whole a command starts: 2 all, 1.5 a program, 0.5 something in a cluster, 0 nothing. */
export function worthOfStart(scope: CodeScope): (command: string) => number {
  const tasks = new Set(
    stagedTasks(scope)
      .filter(({ stage }) => stage === "server" || stage === "web")
      .map(({ line }) => line),
  );
  return (line) => {
    const command = line.replace(/^sudo\s+/, "");
    if (intoCluster.test(command)) return 0.5;
    if (startsAll.test(command)) return ofOther.test(command) ? 0 : 2;
    return tasks.has(command) || starts.test(command) || purposeOfCommand(command) === "run" ? 1.5 : 0;
  };
}

const programs =
  /^(?:sudo )?(?:\.{0,2}\/\S+|(?:docker|podman)(?:[- ]compose)?|npm|npx|yarn|pnpm|bun|make|just|task|mvn|gradle|go|cargo|dotnet|python3?|pip3?|uv|poetry|php|composer|bundle|rails|rake|mix|java|node|git|cp|export|kubectl|helm|tye|tilt|skaffold|vagrant|deno|flask|uvicorn|pm2|dapr|azd|brew|apt(?:-get)?|curl|wget|cd|sh|bash)\s+\S/;

/** Whether a line of a document is typed: all lines of a block for a shell are. */
export function holdsCommand(block: ProseBlock, commands: readonly string[]): boolean {
  const isShell = block.kind === "code" && block.note !== "" && block.note !== "text" && shellNotes.test(block.note);
  return commands.length > 0 && (isShell || commands.some((command) => programs.test(command)));
}
