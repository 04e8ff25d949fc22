const irregular: Readonly<Record<string, string>> = {
  person: "people", man: "men", woman: "women", child: "children", foot: "feet", tooth: "teeth", mouse: "mice", datum: "data",
  medium: "media", analysis: "analyses", criterion: "criteria", quiz: "quizzes", index: "indices", vertex: "vertices", ox: "oxen",
}; // prettier-ignore
const uncountable =
  /(?:^|_)(?:equipment|information|money|species|series|fish|sheep|jeans|police|news|data|media|metadata|feedback|staff)$/;

/** Of the last word: "user_address" is "user_addresses". */
export function plural(name: string): string {
  if (uncountable.test(name)) return name;
  const at = name.lastIndexOf("_") + 1;
  const [head, word] = [name.slice(0, at), name.slice(at)];
  const known = Object.hasOwn(irregular, word) ? irregular[word] : undefined;
  if (known !== undefined) return `${head}${known}`;
  if (/sis$/i.test(word)) return `${name.slice(0, -2)}es`;
  if (/(?:[sxz]|ch|sh)$/i.test(word)) return `${name}es`;
  return /[^aeiou]y$/i.test(word) ? `${name.slice(0, -1)}ies` : `${name}s`;
}
