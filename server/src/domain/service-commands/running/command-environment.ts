/** What a command of a service sees beside what the sandbox sets. Nothing of the server's own environment. */
export const commandEnvironment: Readonly<Record<string, string>> = {
  // Nobody is there to answer questions, and test runners end instead of watching.
  CI: "true",
  NO_COLOR: "1",
  TERM: "dumb",
  // The system's own packages are read-only; its package manager of Python would not even try.
  PIP_BREAK_SYSTEM_PACKAGES: "1",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  PYTHONUNBUFFERED: "1",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_update_notifier: "false",
  COREPACK_ENABLE_DOWNLOAD_PROMPT: "0",
  DOTNET_CLI_TELEMETRY_OPTOUT: "1",
  DOTNET_NOLOGO: "1",
};

/** A command with what package managers install for one account before the programs of the system. */
export function withOwnPrograms(command: string): string {
  return `export PATH="$HOME/.local/bin:$HOME/go/bin:$HOME/.cargo/bin:$PATH"; ${command}`;
}
