/**
 * There is no room for another call of its kind now: a fault of the way to it, answered with 503 and the time to try
 * again, not its refusal. Nothing was tried and nothing is counted.
 */
export class Overloaded extends Error {
  readonly statusCode = 503
}
