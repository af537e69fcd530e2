import { createServer, type Server } from 'node:http'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { onlyReads } from '#contract/endpoint.ts'
import { accountRoutes } from '#server/people/accounts/routes.ts'
import { approvalRoutes } from '#server/money/approvals/routes.ts'
import { attendanceRoutes } from '#server/classes/attendance/routes.ts'
import { questionRoutes } from '#server/learning/questions/routes.ts'
import { reviewRoutes } from '#server/learning/reviews/routes.ts'
import { auditRoutes } from '#server/platform/audit/routes.ts'
import { certificateRoutes } from '#server/learning/certificates/routes.ts'
import { catalogRoutes } from '#server/catalog/routes.ts'
import { classRoutes } from '#server/classes/routes.ts'
import { contentRoutes } from '#server/site/content/routes.ts'
import type { Deps } from './deps.ts'
import { enquiryRoutes } from '#server/people/enquiries/routes.ts'
import { enrolmentRoutes } from '#server/enrolment/routes.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { figureRoutes } from '#server/desk/figures/routes.ts'
import { failureRoutes } from '#server/messaging/failures/routes.ts'
import { teachingRoutes } from '#server/classes/teaching/routes.ts'
import { gaugeWaitingWork } from '#server/desk/today/gauge-waiting-work.ts'
import { todayRoutes } from '#server/desk/today/routes.ts'
import { importRoutes } from '#server/desk/imports/routes.ts'
import { leadRoutes } from '#server/desk/leads/routes.ts'
import { messageRoutes } from '#server/messaging/messages/routes.ts'
import { recordingRoutes } from '#server/classes/recordings/routes.ts'
import { mediaRoutes } from '#server/site/artwork/routes.ts'
import { writeCached } from '#server/platform/cache/write-cached.ts'
import { limitPages } from '#server/platform/http/limits.ts'
import { decorateRequests } from '#server/platform/http/route.ts'
import { mountConsole } from '#server/platform/pages/mount-console.ts'
import { mountPages, type Pages } from '#server/platform/pages/mount-pages.ts'
import { refuseUnreadableQueries } from '#server/platform/http/plugins/readable-query.ts'
import { readablePath } from '#server/platform/pages/readable-path.ts'
import { providerRoutes } from '#server/money/provider-routes.ts'
import { paymentRoutes } from '#server/money/routes.ts'
import { admitCalls } from '#server/platform/http/plugins/admit-calls.ts'
import { answerError, handleErrors } from '#server/platform/http/plugins/errors.ts'
import { securityHeaders, sendSecurityHeaders } from '#server/platform/http/plugins/headers.ts'
import { health } from '#server/platform/http/plugins/health.ts'
import { jsonOnly } from '#server/platform/http/plugins/json.ts'
import { limitNetworks } from '#server/platform/http/plugins/limits.ts'
import { metrics } from '#server/platform/http/plugins/metrics.ts'
import { openApi } from '#server/platform/http/plugins/openapi.ts'
import { refuseConnection, refuseExpectation, refuseHost, refusePath } from '#server/platform/http/plugins/refuse-connection.ts'
import { reminderRoutes } from '#server/classes/reminders/routes.ts'
import { searchRoutes } from '#server/site/search/routes.ts'
import { staffSearchRoutes } from '#server/desk/search/routes.ts'
import { trialRoutes } from '#server/classes/trials/routes.ts'
import { uploadRoutes } from '#server/site/media/routes.ts'
import { settingsRoutes } from '#server/site/settings/routes.ts'
import { sharingRoutes } from '#server/site/sharing/routes.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { staffRoutes } from '#server/people/staff/routes.ts'
import { studentRoutes } from '#server/desk/students/routes.ts'
import { workRoutes } from '#server/learning/work/routes.ts'

const bodyLimit = 32 * 1024
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
    bodyLimit,
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

  metrics(app, deps, admitCalls(app, deps), gaugeWaitingWork)
  health(app, deps)
  catalogRoutes(app, deps)
  accountRoutes(app, deps)
  enrolmentRoutes(app, deps)
  paymentRoutes(app, deps)
  approvalRoutes(app, deps)
  await providerRoutes(app, deps)
  contentRoutes(app, deps)
  enquiryRoutes(app, deps)
  failureRoutes(app, deps)
  todayRoutes(app, deps)
  leadRoutes(app, deps)
  messageRoutes(app, deps)
  teachingRoutes(app, deps)
  figureRoutes(app, deps)
  studentRoutes(app, deps)
  importRoutes(app, deps)
  classRoutes(app, deps)
  attendanceRoutes(app, deps)
  certificateRoutes(app, deps)
  questionRoutes(app, deps)
  reviewRoutes(app, deps)
  await reminderRoutes(app, deps)
  searchRoutes(app, deps)
  staffSearchRoutes(app, deps)
  mediaRoutes(app, deps)
  sharingRoutes(app, deps)
  await staffRoutes(app, deps)
  auditRoutes(app, deps)
  recordingRoutes(app, deps)
  settingsRoutes(app, deps)
  uploadRoutes(app, deps)
  trialRoutes(app, deps)
  workRoutes(app, deps)
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
  const server = createServer({ ...limits, requireHostHeader: false }, (request, response) => {
    // An open connection would send its next request to a process that is about to end.
    if (deps.stopping.aborted) response.setHeader('connection', 'close')
    if (refuseHost(request, response, headers) || refusePath(request, response, headers)) return
    const { method, url } = request
    if (onlyReads(method) && url !== undefined) {
      const entry = deps.responseCache.getServable(url)
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
