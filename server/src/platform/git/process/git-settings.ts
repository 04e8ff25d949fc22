/** From here on git streams a file, and compares it with nothing. */
export const bigFileBytes = 64 * 1024 * 1024;

/** What one git command may use of network and credentials. Everything that is not named here is off. */
export interface GitSettings {
  /** Absolute path of a bare repository. */
  directory: string;
  /** Transports the command may use: "https", "http:https", "ssh" or "file"; none unless said. */
  allowProtocol?: string;
  /** Further `-c` settings of this one command, "name=value". */
  config?: readonly string[];
  /** Given to git only when the server at `origin` demands it. */
  credential?: GitCredential;
  /** Settings of the one SSH connection the command may make; its key and host keys lie beside it. */
  sshConfigFile?: string;
  /** Absolute path of an index of one's own, which git makes when it is missing. */
  indexFile?: string;
  /** Makes git write every packet of git's own protocol to standard error, as lines with "packet:". */
  isTraced?: boolean;
}

export interface GitCredential {
  /** "https://host:port"; no other host is ever offered the credential. */
  origin: string;
  username: string;
  password: string;
}

/**
 * Old, harmless mistakes in dates, names and mode padding. Famous repositories carry them in commits that can no longer
 * change; every other finding of git's object check refuses the fetch.
 */
export const forgivenObjectFlaws = [
  "badDate",
  "badDateOverflow",
  "badEmail",
  "badName",
  "badTimezone",
  "missingEmail",
  "missingNameBeforeEmail",
  "missingSpaceBeforeDate",
  "missingSpaceBeforeEmail",
  "multipleAuthors",
  "nulInCommit",
  "zeroPaddedDate",
  "zeroPaddedFilemode",
];

/** Findings of git's check that are only notes to it, and refused of what runs and agents bring. */
export const alsoRefusedObjectFlaws = ["badFilemode", "gitattributesSymlink", "gitignoreSymlink", "mailmapSymlink"];

const fixedConfig = [
  // Nothing inside a repository may start a program.
  "safe.bareRepository=explicit",
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "credential.helper=",
  "submodule.recurse=false",
  // The address that was checked is the address that is used.
  "http.followRedirects=false",
  "protocol.version=2",
  // What comes in is checked, stays in packs, and is left alone afterwards.
  "transfer.fsckObjects=true",
  "transfer.unpackLimit=1",
  ...forgivenObjectFlaws.map((flaw) => `fetch.fsck.${flaw}=ignore`),
  // Whatever the server's umask: sandboxes read objects by another account. The folders above let nobody in.
  "core.sharedRepository=0644",
  "gc.auto=0",
  "maintenance.auto=false",
  // Larger blobs are streamed instead of held in memory.
  `core.bigFileThreshold=${bigFileBytes}`,
  "core.quotepath=false",
];

/** Reads the credential from the environment, so that it is in no argument, no address and no file. */
const credentialHelper =
  '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$CAIRN_GIT_USERNAME" "$CAIRN_GIT_PASSWORD"; }; f';

/** Git gives this to a shell, so it is constant: what differs comes through the environment. */
const sshCommand = 'ssh -F "$CAIRN_SSH_CONFIG"';

/** Everything between "git" and the subcommand. */
export function gitArguments(settings: GitSettings): string[] {
  const config = [...fixedConfig, ...(settings.config ?? [])];
  if (settings.credential !== undefined)
    config.push(`credential.${settings.credential.origin}.helper=${credentialHelper}`);
  return [
    `--git-dir=${settings.directory}`,
    "--literal-pathspecs",
    "--no-replace-objects",
    ...config.flatMap((setting) => ["-c", setting]),
  ];
}

/** The whole environment of git: nothing of the server's own reaches it but the search path. */
export function gitEnvironment(settings: GitSettings): Record<string, string> {
  const environment: Record<string, string> = {
    PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    LANG: "C.UTF-8",
    HOME: "/nonexistent",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: settings.allowProtocol ?? "",
  };
  if (settings.indexFile !== undefined) environment["GIT_INDEX_FILE"] = settings.indexFile;
  if (settings.isTraced === true) environment["GIT_TRACE_PACKET"] = "1";
  if (settings.credential !== undefined) {
    environment["CAIRN_GIT_USERNAME"] = settings.credential.username;
    environment["CAIRN_GIT_PASSWORD"] = settings.credential.password;
  }
  if (settings.sshConfigFile !== undefined) {
    environment["CAIRN_SSH_CONFIG"] = settings.sshConfigFile;
    environment["GIT_SSH_COMMAND"] = sshCommand;
    environment["GIT_SSH_VARIANT"] = "ssh";
  }
  return environment;
}
