import type { RoomBatch } from '#contract/classes.ts'
import { formatPlainDay } from '#ui/format.ts'
import { OwnBatchStatus } from '../lib/own-batch-status.tsx'

/** The student's batch and its progress. */
export function BatchCard({ batch }: { batch: RoomBatch }) {
  const facts = [
    ['Instructor', batch.instructor_name],
    ['Classes', batch.time],
    ['Batch', `${batch.batch_type}, ${batch.mode_of_training}`],
    ['First class', formatPlainDay(batch.starts_at)],
    ['Last class', formatPlainDay(batch.ends_at)],
  ] as const
  return (
    <section aria-labelledby="batch">
      <h2 id="batch" className="text-xl">
        Your batch
      </h2>
      <div className="mt-4 rounded-lg border border-line bg-surface p-6 shadow-card">
        <p>
          <OwnBatchStatus status={batch.status} />
        </p>
        <dl className="mt-4 divide-y divide-line border-t border-line text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="flex justify-between gap-4 py-2.5">
              <dt className="shrink-0 text-muted">{name}</dt>
              <dd className="figures text-right font-medium">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="figures mt-4 flex justify-between gap-4 text-sm">
          <span className="text-muted">Classes completed</span>
          <span className="font-semibold">
            {batch.classes_held} of {batch.classes_total}
          </span>
        </p>
        <span aria-hidden="true" className="mt-2 block h-1.5 overflow-hidden rounded-full bg-line">
          <span
            className="block h-full rounded-full bg-signal"
            style={{ width: `${(batch.classes_held / Math.max(1, batch.classes_total)) * 100}%` }}
          />
        </span>
      </div>
    </section>
  )
}
