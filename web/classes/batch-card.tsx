import type { RoomBatch } from '#contract/classes/classes.ts'
import { formatPlainDay } from '#ui/format.ts'
import { OwnBatchStatus } from '#web/lib/own-batch-status.tsx'
import { Picture } from '#web/lib/picture.tsx'

/** The student's batch: who teaches it, and its facts. */
export function BatchCard({ batch }: { batch: RoomBatch }) {
  const { instructor } = batch
  const facts = [
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
        <div className="mt-4 flex items-start gap-4 border-t border-line pt-4">
          <Picture
            path={instructor.portrait}
            alt=""
            width={88}
            height={88}
            className="size-14 shrink-0 rounded-full object-cover"
          />
          <div className="min-w-0 text-sm">
            <p className="text-muted">Instructor</p>
            <p className="text-base leading-snug font-semibold">{instructor.name}</p>
            {instructor.background ? <p className="mt-0.5 text-muted">{instructor.background}</p> : null}
          </div>
        </div>
        {instructor.bio ? <p className="mt-3 text-sm text-muted">{instructor.bio}</p> : null}
        <dl className="mt-4 divide-y divide-line border-t border-line text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="flex justify-between gap-4 py-2.5 last:pb-0">
              <dt className="shrink-0 text-muted">{name}</dt>
              <dd className="figures text-right font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
