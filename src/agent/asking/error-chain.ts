/** Returns an error and its causes, outermost first. */
export function errorChain(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let next = error; next instanceof Error && !chain.includes(next); next = next.cause) chain.push(next);
  return chain;
}
