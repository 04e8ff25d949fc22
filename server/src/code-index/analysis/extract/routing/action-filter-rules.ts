/** How classes say what runs before their methods: `before_action :require_admin, only: :destroy`. */
export interface ActionFilterRules {
  /** Files without any of this are not read for it. */
  text: RegExp;
  /** What the words called in the class mean: one is run before, one no more, or the word itself asks. */
  words: Readonly<Record<string, "before" | "skip" | "itself">>;
  /** Calls whose blocks belong to the class, or to those that include it. */
  blocks: RegExp;
  /** Names of classes whose methods are actions, whatever they say. */
  classes: RegExp;
  /** What stands in the body of a method that may answer instead of the action. */
  stops: RegExp;
}
