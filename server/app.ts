import { createServer, type IncomingMessage, type Server } from 'node:http'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { onlyReads } from '#contract/endpoint.ts'
import type { Deps } from './deps.ts'
import { features } from './features.ts'
import { isLiveSocket } from '#server/classes/live/live-socket.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { writeCached } from '#server/platform/cache/write-cached.ts'
import { limitPages } from '#server/platform/http/limits.ts'
import { decorateRequests } from '#server/platform/http/route.ts'
import { mountConsole } from '#server/platform/pages/mount-console.ts'
import { mountPages, type Pages } from '#server/platform/pages/mount-pages.ts'
import { refuseUnreadableQueries } from '#server/platform/http/plugins/readable-query.ts'
import { readablePath } from '#server/platform/pages/readable-path.ts'
import { admitCalls } from '#server/platform/http/plugins/admit-calls.ts'
import { answerError, handleErrors } from '#server/platform/http/plugins/errors.ts'
import { securityHeaders, sendSecurityHeaders } from '#server/platform/http/plugins/headers.ts'
import { health } from '#server/platform/http/plugins/health.ts'
import { jsonOnly } from '#server/platform/http/plugins/json.ts'
import { limitNetworks } from '#server/platform/http/plugins/limits.ts'
import { metrics } from '#server/platform/http/plugins/metrics.ts'
import { usualBodyLimit } from '#server/platform/http/body-limits.ts'
import { openApi } from '#server/platform/http/plugins/openapi.ts'
import { refuseConnection, refuseExpectation, refuseHost, refusePath } from '#server/platform/http/plugins/refuse-connection.ts'
import { guardWrites } from '#server/platform/maintenance/guard-writes.ts'
import { guardVisitors } from '#server/platform/opening/guard-visitors.ts'
import { isKnownOpen, isSchoolOpen } from '#server/platform/opening/school-opening.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'

/** Timeouts in milliseconds of a whole request and of its headers. */
const requestTimeout = 30_000
const headersTimeout = 10_000

function noCompiler(): never {
  throw new Error('Routes are compiled with the schemas of the contract')
}

/**
 * Builds the application. `pages` renders requests outside of the API; without it (most tests) only the API is
 * mounted.
 */
export async function buildApp(deps: Deps, pages?: Pages): Promise<FastifyInstance> {
  const headers = securityHeaders({ https: deps.config.publicUrl.startsWith('https:') })
  const app: FastifyInstance = fastify<Server>({
    loggerInstance: deps.log,
    // `answerError` logs failures once. Other requests are only counted.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => deps.random.uuid(),
    trustProxy: trustedProxies(deps.config.trustProxy),
    bodyLimit: usualBodyLimit,
    requestTimeout,
    // A stopping process still answers, because a load balancer may send requests until its next check of `/ready`.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors(error, request, reply) {
      // A path that cannot be decoded reaches no route and no hook.
      reply.headers({ ...headers, 'x-request-id': request.id })
      answerError(error, request, reply)
    },
    rewriteUrl: (request) => readablePath(pathOf(request.url ?? '/'), request),
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, headers),
    serverFactory: (handler) => listener(deps, { pages, headers, handler }),
    // Otherwise Fastify loads its own compilers, a hundred modules, before it gets the ones below.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  jsonOnly(app)
  handleErrors(app)
  refuseUnreadableQueries(app)
  sendSecurityHeaders(app, headers)
  await openApi(app, {
    publicUrl: deps.config.publicUrl,
    brand: (await readSiteSettings(deps)).brand,
    limit: (ip) => limitPages(deps, ip, { name: 'documentation', calls: 600, minutes: 1 }),
  })

  decorateRequests(app)
  limitNetworks(app, deps)
  // Asked before the first request, so that an open school answers from the cache while its database is away.
  await isSchoolOpen(deps)
  guardVisitors(app, deps)
  guardWrites(app, deps)

  metrics(app, deps, admitCalls(app, deps), features)
  health(app, deps)
  for (const feature of features) await feature.routes?.(app, deps)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  app.all('/api/*', { schema: { hide: true }, config: { limit: 'none' } }, () => Promise.reject(notFound()))
  if (pages) {
    await mountConsole(app, deps, pages.console)
    await mountPages(app, deps, pages)
  }
  return app
}

/** Returns the path of a request target, which may be an absolute URL or `*` (RFC 9112, 3.2.2 and 3.2.4). */
function pathOf(target: string): string {
  if (target === '*') return '/*'
  if (target.startsWith('/') || !URL.canParse(target)) return target
  const { pathname, search } = new URL(target)
  return pathname + search
}

interface Behind {
  pages: Pages | undefined
  headers: Readonly<Record<string, string>>
  handler: Parameters<typeof createServer>[1] & {}
}

/** Creates the listener, which answers from the cache before the framework sees the request. */
function listener(deps: Deps, { pages, headers, handler }: Behind): Server {
  // Checks for slow senders each second instead of Node's thirty.
  const limits = { requestTimeout, headersTimeout, connectionsCheckingInterval: 1000, maxHeaderSize: 16 * 1024 }
  // Node would reject a missing host without the error body and the headers.
  // Any other upgrade is answered as a plain call, as RFC 9110, 7.8 allows. Vite has a socket of its own.
  const shouldUpgradeCallback = ({ headers: { upgrade }, url }: IncomingMessage) =>
    upgrade?.toLowerCase() === 'websocket' && (deps.config.development || isLiveSocket(url))
  const server = createServer({ ...limits, requireHostHeader: false, shouldUpgradeCallback }, (request, response) => {
    // An open connection would send its next request to a process that is about to end.
    if (deps.stopping.aborted) response.setHeader('connection', 'close')
    if (refuseHost(request, response, headers) || refusePath(request, response, headers)) return
    const { method, url } = request
    if (onlyReads(method) && url !== undefined) {
      // What a preview of staff has left is not for visitors yet.
      const entry = isKnownOpen(deps) ? deps.responseCache.getServable(url) : undefined
      if (entry) return writeCached(entry, request, response)
      if (pages?.intercept?.(request, response, () => handler(request, response))) return
    }
    handler(request, response)
  })
  server.on('checkExpectation', (_request, response) => refuseExpectation(response, headers))
  server.keepAliveTimeout = 65_000
  // A client that reads nothing for this long has disconnected.
  server.timeout = 120_000
  pages?.attach?.(server)
  return server
}

/** Parses comma-separated addresses or networks, or a number of hops. */
function trustedProxies(setting: string | undefined): false | string[] | ((address: string, hop: number) => boolean) {
  if (setting === undefined) return false
  if (/^\d+$/.test(setting)) return (_address, hop) => hop < Number(setting)
  return setting.split(',').map((part) => part.trim())
}
