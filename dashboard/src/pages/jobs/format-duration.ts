/** `8 s`, `3 min 20 s`, `2 h 5 min`, `4 d 1 h`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return join(seconds, 60, "min", 1, "s");
  if (seconds < 86_400) return join(seconds, 3_600, "h", 60, "min");
  return join(seconds, 86_400, "d", 3_600, "h");
}

function join(seconds: number, large: number, name: string, small: number, smallName: string): string {
  const rest = Math.floor((seconds % large) / small);
  const whole = `${Math.floor(seconds / large)} ${name}`;
  return rest === 0 ? whole : `${whole} ${rest} ${smallName}`;
}
