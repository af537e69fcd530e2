import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant } from '#contract/fields.ts'
import { outcomes, outcomesExample } from '#contract/learning/outcomes.ts'

const standing = z.object({
  batch_id: z.int(),
  /** As the figures stand now. Null until the last class is over. */
  now: outcomes.nullable(),
  /** As the page of the course shows them. */
  shown: outcomes.extend({ shown_at: instant }).nullable(),
})
export type OutcomesOfBatch = z.output<typeof standing>

const shared = {
  tag: 'Staff: batches',
  params: z.object({ id }),
  answers: { 200: standing },
} as const
const example = {
  batch_id: 3,
  now: outcomesExample,
  shown: { ...outcomesExample, shown_at: '2026-10-20T06:00:00.000Z' },
} satisfies OutcomesOfBatch

export const readBatchOutcomes = endpoint({
  ...shared,
  name: 'readBatchOutcomes',
  method: 'GET',
  path: '/staff/batches/:id/outcomes/',
  summary: 'What came of a batch, and whether the page of the course shows it',
  access: { staff: 'certificates:read' },
  errors: [404],
  example: { answer: example },
})

export const showBatchOutcomes = endpoint({
  ...shared,
  name: 'showBatchOutcomes',
  method: 'POST',
  path: '/staff/batches/:id/show-outcomes/',
  summary: 'Show what came of a finished batch on the page of its course, with the figures of this moment',
  access: { staff: 'certificates:write' },
  errors: [404, 409],
  example: { answer: example },
})

export const hideBatchOutcomes = endpoint({
  ...shared,
  name: 'hideBatchOutcomes',
  method: 'POST',
  path: '/staff/batches/:id/hide-outcomes/',
  summary: 'Show what came of a batch no more',
  access: { staff: 'certificates:write' },
  errors: [404],
  example: { answer: { ...example, shown: null } },
})
