import { git } from "./git-fixture.ts";

export interface ProgramSetting {
  /** As `git help --config` has it. */
  documented: string;
  /**
   * What takes effect with it, as lines of a configuration file: TOUCH leaves a trace, SCRIPT is a program
   * that does.
   */
  lines: string;
}

const of = (documented: string, section: string, ...entries: string[]): ProgramSetting => ({
  documented,
  lines: `[${section}]\n${entries.map((entry) => `\t${entry}\n`).join("")}`,
});

/** Every setting of git that names a program, or makes a file or another repository name one. */
export const programSettings: readonly ProgramSetting[] = [
  of("alias.*", "alias", "upload-pack = !TOUCH", "receive-pack = !TOUCH", "fetch = !TOUCH", "push = !TOUCH"),
  of("browser.<tool>.cmd", 'browser "evil"', "cmd = TOUCH"),
  of("browser.<tool>.path", 'browser "evil"', "path = SCRIPT"),
  of("core.alternateRefsCommand", "core", "alternateRefsCommand = TOUCH"),
  of("core.askPass", "core", "askPass = SCRIPT"),
  of("core.attributesFile", "core", "attributesFile = ATTRIBUTES"),
  of("core.editor", "core", "editor = TOUCH"),
  of("core.fsmonitor", "core", "fsmonitor = SCRIPT"),
  of("core.gitProxy", "core", "gitProxy = SCRIPT"),
  of("core.hooksPath", "core", "hooksPath = HOOKS"),
  of("core.pager", "core", "pager = TOUCH"),
  of("core.sshCommand", "core", "sshCommand = TOUCH"),
  of("credential.helper", "credential", 'helper = "!TOUCH"'),
  of("credential.<url>.*", 'credential "https://github.com"', 'helper = "!TOUCH"'),
  of("diff.<driver>.command", 'diff "evil"', "command = TOUCH"),
  of("diff.<driver>.textconv", 'diff "evil"', "textconv = TOUCH"),
  of("diff.external", "diff", "external = TOUCH"),
  of("diff.tool", "diff", "tool = evil"),
  of("diff.guitool", "diff", "guitool = evil"),
  of("difftool.<tool>.cmd", 'difftool "evil"', "cmd = TOUCH"),
  of("difftool.<tool>.path", 'difftool "evil"', "path = SCRIPT"),
  of("extensions.partialClone", "extensions", "partialClone = evil"),
  of("filter.<driver>.clean", 'filter "evil"', "clean = TOUCH"),
  of("filter.<driver>.smudge", 'filter "evil"', "smudge = TOUCH"),
  of("filter.<driver>.process", 'filter "evil"', "process = TOUCH", "required = true"),
  of("gc.recentObjectsHook", "gc", "recentObjectsHook = TOUCH", "auto = 1", "cruftPacks = true"),
  of("gpg.program", "gpg", "program = SCRIPT"),
  of("gpg.<format>.program", 'gpg "ssh"', "program = SCRIPT"),
  of("gpg.ssh.defaultKeyCommand", 'gpg "ssh"', "defaultKeyCommand = TOUCH"),
  of("guitool.<name>.cmd", 'guitool "evil"', "cmd = TOUCH"),
  of("help.browser", "help", "browser = evil"),
  of("hook.<name>.command", 'hook "evil"', "event = pre-receive", "event = post-receive", "command = TOUCH"),
  of("imap.tunnel", "imap", "tunnel = TOUCH"),
  of("include.path", "include", "path = INCLUDED"),
  of("includeIf.<condition>.path", 'includeIf "gitdir:/"', "path = INCLUDED"),
  of("init.templateDir", "init", "templateDir = HOOKS/.."),
  of("instaweb.browser", "instaweb", "browser = SCRIPT"),
  of("instaweb.httpd", "instaweb", "httpd = SCRIPT"),
  of("interactive.diffFilter", "interactive", "diffFilter = TOUCH"),
  of("man.<tool>.cmd", 'man "evil"', "cmd = TOUCH"),
  of("man.<tool>.path", 'man "evil"', "path = SCRIPT"),
  of("man.viewer", "man", "viewer = evil"),
  of("merge.<driver>.driver", 'merge "evil"', "driver = TOUCH"),
  of("merge.tool", "merge", "tool = evil"),
  of("merge.guitool", "merge", "guitool = evil"),
  of("mergetool.<tool>.cmd", 'mergetool "evil"', "cmd = TOUCH"),
  of("mergetool.<tool>.path", 'mergetool "evil"', "path = SCRIPT"),
  of("pager.<cmd>", "pager", "upload-pack = TOUCH", "receive-pack = TOUCH", "for-each-ref = TOUCH"),
  of("receive.procReceiveRefs", "receive", "procReceiveRefs = refs/heads"),
  of("receive.autogc", "receive", "autogc = true", "updateServerInfo = true"),
  of("receive.denyCurrentBranch", "receive", "denyCurrentBranch = updateInstead"),
  of("remote.<name>.receivepack", 'remote "evil"', "url = .", "receivepack = TOUCH"),
  of("remote.<name>.uploadpack", 'remote "evil"', "url = .", "promisor = true", "uploadpack = TOUCH"),
  of("remote.<name>.vcs", 'remote "evil"', "vcs = ext", "url = sh -c TOUCH"),
  of("remote.<name>.url", 'remote "origin"', "url = ext::sh -c TOUCH"),
  of("sendemail.ccCmd", "sendemail", "ccCmd = TOUCH"),
  of("sendemail.tocmd", "sendemail", "tocmd = TOUCH"),
  of("sendemail.<identity>.*", 'sendemail "evil"', "sendmailCmd = TOUCH"),
  of("sendemail.smtpServer", "sendemail", "smtpServer = SCRIPT"),
  of("sequence.editor", "sequence", "editor = TOUCH"),
  of("submodule.<name>.update", 'submodule "evil"', "url = ext::sh -c TOUCH", "update = !TOUCH"),
  of("tar.<format>.command", 'tar "evil"', "command = TOUCH"),
  of("trailer.<token>.command", 'trailer "evil"', "command = TOUCH", "ifMissing = add"),
  of("trailer.<token>.cmd", 'trailer "evil"', "cmd = TOUCH", "ifMissing = add"),
  of("uploadpack.packObjectsHook", "uploadpack", "packObjectsHook = TOUCH"),
  of("url.<base>.insteadOf", 'url "ext::sh -c TOUCH% "', "insteadOf = file://"),
  of("url.<base>.pushInsteadOf", 'url "ext::sh -c TOUCH% "', "pushInsteadOf = file://"),
  of("web.browser", "web", "browser = evil"),
];

