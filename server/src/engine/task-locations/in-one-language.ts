/** "lang/fr/auth.php", "i18n/pt-BR.ts": a folder or file of one language among others. */
const languageName =
  /(?<=(?:^|\/)(?:lang|locales?|i18n|l10n|translations?)\/(?:[^/]+\/)?)[a-z]{2}(?:[-_][a-z]{2,4})?(?=\/|\.\w+$)/i;

/** Of files with the same texts in several languages the first one, best first; all others as they are. */
export function inOneLanguage<T extends { path: string }>(files: readonly T[]): T[] {
  const known = new Set<string>();
  return files.filter(({ path }) => {
    const text = path.replace(languageName, "*");
    const isFirst = text === path || !known.has(text);
    known.add(text);
    return isFirst;
  });
}

/** Whether a file has texts in the language in which most others are written first. */
export function isEnglish(path: string): boolean {
  return languageName.exec(path)?.[0].toLowerCase().startsWith("en") ?? false;
}
