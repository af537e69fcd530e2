import { z } from 'zod'
import { endpoint, type StaffAccess } from './endpoint.ts'
import { body, errorBody } from './errors.ts'
import { id } from './fields.ts'

/** What staff decide about: a record that waits for a second person. */
interface Decided<R extends z.ZodType> {
  /** `/staff/approvals`: the verb comes after the id. */
  path: `/${string}`
  tag: string
  record: R
  /** The record after a decision, and as it waits. */
  examples: { decided: z.input<R>; waiting: z.input<R> }
}

/** Returns a function that defines the decisions about one kind of record. If-Match names the version that the person has seen. */
export function decisionsAbout<R extends z.ZodType>({ path, tag, record, examples }: Decided<R>) {
  return <const Name extends string, Body extends z.ZodType = z.ZodUndefined>(definition: {
    name: Name
    verb: string
    summary: string
    access: StaffAccess
    body?: Body
    example?: z.input<Body>
  }) =>
    endpoint({
      name: definition.name,
      method: 'POST',
      path: `${path}/:id/${definition.verb}/`,
      tag,
      summary: `${definition.summary}; If-Match names the version`,
      access: definition.access,
      params: z.object({ id }),
      ...(definition.body ? { body: definition.body } : {}),
      version: 'required',
      answers: { 200: record },
      errors: [404, 409, 428],
      failures: { 412: errorBody.extend({ current: record }) },
      example: {
        ...(definition.example === undefined ? {} : { body: definition.example }),
        answer: examples.decided,
        others: { 412: { ...body('Somebody else has changed this.', 'stale'), current: examples.waiting } },
      },
    })
}
