/** How a library says endpoints by classes, each of which configures its own: FastEndpoints. */
export interface EndpointClassRules {
  /** Of what such a class extends, as written. */
  bases: RegExp;
  /** The method that configures it. */
  method: string;
  /** HTTP methods by the call that says the paths. */
  verbs: Readonly<Record<string, string>>;
  /** The call that names the group that it is part of, as the argument of its type. */
  group: string;
  /** Calls that let only some through, or everybody. */
  guards: RegExp;
  /** Of what a group extends, as written; the first group is the one around it. */
  groupBases: RegExp;
  /** The call on a program that serves them all, and of its text the path in front of them. */
  server: { call: string; prefix: RegExp };
}
