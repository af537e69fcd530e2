import { z } from 'zod'
import { dayOf, timeOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'

/** The batch that a person waits for. */
export const waitedBatch = {
  name: z.string(),
  courseTitle: z.string().min(1),
  batchType: z.string(),
  /** ISO 8601. */
  startsAt: z.iso.datetime({ offset: true }),
  timeText: z.string(),
}

export const batchRows = (batch: { courseTitle: string; batchType: string; startsAt: string; timeText: string }) =>
  [
    ['Course', oneLine(batch.courseTitle, 90)],
    ['Batch', oneLine(batch.batchType)],
    ['First class', `${dayOf(batch.startsAt)}, ${timeOf(batch.startsAt)}`],
    ['Class hours', oneLine(batch.timeText)],
  ] as const
