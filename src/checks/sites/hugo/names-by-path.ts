const template = /\.html?$/;
const settings = /\.(?:toml|ya?ml|json)$/;
/** Functions that take an address as it is. */
const ofAddresses = /\b(?:rel|abs)(?:Lang)?URL\b|\burls\.|\bsafeURL\b/i;
const pageReference = /(?:^|[\s{,"'])pageref["']?\s{0,9}[:=]\s{0,9}["']?$/i;
const actionMax = 600;

/**
 * Whether Hugo looks a page up by what stands there: in an action of a template, which may hand it to
 * `GetPage` or `ref`, and as the `pageRef` of a menu. An alias of the page does not help then.
 */
export function namesByPath(file: string, text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - actionMax), start);
  if (settings.test(file)) return pageReference.test(before.slice(-40));
  const open = before.lastIndexOf("{{");
  if (!template.test(file) || open < 0 || before.indexOf("}}", open) >= 0) return false;
  const rest = text.slice(start, start + actionMax);
  const close = rest.indexOf("}}");
  return close >= 0 && !ofAddresses.test(before.slice(open) + rest.slice(0, close));
}
