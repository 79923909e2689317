import { body, type Operation, operation, ref } from "../../../model/index.ts";
import { bucketDocumentFaults, bucketFaults, type FaultCode } from "../faults.ts";
import { fromToken, onBucket, onConfiguration } from "../parameters.ts";
import { ofBucket, readsBucket, removesConfiguration, setsConfiguration } from "./rows.ts";

interface Kind {
  /** As in `GetBucketMetricsConfiguration`. */
  readonly name: string;
  /** The sub-resource in the query. */
  readonly flag: string;
  /** The resource that its configurations are. */
  readonly id: string;
  readonly faults?: readonly FaultCode[];
}

const kinds: readonly Kind[] = [
  {
    name: "Analytics",
    flag: "analytics",
    id: "analyticsId",
    faults: ["InvalidS3DestinationBucket"],
  },
  { name: "IntelligentTiering", flag: "intelligent-tiering", id: "intelligentTieringId" },
  {
    name: "Inventory",
    flag: "inventory",
    id: "inventoryId",
    faults: ["InvalidS3DestinationBucket"],
  },
  { name: "Metrics", flag: "metrics", id: "metricsId" },
];

/** A bucket has up to a thousand of each kind, named by ids: they are set, read, listed and removed alike. */
function operationsOf({ name, flag, id, faults = [] }: Kind): readonly Operation[] {
  const configuration = `${name}Configuration`;
  const ofConfiguration = { ...ofBucket, [id]: "Id" };
  const readRights = [`s3:Get${configuration}`];
  const writeRights = [`s3:Put${configuration}`];
  return [
    operation(`GetBucket${configuration}`, `GET /{Bucket}?${flag}`, {
      ...readsBucket,
      has: ["query id"],
      input: onConfiguration,
      output: ref(configuration),
      faults: bucketFaults("NoSuchConfiguration"),
      consumes: ofConfiguration,
      rights: readRights,
    }),
    operation(`PutBucket${configuration}`, `PUT /{Bucket}?${flag}`, {
      ...setsConfiguration,
      has: ["query id"],
      input: [...onConfiguration, body(configuration, ref(configuration))],
      status: 204,
      alsoStatus: [200],
      faults: bucketDocumentFaults("IdMismatch", "TooManyConfigurations", ...faults),
      produces: { [id]: "request Id" },
      rights: writeRights,
    }),
    operation(`DeleteBucket${configuration}`, `DELETE /{Bucket}?${flag}`, {
      ...removesConfiguration,
      has: ["query id"],
      input: onConfiguration,
      faults: bucketFaults("NoSuchConfiguration"),
      consumes: ofConfiguration,
      rights: writeRights,
    }),
    operation(`ListBucket${configuration}s`, `GET /{Bucket}?${flag}`, {
      ...readsBucket,
      input: [...onBucket, fromToken],
      output: ref(`ListBucket${configuration}sOutput`),
      faults: bucketFaults(),
      produces: {
        [id]: `body ${configuration}List[].Id`,
        configurationToken: "body NextContinuationToken",
      },
      consumes: { ...ofBucket, configurationToken: "ContinuationToken" },
      rights: readRights,
      price: "list",
    }),
  ];
}

export const reportOperations: readonly Operation[] = kinds.flatMap(operationsOf);
