import { timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Gauge, Registry } from '@prometheus-io/client'
import fastify, { type FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Feature } from '#server/platform/features/define-feature.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import type { Admitted } from './admit-calls.ts'

interface Metrics {
  type: string
  read(): Promise<string>
}

/** Who brings gauges along. */
type Gauging = Pick<Feature, 'gauges'>

/** One registry per application, read with a token on the product's port or without one on its own port. */
const registries = new WeakMap<Deps, Metrics>()

/**
 * Counts every response. `/metrics` requires `METRICS_TOKEN` and answers 404 without it: behind a proxy that adds no
 * header, every caller has the address of this machine.
 */
export function metrics(app: FastifyInstance, deps: Deps, admitted: Admitted, gauging: readonly Gauging[]): void {
  const measured = measure(app, deps, admitted, gauging)
  registries.set(deps, measured)
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!holdsToken(deps.config.metricsToken, request.headers.authorization)) throw notFound()
    return reply
      .type(measured.type)
      .serializer((value: string) => value)
      .send(await measured.read())
  })
}

/** Serves the metrics without a token on a port of their own. */
export async function listenForMetrics(deps: Deps, port: number): Promise<FastifyInstance> {
  const measured = registries.get(deps)
  if (!measured) throw new Error('there are no metrics before the application is built')
  const app = fastify()
  app.get('/metrics', async (_request, reply) => reply.type(measured.type).send(await measured.read()))
  await app.listen({ host: deps.config.host, port })
  return app
}

function measure(app: FastifyInstance, deps: Deps, admitted: Admitted, gauging: readonly Gauging[]): Metrics {
  const register = new Registry()
  // Milliseconds between two samples of the event loop's delay. With the usual ten they are half of the CPU of an idle process.
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 100 })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Responses by route and status; cached pages are counted separately',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  })
  const responseCache = new Gauge({
    name: 'cached_answers_total',
    help: 'Responses from the cache (hit) and rendered (miss)',
    labelNames: ['result'],
    registers: [register],
  })
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [register],
  })
  const droppedLogLines = new Gauge({
    name: 'log_lines_dropped_total',
    help: 'Lines of the log that were dropped because they could not be written',
    registers: [register],
  })
  const calls = new Gauge({
    name: 'api_calls',
    help: 'Calls that wait for their turn, and calls that were refused as busy since the start',
    labelNames: ['state'],
    registers: [register],
  })
  const updates = gauging.flatMap((feature) => feature.gauges?.(register, deps) ?? [])
  app.addHook('onResponse', async (request, reply) => {
    requests.inc({ method: request.method, route: request.routeOptions.url ?? 'page', status: String(reply.statusCode) })
  })
  return {
    type: register.contentType,
    async read() {
      responseCache.set({ result: 'hit' }, deps.responseCache.hits)
      responseCache.set({ result: 'miss' }, deps.responseCache.misses)
      connections.set({ state: 'total' }, deps.db.totalCount)
      connections.set({ state: 'idle' }, deps.db.idleCount)
      connections.set({ state: 'waiting' }, deps.db.waitingCount)
      droppedLogLines.set(deps.logDestination.droppedLines())
      calls.set({ state: 'waiting' }, admitted.waiting())
      calls.set({ state: 'refused' }, admitted.refused())
      await Promise.all(updates.map((update) => update()))
      return register.metrics()
    },
  }
}

function holdsToken(token: string | undefined, authorization: string | undefined): boolean {
  if (token === undefined) return false
  const given = Buffer.from(authorization ?? '')
  const right = Buffer.from(`Bearer ${token}`)
  return given.length === right.length && timingSafeEqual(given, right)
}
