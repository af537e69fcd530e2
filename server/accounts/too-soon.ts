import { type HttpError, tooMany } from '../errors.ts'

/** A code was just sent: what to do in the meantime, and the wait in `Retry-After`. */
export function tooSoon(seconds: number): HttpError {
  const whole = Math.max(1, Math.ceil(seconds))
  const wait = whole < 120 ? `${whole} seconds` : `${Math.ceil(whole / 60)} minutes`
  return tooMany(`Please wait ${wait} before asking for another OTP. Enter the code you have if it has arrived.`, whole)
}
