/** Repeats the work if it was requested again while it ran. The work never rejects. */
export function oneAtATime(work: () => Promise<unknown>): { run(): void; idle(): Promise<void> } {
  let running: Promise<void> | null = null;
  let again = false;
  async function repeat(): Promise<void> {
    do {
      again = false;
      await work();
    } while (again);
    running = null;
  }
  return {
    run(): void {
      again = true;
      running ??= repeat();
    },
    idle: async (): Promise<void> => void (await running),
  };
}
