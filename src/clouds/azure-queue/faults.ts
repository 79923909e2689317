import { azureFaults, azureFaultsAlways } from "../shared/azure-faults.ts";
import { faultPicker } from "../shared/faults.ts";

/** Source: "Queue Storage error codes", learn.microsoft.com/rest/api/storageservices/queue-service-error-codes */
export const faults = faultPicker(
  {
    ...azureFaults,
    InvalidMarker: 400,
    MessageNotFound: 404,
    MessageTooLarge: 400,
    PopReceiptMismatch: 400,
    QueueAlreadyExists: 409,
    QueueBeingDeleted: 409,
    QueueDisabled: 409,
    QueueNotEmpty: 409,
    QueueNotFound: 404,
  },
  azureFaultsAlways,
);
