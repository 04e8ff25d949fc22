import { describe, expect, it } from "vitest";

import type { SystemFacts } from "#server/code-index/ports/system.ts";
import { systemOf } from "#server/code-index/testing/system-of.ts";

const gemfile = 'gem "rails"\ngem "sidekiq"\ngem "sentry-rails"\ngem "net-ldap"\n';

describe("processes that run one code", () => {
  it("share stores, though one keeps files that it alone declares", async () => {
    const { arrows } = await systemOf({
      "docker-compose.yml":
        "services:\n  boats:\n    image: boats\n    environment: { DB_HOST: db }\n  db: { image: mariadb }\n",
      Gemfile: 'gem "rails"\n',
      "config/application.rb": "module Boats\n  class Application < Rails::Application\n  end\nend\n",
      "script/mail.rb": 'require_relative "../lib/keep"\nMail.listen\n',
      "lib/keep.rb": 'KEPT = ENV.fetch("STORAGE_PATH", "/var/lib/boats")\n',
      "Procfile.dev": "web: bundle exec puma\nmail: bundle exec ruby script/mail.rb\n",
    });
    expect(arrows).toContain("mail connection-setting db");
  });

  it("are all given what the framework reads at its start, but for who signs people in", async () => {
    const { arrows } = await systemOf({
      Gemfile: gemfile,
      Procfile: "web: bundle exec puma -C config/puma.rb\njobs: bundle exec sidekiq\n",
      "config/application.rb": "module Boats\n  class Application < Rails::Application\n  end\nend\n",
      "config/initializers/sentry.rb": "Sentry.init do |config|\n  config.dsn = dsn\nend\n",
      "config/initializers/sign_in.rb": "config.omniauth :github, key, secret\n",
      "config/initializers/single.rb": "provider :openid_connect, name: :sso\n",
      "config/initializers/devise.rb": "config.omniauth :dropbox, key, secret\n",
    });
    expect(arrows).toEqual(expect.arrayContaining(["jobs client sentry", "web client sentry"]));
    expect(arrows).toContain("web client openid-connect-provider");
    expect(arrows).not.toContain("jobs client openid-connect-provider");
    expect(arrows).not.toContain("jobs client dropbox");
  });

  it("are not told by the settings of tests", async () => {
    const { nodes } = await systemOf({
      "docker-compose.yml": "services:\n  web: { build: . }\n  db: { image: mariadb }\n",
      Dockerfile: "FROM php\n",
      "composer.json": '{ "name": "harbour/boats", "require": { "laravel/framework": "^11" } }\n',
      ".env.testing": "DB_CONNECTION=sqlite\n",
    });
    expect(nodes.map(({ technology }) => technology)).not.toContain("SQLite");
  });

  it("have one database where settings choose another without it", async () => {
    const { nodes } = await systemOf({
      "docker-compose.yml": "services:\n  web: { build: . }\n  db: { image: mariadb }\n",
      Dockerfile: "FROM php\n",
      "composer.json": '{ "name": "harbour/boats", "require": { "laravel/framework": "^11" } }\n',
      ".env.example": "DB_CONNECTION=sqlite\n",
      "config/queue.php": "<?php\nreturn ['database' => env('DB_CONNECTION', 'sqlite')];\n",
    });
    expect(nodes.map(({ technology }) => technology)).not.toContain("SQLite");
  });

  it("are known by an image that bears the name of a site of Django", async () => {
    const { nodes } = await systemOf({
      "docs/compose.yml": "services:\n  web_boats: { image: skipper/boats }\n  db: { image: postgres }\n",
      Dockerfile: 'FROM python\nCOPY . .\nCMD ["gunicorn", "boats.wsgi"]\n',
      "manage.py": 'os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boats.settings")\n',
      "boats/wsgi.py": "application = get_wsgi_application()\n",
      "requirements.txt": "Django\n",
    });
    const processes = nodes.filter(({ kind }) => kind === "process");
    expect(processes.map(({ name, folder }) => [name, folder])).toEqual([["web_boats", ""]]);
  });

  it("are all that the image's own supervisor starts, named as the container", async () => {
    const { nodes } = await systemOf({
      "docker-compose.yml": "services:\n  boats: { image: ghcr.io/skipper/boats }\n  db: { image: mariadb }\n",
      Dockerfile: "FROM php\nCOPY . .\nCOPY .github/docker/supervisord.conf /etc/supervisord.conf\n",
      ".github/docker/supervisord.conf":
        "[program:php-fpm]\ncommand=/usr/local/sbin/php-fpm -F\n\n[program:jobs]\ncommand=/usr/bin/php artisan queue:work\n",
      "composer.json": '{ "name": "skipper/boats", "require": { "laravel/framework": "^11" } }\n',
    });
    const processes = nodes.filter(({ kind }) => kind === "process");
    expect(processes.map(({ name }) => name).toSorted()).toEqual(["boats", "jobs"]);
  });

  it("reach what the makers of the product run for all", async () => {
    const { arrows } = await systemOf({
      "docker-compose.yml": "services:\n  boats: { build: . }\n  db: { image: mariadb }\n",
      Dockerfile: "FROM php\nCOPY . .\n",
      "composer.json": '{ "name": "skipper/boats", "require": { "laravel/framework": "^11" } }\n',
      "app/Telemetry.php":
        "<?php\nHttp::post('https://telemetry.boats.io', $data);\nHttp::post('https://boats.io', $data);\n",
      "app/Hooks.php": "<?php\nHttp::post($webhook->url, $data);\n",
    });
    expect(arrows).toEqual(expect.arrayContaining(["boats client boats-io", "boats client webhook-receivers"]));
  });

  it("keep files where the image that alone declares them says so", async () => {
    const { arrows } = await systemOf({
      Dockerfile: 'FROM php\nCOPY . /opt/boats\nVOLUME [ "/opt/boats/var" ]\nCMD ["php-fpm"]\n',
      "composer.json": '{ "name": "skipper/boats", "require": { "symfony/framework-bundle": "^7" } }\n',
      "public/index.php": "<?php\nreturn new Kernel();\n",
      "src/Directory.php":
        "<?php\nnamespace App;\nuse Laminas\\Ldap\\Ldap;\nclass Directory { function open() { return new Ldap(); } }\n",
    });
    expect(arrows).toEqual(
      expect.arrayContaining([expect.stringContaining("mount local-files"), expect.stringContaining("ldap-directory")]),
    );
  });

  it("call services by whose names parts of the code are called", async () => {
    const { arrows } = await systemOf({
      "docker-compose.yml": "services:\n  boats: { build: . }\n  db: { image: mariadb }\n",
      Dockerfile: "FROM node\nCOPY . .\n",
      "package.json": '{ "name": "boats" }\n',
      "main.js": 'import "./sources/tides/index.js";\nawait fetch("https://api.boats.io/v1");\n',
      "sources/tides/package.json": '{ "name": "tides" }\n',
      "sources/tides/index.js": 'await fetch("https://api.tides.io/v1");\n',
    });
    expect(arrows).toContain("boats client tides-io");
    expect(arrows).not.toContain("boats client boats-io");
  });
});

