import appendices from "./appendices.cjs";

/** The same as the hook in `runner-modules.cjs`, for the Nodes where such hooks live in a thread of their own. */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (loaded.format !== "module" || !loaded.source) return loaded;
  const appendix = appendices.appendixFor(url, loaded.source, "module");
  return appendix === "" ? loaded : { ...loaded, source: `${Buffer.from(loaded.source)}${appendix}` };
}
