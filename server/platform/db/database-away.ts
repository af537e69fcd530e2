/** PostgreSQL's error classes for connection, resources, operator, I/O and lock timeout, and socket errors. */
const awayCode = /^(?:(?:08|53|57|58)\w{3}|55P03|ECONNREFUSED|ECONNRESET|EAGAIN|ENOENT|EPIPE|ETIMEDOUT)$/
/** Driver messages without a code for a closed, closing or unavailable connection. */
const awayMessage =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|after calling end on the pool/

/** Whether an error means that the database is unreachable now and a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return awayCode.test(code) || awayMessage.test(error.message)
}
