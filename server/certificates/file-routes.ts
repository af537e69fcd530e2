import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { certificateCode } from '#contract/certificates.ts'
import { certificatePaths } from '#contract/rules.ts'
import { errorBody } from '#contract/errors.ts'
import { id } from '#contract/fields.ts'
import { staffCertificatePath } from '#contract/staff/certificates.ts'
import { rolesWith } from '#contract/staff/permissions.ts'
import { authenticate } from '../auth/authenticate.ts'
import { authorise } from '../auth/authorise.ts'
import type { Staff } from '../auth/principal.ts'
import type { Deps } from '../deps.ts'
import { unauthenticated } from '../errors.ts'
import { limitAccount, unlessReading } from '../http/limits.ts'
import { readBadge, readStatusList } from './credential.ts'
import { didDocument } from './did-document.ts'
import { printCertificate, printCertificateForStaff } from './printed-certificate.ts'
import { listPublicKeys } from './signing-key.ts'

/** Drawing a page takes 0.1 s of one thread, which mails use too. A college may share one network. */
const drawings = { name: 'documents', calls: 600, minutes: 10 }
const badges = { name: 'badges', calls: 600, minutes: 10 }
const perAccount = { name: 'documents', calls: 120, minutes: 10 }
/** Verifiers read these for each credential. */
const verifiers = { name: 'verifiers', calls: 3000, minutes: 1 }

/** Mounts the files of certificates. Endpoints of the contract answer JSON in the product's own form. */
export function fileRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    `/api${certificatePaths.pdf}`,
    { schema: documented('readCertificatePdf', 'A valid certificate as a PDF', pdf, byCode), config: { limit: drawings } },
    async (request, reply) => {
      const { code } = request.params as { code: string }
      return sendPdf(reply, await printCertificate(deps, code))
    },
  )
  app.get(
    `/api${certificatePaths.badge}`,
    {
      schema: {
        ...documented('readCertificateBadge', 'The student’s certificate as an Open Badges 3.0 credential (VC-JWT)', jwt, byCode),
        security: [{ accessToken: [] }],
      },
      config: { limit: badges },
    },
    async (request, reply) => {
      const student = await authenticate(deps, request.headers.authorization)
      if (!student) throw unauthenticated()
      await limitAccount(deps, student, perAccount).catch(unlessReading('GET'))
      const { code } = request.params as { code: string }
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="Badge-${code.slice(0, 8)}.jwt"`)
        .type('application/jwt')
        .send(await readBadge(deps, student, code))
    },
  )
  app.get(
    `/api${certificatePaths.status}`,
    {
      schema: documented('readStatusList', 'The revoked credentials as a Bitstring Status List', jwt),
      config: { limit: verifiers },
    },
    async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('application/vc+jwt')
        .send(await readStatusList(deps)),
  )
  app.get('/.well-known/did.json', { schema: { hide: true }, config: { limit: verifiers } }, async (_request, reply) => {
    const document = didDocument(deps.config.publicUrl, await listPublicKeys(deps))
    return reply
      .headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
      .type('application/did+ld+json')
      .send(JSON.stringify(document))
  })
  staffPdf(app, deps)
}

function staffPdf(app: FastifyInstance, deps: Deps): void {
  const callers = new WeakMap<object, Staff>()
  app.get(
    `/api${staffCertificatePath}`,
    {
      config: { limit: drawings },
      async onRequest(request) {
        const principal = await authorise(deps, { staff: 'certificates:read' }, request.headers.authorization)
        if (principal.kind === 'staff') callers.set(request, principal)
      },
      schema: {
        ...documented('readCertificatePdfForStaff', 'A certificate as a PDF, also one that is revoked', pdf, { id }),
        tags: ['Staff: certificates'],
        'x-permission': 'certificates:read',
        'x-roles': rolesWith('certificates:read'),
        security: [{ staffToken: [] }],
      },
    },
    async (request, reply) => {
      const staff = callers.get(request)
      if (!staff) throw new Error('the member of staff was not resolved before the handler')
      await limitAccount(deps, staff, perAccount).catch(unlessReading('GET'))
      return sendPdf(reply, await printCertificateForStaff(deps, (request.params as { id: number }).id))
    },
  )
}

function sendPdf(reply: FastifyReply, { filename, pdf: file }: { filename: string; pdf: Buffer }) {
  return reply
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .type('application/pdf')
    .send(file)
}

const byCode = { code: certificateCode }
const pdf = { 'application/pdf': { schema: z.string().meta({ format: 'binary', description: 'One page A4' }) } }
const jwt = { 'application/jwt': { schema: z.string().meta({ description: 'A signed JWT' }) } }

function documented(operationId: string, summary: string, content: typeof pdf | typeof jwt, params: z.ZodRawShape = {}) {
  return {
    tags: ['Certificates'],
    operationId,
    summary,
    params: z.object(params),
    response: {
      200: { description: summary, content },
      ...Object.fromEntries([400, 401, 403, 404, 429, 500, 503].map((status) => [status, errorBody])),
    },
  }
}
