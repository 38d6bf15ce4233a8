/**
 * Paths that lead nowhere below a repository, whatever holds its files, and the code that each is refused
 * with.
 */
export const hostilePaths: [title: string, path: string, code: string][] = [
  ["parent folders", "../outside/secret.md", "path_outside_workspace"],
  ["parent folders in the middle", "docs/../../outside/secret.md", "path_outside_workspace"],
  ["parent folders that come back", "docs/../docs/page.md", "path_outside_workspace"],
  ["an absolute path", "/etc/passwd", "path_outside_workspace"],
  ["a home folder", "~/.ssh/id_ed25519", "path_outside_workspace"],
  ["the environment of the process", "/proc/self/environ", "path_outside_workspace"],
  ["a NUL character", "docs/page.md\0.png", "path_outside_workspace"],
  ["a line feed", "docs/page.md\n", "path_outside_workspace"],
  ["backslashes", "docs\\..\\..\\outside\\secret.md", "path_outside_workspace"],
  ["git's folder", ".git/config", "path_outside_workspace"],
  ["git's folder in capitals", ".GIT/config", "path_outside_workspace"],
  ["git's folder below", "docs/.Git/config", "path_outside_workspace"],
  ["git's short name", "GIT~1/config", "path_outside_workspace"],
  ["git's folder with a dot at its end", ".git./config", "path_outside_workspace"],
  ["git's folder with a space at its end", ".git /config", "path_outside_workspace"],
  ["git's folder as a stream", ".git::$INDEX_ALLOCATION/config", "path_outside_workspace"],
  ["git's folder with an invisible character", ".g\u200cit/config", "path_outside_workspace"],
  ["git's folder in full width", "．ｇｉｔ/config", "path_outside_workspace"],
  ["a direction mark", "docs/\u202egm.egap", "path_outside_workspace"],
  ["a very long name", `docs/${"x".repeat(300)}.md`, "path_outside_workspace"],
  ["a folder", "docs", "not_a_regular_file"],
  ["the root", "", "not_a_regular_file"],
];
