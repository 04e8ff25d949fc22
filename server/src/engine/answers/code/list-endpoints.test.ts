import { afterEach, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

const open: IndexedCodebase[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.remove()));
});

async function ask(files: Record<string, string>, question = "Which endpoints are there?") {
  const indexed = await indexCodebase("harbour", [{ message: "Begin", files }]);
  open.push(indexed);
  return (await askCodebase(indexed.codebase, { text: question })).text;
}

const controller = (name: string, owner: string) => `package ${owner};

import org.springframework.web.bind.annotation.*;

@RestController
class ${name} {
    @GetMapping("/${name.toLowerCase()}")
    public List<String> all() {
        return repository.findAll();
    }
}
`;

it("takes no part of a package of Java for a folder of examples", async () => {
  const text = await ask({
    "berths/src/main/java/org/springframework/samples/harbour/Berths.java": controller(
      "Berths",
      "org.springframework.samples.harbour",
    ),
    "ships/src/main/kotlin/com/example/demo/Ships.kt":
      'package com.example.demo\n\nimport org.springframework.web.bind.annotation.*\n\n@RestController\nclass Ships {\n    @GetMapping("/ships")\n    fun all(): List<String> = repository.findAll()\n}\n',
    "samples/client/src/main/java/org/harbour/Sample.java": controller("Sample", "org.harbour"),
  });
  expect(text).toContain("The code answers 2 endpoints");
  expect(text).toContain("`GET /berths`");
  expect(text).toContain("`GET /ships`");
  expect(text).not.toContain("/sample`");
});

it("says of what lies among examples alone only where it lies", async () => {
  const text = await ask({
    "examples/hello.js":
      'import express from "express";\nconst app = express();\napp.get("/hello", (request, response) => response.end());\n',
  });
  expect(text).toMatch(/^The index read 1 endpoint, in folders of examples, documents or tools alone:/);
  expect(text).toContain("`GET /hello`");
  expect(text).not.toMatch(/\bno endpoint/i);
});

const server = (paths: readonly string[]) =>
  `import express from "express";\nconst app = express();\n${paths.map((path) => `app.get("${path}", (request, response) => response.json([]));\n`).join("")}app.listen(80);\n`;
const numbered = (name: string, amount: number) => Array.from({ length: amount }, (_, at) => `/${name}/${at}`);
const fleet = {
  "docker-compose.yml":
    "services:\n  berths:\n    build: ./berths\n  ships:\n    build: ./ships\n  crew-api:\n    build: ./crew\n",
  "berths/Dockerfile": 'FROM node:24\nCMD ["node", "server.js"]\n',
  "berths/server.js": server(numbered("berths", 3)),
  "ships/Dockerfile": 'FROM node:24\nCMD ["node", "server.js"]\n',
  "ships/server.js": server(numbered("ships", 45)),
  "crew/Dockerfile": 'FROM node:24\nCMD ["node", "server.js"]\n',
  "crew/server.js": server(numbered("crew", 18)),
};

