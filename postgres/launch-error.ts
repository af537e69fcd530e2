/** A failure whose message is one line that says what to do; it needs no stack. */
export class LaunchError extends Error {
  override name = 'LaunchError'
}
