import { AppError } from "../errors.ts";

/** The result of `work`, or `unavailable` after `ms`; what `work` does later goes unheard. */
export async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new AppError("unavailable", "The answer took too long. Try again soon.")),
    ms,
  );
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
