import { useQuery } from '@tanstack/react-query'
import type { AttendanceStatus, OwnAttendance } from '#contract/classes/attendance.ts'
import type { RoomBatch, RoomClass } from '#contract/classes/classes.ts'
import { formatClock } from '#ui/format.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { useSession } from '#web/lib/session.ts'
import { attendanceQuery } from './queries.ts'

/** The student's attendance in a batch. No call is made before the first class is over. */
export function useOwnAttendance({ batch_id: batchId, classes_held: held }: RoomBatch) {
  const { loading, user } = useSession()
  return useQuery({
    ...attendanceQuery(user?.email, batchId),
    enabled: !loading && user !== null && held > 0,
  })
}

export type OwnAttendanceQuery = ReturnType<typeof useOwnAttendance>

/** How many of the classes that count the student attended, and what counts. */
export function AttendanceCard({ query, held }: { query: OwnAttendanceQuery; held: number }) {
  const { data, error, isFetching, refetch } = query
  return (
    <section aria-labelledby="attendance">
      <h2 id="attendance" className="text-xl">
        Your attendance
      </h2>
      <div className="mt-4 rounded-lg border border-line bg-surface p-6 shadow-card">
        {held === 0 ? (
          <p className="text-sm text-muted">Attendance starts with your first class.</p>
        ) : data ? (
          <Sums attendance={data} />
        ) : error ? (
          <LoadFailed title="Your attendance could not be read." isFetching={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading your attendance" className="space-y-3">
            <Skeleton className="h-9 w-24" />
            <Skeleton className="h-4 w-full" />
          </Loading>
        )}
      </div>
    </section>
  )
}

function Sums({ attendance }: { attendance: OwnAttendance }) {
  const { attended, of, percent, excused, threshold_percent: threshold } = attendance
  if (percent === null) return <p className="text-sm text-muted">No class counts for you yet.</p>
  return (
    <>
      <p className="figures flex flex-wrap items-baseline gap-x-3">
        <span className="text-3xl font-extrabold">{percent}%</span>
        <span className="font-semibold">
          {attended} of {of} {of === 1 ? 'class' : 'classes'}
        </span>
      </p>
      <p className="mt-3 text-sm text-muted">
        You attended a class when you were there for {threshold}% of it.
        {excused > 0 ? ` ${excused === 1 ? '1 class is' : `${excused} classes are`} excused and not counted.` : ''} Is something
        wrong? Tell your instructor.
      </p>
    </>
  )
}

const words: Record<AttendanceStatus, string> = {
  present: 'You were there',
  late: 'You came late',
  left_early: 'You were there for a part',
  absent: 'You missed this class',
  excused: 'You were excused',
}
/** What a student does about a missed class. */
const nextSteps = {
  ready: 'Its recording is here.',
  expected: 'Its recording is coming.',
  processing: 'Its recording is being prepared.',
  missing: 'Ask your instructor what to catch up on.',
  withheld: 'Ask your instructor what to catch up on.',
} as const

/** What the row of a class says about the student; nothing while it runs and for classes that count nowhere. */
export function ClassAttendance({ attendance, session }: { attendance: OwnAttendance | undefined; session: RoomClass }) {
  const one = attendance?.classes.find(({ session_id: id }) => id === session.session_id)
  if (!one || one.status === null) return null
  const isMissed = one.status === 'absent' || one.status === 'left_early'
  return (
    <span className={isMissed ? 'text-signal' : 'text-muted'}>
      {words[one.status]}
      {one.status === 'late' && one.arrived_at ? `, at ${formatClock(one.arrived_at)}` : ''}
      {one.status === 'absent' && session.recording ? `. ${nextSteps[session.recording]}` : ''}
    </span>
  )
}
