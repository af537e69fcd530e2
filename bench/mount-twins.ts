import type { FastifyInstance } from 'fastify'
import { visitor } from '#server/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { submitEnquiry } from '#server/enquiries/submit-enquiry.ts'
import { type Limit, limitNetwork } from '#server/http/limits.ts'
import { readSiteSettings } from '#server/site-settings.ts'

const hide = { schema: { hide: true } }
/** As every read of the contract; the factor of the benchmarks would make it endless. */
const reads = (deps: Deps): Limit => ({ name: 'read', calls: 3000 / deps.config.rateLimitFactor, minutes: 1 })

/** The same read and the same write twice: counted as the contract's calls are, and not at all. */
export function mountTwins(app: FastifyInstance, deps: Deps): void {
  app.get('/counted-read', hide, async () => {
    // Another network before the budget of one is spent, so that nothing is refused.
    await limitNetwork(deps, `10.0.${Math.floor(calls++ / 2500)}.1`, reads(deps))
    return readSiteSettings(deps)
  })
  app.get('/uncounted-read', hide, () => readSiteSettings(deps))
  app.post('/counted-write', hide, async () => {
    // A key nobody holds yet, so that each call asks the database, as small limits do.
    await limitNetwork(deps, '10.0.0.1', { name: `bench ${calls++}`, calls: 1, minutes: 10 })
    await write(deps)
    return { done: true }
  })
  app.post('/uncounted-write', hide, async () => {
    await write(deps)
    return { done: true }
  })
}

let calls = 0

function write(deps: Deps): Promise<void> {
  return submitEnquiry(deps, visitor, {
    kind: 'callback',
    name: 'Asha',
    email: 'asha@example.com',
    phone: '9876543210',
    course_name: 'Testing',
  })
}
