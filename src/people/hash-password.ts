// Loaded on first use, so that the many commands that hash no password start faster.
const load = () => import("better-auth/crypto");

export async function hashPassword(password: string): Promise<string> {
  return await (await load()).hashPassword(password);
}

export async function verifyPassword(attempt: { hash: string; password: string }): Promise<boolean> {
  return await (await load()).verifyPassword(attempt);
}
