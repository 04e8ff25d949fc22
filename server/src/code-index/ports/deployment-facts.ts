/**
 * What one file says about what runs and whom it talks to: declarations of processes, addresses in settings, clients
 * that code makes. Files are put together by `analysis/structure/system`.
 */
export interface DeploymentFacts {
  units: DeployedUnit[];
  /** Other files that the declaration takes in, as written. */
  includes: string[];
  /** Variables of a file of settings for an environment; empty for all other files. */
  settings: DeployedSetting[];
  /** Settings that are kept under a name for processes to be given; absent where there are none. */
  maps?: SettingMap[];
  /** Hosts without a domain, which only a network of processes knows: "db:5432", "lb://boats". */
  addresses: AddressFact[];
  clients: ClientFact[];
  /** Hosts of services that nobody listed, whose interfaces the code calls: "api.boats.example". */
  calls: AddressFact[];
  programs: ProgramFact[];
  /** Absent where the file says nothing of it. */
  dapr?: DaprFacts;
}

/** What is reached through a sidecar of Dapr. */
export interface DaprFacts {
  components: DaprComponent[];
  uses: DaprUse[];
}

export type DaprBlock = "state" | "pubsub" | "binding";

/** A store, broker or service that Dapr knows by a name. */
export interface DaprComponent {
  name: string;
  block: DaprBlock;
  /** Name in the table of technologies. */
  technology: string;
  /** A host without a domain, in lower case; null where its settings name none. */
  host: string | null;
  /** Ids of the processes that it is opened to; empty for all. */
  scopes: string[];
  line: number;
}

/** Code that asks the sidecar. */
export interface DaprUse {
  block: DaprBlock;
  /** Null where it is no text that stands there. */
  name: string | null;
  line: number;
}

/** One process, store or job that a declaration starts. */
export interface DeployedUnit {
  form: DeclarationForm;
  /** "" where the declaration has none: that of a Dockerfile, or a name that a template puts in. */
  name: string;
  /** Other names of its host. */
  aliases: string[];
  /** As written, with the defaults of variables put in; null where it is built or not said. */
  image: string | null;
  build: BuildFact | null;
  /** The program and its arguments on one line; null where the image's own is started. */
  command: string | null;
  /** Name in the table of technologies, where the declaration says it without an image; else null. */
  technology: string | null;
  /** What the declaration calls the code that it starts: a project of .NET, a package; else null. */
  project: string | null;
  /** Those it listens on, not those of the machine around it. */
  ports: string[];
  settings: DeployedSetting[];
  /** Files of settings, as written. */
  settingFiles: string[];
  /** What it is given of settings that are kept under a name; absent where nothing. */
  settingMaps?: GivenMap[];
  /** Files and folders of the repository that it gets to read, as written. */
  mounts: string[];
  /** Where it keeps files: named volumes, and folders of the machine around it, with its own name of the place. */
  volumes: VolumeFact[];
  needs: UnitNeed[];
  /** A unit of this or another file that it begins as; null mostly. */
  base: { file: string | null; name: string } | null;
  profiles: string[];
  /** "once" ends by itself (a migration, a set-up); "schedule" is started again and again. */
  duration: "long" | "once" | "schedule";
  startLine: number;
  endLine: number;
}

export type DeclarationForm =
  | "compose"
  | "procfile"
  | "dockerfile"
  | "kubernetes"
  | "helm"
  | "systemd"
  | "supervised"
  | "app-host"
  | "platform"
  | "documented";

interface BuildFact {
  /** Folder as written. */
  context: string;
  file: string | null;
  target: string | null;
  /** Folders that the build copies, works in or names, as written: which part of the repository it builds. */
  mentions: string[];
}

/** A ConfigMap of Kubernetes. */
interface SettingMap {
  name: string;
  settings: DeployedSetting[];
}

interface GivenMap {
  /** Name of the map. */
  name: string;
  /** The one setting of it that is given, and its name inside; null for all as they are. */
  only: { key: string; as: string } | null;
}

export interface DeployedSetting {
  name: string;
  /** With the defaults of variables put in. */
  value: string;
  line: number;
}

export interface VolumeFact {
  /** Name of the volume, or the path outside as written; "" where the image says it alone. */
  source: string;
  /** Path inside. */
  target: string;
  line: number;
}

interface UnitNeed {
  name: string;
  /** "start" waits for it, "reference" gets its address, "served": a proxy of this technology passes requests on to it. */
  kind: "start" | "reference" | "served";
  line: number;
}

/** A program that begins in the file. */
export interface ProgramFact {
  framework: string;
  /** "program" may be anything, a tool as well; "client" runs on devices of people. */
  duty: "web" | "worker" | "program" | "client";
  line: number;
}

/** The first line that has it. */
export interface AddressFact {
  host: string;
  line: number;
}

export interface ClientFact {
  /** Name in the table of technologies. */
  technology: string;
  line: number;
  /** Whether the line offers it as one of several, of which the packages that are required tell those that are used. */
  isOption: boolean;
}
