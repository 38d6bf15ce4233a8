// Whoever hashes no password, as most commands, does not wait for the library to load.
const load = () => import("better-auth/crypto");

export async function hashPassword(password: string): Promise<string> {
  return await (await load()).hashPassword(password);
}

export async function verifyPassword(attempt: { hash: string; password: string }): Promise<boolean> {
  return await (await load()).verifyPassword(attempt);
}
