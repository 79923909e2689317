/** In form like an account's key, and no account's. */
export const wrongAzureKey: string = Buffer.alloc(64, "not the account's key").toString("base64");

/** In form like a secret access key, and nobody's. */
export const wrongAmazonSecret = "this/is+nobodys/secret+access/key0000000";
