const steps = [1, 2, 2.5, 5, 10];

/** Returns round values from 0 to at least `max`, in at most four steps; `isWhole` allows only integers. */
export function niceTicks(max: number, { isWhole }: { isWhole: boolean }): number[] {
  if (max <= 0) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(max / 4));
  const fits = (step: number) => step * 4 >= max && (!isWhole || Number.isInteger(step));
  const step = steps.map((each) => each * power).find(fits) ?? 1;
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step);
}
