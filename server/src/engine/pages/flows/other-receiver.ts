/**
 * Whether `message.note` stands where a method `note` of the caller's own class was found: that is another thing's of the
 * same name. In Go, methods call their own thing by any name.
 */
export function isOfAnother(
  line: string,
  { name, parent }: { name: string; parent: string | null },
  language: string | null,
): boolean {
  if (parent === null || language === "go") return false;
  const receivers = line
    .split(new RegExp(`\\b${name.replaceAll(/\W/g, "\\$&")}(?!\\w)`))
    .slice(0, -1)
    .map((before) => /([\w$@\])]+)\s*(?:\?\.|&\.|\.|->|::)$/.exec(before)?.[1]);
  return receivers.length > 0 && receivers.every((one) => one !== undefined && one !== parent && !itself.test(one));
}

const itself = /^(?:\$?this|self|Self|cls|static|super|that|me)$/;
