import type { Passage } from "./passage.ts";

/** What fills a store to try things out has the words of everything, and tells of nothing. */
const sampleData = /(?:^|\/)(?:seeds?|seeders?|seeding|sample[-_]?data|dummy[-_]?data)(?:\/|(?:[._-][\w.-]*)?\.\w+$)/i;
const namesSampleData = /\bseed\w*|\bsample|\bdummy|\bdemo/i;
const styles = /\.(?:css|scss|less|sass|styl)$/i;
const namesStyles = /\bstyl|\bcss\b|\bcolou?rs?\b|\bthem(?:e|es|ing)\b|\blayout\b/i;
/** Every screen and every component has one. */
const anyName =
  /^(?:Page|App|Index|Layout|Component|Wrapper|Container|default|setup|props|render|main|init|getLayout|getServerSideProps|getStaticProps|submit)$/;

/**
 * Whether a place is named beside a question only because it has words of many things: sample data, styles, packages of others that lie in
 * the repository, and declarations that every screen has. None is named as near to what was asked.
 */
export function saysNothingNear({ path, fileKind, name }: { path: string; fileKind: string; name: string }, text: string): boolean {
  if (fileKind === "vendored" || fileKind === "generated") return true;
  if (sampleData.test(path) && !namesSampleData.test(text)) return true;
  if (styles.test(path) && !namesStyles.test(text)) return true;
  return anyName.test(name) && !text.includes(name);
} // prettier-ignore

/** Whether a declaration is called as one of every screen. */
export function isAnyName(name: string): boolean {
  return anyName.test(name);
}

/** The same of a passage. */
export function isNoNeighbour({ path, fileKind, content }: Passage, text: string): boolean {
  return saysNothingNear({ path, fileKind, name: content.type === "symbol" ? content.symbol.name : "" }, text);
}
