import { describe, expect, it } from "vitest";

import { classifyPath, variantOf, variantOfPath } from "./classify-path.ts";

describe("the kind of a file", () => {
  const cases: [string, string][] = [
    ["source", "src/a.ts lib/test.ts src/testing-tools.ts cmd/main.go app/models/spec.rb src/protest.py Makefile.am.c src/docs/a.ts html/index.php src/Latest.java db/migrations/2.0.0.js db/steps/v1.12.3.js"],
    ["test", "src/a.test.ts src/a.spec.tsx src/a_test.go test/a.js tests/unit/b.rs spec/a_spec.rb src/__tests__/a.ts e2e/a.ts cypress/a.ts a/testdata/x.json src/test/java/A.java ATest.java OrderTests.cs FooIT.java a.stories.tsx test_a.py conftest.py a.bench.ts unit-tests/a.py src/__mocks__/fs.ts tests/README.md"],
    ["vendored", "node_modules/a/index.js vendor/x/y.go third_party/a.c src/thirdparty/b.h Pods/A.m .yarn/releases/yarn.cjs web/node_modules/a/test/b.test.js src/static/scripts/jdenticon-3.3.0.js static/js/jquery-4.0.0.slim.js public/bootstrap.bundle.js wwwroot/lib/datatables.css"],
    ["generated", "dist/a.js api/a.pb.go a_pb2.py a.min.js coverage/x.html src/__generated__/t.ts a.g.dart yarn.lock go.sum app.js.map a.snap web/.next/x.js zz_generated.deepcopy.go src/a.generated.ts"],
    ["docs", "README README.md docs/guide.rst CHANGELOG notes.txt LICENSE docs/index.html a.adoc"],
    ["config", "package.json tsconfig.build.json .eslintrc.json .github/workflows/ci.yml docker-compose.yml Dockerfile a.yaml b.toml vite.config.ts .env.example main.tf Makefile requirements.txt settings.gradle.kts .prettierrc.js tox.ini a.properties"],
    ["data", "data/a.json a.csv icon.svg x.xml locale/de.po key.pem"],
    ["other", "a.unknown bin/run logo.png"],
  ]; // prettier-ignore
  for (const [kind, paths] of cases) {
    it.each(paths.split(" "))(`is ${kind} for %s`, (path) => {
      expect(classifyPath(path).kind).toBe(kind);
    });
  }
});

describe("language and role", () => {
  it.each([
    ["src/App.TSX", "tsx", null],
    ["a.d.ts", "typescript", null],
    ["a.mjs", "javascript", null],
    ["include/a.h", "c", null],
    ["Rakefile", "ruby", "rakefile"],
    ["Gemfile", "ruby", "gemfile"],
    ["Dockerfile", "dockerfile", "dockerfile"],
    ["Dockerfile.prod", "dockerfile", "dockerfile"],
    ["docker/api.dockerfile", "dockerfile", "dockerfile"],
    ["GNUmakefile", "make", "makefile"],
    ["rules.mk", "make", "makefile"],
    ["Cargo.toml", "toml", "cargo"],
    ["Cargo.lock", null, "lockfile"],
    ["pnpm-lock.yaml", "yaml", "lockfile"],
    ["jsconfig.json", "json", "tsconfig"],
    ["requirements-dev.txt", "text", "requirements"],
    ["src/My.App.csproj", "xml", "csproj"],
    [".env.local.example", "ini", "env-example"],
    ["sample.env", "ini", "env-example"],
    ["config.toml.sample", "toml", "sample-config"],
    ["config.example.yml", "yaml", "sample-config"],
    ["nginx.conf.template", null, null],
    [".env.example.complete", "ini", "env-example"],
    ["template.env", "ini", "env-example"],
    [".env", "ini", "env-file"],
    [".env.production", "ini", "env-file"],
    ["server.env", "ini", "env-file"],
    ["compose.override.yaml", "yaml", "compose"],
    [".gitea/workflows/x.yaml", "yaml", "workflow"],
    [".github/workflows/sub/x.yaml", "yaml", null],
    ["build.gradle.kts", "kotlin", "gradle"],
    ["a.png", null, "binary"],
    ["README", "text", null],
    ["constructor", null, null],
    ["a.constructor", null, null],
    ["a.__proto__", null, null],
    ["noextension", null, null],
    [".gitignore", null, null],
  ])("of %s", (path, language, role) => {
    expect([classifyPath(path).language, classifyPath(path).role]).toEqual([language, role]);
  });

  it("makes the variant by which results are shared, alike by either way", () => {
    const paths = [
      "src/a.ts",
      "package.json",
      "x/package.json",
      "LICENSE",
      "a.unknown",
      "Makefile",
      "a.png",
      "constructor",
    ];
    expect(paths.map(variantOfPath)).toEqual([
      "typescript",
      "json/package.json",
      "json/package.json",
      "text",
      "-",
      "make/makefile",
      "-/binary",
      "-",
    ]);
    for (const path of paths) expect(variantOfPath(path)).toBe(variantOf(classifyPath(path)));
  });
});
