/** Machines whose numbers are known here. On others there is no filter, so nothing runs. */
export type Machine = "x64" | "arm64";

/** Numbers of one system call on x64 and on arm64; null where the machine has none such. */
type CallNumbers = readonly [x64: number | null, arm64: number | null];

/** The kernel's own marks of the two machines (`AUDIT_ARCH_…` in linux/audit.h). */
export const auditArchitectures: Record<Machine, number> = { x64: 0xc000003e, arm64: 0xc00000b7 };

/**
 * Calls that no build or test needs, and by which programs got out of such walls before. The numbers are those of
 * arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h; they never change.
 */
export const refusedCalls: Record<string, CallNumbers> = {
  // Other namespaces, in which one would be root.
  unshare: [272, 97],
  setns: [308, 268],
  // Other views of files.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_by_handle_at: [304, 265],
  name_to_handle_at: [303, 264],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  swapon: [167, 224],
  swapoff: [168, 225],
  // Other processes' memory and files.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  // Keys, programs and modules in the kernel, and its log.
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  fanotify_init: [300, 262],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  syslog: [103, 116],
  acct: [163, 89],
  reboot: [169, 142],
  // Clock, name and ports of the machine.
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  vhangup: [153, 58],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  // Long out of use.
  uselib: [134, null],
  ustat: [136, null],
  sysfs: [139, null],
  _sysctl: [156, null],
  create_module: [174, null],
  get_kernel_syms: [177, null],
  query_module: [178, null],
  nfsservctl: [180, 42],
  lookup_dcookie: [212, 18],
};

/**
 * Calls that are answered as if the kernel did not have them: programs then take another way. They hide memory from the
 * limits, or open much of the kernel at once. The flags of `clone3` lie in memory, where a filter cannot read them.
 */
export const missingCalls: Record<string, CallNumbers> = {
  clone3: [435, 435],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  semget: [64, 190],
  msgget: [68, 186],
};

/** Calls that are allowed with some arguments only. */
export const judgedCalls = {
  clone: [56, 220],
  socket: [41, 198],
  ioctl: [16, 29],
  personality: [135, 92],
  shmget: [29, 194],
} satisfies Record<string, CallNumbers>;

/** The newest call that was looked at (`fchmodat2`); kernels with more of them do not have them in here. */
export const newestCall = 452;

/** What refused calls answer (`errno`): EPERM, EINVAL, ENOSYS and EAFNOSUPPORT. */
export const errorNumbers = { notPermitted: 1, invalid: 22, noSuchCall: 38, noSuchFamily: 97 } as const;
