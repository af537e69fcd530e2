import * as messages from '#contract/messages.ts'
import { HttpError } from '../errors.ts'
import type { Guess } from './consume-code.ts'

/** The one text for every failure of a code; `code` tells a page when entering another one is of no use. */
export function invalidCode(guess: Exclude<Guess, 'right'>): HttpError {
  const code = guess === 'spent' ? 'too_many_guesses' : 'invalid_code'
  return new HttpError(400, code, messages.invalidCode, { fields: { otp: [messages.invalidCode] } })
}
