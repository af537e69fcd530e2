import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { type Cancellation, type CancelledStudent, retryCancellation } from '#contract/money/staff/cancellations.ts'
import { formatRupees } from '#ui/format.ts'
import { call } from '#console/kit/api/client.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Failed } from '#console/kit/parts/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notifyFailure } from '#console/kit/parts/toasts.tsx'
import { cancellationKey, useCancellation } from './use-cancellation.ts'

/** What becomes of the students of a cancelled batch, while it happens and afterwards. */
export function CancellationProgress({ batchId }: { batchId: number }) {
  const { data, error, refetch } = useCancellation(batchId)
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  // A batch that an operator cancelled has no plan for its students.
  if (!data || data.started_at === null) return null
  return <Progress cancellation={data} startedAt={data.started_at} />
}

const outcomes = {
  planned: { tone: 'neutral', text: 'Planned' },
  waiting: { tone: 'signal', text: 'Waiting' },
  moved: { tone: 'good', text: 'Moved' },
  refunded: { tone: 'good', text: 'Refunded' },
  ended: { tone: 'neutral', text: 'Access ended' },
  failed: { tone: 'bad', text: 'Failed' },
} as const

function Progress({ cancellation, startedAt }: { cancellation: Cancellation; startedAt: string }) {
  const { batch_id: batchId, students, done, total, reason } = cancellation
  const [running, setRunning] = useState<string | null>(null)
  // The list stays open when the last student is settled while somebody looks.
  const [wasRunning] = useState(done < total)
  const client = useQueryClient()
  const failed = students.filter(({ outcome }) => outcome === 'failed')
  const owed = failed.reduce((sum, { refundable }) => sum + refundable, 0)
  const retry = async (refund: boolean) => {
    setRunning(refund ? 'refund' : 'again')
    try {
      const answer = await call(retryCancellation, { params: { id: batchId }, body: { refund } })
      client.setQueryData(cancellationKey(batchId), answer)
    } catch (error) {
      notifyFailure(error)
    } finally {
      setRunning(null)
    }
  }
  return (
    <section aria-label="Cancellation" className="grid gap-4 border-b border-line px-4 py-4 sm:px-6">
      <div className="grid gap-1.5">
        <h2 className="text-base">Cancelled on {formatMoment(startedAt)}</h2>
        <p className="text-muted">{reason}</p>
        {total > 0 ? (
          <div className="flex items-center gap-3">
            <progress aria-label="Students whose case is settled" value={done} max={total} className={barClass} />
            <p role="status" className="figures">
              {done} of {countOf(total, 'student')}
            </p>
          </div>
        ) : (
          <p>Nobody was enrolled.</p>
        )}
      </div>
      {failed.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2 rounded-md bg-bad-soft px-3 py-2">
          <p className="min-w-0 flex-1 font-medium text-bad">
            {countOf(failed.length, 'student needs', 'students need')} a decision. The list says why.
          </p>
          <Button pending={running === 'again' && 'Trying…'} onClick={() => retry(false)}>
            Try again
          </Button>
          <Button pending={running === 'refund' && 'Refunding…'} onClick={() => retry(true)}>
            {owed > 0 ? `Refund ${formatRupees(owed)}` : 'End their access'}
          </Button>
        </div>
      ) : null}
      {total > 0 ? (
        <details open={wasRunning || failed.length > 0}>
          <summary className="w-fit rounded-sm font-semibold text-accent">Result for each student</summary>
          <ul aria-label="Students" className="mt-3 max-w-3xl divide-y divide-line rounded-md border border-line">
            {students.map((student) => (
              <Row key={student.enrolment_id} student={student} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  )
}

/** The browser's own bar ignores the accent once it has a height. */
const barClass =
  'h-1.5 w-40 appearance-none overflow-hidden rounded-full border-0 bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent'

function Row({ student }: { student: CancelledStudent }) {
  const { tone, text } = outcomes[student.outcome]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-3 py-2">
      <span>
        <span className="block font-semibold">{student.name}</span>
        <span className="block truncate text-xs text-muted">{shownAddresses(student.email)}</span>
      </span>
      <Badge tone={tone}>{text}</Badge>
      {student.detail ? <span className="col-span-2 text-bad">{student.detail}</span> : null}
    </li>
  )
}
