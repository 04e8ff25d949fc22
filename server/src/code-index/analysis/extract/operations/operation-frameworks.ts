import { graphqlRuby } from "./frameworks/graphql-ruby.ts";
import { hotChocolate } from "./frameworks/hot-chocolate.ts";
import { nestGraphql } from "./frameworks/nest-graphql.ts";
import { pothos } from "./frameworks/pothos.ts";
import { graphene, strawberry } from "./frameworks/python-graphql.ts";
import type { OperationFramework } from "./operation-framework.ts";

/** All libraries whose operations are read from code. */
export const operationFrameworks: readonly OperationFramework[] = [
  nestGraphql,
  pothos,
  strawberry,
  graphene,
  graphqlRuby,
  hotChocolate,
];
