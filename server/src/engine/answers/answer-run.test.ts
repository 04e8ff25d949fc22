import { describe, expect, it } from "vitest";

import { askCodebase, indexCodebase } from "./testing/index-codebase.ts";

async function ask(files: Record<string, string>, text = "How do I run it?") {
  const indexed = await indexCodebase("quay", [{ message: "Begin", files }]);
  const { text: answer, sources } = await askCodebase(indexed.codebase, { text });
  await indexed.remove();
  const plain = answer.replaceAll(/ ?\[\d+\]/g, "");
  return { answer: plain, cited: sources.map(({ path, startLine }) => `${path}:${startLine}`) };
}

const readme = `# Quay

Quay keeps berths.

## Let's try it out

Note that all of it requires at least 4Gb of RAM.

Thanks to all who built it.

#### Before you start

- Install Docker.
- Build it: \`mvn package\`

#### Production mode

> [!WARNING]
> Ensure that Docker is started

Images are built with \`./mvnw clean install\`, which requires Java.

Alternatively use Podman:

\`\`\`bash
./mvnw install -Dcontainer.executable=podman
\`\`\`

Then hit \`docker-compose up\`

See the [docs](https://example.org).

#### Development mode

Run \`docker-compose -f docker-compose.yml -f docker-compose.dev.yml up\`

#### Important endpoints

- http://localhost:80 - the gateway
- the wiki

## Getting updates

\`\`\`bash
docker compose up -d
\`\`\`

## Kubernetes

Use the [chart](deploy/README.md).
`;

const scripts = {
  "scripts/run_all.sh": "#!/bin/sh\njava -jar quay.jar\n",
  "deploy/README.md": "# Chart\n\n```\nhelm install quay .\n```\n",
};

describe("how the whole is run, by the README at the top", () => {
  it("is told before any other command: what is needed first, the plainest way, where it answers, and where others stand", async () => {
    const { answer, cited } = await ask({ "README.md": readme, ...scripts });
    expect(answer).toBe(
      [
        "`README.md` says under “Let's try it out”:",
        "Note that all of it requires at least 4Gb of RAM.",
        "And under “Before you start”:",
        "- Install Docker.\n- Build it: `mvn package`",
        "And under “Production mode”:",
        "Warning: Ensure that Docker is started",
        "Images are built with `./mvnw clean install`, which requires Java.",
        "Then hit `docker-compose up`",
        "The same section tells variants: “Alternatively use Podman”.",
        "And under “Important endpoints”:",
        "- http://localhost:80 - the gateway",
        "Other ways are told under “Development mode” and “Kubernetes” in `README.md`.",
      ].join("\n\n"),
    );
    expect(cited).toEqual(expect.arrayContaining(["README.md:7", "README.md:13", "README.md:18", "README.md:29", "README.md:39"])); // prettier-ignore
  });

  it("is told by the document that it links to, with the sentence that names it", async () => {
    const files = {
      "README.md": "# Quay\n\n## Getting Started\n\nSee [how to run it](docs/../docker/README.md).\n\n## Changes\n\n[Log](docs/log.md)\n",
      "docker/README.md": "# Docker\n\n## Prerequisites\n\n- Docker 24\n\n## Start\n\n```bash\ndocker compose up -d\n```\n",
      "docs/log.md": "# Log\n\n```bash\ndocker compose up\n```\n",
    }; // prettier-ignore
    const { answer, cited } = await ask(files);
    expect(answer).toBe(
      [
        "`README.md` says under “Getting Started”:",
        "See how to run it.",
        "`docker/README.md` says under “Prerequisites”:",
        "- Docker 24",
        "And under “Start”:",
        "```bash\ndocker compose up -d\n```",
      ].join("\n\n"),
    );
    expect(cited).toEqual(["README.md:5", "docker/README.md:5", "docker/README.md:9"]);
  });

  it("is not told by a document of another repository, nor by one that is linked for something else", async () => {
    const files = {
      "README.md": "# Quay\n\n## Getting Started\n\nSee [the guide](https://github.com/other/pier/blob/main/docker/README.md) and [how to help](CONTRIBUTING.md).\n",
      "docker/README.md": "# Docker\n\n```bash\ndocker compose up -d\n```\n",
    }; // prettier-ignore
    expect((await ask(files)).answer).not.toContain("docker compose");
  });

  it("takes the steps before in the same chapter, and the other part of it", async () => {
    const steps =
      "# Quay\n\n## Requirements\n\n- Node 24\n\n## Installation\n\n```bash\nnpm install\n```\n\n## Running\n\n### Backend\n\n```bash\nnpm start\n```\n\n### Frontend\n\n```bash\nnpm run dev\n```\n\n## Testing\n\n```bash\nnpm test\n```\n";
    const { answer } = await ask({ "README.md": steps });
    expect(answer.split("\n").filter((line) => /“|^n|^- /.test(line))).toEqual([
      "`README.md` says under “Requirements”:",
      "- Node 24",
      "And under “Installation”:",
      "npm install",
      "And under “Backend”:",
      "npm start",
      "And under “Frontend”:",
      "npm run dev",
    ]);
  });

  it("is left to the guides where somebody wants to develop it", async () => {
    const files = {
      "README.md": "# Quay\n\n## Install\n\n```bash\ndocker compose up -d\n```\n",
      "docs/development.md": "# Development\n\n## Starting the server\n\n```bash\ngo run .\n```\n",
    };
    expect((await ask(files)).answer).toContain("docker compose up -d");
    expect((await ask(files, "How do I start the dev server?")).answer).toContain("go run .");
  });
});
