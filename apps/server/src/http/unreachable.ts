/**
 * Failures that say that the database cannot be reached now, by Node's and PostgreSQL's codes
 * (class 08 connection exceptions, 53300 too many connections, 57P01 to 57P03 shutting down or starting).
 */
const codes = /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|08\w{3}|53300|57P0[123])$/

/** What pg says, without a code, of a connection that broke or never came. */
const messages = /^(Connection terminated|timeout exceeded when trying to connect)/

/** Whether a call failed because the database is away: trying again later may succeed. */
export const isUnreachable = ({ code, message }: { code?: string; message: string }): boolean =>
  codes.test(code ?? '') || messages.test(message)
