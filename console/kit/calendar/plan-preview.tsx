import { useQuery } from '@tanstack/react-query'
import { type PatternInput, previewBatch, previewInput } from '#contract/classes/staff/batches.ts'
import { call } from '#console/kit/api/client.ts'
import { errorText } from '#console/kit/api/error-text.ts'
import { SkeletonLines } from '#console/kit/parts/states.tsx'
import { PlanWeeks } from './plan-weeks.tsx'
import { useSettled } from './use-settled.ts'

export const planKey = ['batches', 'plan'] as const

interface Props {
  pattern: Record<keyof PatternInput, unknown>
  batchId: number | null
  /** Who teaches, as far as it is chosen. */
  instructorId: unknown
}

/** The classes that a pattern makes, while it is typed. `batchId` compares them with those of a batch. */
export function PlanPreview({ pattern, batchId, instructorId }: Props) {
  const settled = useSettled({ ...pattern, batch_id: batchId, instructor_id: instructorId })
  const asked = previewInput.safeParse(settled)
  const isComplete = asked.success && (asked.data.class_count === null) !== (asked.data.last_day === null)
  const plan = useQuery({
    queryKey: [...planKey, settled],
    queryFn: () => call(previewBatch, { body: previewInput.parse(settled) }),
    enabled: isComplete,
    // The classes that were there stay in sight while the next ones are worked out.
    placeholderData: (before) => before,
    retry: false,
  })
  const weekdays = asked.success ? asked.data.weekdays : []
  if (plan.isError)
    return (
      <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 font-medium text-bad">
        {errorText(plan.error)}
      </p>
    )
  if (!plan.data)
    return isComplete ? <SkeletonLines lines={4} /> : <p className="text-muted">Give the days and the time to see the classes.</p>
  return (
    <div aria-busy={plan.isFetching} className={isComplete ? '' : 'opacity-60'}>
      <p role="status" className="sr-only">
        {isComplete ? '' : 'The classes are of the last complete pattern.'}
      </p>
      <PlanWeeks plan={plan.data} weekdays={weekdays} compares={batchId !== null} />
    </div>
  )
}
