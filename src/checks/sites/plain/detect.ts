/** Accepts every repository that no other generator claims. */
export async function detectPlain(): Promise<string> {
  return "";
}
