/** `HTTPServerName2` is "http_server_name2". */
export function snake(name: string): string {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1_$2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1_$2")
    .toLowerCase();
}

export function lowerFirst(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

export function upperFirst(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