describe("what a container starts", () => {
  const processesOf = (nodes: SystemFacts["nodes"]): SystemFacts["nodes"] =>
    nodes.filter(({ kind, folder }) => kind === "process" && folder !== null);
  const installer = { "dev/installer/main.go": "package main\n\nfunc main() {\n}\n" };
  const image = 'FROM node\nCOPY server ./server\nEXPOSE 3000\nCMD ["node", "--no-deprecation", "server"]\n';
  const code = {
    "package.json": '{ "name": "boats", "scripts": { "start": "node server" } }\n',
    "server/core/servers.js": "this.servers.http.listen(3000)\n",
  };

  it("wins over programs that lie among the tools of developers, where its image does too", async () => {
    const { nodes } = await systemOf({ ...installer, ...code, "dev/build/Dockerfile": image });
    expect(processesOf(nodes).map(({ name, technology, ports }) => [name, technology, ports])).toEqual([
      ["boats", "Node.js", ["3000"]],
    ]);
  });

  it("is of the language of its command, though a program of another begins beside it", async () => {
    const tool = { "watch.go": "package main\n\nfunc main() {\n}\n" };
    const { nodes } = await systemOf({
      ...tool,
      "package.json": '{ "name": "boats" }\n',
      Dockerfile: 'FROM python\nCOPY . .\nCMD ["gunicorn", "-w", "4", "boats:app"]\n',
      "compose.yml": "services:\n  boats: { build: . }\n",
    });
    expect(processesOf(nodes).map(({ name, technology }) => [name, technology])).toEqual([["boats", "Python"]]);
  });
});

it("runs what a chart of Helm deploys", async () => {
  const { nodes, leftOut } = await systemOf({
    "package.json": '{ "name": "boats" }\n',
    Dockerfile: 'FROM node\nCOPY . .\nCMD ["node", "server.js"]\n',
    "chart/Chart.yaml": "apiVersion: v2\nname: boats\nversion: 1.0.0\n",
    "chart/templates/worker.yaml":
      "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: worker\nspec:\n  template:\n    spec:\n      containers:\n        - name: worker\n          image: skipper/boats\n          args: [work]\n",
  });
  expect([nodes.map(({ name, technology }) => [name, technology]), leftOut]).toEqual([[["worker", "Node.js"]], []]);
});
