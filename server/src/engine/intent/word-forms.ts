const endings =
  /(?:(?<=[a-z]{4})(?:ies|ied|ations?|ators?|ment|ments|ings?|ions?|ers?|ors?|able|ed|es|ly|al|e|s|y)|(?<=[a-z]{3})(?:ing|ed|s|y|e))$/;
const others = ["", "e", "y", "s", "es", "ed", "ing", "er", "or", "ion", "ation", "ies", "ment"];
const fewestLetters = 5;

/**
 * Other forms in which code may say a word, the shortest first: "expire" and "expired" for "expiry". Not all of them are words; none
 * for short ones, which mean too much.
 */
export function formsOf(word: string): string[] {
  if (word.length < fewestLetters || !/^[a-z]+$/.test(word)) return [];
  const root = word.replace(endings, "");
  // "Stopped" is of "stop", "notification" of "notify".
  const isDoubled = /([bdglmnprt])\1$/.test(root);
  const roots = [
    ...(isDoubled ? [root.slice(0, -1)] : []),
    root,
    ...(root.endsWith("ific") ? [root.slice(0, -2)] : []),
  ];
  const forms = roots.flatMap((one) => others.map((ending) => `${one}${ending}`));
  return [...new Set(forms)].filter(
    (form) => form !== word && form.length >= (isDoubled ? fewestLetters - 1 : fewestLetters),
  );
}
