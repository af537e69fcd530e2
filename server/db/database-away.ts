/** PostgreSQL's classes that mean "not now" (connection, resources, operator, I/O, lock time-out), and a socket that leads nowhere. */
const awayCode = /^(?:(?:08|53|57|58)\w{3}|55P03|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/
/** What the driver says without a code when a connection is gone, goes, or can't be had. */
const awayMessage =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|after calling end on the pool/

/** Whether an error says that the database can't be asked now, and may be asked again. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return awayCode.test(code) || awayMessage.test(error.message)
}
