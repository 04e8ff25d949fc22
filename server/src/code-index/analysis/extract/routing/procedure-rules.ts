/** Values that are an operation each, which routers hold by name: `procedure.input(…).query(…)`. */
export interface ProcedureRules {
  /** Methods by the call that ends the value; "" where it is served by its address alone, and not by its name. */
  endings: Readonly<Record<string, string>>;
  /** Of what the calls begin with, where the value stands in no router: `t.procedure`. */
  begins: RegExp;
  /** Of what the calls begin with, where it lets only some through. */
  guards: RegExp;
  /** The call that gives it an address of HTTP besides, by the entry that holds its method and path; null where it is given these. */
  address: { call: string; entry: string | null; servedBy: string };
}
