import { withoutPackage } from "#server/code-index/analysis/structure/without-package.ts";

const sideFolder =
  /^t\/|(?:^|\/)(?:bench\w*|perf\w*-?\w*|examples?|demos?|samples?|playgrounds?|fixtures?|fuzz|runtime-tests|testdata)\/|(?:^|\/)test[_-]?(?:helpers?|utils?|support)\w*\.\w+$/i;

/** Whether a file, or a folder that ends with a slash, shows or measures the code without being part of what it does. */
export function isBesideCode(path: string): boolean {
  return sideFolder.test(withoutPackage(path));
}
