import type { Target } from "../../lab/index.ts";

/** What a target is called: `azurite 3.37.0`, or its address if it runs already. */
export function targetLabel(target: Target | undefined): string {
  const { emulator = "", version = null, endpoint = "" } = target ?? {};
  return emulator === "url" ? endpoint : [emulator, version].filter(Boolean).join(" ");
}
