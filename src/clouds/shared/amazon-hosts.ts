/** A region's name as the source of a pattern: `eu-west-1`, `us-gov-east-1`. */
export const region = "[a-z]{2,4}(?:-[a-z]+)+-\\d+";

/** The domains of Amazon's partitions, and those of them that have both IP versions, as the source of a pattern. */
export const domain: string =
  "(?:amazonaws\\.(?:com|com\\.cn|eu)|c2s\\.ic\\.gov|sc2s\\.sgov\\.gov|csp\\.hci\\.ic\\.gov|cloud\\.adc-e\\.uk" +
  "|api\\.(?:aws|aws\\.ic\\.gov|aws\\.scloud|aws\\.hci\\.ic\\.gov|amazonwebservices\\.(?:com\\.cn|eu)|cloud-aws\\.adc-e\\.uk))";

const atAmazon = new RegExp(`\\.${domain}$`);

/** Whether a host, without its port, is one of Amazon's. */
export function isAmazonHost(host: string): boolean {
  return atAmazon.test(host.toLowerCase());
}

/** LocalStack repeats all of Amazon's names below this one, which leads to the own machine. */
export const localStackDomain = "localhost\\.localstack\\.cloud";
