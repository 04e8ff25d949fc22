import { afterAll, beforeAll, expect, it } from "vitest";

import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { servedAt } from "./served-at.ts";

let repository: IndexedFiles;

beforeAll(async () => {
  repository = await indexFiles("shop", [
    {
      message: "Begin",
      files: {
        "requirements.txt": "flask\n",
        "shop/__init__.py":
          "from flask import Flask\nfrom .drive import drive\napp = Flask(__name__)\napp.register_blueprint(drive, url_prefix='/gdrive')\n",
        "shop/drive.py":
          "from flask import Blueprint, request\nfrom flask_login import login_required\ndrive = Blueprint('drive', __name__)\n\n@drive.route('/callback')\n@login_required\ndef callback():\n    code = request.args['code']\n    return code\n\n@drive.route('/watch', methods=['GET', 'POST'])\ndef watch():\n    return 1\n\ndef helper():\n    return 2\n",
        "package.json": '{"dependencies":{"express":"5"}}',
        "src/app.ts":
          'import express from "express";\nimport { orders } from "./routes.ts";\nimport { requireAuth } from "./auth.ts";\nconst app = express();\napp.use("/api/v1", requireAuth, orders);\napp.listen(1);\n',
        "src/auth.ts":
          "export function requireAuth(req, res, next) {\n  if (!req.user) return res.status(401).end();\n  next();\n}\n",
        "src/routes.ts":
          'import { Router } from "express";\nimport { listOrders } from "./orders.ts";\nexport const orders = Router();\norders.get("/orders", listOrders);\n',
        "src/orders.ts": "export function listOrders(req, res) {\n  res.json([]);\n}\n",
      },
    },
  ]);
});
afterAll(() => repository.remove());

const served = (path: string, startLine: number, endLine = startLine) =>
  servedAt(repository, { path, startLine, endLine });

it("lines of a handler have the whole address that its router is put at, and what protects it", () => {
  expect(served("shop/drive.py", 8)).toBe("serves GET /gdrive/callback, behind login_required");
  expect(served("shop/drive.py", 11, 13)).toBe("serves GET, POST /gdrive/watch");
});

it("a handler in another file than its route is told with that, and with guards that stand before the router", () => {
  expect(served("src/orders.ts", 2)).toBe(
    "serves GET /api/v1/orders, declared in src/routes.ts:4, behind requireAuth (src/app.ts:5)",
  );
  expect(served("src/routes.ts", 4)).toBe("serves GET /api/v1/orders, behind requireAuth (src/app.ts:5)");
});

it("other lines serve nothing", () => {
  expect(served("shop/drive.py", 15, 16)).toBeNull();
  expect(served("src/auth.ts", 1, 4)).toBeNull();
});
