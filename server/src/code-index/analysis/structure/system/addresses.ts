/** Hosts of a connection setting: of an address, a connection string, `host:port`, or a list of them. */
export function hostsIn(name: string, value: string): string[] {
  const found = new Set<string>();
  for (const part of value.split(/[,\s]+/).slice(0, 20)) {
    const url = /^["']?(?:[\w+.-]+:)*\/\/(?:[^@/]*@)?([\w.-]+|\$\{\w+\})/.exec(part)?.[1];
    const dsn = /(?:^|;)\s*(?:host|server|data source|addr(?:ess)?)\s*=\s*(?:tcp:)?([\w.-]+)/i.exec(part)?.[1];
    const inBrackets = /@(?:tcp\()?([\w.-]+)(?::\d+)?\)?\//.exec(part)?.[1];
    const withPort = /^["']?([a-z][\w.-]*):\d{2,5}(?:$|[/"';])/i.exec(part)?.[1];
    for (const host of [url, dsn, inBrackets, withPort]) if (host !== undefined) found.add(host.toLowerCase());
  }
  const spaced = /(?:^|;)\s*(?:host|server|data source)\s*=\s*(?:tcp:)?([\w.-]+)/gi;
  for (const [, host = ""] of value.matchAll(spaced)) found.add(host.toLowerCase());
  if (hostSetting.test(name) && /^["']?[a-z][\w.-]*["']?$/i.test(value))
    found.add(value.replace(/["']/g, "").toLowerCase());
  return [...found];
}

/** A plain word is a host where the setting says so. */
const hostSetting =
  /(?:HOST(?:NAME)?S?|SERVERS?|ADDR(?:ESS(?:ES)?)?|UR[IL]S?|ENDPOINTS?|BROKERS?|DSN|PEERS?|UPSTREAMS?|NODES?|SEEDS?)$/i;
