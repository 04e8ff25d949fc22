/** That one part uses another, as people say it of one or of several. As part of a pattern. */
export const useVerb =
  "(?:uses?|calls?|depends?\\s+on|talks?\\s+to|reads?(?:\\s+from)?|writes?\\s+(?:in)?to|needs?|imports?|asks?|quer(?:y|ies)|access(?:es)?|publish(?:es)?\\s+(?:to|in)|sends?(?:\\s+messages)?\\s+to|consumes?(?:\\s+from)?|subscribes?\\s+to|listens?\\s+to|stores?\\s+in|caches?\\s+in)";
