/** Endings of which a name alone may consist: `file=".md"` names no file. */
const endings =
  /^\.(?:mdx?|html?|css|s[ac]ss|[cm]?[jt]sx?|json|ya?ml|toml|txt|xml|svg|png|py|go|rs|java|sh|rb|php|c|h|cpp)$/i;

/**
 * Whether a path may name a file that is not part of the repository: a hidden one, one in a folder above, or
 * one from the root of the machine. `@` stands for the root of the documentation, also right before a name.
 */
export function mayLeave(path: string): boolean {
  return isAbsolute(path) || path.split(/[\\/@]/).includes("..") || hasHiddenPart(path);
}

/** Whether the path begins at the root of the machine; `/` alone may be that of the site. */
export function isAbsolute(path: string): boolean {
  return /^(?:file:|[A-Za-z]:[\\/]|~[\\/]|[\\/](?:proc|etc|home|root|var|tmp|usr|run|dev|sys|mnt|opt|Users|private)[\\/])/i.test(
    path,
  );
}

export function hasHiddenPart(path: string): boolean {
  return !endings.test(path) && path.split(/[\\/@]/).some((part) => /^\s*\.\w/.test(part));
}
