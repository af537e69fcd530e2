import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Access, type AnswerOf, type Answers, type Endpoint, onlyReads, type ParsedOf } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import { authenticate } from '../auth/authenticate.ts'
import type { Student } from '../auth/principal.ts'
import type { Deps } from '../deps.ts'
import { unauthenticated } from '../errors.ts'
import { type Limit, limitStudent, unlessReading } from './limits.ts'
import { cacheApiAnswer } from './cache-api-answer.ts'

export interface Caller {
  /** Network address, of the client behind trusted proxies. */
  ip: string
  userAgent: string
}

export type Input<E> = ParsedOf<E> & Caller & { student: E extends { access: 'student' } ? Student : Student | undefined }

type Handler<E extends Endpoint> = (input: Input<E>, reply: FastifyReply) => Promise<AnswerOf<E>>

/** Everything but the success answer that a call can say, and what only one with a body can. */
const everyCall = [400, 429, 500, 503] as const
const everyBody = [413, 415] as const

export interface Limits {
  network?: Limit
  student?: Limit
}

/** What holds for a call that declares nothing else, so that none goes uncounted. */
function limitsOf(endpoint: Endpoint, own: Limits): Limits & { network: Limit } {
  if (onlyReads(endpoint.method)) return { network: { name: 'read', calls: 3000, minutes: 1 }, ...own }
  if (endpoint.access !== 'student') return { network: { name: 'submit', calls: 60, minutes: 10 }, ...own }
  // A college shares one network: its students are told apart by their accounts.
  const network = { name: 'write', calls: 12_000, minutes: 10 }
  return { network, student: { name: 'write', calls: 600, minutes: 10 }, ...own }
}

/**
 * Mounts one call of the contract: parses what comes, refuses what is not declared, lets only declared
 * fields out. The handler's answer is 200 or whatever status it set on `reply`.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: Handler<E>,
  own: Limits = {},
): void {
  const limits = limitsOf(endpoint, own)
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    schema: documentation(endpoint),
    config: { endpoint, limit: limits.network },
    // Before what was sent is judged: a stranger learns nothing of what a student's call takes.
    async preValidation(request) {
      const student = endpoint.access === 'public' ? undefined : await authenticate(deps, request.headers.authorization)
      if (endpoint.access === 'student' && !student) throw unauthenticated()
      if (student) students.set(request, student)
    },
    async handler(request, reply) {
      const student = students.get(request)
      if (student && limits.student) {
        await limitStudent(deps, student.id, limits.student).catch(unlessReading(endpoint.method))
      }
      const answer = async () => {
        // Parsed by the validator compiler with this endpoint's own schemas.
        const input = {
          params: request.params,
          query: request.query,
          body: request.body,
          ip: request.ip,
          userAgent: request.headers['user-agent'] ?? '',
          student,
        } as Input<E>
        return handler(input, reply)
      }
      if (endpoint.cacheTags) return cacheApiAnswer(deps.responseCache, request, reply, endpoint, answer)
      reply.header('cache-control', 'no-store')
      return answer()
    },
  })
}

const students = new WeakMap<FastifyRequest, Student>()

function securityOf(access: Access): { security?: { [scheme: string]: string[] }[] } {
  if (access === 'public') return {}
  return { security: access === 'optional' ? [{}, { accessToken: [] }] : [{ accessToken: [] }] }
}

function documentation(endpoint: Endpoint) {
  const failures = [...everyCall, ...(onlyReads(endpoint.method) ? [] : everyBody), ...(endpoint.errors ?? [])].toSorted(
    (a, b) => a - b,
  )
  const answers: Answers = endpoint.answers
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
      ...Object.fromEntries(failures.map((status) => [status, errorBody])),
    },
  }
}
