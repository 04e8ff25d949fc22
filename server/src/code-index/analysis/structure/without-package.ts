/** The folders of a package of Java and its like, below the root of a module's sources. */
const packageFolders = /((?:^|\/)src\/\w+\/(?:java|kotlin|scala|groovy)\/)(?:[^/]+\/)+/;

/**
 * A path without the folders of its package: they name an owner and a subject, not what kind of code it is.
 * `src/main/java/org/springframework/samples/shop/Cart.java` is no sample.
 */
export function withoutPackage(path: string): string {
  return path.replace(packageFolders, "$1");
}
