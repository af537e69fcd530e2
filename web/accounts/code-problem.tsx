import { Link } from 'react-router'
import { ApiError } from '#contract/client.ts'
import { lostConnection, errorMessage } from '../lib/error-message.ts'
import { Notice } from '#ui/notice.tsx'

export interface CodeProblem {
  text: string
  /** Entering another code is of no use for now. */
  spent: boolean
}

/** Why a code was not taken: the server's words, or that nothing was answered, which says nothing about the code. */
export function codeProblemOf(error: unknown, otherwise: string): CodeProblem {
  return {
    text: errorMessage(error, 'detail', 'message') ?? lostConnection(error) ?? otherwise,
    spent: error instanceof ApiError && error.code === 'too_many_guesses',
  }
}

/** After five wrong codes: how long to wait, and where to ask. */
export function SpentGuesses() {
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
