import { type QuestionRecord, questions } from '#contract/learning/staff/questions.ts'
import { hasStatus } from '#console/kit/api/error-text.ts'
import { notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useChanges } from '#console/kit/resource/calls.ts'

/** Runs one act on a question. A stale one shows the question as it is now; what was typed stays. */
export function useQuestionChange() {
  const { keep, forget } = useChanges(questions)
  return async (act: () => Promise<QuestionRecord>): Promise<QuestionRecord | null> => {
    try {
      const question = keep(await act())
      await forget()
      return question
    } catch (error) {
      notifyFailure(error)
      if (hasStatus(error, 412)) await forget()
      return null
    }
  }
}
