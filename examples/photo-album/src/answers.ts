/** Whether an error is this answer of an Azure service. */
export function isAnswer(error: unknown, status: number): boolean {
  return error instanceof Error && "statusCode" in error && error.statusCode === status;
}
