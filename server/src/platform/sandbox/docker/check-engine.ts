import { z } from "zod";

import { callDocker } from "./call-docker.ts";
import { explainDocker, refuseDocker } from "./explain-docker.ts";

/** What Docker says of its engine. */
const engineInfo = z.object({
  OSType: z.string().nullish(),
  MemoryLimit: z.boolean().default(false),
  PidsLimit: z.boolean().default(false),
  SecurityOptions: z.array(z.string()).nullish(),
  ServerErrors: z.array(z.string()).nullish(),
});

/** What Docker says of an image. */
const imageInfo = z.array(
  z.object({ Id: z.string(), Config: z.object({ Volumes: z.record(z.string(), z.unknown()).nullish() }).nullish() }),
);

const keptMs = 60_000;

export interface EngineCheck {
  /** Throws an AppError with the cure where the engine cannot build the walls; kept for a while where it can. */
  require(docker: string): Promise<void>;
  /** The image's id when it was last asked for; null before. */
  imageId(): string | null;
}

/**
 * Asks an engine whether it has what the walls are made of. It leaves out a limit that it cannot hold, with a warning, so a container
 * that starts is no proof.
 */
export function createEngineCheck(image: string): EngineCheck {
  let last: { answer: Promise<string>; until: number } | null = null;
  let imageId: string | null = null;
  return {
    async require(docker) {
      if (last === null || performance.now() >= last.until) {
        const asked = { answer: askEngine(docker, image), until: performance.now() + keptMs };
        last = asked;
        asked.answer.catch(() => (asked.until = 0));
      }
      imageId = await last.answer;
    },
    imageId: () => imageId,
  };
}

/** Answers the image's id. */
async function askEngine(docker: string, image: string): Promise<string> {
  const [info, images] = await Promise.all([
    ask(docker, image, ["info", "--format", "{{json .}}"]),
    ask(docker, image, ["image", "inspect", image]).catch((error: unknown) => error as Error),
  ]);
  const engine = engineInfo.parse(JSON.parse(info || "{}"));
  const [failure] = engine.ServerErrors ?? [];
  if (failure !== undefined) throw explainDocker(failure, image);
  const trouble = findTrouble(engine);
  if (trouble !== null) throw refuseDocker(trouble);
  if (images instanceof Error) throw images;
  const [found] = imageInfo.parse(JSON.parse(images));
  if (found === undefined) throw explainDocker("No such image", image);
  const [volume] = Object.keys(found.Config?.Volumes ?? {});
  if (volume !== undefined) {
    throw refuseDocker(
      `the image ${image} has a volume (${volume}), which commands could write into. Build it without.`,
    );
  }
  return found.Id;
}

function findTrouble({ OSType, SecurityOptions, MemoryLimit, PidsLimit }: z.infer<typeof engineInfo>): string | null {
  const options = SecurityOptions ?? [];
  const has = (name: string) => options.some((option) => option.split(",").includes(`name=${name}`));
  if (OSType === undefined) return "Docker failed: its engine says nothing of itself.";
  if (OSType !== "linux") return "Docker's engine runs containers of Windows. Switch it to Linux containers.";
  if (has("rootless")) {
    return "Docker's engine is rootless, where a work copy can only belong to a container's root. Use RUN_SANDBOX=podman, or another engine (DOCKER_HOST).";
  }
  if (has("userns")) {
    return "Docker's engine gives accounts other numbers (userns-remap), so they cannot get to their work copies. Use another engine (DOCKER_HOST), or bubblewrap.";
  }
  if (!has("seccomp")) return "Docker's engine does not filter system calls (seccomp).";
  if (!MemoryLimit || !PidsLimit)
    return "Docker's engine cannot limit memory or processes here: its control groups are missing.";
  return null;
}

async function ask(docker: string, image: string, args: readonly string[]): Promise<string> {
  try {
    return await callDocker(docker, args);
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    throw explainDocker(stderr || String(error), image);
  }
}
