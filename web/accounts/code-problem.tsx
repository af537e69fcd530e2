import { Link } from 'react-router'
import { ApiError } from '#contract/client.ts'
import { connectionErrorText, errorMessage } from '../lib/error-message.ts'
import { Notice } from '#ui/notice.tsx'

export interface CodeProblem {
  text: string
  /** True when no further code is accepted for now. */
  tooManyGuesses: boolean
}

/** The error text for a rejected code: the server's message, or that the connection was lost. */
export function codeProblemOf(error: unknown, fallback: string): CodeProblem {
  return {
    text: errorMessage(error, 'detail', 'message') ?? connectionErrorText(error) ?? fallback,
    tooManyGuesses: error instanceof ApiError && error.code === 'too_many_guesses',
  }
}

/** Shown after five wrong codes: how to get help sooner. */
export function TooManyGuesses() {
  return (
    <Notice tone="bad" title="Too many wrong codes. Please wait 15 minutes before you enter another one.">
      <p>
        You need it sooner?{' '}
        <Link to="/contact" className="inline-block py-1 font-semibold underline">
          Ask us for help
        </Link>
      </p>
    </Notice>
  )
}
