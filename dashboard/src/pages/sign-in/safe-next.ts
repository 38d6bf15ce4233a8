/** Where to go after signing in: a path of this dashboard, never another place. */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !next.startsWith("/") || /^\/[/\\]/.test(next)) return "/";
  return next;
}
