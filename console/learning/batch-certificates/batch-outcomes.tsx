import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { type Outcomes, studentsOfOutcomes } from '#contract/learning/outcomes.ts'
import {
  hideBatchOutcomes,
  type OutcomesOfBatch,
  readBatchOutcomes,
  showBatchOutcomes,
} from '#contract/learning/staff/outcomes.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { Failed } from '#console/kit/parts/states.tsx'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { Button } from '#ui/button.tsx'

/** What came of a finished batch, and whether the page of its course shows it. */
export function BatchOutcomes({ batchId }: { batchId: number }) {
  const { may } = useAccess()
  const queries = useQueryClient()
  const queryKey = ['batch-outcomes', batchId]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => call(readBatchOutcomes, { params: { id: batchId } }),
    enabled: may('certificates:read'),
  })
  const [running, setRunning] = useState(false)
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data?.now) return null
  const { now, shown } = data
  const act = async (endpoint: typeof showBatchOutcomes | typeof hideBatchOutcomes, text: string) => {
    setRunning(true)
    try {
      queries.setQueryData(queryKey, await call(endpoint, { params: { id: batchId } }))
      notify(text)
    } catch (error) {
      notifyFailure(error)
      await queries.invalidateQueries({ queryKey })
    } finally {
      setRunning(false)
    }
  }
  const show = () => act(showBatchOutcomes, 'The page of the course shows these figures.')
  const hide = () => act(hideBatchOutcomes, 'The page of the course shows no figures of this batch.')
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line bg-sunken px-4 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold">What came of this batch</p>
        <p className="figures mt-0.5">{wordsOf(now)}</p>
        <p className="figures mt-0.5 text-muted">{standingOf(data)}</p>
      </div>
      {may('certificates:write') && (shown || now.students >= studentsOfOutcomes) ? (
        <div className="flex flex-wrap gap-2">
          {shown ? (
            <>
              {hasChanged(now, shown) ? (
                <Button disabled={running} onClick={show}>
                  <RefreshCw aria-hidden="true" className="size-4" />
                  Show today’s figures
                </Button>
              ) : null}
              <Button variant="quiet" disabled={running} onClick={hide}>
                <EyeOff aria-hidden="true" className="size-4" />
                Hide
              </Button>
            </>
          ) : (
            <Button disabled={running} onClick={show}>
              <Eye aria-hidden="true" className="size-4" />
              Show on the course’s page
            </Button>
          )}
        </div>
      ) : null}
    </div>
  )
}

function wordsOf({ students, attended, counted, certificates, exercises, accepted }: Outcomes): string {
  return [
    `${countOf(students, 'student')} began`,
    counted > 0 ? `${Math.round((attended / counted) * 100)}% of classes attended` : '',
    countOf(certificates, 'certificate'),
    exercises > 0 ? `${accepted} of ${exercises} exercises accepted` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

function standingOf({ now, shown }: OutcomesOfBatch): string {
  if (shown) {
    const since = `The page of the course shows the figures of ${formatPlainDay(shown.shown_at)}`
    return now && hasChanged(now, shown) ? `${since}: ${wordsOf(shown)}.` : `${since}.`
  }
  return now && now.students < studentsOfOutcomes
    ? `The page of a course shows figures of ${studentsOfOutcomes} students or more.`
    : 'The page of the course does not show this.'
}

const hasChanged = (now: Outcomes, shown: Outcomes) => wordsOf(now) !== wordsOf(shown)
