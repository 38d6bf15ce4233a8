/** Returns where to go after signing in: always a path of this dashboard. */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !next.startsWith("/") || /^\/[/\\]/.test(next)) return "/";
  return next;
}
