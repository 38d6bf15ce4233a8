/**
 * What a program needs to run that is not to know the settings of whoever runs the tests; its temporary
 * folders are with those of the run.
 */
export function bareEnvironment(): { PATH: string; HOME: string; TMPDIR?: string } {
  const { PATH = "", HOME = "", TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR !== undefined && { TMPDIR }) };
}
