import type { FastifyInstance } from 'fastify'
import { visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { submitEnquiry } from '#server/people/enquiries/submit-enquiry.ts'
import { type Limit, limitNetwork } from '#server/platform/http/limits.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'

const hide = { schema: { hide: true } }
/** The limit of contract reads, without the factor of the benchmarks, which would disable it. */
const reads = (deps: Deps): Limit => ({ name: 'read', calls: 3000 / deps.config.rateLimitFactor, minutes: 1 })

/** Mounts the same read and the same write twice: with the contract's rate limits and without. */
export function mountTwins(app: FastifyInstance, deps: Deps): void {
  app.get('/counted-read', hide, async () => {
    // Changes the network before its limit is reached, so that no call is refused.
    await limitNetwork(deps, `10.0.${Math.floor(calls++ / 2500)}.1`, reads(deps))
    return readSiteSettings(deps)
  })
  app.get('/uncounted-read', hide, () => readSiteSettings(deps))
  app.post('/counted-write', hide, async () => {
    // A new key for each call, so that each call queries the database, as small limits do.
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
