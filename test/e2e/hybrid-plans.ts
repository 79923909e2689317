/**
 * What is planned for a test that does not do the same on both sides: whether the operation that differs is in
 * `discrepant`, how it differs, and the operation that shows it. Where only the state differs, that is a later one.
 */
type PlannedTest = readonly [
  test: string,
  verdict: "unsafe" | "false alarm" | "differs",
  operation: "listed" | "unlisted",
  way: "status" | "value" | "state",
  shownBy: string,
];

/** An example of `examples/hybrid`, and what a hybrid run has to say of it. */
export interface Plan {
  readonly name: string;
  readonly command: readonly string[];
  readonly runner: string;
  /** The policy that its list of discrepant operations is tried with, where it is. */
  readonly byList?: "api" | "combined";
  readonly differing: readonly PlannedTest[];
  readonly agreeing: readonly string[];
  /** Those that never go: skipped ones, and such as send nothing. */
  readonly silent: readonly string[];
  /** A change of one test that agrees, and still does when it is changed; tried where it is given. */
  readonly edit?: {
    readonly file: string;
    readonly from: string;
    readonly to: string;
    readonly test: string;
  };
}

export const plans: readonly Plan[] = [
  {
    name: "vitest",
    command: ["vitest", "run"],
    runner: "Vitest",
    byList: "combined",
    differing: [
      ["documents > are told by their type", "differs", "unlisted", "value", "Blob_GetProperties"],
      ["documents > are copied at once", "unsafe", "unlisted", "value", "Blob_StartCopyFromURL"],
      [
        "documents > are copied in their own time",
        "false alarm",
        "unlisted",
        "value",
        "Blob_StartCopyFromURL",
      ],
      [
        "documents > go when they are removed, on hold or not",
        "unsafe",
        "listed",
        "state",
        "Blob_GetProperties",
      ],
      ["documents > stay while they are on hold", "false alarm", "listed", "state", "Blob_GetProperties"],
      ["labels > can be long", "unsafe", "listed", "status", "Blob_SetMetadata"],
      ["labels > have a limit", "false alarm", "listed", "status", "Blob_SetMetadata"],
      ["shelves > are read page by page", "differs", "unlisted", "value", "Container_ListBlobFlatSegment"],
      [
        "shelves > fit on a page that is large enough",
        "unsafe",
        "unlisted",
        "value",
        "Container_ListBlobFlatSegment",
      ],
      [
        "shelves > come in pages as large as the service likes",
        "false alarm",
        "unlisted",
        "value",
        "Container_ListBlobFlatSegment",
      ],
      [
        "shelves > are opened again after they were closed",
        "unsafe",
        "unlisted",
        "status",
        "Container_Create",
      ],
      ["shelves > take their time to close", "false alarm", "unlisted", "status", "Container_Create"],
    ],
    agreeing: [
      "documents > are read as they were saved",
      "documents > are replaced by whoever knows the version",
      "documents > are put together from parts",
      "documents > may be called plain.txt",
      "documents > may be called 2026/ünï & 100%.txt",
      "documents > may be called a (b|c)* [d-f]+ $.txt",
      "documents > can be missing",
      "documents > can be missing #2",
      "labels > are changed",
    ],
    silent: ["documents > are translated", "names are nobody else's"],
  },
  {
    name: "jest",
    command: ["npm", "test"],
    runner: "Jest",
    byList: "api",
    differing: [
      ["bookings > without a note leave it out", "unsafe", "listed", "value", "Table_QueryEntities"],
      ["bookings > without a note have none", "false alarm", "listed", "value", "Table_QueryEntities"],
      ["bookings > without a note say nothing", "differs", "listed", "value", "Table_QueryEntities"],
      [
        "bookings > may have more than the ledger knows",
        "unsafe",
        "unlisted",
        "status",
        "Table_InsertEntity",
      ],
      [
        "bookings > may have only what is an identifier",
        "false alarm",
        "unlisted",
        "status",
        "Table_InsertEntity",
      ],
      [
        "corrections > are made in closed months",
        "unsafe",
        "listed",
        "state",
        "Table_QueryEntitiesWithPartitionAndRowKey",
      ],
      [
        "corrections > do nothing in closed months",
        "false alarm",
        "listed",
        "state",
        "Table_QueryEntitiesWithPartitionAndRowKey",
      ],
      ["ledgers > are opened again after they were closed", "unsafe", "unlisted", "status", "Table_Create"],
      ["ledgers > take their time to close", "false alarm", "unlisted", "status", "Table_Create"],
    ],
    agreeing: [
      "bookings > are found by account and number",
      "bookings > are made once",
      "bookings > are made together",
      "bookings > can be missing",
      "bookings > of 1 cents add up",
      "bookings > of 11 cents add up",
      "bookings > of 111 cents add up",
      "bookings > may have a note (or [none] at all?)",
      "corrections > need the version",
      "corrections > can strike a booking",
    ],
    silent: ["bookings > are printed", "names are nobody else's"],
  },
  {
    name: "node-test",
    command: ["node", "--test", "test/*.test.ts"],
    runner: "node:test",
    differing: [
      ["jobs > come in the order they were asked for", "unsafe", "listed", "value", "Messages_Dequeue"],
      ["jobs > come with the last one first", "false alarm", "listed", "value", "Messages_Dequeue"],
      ["jobs > come in any order", "differs", "listed", "value", "Messages_Dequeue"],
      ["jobs > are counted", "unsafe", "unlisted", "value", "Queue_GetProperties"],
      ["jobs > are counted roughly", "false alarm", "unlisted", "value", "Queue_GetProperties"],
      ["jobs > may be described at length", "unsafe", "unlisted", "status", "Messages_Enqueue"],
      ["jobs > must be described briefly", "false alarm", "unlisted", "status", "Messages_Enqueue"],
      ["queues > are emptied", "unsafe", "listed", "state", "Messages_Peek"],
      ["queues > keep what they have been told", "false alarm", "listed", "state", "Messages_Peek"],
      ["queues > are opened again after they were closed", "unsafe", "unlisted", "status", "Queue_Create"],
      ["queues > take their time to close", "false alarm", "unlisted", "status", "Queue_Create"],
    ],
    agreeing: [
      "jobs > are taken and done",
      "jobs > can be looked at",
      "jobs > can be looked at #2",
      "jobs > are given back with a remark",
      "jobs > may say plain",
      "jobs > may say <b>&amp;</b>",
      "jobs > may say (a|b)* [c]+ $",
      "queues > have labels",
      "queues > have labels > that can be read",
    ],
    silent: ["jobs > are paid for", "queues > have names that nobody else has"],
  },
  {
    name: "mocha",
    command: ["mocha"],
    runner: "Mocha",
    differing: [
      ["invoices > are reminded of in turn", "unsafe", "listed", "value", "Messages_Dequeue"],
      [
        "invoices > are reminded of, the last one first",
        "false alarm",
        "listed",
        "value",
        "Messages_Dequeue",
      ],
      ["invoices > of closed months are corrected", "unsafe", "listed", "state", "Table_QueryEntities"],
      [
        "invoices > of closed months stay as they are",
        "false alarm",
        "listed",
        "state",
        "Table_QueryEntities",
      ],
      ["offices > move in again", "unsafe", "unlisted", "status", "Container_Create"],
      ["offices > stay closed for a while", "false alarm", "unlisted", "status", "Container_Create"],
    ],
    agreeing: [
      "invoices > are filed, booked and reminded of",
      "invoices > are received once",
      "invoices > are received once #2",
      "invoices > are labelled when they are paid",
      "invoices > are balanced when they are paid",
      "invoices > may have the number 1",
      "invoices > may have the number 1 (copy)",
      "invoices > may have the number [1|2]+",
      "offices > are opened and closed",
    ],
    silent: ["invoices > are printed", "offices > have names that nobody else has"],
  },
  {
    name: "python",
    command: ["python3", "-m", "unittest"],
    runner: "unittest",
    differing: [
      ["Albums > test_are_listed", "unsafe", "listed", "value", "Container_ListBlobFlatSegment"],
      [
        "Albums > test_are_listed_in_small_pages",
        "false alarm",
        "listed",
        "value",
        "Container_ListBlobFlatSegment",
      ],
      ["Albums > test_are_made_again", "unsafe", "listed", "status", "Container_Create"],
      ["Albums > test_take_their_time_to_go", "false alarm", "listed", "status", "Container_Create"],
      ["Photos > test_may_have_long_names", "unsafe", "listed", "status", "BlockBlob_Upload"],
      [
        "Photos > test_have_names_of_a_thousand_letters_at_most",
        "false alarm",
        "listed",
        "status",
        "BlockBlob_Upload",
      ],
      ["Photos > test_are_removed_on_hold_or_not", "unsafe", "listed", "state", "Blob_GetProperties"],
      ["Photos > test_stay_while_they_are_on_hold", "false alarm", "listed", "state", "Blob_GetProperties"],
      [
        "Photos > test_keep_their_labels_as_they_were_written",
        "unsafe",
        "listed",
        "value",
        "Blob_GetProperties",
      ],
      ["Photos > test_have_labels_in_small_letters", "false alarm", "listed", "value", "Blob_GetProperties"],
      ["Photos > test_have_labels_in_any_letters", "differs", "listed", "value", "Blob_GetProperties"],
    ],
    agreeing: [
      "Photos > test_are_checked_on_their_way",
      "Photos > test_are_read_as_they_were_added",
      "Photos > test_can_be_missing",
      "Photos > test_may_have_odd_names",
    ],
    silent: ["Photos > test_are_printed", "Albums > test_have_names_that_nobody_else_has"],
    edit: {
      file: "tests/test_album.py",
      from: "PNG sun",
      to: "PNG moon",
      test: "Photos > test_are_read_as_they_were_added",
    },
  },
];
