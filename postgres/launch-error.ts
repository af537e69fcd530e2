/** A failure with a one-line message that says what to do; printed without a stack. */
export class LaunchError extends Error {
  override name = 'LaunchError'
}

/** The server ended during its start. A retry may succeed: after a full disk or a crash recovery. */
export class StartError extends LaunchError {
  override name = 'StartError'
}
