import * as messages from '#contract/messages.ts'
import { HttpError } from '#server/platform/errors/errors.ts'
import type { Guess } from './consume-code.ts'

/** The one error message for every failure of a code. Its `code` tells the page when no guess is left. */
export function invalidCode(guess: Exclude<Guess, 'right'>): HttpError {
  const code = guess === 'spent' ? 'too_many_guesses' : 'invalid_code'
  return new HttpError(400, code, messages.invalidCode, { fields: { otp: [messages.invalidCode] } })
}
