import { timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import { pendingMigrations } from '../db/pending-migrations.ts'
import type { Deps } from '../deps.ts'
import { notFound, unavailable } from '../errors.ts'
import { gaugeWaitingWork } from './waiting-work.ts'

const hidden = { schema: { hide: true } }

/** `/health` the process, `/ready` database and migrations, `/metrics` for Prometheus. */
export function health(app: FastifyInstance, deps: Deps): void {
  app.get('/health', hidden, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  app.get('/ready', hidden, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const pending = await pendingMigrations(deps.db).catch(() => {
      throw unavailable('The database does not answer.')
    })
    if (pending.length > 0) throw unavailable(`The database lacks the migration ${pending[0]}.`)
    return { status: 'ready' }
  })
  metrics(app, deps)
}

function metrics(app: FastifyInstance, deps: Deps): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answers by route and status; kept pages are counted apart',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  })
  const kept = new Gauge({
    name: 'kept_answers_total',
    help: 'Answers from kept bytes (hit) and made anew (miss)',
    labelNames: ['result'],
    registers: [register],
  })
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [register],
  })
  const readWaitingWork = gaugeWaitingWork(register, deps)
  app.addHook('onResponse', async (request, reply) => {
    requests.inc({ method: request.method, route: request.routeOptions.url ?? 'page', status: String(reply.statusCode) })
  })
  app.get('/metrics', hidden, async (request, reply) => {
    // Without a token only this machine may look, and not through a proxy on it; to anyone else the page does not exist.
    const { authorization, via, forwarded, 'x-forwarded-for': forwardedFor } = request.headers
    const proxied = via !== undefined || forwarded !== undefined || forwardedFor !== undefined
    if (!mayRead(deps.config.metricsToken, authorization, proxied ? undefined : request.socket.remoteAddress)) throw notFound()
    await readWaitingWork()
    kept.set({ result: 'hit' }, deps.kept.hits)
    kept.set({ result: 'miss' }, deps.kept.misses)
    connections.set({ state: 'total' }, deps.db.totalCount)
    connections.set({ state: 'idle' }, deps.db.idleCount)
    connections.set({ state: 'waiting' }, deps.db.waitingCount)
    return reply
      .type(register.contentType)
      .serializer((value: string) => value)
      .send(await register.metrics())
  })
}

function mayRead(token: string | undefined, authorization: string | undefined, address: string | undefined): boolean {
  if (token === undefined) {
    const plain = address?.replace(/^::ffff:/, '') ?? ''
    return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
  }
  const given = Buffer.from(authorization ?? '')
  const right = Buffer.from(`Bearer ${token}`)
  return given.length === right.length && timingSafeEqual(given, right)
}
