const ofWhatIsNot =
  /\b(?:road ?map|planned|plans?|to-?do|ideas?|wish ?list|future|upcoming|coming soon|unsupported|not (?:yet )?supported|non-?goals?|out of scope|removed|deprecated|known issues?)\b/i;

/** Whether a heading announces what is only planned or wished for, or is not there. */
export function tellsWhatIsNot(heading: string): boolean {
  return ofWhatIsNot.test(heading);
}
