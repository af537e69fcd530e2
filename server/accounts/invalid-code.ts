import * as said from '#contract/texts.ts'
import { HttpError } from '../errors.ts'

/** The one answer to every failure of a code. */
export function invalidCode(): HttpError {
  return new HttpError(400, 'invalid_code', said.invalidCode, { fields: { otp: [said.invalidCode] } })
}
