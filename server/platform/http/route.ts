import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  type Access,
  type AnswerOf,
  type Answers,
  type Endpoint,
  type FileType,
  onlyReads,
  type ParsedOf,
} from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import { xlsxType } from '#contract/exported-files.ts'
import { plainError } from '#contract/plain-error.ts'
import { rolesWith } from '#contract/permissions.ts'
import { authorise } from '#server/platform/auth/authorise.ts'
import { type Preview, previewHeader, readPreview } from '#server/platform/auth/preview.ts'
import type { CallerOf } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/platform/errors/errors.ts'
import { bytesOfBody, holdSpaceOfCall } from '#server/platform/files/free-space.ts'
import { fileBodyLimit, largeBodyLimit, usualBodyLimit } from './body-limits.ts'
import { cacheApiAnswer } from './cache-api-answer.ts'
import { FileAnswer, sendFile } from './file-answer.ts'
import { type Limit, limitAccount, unlessReading } from './limits.ts'
import { hasUnstorableText } from './unstorable-text.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; undefined until the call is authorised. */
    principal: CallerOf<Access> | undefined
  }
}

/** Adds what the calls store in a request. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('principal', undefined)
}

export interface RequestFacts {
  /** Address of the client behind trusted proxies. */
  ip: string
  userAgent: string
  /** Raw `If-Match` header. */
  ifMatch: string | undefined
  /** The record that this call shows although visitors do not see it: the page has a signed preview link. */
  preview: Preview | undefined
  /** Raw `Cookie` and `Origin` headers. Only the refresh and the logout of staff read them. */
  cookie: string | undefined
  origin: string | undefined
}

type Input<E> = ParsedOf<E> & RequestFacts

/** Answers a value, a file, or JSON as a stream. */
type Handler<E extends Endpoint> = (
  principal: CallerOf<E['access']>,
  input: Input<E>,
  reply: FastifyReply,
) => Promise<AnswerOf<E> | FileAnswer | Readable>

z.config({ customError: plainError })

/** Error statuses of every endpoint, of endpoints with a body, of staff endpoints, and of calls that need room on the disk. */
const everyCall = [400, 429, 500, 503] as const
const everyBody = [413, 415] as const
const everyStaffCall = [401, 403] as const
const everyLargeCall = [507] as const

/** `student` and `staff` count per account, from any network. */
export interface Limits {
  network?: Limit
  student?: Limit
  staff?: Limit
}

/** Default limits, so that no endpoint is uncounted. */
function limitsOf({ access, method }: Endpoint, own: Limits): Limits & { network: Limit } {
  const reads = onlyReads(method)
  if (typeof access === 'object') {
    const staff = reads ? { name: 'staff-read', calls: 1200, minutes: 1 } : { name: 'staff-write', calls: 600, minutes: 10 }
    return { network: { name: 'staff', calls: 12_000, minutes: 1 }, staff, ...own }
  }
  if (reads) return { network: { name: 'read', calls: 3000, minutes: 1 }, ...own }
  if (access !== 'student' && access !== 'student-or-staff' && access !== 'attendee')
    return { network: { name: 'submit', calls: 60, minutes: 10 }, ...own }
  // Students of one college share a network, so the limit per account is the strict one.
  const network = { name: 'write', calls: 12_000, minutes: 10 }
  return { network, student: { name: 'write', calls: 600, minutes: 10 }, ...own }
}

