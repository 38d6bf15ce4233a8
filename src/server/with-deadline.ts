import { AppError } from "../errors.ts";

/** The result of `work`, or `unavailable` after `ms`; what `work` does later goes unheard. */
export function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  // One promise and one timer: every request comes through here twice.
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new AppError("unavailable", "The response took too long. Try again soon.")),
      ms,
    );
    work.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
