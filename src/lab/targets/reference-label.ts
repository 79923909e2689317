/** What the cloud itself is called, as what something was measured against. */
export const cloudLabel = "the cloud";

const recordingOf = "recording ";

/** What recordings are called: those of the cloud are as good as it was then, all others are stand-ins. */
export function recordingLabel(named: string, isOfCloud: boolean): string {
  return isOfCloud ? `${recordingOf}${named}` : `stand-in ${recordingOf}${named}`;
}

/** Whether what was measured against a reference was measured against the cloud, or what was recorded of it. */
export function isCloudReference(label: string): boolean {
  return label === cloudLabel || label.startsWith(recordingOf);
}
