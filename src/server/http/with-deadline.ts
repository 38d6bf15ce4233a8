import { AppError } from "../../errors.ts";

/** Returns the result of `work`, or throws `unavailable` after `ms`; a later result of `work` is ignored. */
export function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  // One promise and one timer: every request passes through here twice.
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