/**
 * Mounts one endpoint of the contract: authorises the caller, parses the input, rejects undeclared fields and returns only
 * declared fields, or a file. The status is 200 unless the handler sets another on `reply`.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: Handler<E>,
  own: Limits = {},
): void {
  if (endpoint.cacheTags && !onlyReads(endpoint.method)) throw new Error(`${endpoint.name} writes: its answers are not cached`)
  const limits = limitsOf(endpoint, own)
  const resolve = async (request: FastifyRequest, reply: FastifyReply) => {
    request.principal = await authorise(deps, endpoint.access, request.headers.authorization)
    const bytes = bytesOfBody(request.raw, request.routeOptions.bodyLimit)
    if (isExport(endpoint) || endpoint.storesMuch || (takesLarge(endpoint) && bytes > smallBody(endpoint)))
      await holdSpaceOfCall(deps.config, bytes, reply.raw)
  }
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    schema: documentation(endpoint),
    config: { endpoint, limit: limits.network },
    ...(endpoint.largeBody ? { bodyLimit: endpoint.largeBody === 'file' ? fileBodyLimit : largeBodyLimit } : {}),
    // Authorised before validation, so that a stranger learns nothing about the input; staff endpoints, and forms with files, before the body is read.
    ...(typeof endpoint.access === 'object' || endpoint.bodyType ? { onRequest: resolve } : { preValidation: resolve }),
    async handler(request, reply) {
      const { principal } = request
      if (!principal) throw new Error('the principal was not resolved before the handler')
      // After validation, whose message names the field.
      if (hasUnstorableText(request.body)) throw invalid('Please remove control characters.')
      const account = principal.kind === 'visitor' || principal.kind === 'guest' ? undefined : principal
      const limit = account && limits[account.kind]
      if (limit) await limitAccount(deps, account, limit).catch(unlessReading(endpoint.method))
      const preview = readPreview(deps, request.headers[previewHeader])
      const answer = async () => {
        // The validator compiler has parsed these with the endpoint's schemas.
        const input = {
          params: request.params,
          query: request.query,
          body: request.body,
          ip: request.ip,
          userAgent: request.headers['user-agent'] ?? '',
          ifMatch: request.headers['if-match'],
          preview,
          cookie: request.headers.cookie,
          origin: request.headers.origin,
        } as Input<E>
        // `authorise` returns the principal that the endpoint's access requires.
        return handler(principal as CallerOf<E['access']>, input, reply)
      }
      if (endpoint.cacheTags && !preview) return cacheApiAnswer(deps.responseCache, request, reply, endpoint, answer)
      reply.header('cache-control', 'no-store')
      const answered = await answer()
      if (!(answered instanceof FileAnswer)) return answered
      const { answerType: type } = endpoint
      if (type) reply.type(type.startsWith('text/') ? `${type}; charset=utf-8` : type)
      return sendFile(request, reply, answered)
    },
  })
}

/** Bytes of a body that is taken below the reserve of the disk: of a form, those of the longest text. */
const smallBody = ({ bodyType }: Endpoint) => (bodyType === undefined ? usualBodyLimit : largeBodyLimit)
/** Whether a call may store a file or a long text. */
const takesLarge = ({ largeBody, bodyType }: Endpoint) => Boolean(largeBody) || bodyType !== undefined
/** Whether a call sorts a whole list, which PostgreSQL does on the disk. */
const isExport = ({ answerType }: Endpoint) => answerType === 'text/csv'

function securityOf(access: Access): object {
  if (access === 'public') return {}
  if (access === 'optional') return { security: [{}, { accessToken: [] }] }
  if (access === 'student') return { security: [{ accessToken: [] }] }
  if (access === 'optional-staff') return { security: [{}, { staffToken: [] }] }
  if (access === 'student-or-staff') return { security: [{ accessToken: [] }, { staffToken: [] }] }
  if (access === 'attendee') return { security: [{ accessToken: [] }, { staffToken: [] }, { guestKey: [] }] }
  return {
    security: [{ staffToken: [] }],
    'x-permission': access.staff,
    'x-roles': rolesWith(access.staff),
    ...(access.stepUp ? { 'x-step-up': access.stepUp === true ? 'factor' : 'factor or recovery code' } : {}),
  }
}

function documentation(endpoint: Endpoint) {
  const failures = new Set<number>([
    ...everyCall,
    ...(onlyReads(endpoint.method) ? [] : everyBody),
    ...(typeof endpoint.access === 'object' ? everyStaffCall : []),
    ...(takesLarge(endpoint) || isExport(endpoint) || endpoint.storesMuch ? everyLargeCall : []),
    ...(endpoint.errors ?? []),
  ])
  const answers: Answers = endpoint.answers
  const [first = 200] = Object.keys(answers)
  return {
    tags: [endpoint.tag],
    summary: endpoint.summary,
    operationId: endpoint.name,
    ...securityOf(endpoint.access),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    response: {
      ...answers,
      ...(endpoint.answerType
        ? { [first]: { description: endpoint.summary, content: contentOf(endpoint.answerType, answers[Number(first)]) } }
        : {}),
      ...Object.fromEntries([...failures].toSorted((a, b) => a - b).map((status) => [status, errorBody])),
      ...endpoint.failures,
    },
  }
}

/** What an answer may be. A file of CSV is a workbook where the query asks for one. */
function contentOf(type: FileType, schema: z.ZodType | undefined): Record<string, object> {
  const workbook = { schema: z.string().meta({ format: 'binary', description: 'A workbook of Excel' }) }
  return { [type]: { schema }, ...(type === 'text/csv' ? { [xlsxType]: workbook } : {}) }
}
