import type { DeclarationReader } from "#server/code-index/analysis/extract/deployment/declaration-reader.ts";

import { appHost } from "./app-host.ts";
import { compose } from "./compose.ts";
import { dockerfile } from "./dockerfile.ts";
import { documentedCompose } from "./documented-compose.ts";
import { helmChart } from "./helm-chart.ts";
import { kubernetes } from "./kubernetes.ts";
import { platform } from "./platform.ts";
import { procfile } from "./procfile.ts";
import { startScript, uwsgi } from "./started-together.ts";
import { s6Service, supervisord } from "./supervised.ts";
import { systemd } from "./systemd.ts";

/** All kinds of files that declare what runs. */
export const declarationReaders: readonly DeclarationReader[] = [
  compose,
  procfile,
  dockerfile,
  kubernetes,
  helmChart,
  systemd,
  s6Service,
  supervisord,
  startScript,
  uwsgi,
  platform,
  appHost,
  documentedCompose,
];
