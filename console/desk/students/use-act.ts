import { type StudentRecord, students } from '#contract/desk/staff/students.ts'
import { hasStatus, ShownError } from '#console/kit/api/error-text.ts'
import { useChanges } from '#console/kit/resource/calls.ts'

/** Runs one act on a student and reads the page anew. A stale act shows the student as it is now; what was typed stays. */
export function useAct() {
  const { keep, forget } = useChanges(students)
  return async (act: () => Promise<StudentRecord>): Promise<StudentRecord> => {
    try {
      const student = keep(await act())
      await forget()
      return student
    } catch (error) {
      if (!hasStatus(error, 412)) throw error
      await forget()
      throw new ShownError('Somebody else has changed this student. Please check, and press again.')
    }
  }
}
