interface Calls {
  /** Value of `seccomp_data.arch`. */
  architecture: number;
  clone: number;
  clone3: number;
  ioctl: number;
  denied: Readonly<Record<string, number>>;
}

/** Calls with the same number on every architecture. */
const newCalls = {
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  pidfd_getfd: 438,
  process_madvise: 440,
  mount_setattr: 442,
  quotactl_fd: 443,
  memfd_secret: 447,
  set_mempolicy_home_node: 450,
};

const x64: Calls = {
  architecture: 0xc000_003e,
  clone: 56,
  clone3: 435,
  ioctl: 16,
  denied: {
    ptrace: 101,
    syslog: 103,
    uselib: 134,
    personality: 135,
    vhangup: 153,
    modify_ldt: 154,
    pivot_root: 155,
    _sysctl: 156,
    adjtimex: 159,
    chroot: 161,
    acct: 163,
    settimeofday: 164,
    mount: 165,
    umount2: 166,
    swapon: 167,
    swapoff: 168,
    reboot: 169,
    sethostname: 170,
    setdomainname: 171,
    iopl: 172,
    ioperm: 173,
    create_module: 174,
    init_module: 175,
    delete_module: 176,
    quotactl: 179,
    nfsservctl: 180,
    lookup_dcookie: 212,
    clock_settime: 227,
    mbind: 237,
    set_mempolicy: 238,
    kexec_load: 246,
    add_key: 248,
    request_key: 249,
    keyctl: 250,
    migrate_pages: 256,
    unshare: 272,
    vmsplice: 278,
    move_pages: 279,
    perf_event_open: 298,
    fanotify_init: 300,
    name_to_handle_at: 303,
    open_by_handle_at: 304,
    clock_adjtime: 305,
    setns: 308,
    process_vm_readv: 310,
    process_vm_writev: 311,
    kcmp: 312,
    finit_module: 313,
    kexec_file_load: 320,
    bpf: 321,
    userfaultfd: 323,
    ...newCalls,
  },
};

const arm64: Calls = {
  architecture: 0xc000_00b7,
  clone: 220,
  clone3: 435,
  ioctl: 29,
  denied: {
    lookup_dcookie: 18,
    umount2: 39,
    mount: 40,
    pivot_root: 41,
    nfsservctl: 42,
    chroot: 51,
    vhangup: 58,
    quotactl: 60,
    vmsplice: 75,
    acct: 89,
    personality: 92,
    unshare: 97,
    kexec_load: 104,
    init_module: 105,
    delete_module: 106,
    clock_settime: 112,
    syslog: 116,
    ptrace: 117,
    reboot: 142,
    sethostname: 161,
    setdomainname: 162,
    settimeofday: 170,
    adjtimex: 171,
    add_key: 217,
    request_key: 218,
    keyctl: 219,
    swapon: 224,
    swapoff: 225,
    mbind: 235,
    set_mempolicy: 237,
    migrate_pages: 238,
    move_pages: 239,
    perf_event_open: 241,
    fanotify_init: 262,
    name_to_handle_at: 264,
    open_by_handle_at: 265,
    clock_adjtime: 266,
    setns: 268,
    process_vm_readv: 270,
    process_vm_writev: 271,
    kcmp: 272,
    finit_module: 273,
    bpf: 280,
    userfaultfd: 282,
    kexec_file_load: 294,
    ...newCalls,
  },
};

export const filteredArchitectures: Readonly<Record<string, Calls>> = { x64, arm64 };

/** All CLONE_NEW… flags: its own namespaces would give a process capabilities over parts of the kernel. */
const newNamespaces = 0x7e02_0000;
/** Requests that put input into somebody's terminal. */
const terminalInput = [0x5412, 0x541c];
/** Numbers from here on are x86-64's second table of system calls. */
const secondTable = 0x4000_0000;

const place = { number: 0, architecture: 4, firstArgument: 16, secondArgument: 24 };
const load = 0x20;
const isEqual = 0x15;
const isAtLeast = 0x35;
const hasBits = 0x45;
const answer = 0x06;
const allow = 0x7fff_0000;
const refuse = (errno: number) => 0x0005_0000 | errno;
const notPermitted = refuse(1);
const notThere = refuse(38);

type Instruction = [code: number, value: number, skipIfTrue: number, skipIfFalse: number];

/**
 * Returns a filter that refuses what no agent needs and kernels have been compromised through: other
 * processes' memory, keys, tracing, modules, mounts and namespaces, io_uring. `clone3`, whose flags cannot
 * be read here, is reported as missing, so that C libraries use `clone`. Null for an architecture whose
 * call numbers are not known.
 */
export function seccompFilter(architecture: string): Buffer | null {
  const calls = filteredArchitectures[architecture];
  if (calls === undefined) return null;
  const program: Instruction[] = [
    [load, place.architecture, 0, 0],
    [isEqual, calls.architecture, 1, 0],
    [answer, notThere, 0, 0],
    [load, place.number, 0, 0],
    ...(calls === x64 ? when(isAtLeast, secondTable, notThere) : []),
    ...Object.values(calls.denied).flatMap((call) => when(isEqual, call, notPermitted)),
    ...when(isEqual, calls.clone3, notThere),
    ...inCall(calls.clone, place.firstArgument, when(hasBits, newNamespaces, notPermitted)),
    ...inCall(
      calls.ioctl,
      place.secondArgument,
      terminalInput.flatMap((request) => when(isEqual, request, notPermitted)),
    ),
    [answer, allow, 0, 0],
  ];
  return Buffer.concat(program.map(encode));
}

function when(test: number, value: number, result: number): Instruction[] {
  return [
    [test, value, 0, 1],
    [answer, result, 0, 0],
  ];
}

/** Checks the low half of an argument, which is all that the kernel uses of flags and requests. */
function inCall(call: number, argument: number, checks: Instruction[]): Instruction[] {
  return [[isEqual, call, 0, checks.length + 2], [load, argument, 0, 0], ...checks, [answer, allow, 0, 0]];
}

/** Encodes `struct sock_filter`, little-endian on both architectures. */
function encode([code, value, skipIfTrue, skipIfFalse]: Instruction): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(skipIfTrue, 2);
  bytes.writeUInt8(skipIfFalse, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}
