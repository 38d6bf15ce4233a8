/**
 * Milliseconds of CPU time that this thread has taken since: unlike the time on the wall, other programs on
 * the machine add next to nothing to it.
 */
export function startCpuClock(): () => number {
  const start = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1_000;
  };
}
