/** A failure whose message is one line that says what to do; it needs no stack. */
export class LaunchError extends Error {
  override name = 'LaunchError'
}

/** The server ended while it was starting, which may pass: a full disk gets space, a crash is recovered from. */
export class StartError extends LaunchError {
  override name = 'StartError'
}