/** Of names like these, those that name no program. */
const harmless: ReadonlySet<string> = new Set([
  "advice.ignoredHook",
  "advice.waitingForEditor",
  "color.pager",
  "column.clean",
  "completion.commands",
  "core.fsmonitorHookVersion",
  "gitcvs.dbDriver",
  "merge.<driver>.name",
  "merge.<driver>.recursive",
  "diff.<driver>.binary",
  "diff.<driver>.cachetextconv",
  "diff.<driver>.wordRegex",
  "diff.<driver>.xfuncname",
  "notes.rewrite.<command>",
  "rebase.abbreviateCommands",
]);

const programLike =
  /command$|commands$|cmd|program|helper|driver|\.clean$|smudge|\.process$|textconv|editor|pager|askpass|hook|\.fsmonitor$|external|browser$|viewer|tunnel|\.vcs$|uploadpack$|receivepack$|^alias|gitproxy|\.httpd$|diffFilter|smtpServer$/i;

/** What the installed git documents that looks as if it named a program and is in neither list. */
export async function unknownProgramSettings(): Promise<string[]> {
  const known = new Set(programSettings.map(({ documented }) => documented.toLowerCase()));
  const names = (await git("/", ["help", "--config"])).split("\n").filter((line) => /^\S+\.\S+$/.test(line));
  return names.filter(
    (name) => programLike.test(name) && !harmless.has(name) && !known.has(name.toLowerCase()),
  );
}
