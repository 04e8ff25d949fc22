import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { isExample, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { someOf } from "#server/engine/text/wording.ts";

import { findRequests, toolFiles, toolRules } from "./tool-rules.ts";

/** What must be there before anything else, from the lines that ask for it. */
export async function findPrerequisites(scope: CodeScope): Promise<Statement[]> {
  const found = new Map<string, Statement>();
  for (const path of toolFiles(scope)) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const own = toolRules.filter((rule) => rule.file.test(name));
    const lines = (await scope.lines(path)) ?? [];
    for (const rule of own) {
      const [at = -1] = findRequests(rule, lines);
      const match = lines[at]?.match(rule.line);
      const text = match ? rule.say(match, name) : null;
      if (text === null) continue;
      const known = found.get(text);
      found.set(text, { text, evidence: [...(known?.evidence ?? []), scope.at(path, at + 1)].slice(0, 2) });
    }
  }
  const own = [...found.values()].toSorted(
    (a, b) => Number(a.text.includes("selects")) - Number(b.text.includes("selects")),
  );
  return [...own, ...(await composeServices(scope))];
}

/** The images that the compose file starts: what would otherwise have to be installed by hand. */
async function composeServices(scope: CodeScope): Promise<Statement[]> {
  const path = scope.files
    .map((file) => file.path)
    .filter(
      (one) =>
        /(?:^|\/)(?:docker-)?compose(?:[.-](?:dev|local|development))?\.ya?ml$/.test(one) &&
        isNearRoot(scope.shorten(one)) &&
        !isExample(one),
    )
    .toSorted((a, b) => a.split("/").length - b.split("/").length)[0];
  const lines = path === undefined ? null : await scope.lines(path);
  if (path === undefined || lines === null) return [];
  const images = lines.flatMap((line, at) => {
    const image = line.match(/^\s*image:\s*["']?([^\s"'#]+)/)?.[1];
    return image && !image.includes("$") ? [{ image, line: at + 1 }] : [];
  });
  if (images.length === 0)
    return [
      {
        text: `Docker, if you want the containers of ${codeSpan(scope.shorten(path))}.`,
        evidence: [
          scope.at(
            path,
            Math.max(
              0,
              lines.findIndex((line) => /^\s+(?:build|image):/.test(line)),
            ) + 1,
          ),
        ],
      },
    ];
  const names = someOf([...new Set(images.map(({ image }) => codeSpan(image)))], 4);
  return [
    {
      text: `Docker, if you want ${codeSpan(scope.shorten(path))} to start ${names} for you.`,
      evidence: images.slice(0, 6).map(({ line }) => scope.at(path, line)),
    },
  ];
}

/** One in a folder of anything else starts what that folder is about. */
function isNearRoot(path: string): boolean {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  return (
    folder === "" ||
    /^(?:\.?docker|compose|containers?|deploy(?:ment)?|dev|development|infra|local|\.?devcontainer)$/i.test(folder)
  );
}
