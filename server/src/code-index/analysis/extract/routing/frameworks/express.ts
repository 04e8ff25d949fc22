import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

import { verbRoutes } from "./ecmascript-routes.ts";

const from = /^(?:express|express-promise-router|polka|restify|@feathersjs\/express|ultimate-express)#/;

/** Express with its routers, and what is written as it is: Polka, Restify. */
export const express: WebFramework = {
  name: "Express",
  languages: ["ecmascript"],
  routers: {
    default: { isRoot: true, from: /^(?:express|polka|ultimate-express)#(?:default|\*)$/ },
    createServer: { isRoot: true, from },
    Router: { from },
    PromiseRouter: { from },
  },
  types: ["Express", "Application", "IRouter"],
  calls: {
    ...verbRoutes,
    use: { kind: "mount", path: 0 },
    route: [
      { kind: "group", path: 0, isOnePath: true },
      // Of classes of the program's own around a router.
      {
        kind: "route",
        methods: [],
        methodsIn: { at: 0, key: "method" },
        path: { at: 0, key: "path" },
        handler: { at: 0, key: "handler" },
      },
    ],
  },
  examples: [
    {
      files: {
        "server/app.js": `
const express = require("express");
const fs = require("fs");
const path = require("path");
const autoload = require("auto-load");
const app = express();
const controllers = autoload(path.join(BOATS.SERVER, "/controllers"));
app.use("/", controllers.boats);
app.use(["/v1", "/v2"], controllers.tideTables);
for (const file of fs.readdirSync(path.join(__dirname, "docks"))) app.use("/docks", require(path.join(__dirname, "docks", file)));
fs.readdirSync("./plugins").forEach((file) => require("./plugins/" + file)(app));
app.get("/known", require("./missing/" + name).handler);
`,
        "server/controllers/boats.js": `
const router = require("express").Router();
router.get(["/boats", "/fleet/*"], list);
module.exports = router;
`,
        "server/controllers/tide-tables.js": `
const router = require("express").Router();
router.get("/tides", list);
module.exports = router;
`,
        "server/docks/east.js": `
const router = require("express").Router();
router.get("/east", show);
module.exports = router;
`,
        "server/docks/west.js": `
const router = require("express").Router();
router.get("/west", show);
module.exports = router;
`,
        "server/plugins/crew.js": `module.exports = (app) => { app.post("/crew", add); };`,
      },
      endpoints: [
        "GET /boats",
        "GET /fleet/*",
        "GET /v1/tides",
        "GET /v2/tides",
        "GET /docks/east",
        "GET /docks/west",
        "POST /crew",
        "GET /known",
      ],
    },
    {
      files: {
        "src/app.ts": `
import express, { Router } from "express";
import boats from "./boats";
import { tides as tideRouter } from "./routes";
import { BASE } from "./paths";
const app = express();
app.use(express.json());
app.get("/health", (req, res) => res.send("ok"));
app.use(\`\${BASE}/boats\`, auth, boats);
const api = Router();
api.use("/tides", tideRouter);
app.use("/api", api);
require("./docks")(app);
axios.get("/never", config);
client.get("/never", callback);
`,
        "src/paths.ts": `export const BASE = "/v1";`,
        "src/boats.ts": `
import * as express from "express";
const router = express.Router();
router.route("/:id").get(auth, show).delete(remove);
router.use(requireOwner("boats"));
router.get("/", list);
export default router;
`,
        "src/routes/index.ts": `export * from "./tides";`,
        "src/routes/tides.ts": `
import { Router } from "express";
export const tides = Router();
tides.post("/", add);
tides.get("/never", { timeout: 1 });
`,
        "src/docks.js": `
module.exports = function (app) {
  app.put("/docks/:id", update);
};
`,
      },
      endpoints: [
        "GET /health",
        "GET /v1/boats/:id",
        "DELETE /v1/boats/:id",
        "GET /v1/boats/",
        "POST /api/tides/",
        "PUT /docks/:id",
      ],
      guards: {
        "GET /v1/boats/:id": ["auth", "auth"],
        "DELETE /v1/boats/:id": ["auth"],
        "GET /v1/boats/": ["auth", 'requireOwner("boats")'],
      },
    },
    {
      files: {
        "server.js": `
const express = require("express");
const { boats, tides } = require("./routes");
const app = express();
app.use("/boats", boats).use("/tides", tides.router);
app.use("/docks", require("./docks"));
app.use("/crew", new CrewRoutes().router);
app.use("/never", (req, res) => req.get("/x", y));
`,
        "routes/index.js": `
const boats = require("./boats");
const tides = require("./tides");
module.exports = { boats, tides };
`,
        "routes/boats.js": `
const router = require("express").Router();
router.get("/:id", auth, async (req, res) => {});
module.exports = router;
`,
        "routes/tides.js": `
const { Router } = require("express");
const router = Router();
router.all("/now", now);
exports.router = router;
`,
        "docks.js": `
const express = require("express");
module.exports = make();
function make() { const r = express.Router(); r.patch("/:id", change); return r; }
`,
      },
      endpoints: ["GET /boats/:id", "ANY /tides/now", "PATCH /docks/:id"],
    },
    {
      files: {
        "index.ts": `
import express from "express";
import CrewRoutes from "./crew";
const LogRoutes = require("./log");
class Board {
  public app = express();
  constructor() { this.log = new LogRoutes(this); this.mount(); }
  private mount() {
    this.app.use("/crew", new CrewRoutes().router);
    this.app.use("/log", this.log.router);
  }
}
`,
        "log.js": `
const express = require("express");
class LogRoutes {
  constructor(board) { this.router = express(); this.init(); }
  init() { this.router.get("/:id", LogController.show.bind(this)); }
}
module.exports = LogRoutes;
`,
        "crew.ts": `
import { Router } from "express";
export default class CrewRoutes {
  public router = Router();
  constructor() { this.routes(); }
  private routes() { this.router.get("/", this.list); }
}
`,
      },
      endpoints: ["GET /crew/", "GET /log/:id"],
    },
    {
      files: {
        "src/app.ts": `
import express from "express";
import { HarbourRoutes } from "./harbour";
const app = express();
app.use("/api", new HarbourRoutes(config).router);
`,
        "src/routes.ts": `
import { Router, type IRouter } from "express";
export default class Routes {
  app: IRouter;
  constructor() { this.app = Router(); }
  route(options: RouteOptions): void {
    this.app[options.method](options.path, checked, this.wrap(options.handler.bind(this)));
  }
  get(path: string, handler: Handler): void { this.route({ method: "get", path, handler }); }
  use(path: string, router: IRouter): void { this.app.use(path, router); }
  get router(): IRouter { return this.app; }
}
`,
        "src/harbour.ts": `
import Routes from "./routes";
import Boats from "./boats";
import { Docks } from "./docks";
import { Client } from "./client";
export class HarbourRoutes extends Routes {
  constructor(config: Config) {
    super();
    this.use("/boats", new Boats(config).router);
    this.app.use("/docks", new Docks(config).router);
  }
}
`,
        "src/boats.ts": `
import Routes from "./routes";
class Boats extends Routes {
  constructor(config: Config) {
    super();
    this.route({ method: "post", path: "/:id", handler: this.add, permission: "sailor" });
  }
}
export default Boats;
`,
        "src/docks.ts": `
import Routes from "./routes";
export class Docks extends Routes {
  constructor(config: Config) {
    super();
    this.get("/", this.list);
  }
}
`,
        "src/client.ts": `
import { Base } from "./base";
export class Client extends Base {
  load() { return this.get("/never", this.read); }
}
`,
      },
      endpoints: ["POST /api/boats/:id", "GET /api/docks/"],
    },
  ],
};
