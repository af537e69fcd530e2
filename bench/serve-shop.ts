// Child process of a benchmark: serves the real application, and bare versions of a query and an insert.
import type { AddressInfo } from 'node:net'
import { liveSession } from '#server/platform/auth/authenticate.ts'
import { buildApp } from '#server/app.ts'
import { listenForChanges } from '#server/platform/cache/listen-for-changes.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import { loadPages } from '#server/platform/pages/load-pages.ts'
import { holdTickObject } from '#server/platform/process/hold-tick-object.ts'
import { mountTwins } from './mount-twins.ts'
import { openDeps } from './open-deps.ts'

holdTickObject()
const { close, ...deps } = await openDeps(process.env.DATABASE_URL ?? '', process.env.SANDBOX_URL)
const { config, db, responseCache, log } = deps
const changes = listenForChanges({ connectionString: config.databaseUrl, responseCache, log })
await changes.ready
const app = await buildApp(deps, await loadPages(config, log))
app.get<{ Params: { session: string } }>(
  '/bare-profile/:session',
  { schema: { hide: true }, config: { limit: 'none' } },
  async (request, reply) => {
    const found = await row(db, liveSession, [request.params.session, Date.now() / 1000 + 60])
    reply.header('cache-control', 'no-store')
    return {
      student: {
        user: { first_name: found?.full_name, email: found?.email, verified: found?.verified },
        phone: found?.phone ?? '',
      },
    }
  },
)
mountTwins(app, deps)
const storeBare = statement(
  'store_bare_webhook',
  `insert into bare_webhook_events (provider, event_id, event_type, body, received_at, next_attempt_at)
   values ($1, $2, $3, $4, now(), now()) on conflict do nothing`,
)
await app.register(async (scope) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.post('/bare-webhook', { schema: { hide: true } }, async (request) => {
    await rows(db, storeBare, ['razorpay', request.headers['x-razorpay-event-id'], 'payment.captured', request.body])
    return { status: 'ok' }
  })
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` })
process.on('message', (message: 'cpu' | 'misses' | 'stop') => {
  if (message === 'cpu') return void process.send?.(process.cpuUsage())
  if (message === 'misses') return void process.send?.(responseCache.misses)
  void app
    .close()
    .then(changes.stop)
    .then(close)
    .then(() => process.disconnect())
})
