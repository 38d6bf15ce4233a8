/** Returns the slope of the values over the sizes, both as logarithms, by least squares. */
export function fitExponent(sizes: readonly number[], values: readonly number[]): number {
  const [x, y] = [sizes, values].map((numbers) => numbers.map(Math.log)) as [number[], number[]];
  const [meanX, meanY] = [mean(x), mean(y)];
  const covariance = x.reduce((sum, one, n) => sum + (one - meanX) * (y[n]! - meanY), 0);
  return covariance / x.reduce((sum, one) => sum + (one - meanX) ** 2, 0);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
