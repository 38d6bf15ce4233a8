/** Compares two versions by the precedence of Semantic Versioning 2: below, at or above zero. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [readVersion(one), readVersion(other)];
  return (
    compareLists(left.numbers, right.numbers) ||
    // A pre-release comes before its release.
    Number(left.suffix.length === 0) - Number(right.suffix.length === 0) ||
    compareLists(left.suffix, right.suffix)
  );
}

function readVersion(version: string): { numbers: string[]; suffix: string[] } {
  const [withoutBuild = ""] = version.split("+");
  const dash = withoutBuild.indexOf("-");
  const numbers = (dash < 0 ? withoutBuild : withoutBuild.slice(0, dash)).split(".");
  return { numbers, suffix: dash < 0 ? [] : withoutBuild.slice(dash + 1).split(".") };
}

function compareLists(left: readonly string[], right: readonly string[]): number {
  for (const [index, one] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (one !== other) return compareParts(one, other);
  }
  return left.length - right.length;
}

/** Numbers by their value, and before words. */
function compareParts(one: string, other: string): number {
  const [isLeft, isRight] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isLeft && isRight) return Number(one) - Number(other);
  if (isLeft !== isRight) return isLeft ? -1 : 1;
  return one < other ? -1 : 1;
}