describe("endpoints of several services", () => {
  it("are grouped, all counted, with as many of each as there is room for", async () => {
    const text = await ask(fleet);
    expect(text).toMatch(
      /^The code answers 66 endpoints in 3 services: 40 of 66 are shown; ask for one service to see its own\./,
    );
    expect(text.match(/^### .*$/gm)).toEqual([
      "### berths: 3 endpoints",
      "### crew-api: 18 endpoints",
      "### ships: 19 of 45 endpoints",
    ]);
    expect(text.match(/^\| `GET /gm)).toHaveLength(40);
  });

  it.each([
    ["Which endpoints does crew-api have?", "The code answers 18 endpoints:"],
    ["Which endpoints does the berths service have?", "The code answers 3 endpoints:"],
    ["List the endpoints of ships", "The code answers 45 endpoints (40 of 45):"],
  ])("are those of the one that is asked for: %s", async (question, lead) => {
    expect(await ask(fleet, question)).toContain(lead);
  });
});

const proto = `syntax = "proto3";
package harbour;

service Berths {
  rpc ListBerths(ListBerthsRequest) returns (BerthList) {}
  rpc MoorShip(MoorShipRequest) returns (Empty) {}
}

service Pilots {
  rpc CallPilot(CallPilotRequest) returns (Empty) {}
}
`;

it("places a procedure at the code that answers it, once, whatever copies of its declaration there are", async () => {
  const text = await ask({
    "protos/harbour.proto": proto,
    "web/proto/harbour.proto": proto,
    "berths/berths.py":
      "class Server(harbour_pb2_grpc.BerthsServicer):\n    def ListBerths(self, request, context):\n        return store.berths()\n",
    "berths/client.py": "class Client:\n    def ListBerths(self):\n        return self.stub.ListBerths(Empty())\n",
    "moor/main.go":
      "package main\n\ntype server struct {\n\tpb.UnimplementedBerthsServer\n}\n\nfunc (s *server) MoorShip(ctx context.Context, in *pb.MoorShipRequest) (*pb.Empty, error) {\n\treturn moor(in)\n}\n",
    "web/client.go":
      "package web\n\nfunc (c *client) MoorShip(ctx context.Context, in *pb.MoorShipRequest) (*pb.Empty, error) {\n\treturn c.berths.MoorShip(ctx, in)\n}\n",
  });
  expect(text).toContain("The code answers 3 endpoints");
  expect(
    text
      .split("\n")
      .filter((line) => line.startsWith("| `RPC"))
      .map((line) => line.replace(/ \[\d+\] \|$/, "")),
  ).toEqual([
    "| `RPC /harbour.Berths/ListBerths` | `Server.ListBerths` |  | `berths/berths.py`",
    "| `RPC /harbour.Berths/MoorShip` | `server.MoorShip` |  | `moor/main.go`",
    "| `RPC /harbour.Pilots/CallPilot` | `Pilots.CallPilot` |  | `protos/harbour.proto`",
  ]);
});

describe("calls that a gateway passes on", () => {
  const express = 'import express from "express";\nconst app = express();\napp.get("/berths", (request, response) => response.end());\n'; // prettier-ignore
  const passed = (text: string) => [...text.matchAll(/^- (`[^`]+`(?: to `[^`]+`)?) \(/gm)].map(([, one]) => one);

  it("are shown with where they go, as each kind of gateway writes them", async () => {
    const text = await ask({
      "app/server.js": `${express}app.use("/old", createProxyMiddleware({ target: "http://old:80" }));\n`,
      "gate/src/main/resources/application.yml":
        "spring:\n  cloud:\n    gateway:\n      routes:\n        - id: ships\n          uri: lb://ships\n          predicates:\n            - Path=/api/ships/**\n        - id: crew\n          uri: lb://crew\n          predicates:\n            - Path=/api/crew/**\n",
      "config/gateway.yml":
        "zuul:\n  routes:\n    berths:\n        path: /berths/**\n        serviceId: berth-service\n\nserver:\n  path: /none\n",
      "web/default.conf.template":
        "server {\n  #  proxy_pass http://none;\n  location /api/tides/ {\n    proxy_pass http://${TIDES}:80/;\n  }\n}\n",
      "proxy/appsettings.json":
        '{\n  "ReverseProxy": {\n    "Routes": {\n      "tolls": {\n        "ClusterId": "tolls",\n        "Match": {\n          "Path": "/tolls/{**rest}"\n        }\n      }\n    }\n  }\n}\n',
      "proxy/Middleware/Setup.cs": "public static class Setup\n{\n    public static void Use(App app) => app.MapReverseProxy();\n}\n",
    }); // prettier-ignore
    expect(new Set(passed(text))).toEqual(
      new Set([
        "`/api/crew/**` to `lb://crew`",
        "`/api/ships/**` to `lb://ships`",
        "`/api/tides/` to `http://${TIDES}:80/`",
        "`/berths/**` to `berth-service`",
        "`/old` to `http://old:80`",
        "`/tolls/{**rest}` to `tolls`",
      ]),
    );
    expect(text).not.toContain("set up in");
  });

  it("are told to be left out where their routes could not be read", async () => {
    const text = await ask({
      "app/server.js": express,
      "proxy/Program.cs": "var app = builder.Build();\napp.MapReverseProxy();\napp.Run();\n",
    });
    expect(text).toContain("by routes that are not listed here; the gateway is set up in `proxy/Program.cs`, line 2.");
    const plain = await ask({ "app/server.js": express });
    expect(plain).not.toContain("passed on");
  });
});

it("keeps what writes of each thing where there is no room for all", async () => {
  const paths = numbered("ships", 45).map((path) => `app.get("${path}", show);\n`);
  const text = await ask({
    "server.js": `import express from "express";\nconst app = express();\n${paths.join("")}app.post("/ships", keep);\napp.delete("/ships/:id", sink);\napp.get("/crew", list);\n`,
  });
  expect(text.match(/^\| `GET /gm)).toHaveLength(38);
  expect(text).toContain("| `POST /ships`");
  expect(text).toContain("| `DELETE /ships/:id`");
  expect(text).toContain("| `GET /crew`");
});
