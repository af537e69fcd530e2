import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '#contract/client.ts'
import { connectionErrorText, errorMessage } from '#web/lib/error-message.ts'
import { toast } from '#web/lib/toast.ts'
import { Notice } from '#ui/notice.tsx'

interface CodeProblem {
  text: string
  /** True when no further code is accepted for now. */
  tooManyGuesses: boolean
}

/** The error text for a rejected code: the server's message, or that the connection was lost. */
function codeProblemOf(error: unknown, fallback: string): CodeProblem {
  return {
    text: errorMessage(error, 'detail', 'message') ?? connectionErrorText(error) ?? fallback,
    tooManyGuesses: error instanceof ApiError && error.code === 'too_many_guesses',
  }
}

/**
 * The problem of a form with a code. `refuse` shows a rejected code in the form and as a toast, and selects the code.
 * @param fallback the text when the server gave none
 */
export function useCodeProblem(fallback: string, setFocus: (field: 'otp', options: { shouldSelect: boolean }) => void) {
  const [problem, setProblem] = useState<CodeProblem | null>(null)
  const refuse = (error: unknown) => {
    const refused = codeProblemOf(error, fallback)
    setProblem(refused)
    toast.account('error', refused.text)
    setFocus('otp', { shouldSelect: true })
  }
  return { problem, setProblem, refuse }
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
