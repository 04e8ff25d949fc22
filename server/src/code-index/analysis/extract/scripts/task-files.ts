import { readMagefile, readMixAliases, readNoxfile, readRakefile } from "./read-code-tasks.ts";
import { readComposerScripts, readDenoTasks, readPackageScripts } from "./read-json-tasks.ts";
import { readMakefile } from "./read-makefile.ts";
import { readDockerfile, readProcfile, readShellScript, readWorkflow } from "./read-process-files.ts";
import { readJustfile, readTaskfile } from "./read-recipes.ts";
import {
  readCargoBinaries,
  readCargoConfig,
  readMise,
  readPipfile,
  readPyproject,
  readTox,
} from "./read-toml-tasks.ts";
import type { TaskFile } from "./task-file.ts";

export const taskFiles: readonly TaskFile[] = [
  {
    role: "package.json",
    read: readPackageScripts,
    example: {
      path: "package.json",
      text: '{\n  "dependencies": { "build": "1" },\n  "scripts": {\n    "build": "tsc && vite build"\n  }\n}\n',
      commands: [["npm", "build", "tsc && vite build", null, 4]],
    },
  },
  {
    role: "composer",
    read: readComposerScripts,
    example: {
      path: "composer.json",
      text: '{\n  "scripts": {\n    "check": ["@lint", "phpunit"]\n  },\n  "scripts-descriptions": {\n    "check": "Checks it."\n  }\n}\n',
      commands: [["composer", "check", "@lint && phpunit", "Checks it.", 3]],
    },
  },
  {
    role: "deno",
    read: readDenoTasks,
    example: {
      path: "deno.jsonc",
      text: '{\n  // all of them\n  "tasks": {\n    "dev": "deno run --watch main.ts",\n    "moor": { "description": "Moors.", "command": "deno run moor.ts" }\n  }\n}\n',
      commands: [
        ["deno", "dev", "deno run --watch main.ts", null, 4],
        ["deno", "moor", "deno run moor.ts", "Moors.", 5],
      ],
    },
  },
  {
    role: "makefile",
    read: readMakefile,
    example: {
      path: "Makefile",
      text: "APP := quay\n.PHONY: build test\nall: build\nbuild: $(APP) ## Builds it\n\t@go build -o $(APP) \\\n\t\t--tags $@\nquay: x.go\n\tgo build\nout/x.o: x.c\n\tcc x.c\n",
      commands: [
        ["make", "all", "make build", null, 3],
        ["make", "build", "go build -o quay --tags build", "Builds it", 4],
        ["make", "quay", "go build", null, 7],
      ],
    },
  },
  {
    role: "justfile",
    read: readJustfile,
    example: {
      path: "justfile",
      text: '# Builds it.\nbuild target="all": deps\n    cargo build --bin {{target}}\n[private]\nhidden:\n    echo hi\ncheck: build\n',
      commands: [
        ["just", "build", "cargo build --bin {{target}}", "Builds it.", 2],
        ["just", "check", "just build", null, 7],
      ],
    },
  },
  {
    role: "taskfile",
    read: readTaskfile,
    example: {
      path: "Taskfile.yml",
      text: 'version: "3"\ntasks:\n  dev:\n    desc: Starts it\n    deps: [build]\n    cmds:\n      - go run .\n      - task: check\n  build: go build\n  helper:\n    internal: true\n    cmds: [x]\n',
      commands: [
        ["taskfile", "dev", "go run .\ntask check", "Starts it", 3],
        ["taskfile", "build", "go build", null, 9],
      ],
    },
  },
  {
    role: "mise",
    read: readMise,
    example: {
      path: "mise.toml",
      text: '[tools]\nnode = "24"\n[tasks]\nlint = "eslint ."\n[tasks."test:unit"]\ndescription = "Tests it"\nrun = ["vitest run"]\n',
      commands: [
        ["mise", "lint", "eslint .", null, 4],
        ["mise", "test:unit", "vitest run", "Tests it", 5],
      ],
    },
  },
  {
    role: "pyproject",
    read: readPyproject,
    example: {
      path: "pyproject.toml",
      text: '[project.scripts]\nquay = "quay.cli:main"\n[tool.poe.tasks.test]\nhelp = "Tests it"\ncmd = "pytest"\n',
      commands: [
        ["python", "quay", "quay.cli:main", null, 2],
        ["poe", "test", "pytest", "Tests it", 3],
      ],
    },
  },
  {
    role: "pipfile",
    read: readPipfile,
    example: {
      path: "Pipfile",
      text: '[packages]\nflask = "*"\n[scripts]\nserve = "flask run"\n',
      commands: [["pipenv", "serve", "flask run", null, 4]],
    },
  },
  {
    role: "tox",
    read: readTox,
    example: {
      path: "tox.ini",
      text: "[tox]\nenvlist = lint\n[testenv:lint]\ndescription = Looks for mistakes\ncommands =\n  ruff check .\n",
      commands: [["tox", "lint", "ruff check .", "Looks for mistakes", 3]],
    },
  },
  {
    role: "noxfile",
    read: readNoxfile,
    example: {
      path: "noxfile.py",
      text: 'import nox\n\n@nox.session(python=["3.13"])\ndef tests(session):\n    """Runs the tests."""\n    session.install("pytest")\n    session.run("pytest", "-q")\n',
      commands: [["nox", "tests", "pytest -q", "Runs the tests.", 4]],
    },
  },
  {
    role: "cargo",
    read: readCargoBinaries,
    example: {
      path: "Cargo.toml",
      text: '[package]\nname = "quay"\n[[bin]]\nname = "quay-cli"\npath = "src/cli.rs"\n',
      commands: [["cargo-bin", "quay-cli", "src/cli.rs", null, 3]],
    },
  },
  {
    role: "cargo-config",
    read: readCargoConfig,
    example: {
      path: ".cargo/config.toml",
      text: '[alias]\nxtask = "run --package xtask --"\n',
      commands: [["cargo", "xtask", "cargo run --package xtask --", null, 2]],
    },
  },
  {
    role: "rakefile",
    read: readRakefile,
    example: {
      path: "lib/tasks/quay.rake",
      text: 'namespace :quay do\n  desc "Moors all boats"\n  task moor: :environment do\n    sh "bin/moor all"\n  end\n\n  task :helper do\n  end\nend\n\ndesc "Checks it"\ntask "check" => :test\n',
      commands: [
        ["rake", "quay:moor", "bin/moor all", "Moors all boats", 3],
        ["rake", "check", "", "Checks it", 12],
      ],
    },
  },
  {
    role: "mix",
    read: readMixAliases,
    example: {
      path: "mix.exs",
      text: 'defmodule Quay.MixProject do\n  defp aliases do\n    [\n      setup: ["deps.get", "ecto.setup"],\n      # old: ["x"],\n      "ecto.setup": ["ecto.create", "cmd npm ci"],\n      test: "test --cover"\n    ]\n  end\nend\n',
      commands: [
        ["mix", "setup", "mix deps.get && mix ecto.setup", null, 4],
        ["mix", "ecto.setup", "mix ecto.create && npm ci", null, 6],
        ["mix", "test", "mix test --cover", null, 7],
      ],
    },
  },
  {
    role: "magefile",
    read: readMagefile,
    example: {
      path: "magefile.go",
      text: "//go:build mage\n\npackage main\n\ntype Test mg.Namespace\n\n// Unit runs the unit tests.\nfunc (Test) Unit() error {\n}\n\nfunc helper() {}\n",
      commands: [["mage", "test:unit", "", "runs the unit tests.", 8]],
    },
  },
  {
    role: "procfile",
    read: readProcfile,
    example: {
      path: "Procfile.dev",
      text: "web: bin/rails server\n# old: x\ncss: bin/rails css:watch\n",
      commands: [
        ["procfile", "web", "bin/rails server", null, 1],
        ["procfile", "css", "bin/rails css:watch", null, 3],
      ],
    },
  },
  {
    role: "shell-script",
    read: readShellScript,
    example: {
      path: "script/test",
      text: "#!/bin/sh\n# Runs all tests with a fresh database.\nset -e\nbundle exec rspec\n",
      commands: [["shell", "script/test", "bundle exec rspec", "Runs all tests with a fresh database.", 2]],
    },
  },
  {
    role: "workflow",
    read: readWorkflow,
    example: {
      path: ".github/workflows/ci.yml",
      text: "on: push\njobs:\n  test:\n    steps:\n      - uses: x\n      - run: npm ci\n      - run: |\n          npm test\n          npm run lint\n",
      commands: [["ci", "test", "npm ci\nnpm test", null, 3]],
    },
  },
  {
    role: "dockerfile",
    read: readDockerfile,
    example: {
      path: "Dockerfile",
      text: 'FROM node:24\n# CMD ["former"]\nENTRYPOINT ["docker-entrypoint.sh"]\nCMD node server.js --port 80\n',
      commands: [
        ["docker", "entrypoint", "docker-entrypoint.sh", null, 3],
        ["docker", "cmd", "node server.js --port 80", null, 4],
      ],
    },
  },
]; // prettier-ignore
