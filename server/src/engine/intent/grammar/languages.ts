/** Languages that people ask to be translated into, as patterns. */
export const languages = [
  "german", "french", "spanish", "italian", "portuguese", "dutch", "polish", "turkish", "japanese", "chinese", "korean",
  "russian", "arabic", "hindi", "deutsch",
]; // prettier-ignore
