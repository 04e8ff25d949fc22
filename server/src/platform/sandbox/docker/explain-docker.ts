import { AppError } from "@cairn/contract/errors";

const buildLine = (image: string) => `docker build -t ${image} sandbox`;

/** Why there is no container of Docker's on this machine, with the cure. `stderr` is what Docker wrote. */
export function explainDocker(stderr: string, image: string): AppError {
  return refuseDocker(explain(stderr, image), stderr);
}

/** An error that says why nothing is run. */
export function refuseDocker(what: string, stderr = ""): AppError {
  const message = `Commands cannot be run here: ${what}`;
  return new AppError("unavailable", { message, cause: new Error(stderr.slice(0, 2000)) });
}

/** Where Docker's program is missing. */
export function explainMissingDocker(): AppError {
  const cure =
    process.platform === "darwin"
      ? "Install Docker Desktop or Colima, and start it"
      : "On Debian or Ubuntu: apt-get install docker.io, and let this server's account use it (usermod -aG docker ACCOUNT)";
  return refuseDocker(`Docker is not installed. ${cure}.`);
}

function explain(stderr: string, image: string): string {
  if (/no such image|unable to find image|image not known/i.test(stderr)) {
    return `there is no image ${image} yet. Make it in the folder of this server: ${buildLine(image)}`;
  }
  if (/permission denied.*(docker|socket)|dial unix.*permission denied/i.test(stderr)) {
    return "this server's account may not speak with Docker's engine. As root: usermod -aG docker ACCOUNT, then start this server anew.";
  }
  if (
    /cannot connect to the docker daemon|error during connect|failed to connect to the docker API|dial (unix|tcp)/i.test(
      stderr,
    )
  ) {
    return `Docker's engine does not answer. ${howToStart()}`;
  }
  if (
    /bind source path does not exist|mounts denied|not shared from the host|error while creating mount source/i.test(
      stderr,
    )
  ) {
    return (
      "Docker's engine does not see this server's data directory. Share it: in Docker Desktop under Settings, Resources, File sharing; " +
      "with Colima by keeping DATA_DIR in your home, or colima start --mount FOLDER:w."
    );
  }
  if (/unknown flag|unknown shorthand|API version/i.test(stderr)) return "Docker is too old; 20.10 or newer is needed.";
  if (/seccomp/i.test(stderr)) return "Docker's engine does not filter system calls (seccomp).";
  if (/bash.*no such file|exec.*bash/i.test(stderr)) return `the image ${image} has no /bin/bash. ${needs}`;
  if (/node: command not found|node: not found/.test(stderr)) return `the image ${image} has no node. ${needs}`;
  if (/ERR_UNKNOWN_FILE_EXTENSION|bad option/.test(stderr)) return `the image ${image} has an old node. ${needs}`;
  const line =
    stderr
      .trim()
      .split("\n")
      .findLast((one) => !/^(WARNING|See |$)/.test(one)) ?? "";
  return `Docker failed${line === "" ? "." : `: ${line.replace(/^docker: (Error response from daemon: )?/, "").slice(0, 300)}`}`;
}

/** What every image must have. */
export const needs =
  "It must have Node.js 24 or newer, git, bash, coreutils and util-linux, as the one of sandbox/Dockerfile has.";

function howToStart(): string {
  return process.platform === "darwin"
    ? "Start Docker Desktop, or: colima start."
    : "Start it: systemctl start docker. Another one is named by DOCKER_HOST.";
}
