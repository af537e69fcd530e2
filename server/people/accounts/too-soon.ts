import { type HttpError, tooMany } from '#server/platform/errors/errors.ts'

/** Error 429 for a code that was just sent, with the wait in `Retry-After`. */
export function tooSoon(seconds: number, what: 'OTP' | 'code' = 'OTP'): HttpError {
  const whole = Math.max(1, Math.ceil(seconds))
  const wait = whole < 120 ? `${whole} seconds` : `${Math.ceil(whole / 60)} minutes`
  return tooMany(`Please wait ${wait} before asking for another ${what}. Enter the code you have if it has arrived.`, whole)
}
