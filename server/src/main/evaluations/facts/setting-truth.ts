import type { FactTruth, ReadText } from "./truth.ts";

const name =
  /(?:^|\/)(?:\.env[\w.-]*\.?(?:example|sample|template|dist|defaults?)|[\w.-]*env\.(?:example|sample)|\.env\.(?:example|sample|template))$/i;
const aside = /(?:^|\/)(?:node_modules|vendor|tests?|e2e|fixtures?|examples?)\//i;

/** The variables that example files of environments list, those that are commented out too. */
export async function loadSettingTruth(paths: readonly string[], read: ReadText): Promise<FactTruth | null> {
  const files: string[] = [];
  const keys = new Set<string>();
  for (const path of paths.filter((one) => name.test(one) && !aside.test(one))) {
    const text = (await read(path)) ?? "";
    const found = [...text.matchAll(/^\s*(?:#\s?)?(?:export\s+)?([A-Z][A-Z0-9_]{2,})\s*=/gm)].map(
      (one) => one[1] ?? "",
    );
    if (found.length === 0) continue;
    files.push(path);
    for (const key of found) keys.add(key);
  }
  return files.length === 0 ? null : { kind: "settings", files, keys };
}
