import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

/** Play: files of routes, which are lines of a method, a path and what answers. */
export const play: WebFramework = {
  name: "Play",
  languages: ["java"],
  documents: {
    files: /(?:^|\/)conf\/routes$/,
    lines: {
      route:
        /^(?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+(?<path>\/\S*)\s+@?(?<handler>[a-zA-Z_][\w.]*\.[\w.]+)\s*(?:\(|$)/,
      mount: /^->\s+(?<path>\/\S*)\s+(?<file>[a-z]\w*(?:\.\w+)*\.Routes)\s*$/,
      fileOf: (router) => `./${router.replace(/\.Routes$/, "")}.routes`,
      parameters: [[/\$(\w+)<[^>]*>/g, ":$1"]],
    },
  },
  examples: [
    {
      files: {
        "conf/routes": `# Boats
GET     /                        controllers.Home.index
GET     /boats/:id               controllers.Boats.show(id: Long)
+ nocsrf
POST    /boats                   @controllers.Boats.add()
GET     /log/$day<[0-9]+>        controllers.Log.day(day: Int)
GET     /assets/*file            controllers.Assets.versioned(path="/public", file: Asset)
->      /admin                   admin.Routes
`,
        "conf/admin.routes": `DELETE  /boats/:id   controllers.admin.Boats.remove(id: Long)
`,
        "notes/never": `GET /never this is prose.
`,
      },
      endpoints: [
        "GET /",
        "GET /boats/:id",
        "POST /boats",
        "GET /log/:day",
        "GET /assets/*file",
        "DELETE /admin/boats/:id",
      ],
    },
  ],
};
