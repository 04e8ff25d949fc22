import type { GuardFact } from "./facts.ts";

/** How an endpoint is called. */
export type EndpointProtocol = "http" | "graphql" | "grpc" | "trpc" | "websocket";

export type OperationKind = "QUERY" | "MUTATION" | "SUBSCRIPTION";

/** What one file says about operations of GraphQL and services of gRPC. */
export interface OperationFacts {
  operations: OperationFact[];
  /** Types whose fields are operations where they are roots of a schema, or what a root extends. */
  types: OperationType[];
  /** Types that a schema names as its roots; "Query", "Mutation" and "Subscription" are without that. */
  roots: { kind: OperationKind; type: string }[];
  /** Types of a schema that may group operations. */
  groups?: OperationGroup[];
}

/** A type whose fields are operations where a field of a root answers with it: `pages: PageQuery`. */
export interface OperationGroup {
  type: string;
  operations: OperationFact[];
}

export interface OperationFact {
  protocol: "graphql" | "grpc";
  /** "QUERY", "MUTATION", "SUBSCRIPTION"; "RPC" for gRPC. */
  method: string;
  /** `boats`, `/ferry.v1.BoatService/GetBoat`. */
  name: string;
  /** Whether a schema alone names it, which code may do as well. */
  isSchema: boolean;
  /** The type that it answers with, where that may be a group of operations. */
  group?: string;
  /** Present on a field of a group that takes arguments. */
  takes?: true;
  handler: string | null;
  /** The same over HTTP, where a gateway translates. */
  http: { method: string; path: string }[];
  /** What protects it; absent where nothing was found that does. */
  guards?: GuardFact[];
  startLine: number;
  endLine: number;
}

export interface OperationType {
  /** Last part of its name. */
  name: string;
  /** Last parts of the names of what it extends and includes. */
  bases: string[];
  fields: OperationField[];
}

export interface OperationField {
  name: string;
  /** Function of the field; null where it has none. */
  handler: string | null;
  startLine: number;
  endLine: number;
}
