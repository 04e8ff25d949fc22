/** A call that puts a path in front of what a program serves, or a part of it: `addServlet(holder, "/api/*")`. */
export interface PrefixCall {
  /** With the flag "g"; the group `path` is a text or a name, `of` what is served there. */
  pattern: RegExp;
  /** What is served there has to hold this, itself or where it is made. */
  holds?: RegExp;
  /** Says that it is in front of everything. */
  ofAll?: RegExp;
  /** Says what else it is in front of: the group `below` is a package, or the name of a mark behind an @. */
  ofPart?: RegExp;
  /** Whether it is in front of the class of the object that is served there, and may have no path. */
  ofClass?: true;
  /** Whether it is in front of an unknown part where none of them is said. */
  mayBePart?: true;
}
