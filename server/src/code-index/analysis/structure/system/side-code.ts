import { withoutPackage } from "#server/code-index/analysis/structure/without-package.ts";

/** Programs that nobody keeps running. */
const tool =
  /(?:^|[-_.])(?:cli|ctl|tools?|helper|builder|base|sdk|gen(?:erator)?|docs?|examples?|scripts?|bench(?:mark)?|test(?:s|ing)?|seed(?:er)?|setup|install(?:er)?|migrat(?:e|ions?|or)|docker|package|packaging|apphost|app-host)(?:$|[-_.])/i;
const side =
  /(?:^|\/)(?:examples?|samples?|scripts?|tools?|docs?|hack|dev|installers?|test(?:s|ing)?|bench(?:es|marks?)?|website|[\w-]+-site|e2e|templates?|playground|apphost)\//i;

/** By the last part of its path. */
export function isTool(name: string): boolean {
  return tool.test(name.replace(/(?<=[a-z])(?=[A-Z])/g, "-"));
}

export function isAside(path: string): boolean {
  return side.test(withoutPackage(path));
}

/** Whether a framework reads a file in whatever runs its code, with all settings of services. */
export function isReadAtStart(path: string): boolean {
  return (
    /(?:^|\/)config\/(?:initializers\/|environments\/|packages\/)?[\w-]+\.(?:rb|php|exs?|ya?ml)$/.test(path) &&
    !/(?:devise|omniauth|o?auth\d?|sign_?in|sessions?|captcha)\w*\.\w+$/i.test(path)
  );
}
