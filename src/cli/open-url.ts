import { spawn } from "node:child_process";
import { once } from "node:events";

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens a web page in the user's browser. False if there is no program for it, or no screen. */
export async function openUrl(url: string, environment: NodeJS.ProcessEnv): Promise<boolean> {
  const { protocol, href } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") return false;
  const hasScreen = process.platform === "darwin" || process.platform === "win32";
  if (!hasScreen && !environment.DISPLAY && !environment.WAYLAND_DISPLAY) return false;
  const [program = "xdg-open", ...args] = openers[process.platform] ?? [];
  const child = spawn(program, [...args, href], { stdio: "ignore", detached: true });
  try {
    await once(child, "spawn");
  } catch {
    return false;
  }
  child.unref();
  return true;
}
