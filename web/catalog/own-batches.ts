import { useSession } from '#web/lib/session.ts'

type Own = { batch_id: number; status: string }

/** The ids of the student's batches of a course, and one that has classes left. A visitor has none. */
export function useOwnBatches(courseId: number): { ids: ReadonlySet<number>; current: Own | undefined } {
  const { enrolled } = useSession()
  const batches = enrolled.find((course) => course.id === courseId)?.enrolled_batches ?? []
  return {
    ids: new Set(batches.map((batch) => batch.batch_id)),
    current: batches.find(({ status }) => status !== 'Completed' && status !== 'Cancelled'),
  }
}
