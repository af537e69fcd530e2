import { HttpError } from '../errors.ts'

/** The one answer to every failure of a code. */
export function invalidCode(): HttpError {
  return new HttpError(400, 'invalid_code', 'Invalid or expired OTP.', { fields: { otp: ['Invalid or expired OTP.'] } })
}
