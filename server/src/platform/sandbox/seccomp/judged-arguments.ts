/** The kinds of namespaces that `clone` can begin: of files, cgroups, names, messages, users, processes and network. */
export const namespaceFlags = 0x7e020000;
/** Unix, IPv4, IPv6 and netlink, which lists network interfaces. Others are not all bound to the network namespace. */
export const socketFamilies = [1, 2, 10, 16];
/** `TIOCSTI` and `TIOCLINUX`: typing into a terminal for somebody else. */
export const terminalTricks = [0x5412, 0x541c];
/** The usual one, asking for it, and that of 32 bits. */
export const personalities = [0, 0xffffffff, 8];
/** Shared memory of the old kind stays when nobody holds it, so a watch of processes does not see it. */
export const maxSharedBytes = 64 * 1024;
