/** The settings cannot be used. `lines` holds one readable sentence per mistake. */
export class SettingsError extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(
      `The settings have ${lines.length === 1 ? "a mistake" : `${lines.length} mistakes`}:\n  ${lines.join("\n  ")}`,
    );
    this.name = "SettingsError";
    this.lines = lines;
  }
}
