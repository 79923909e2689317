/** The keys of the usual variables, which what speaks like Amazon's services is asked with; any where none are set. */
export function usualKeys(): { readonly id: string; readonly secret: string } {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = process.env;
  const isGiven = id !== undefined && id !== "" && secret !== undefined && secret !== "";
  return isGiven ? { id, secret } : { id: "touchstone", secret: "touchstone" };
}
