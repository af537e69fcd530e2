import type { FastifyInstance } from 'fastify'
import { readCertificateBadge, readCertificatePdf, readStatusList as statusList } from '#contract/learning/certificates.ts'
import { readCertificatePdfForStaff } from '#contract/learning/staff/certificates.ts'
import type { Deps } from '#server/deps.ts'
import { FileAnswer, sendFile } from '#server/platform/http/file-answer.ts'
import { route } from '#server/platform/http/route.ts'
import { readBadge, readStatusList } from './credential.ts'
import { didDocument } from './did-document.ts'
import { printCertificate, printCertificateForStaff } from './printed-certificate.ts'
import { listPublicKeys } from './signing-key.ts'

const perAccount = { name: 'documents', calls: 120, minutes: 10 }
/** Drawing a page takes 0.1 s of one thread, which mails use too. A college may share one network. */
const drawings = { network: { name: 'documents', calls: 600, minutes: 10 }, staff: perAccount }
const badges = { network: { name: 'badges', calls: 600, minutes: 10 }, student: perAccount }
/** Verifiers read these for each credential. */
const verifiers = { name: 'verifiers', calls: 3000, minutes: 1 }

/** Mounts the files of certificates. */
export function fileRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, readCertificatePdf, (_visitor, { params }) => printCertificate(deps, params.code), drawings)
  route(app, deps, readCertificatePdfForStaff, (_staff, { params }) => printCertificateForStaff(deps, params.id), drawings)
  route(
    app,
    deps,
    readCertificateBadge,
    async (student, { params: { code } }) =>
      new FileAnswer(await readBadge(deps, student, code), { attachment: `Badge-${code.slice(0, 8)}.jwt` }),
    badges,
  )
  route(
    app,
    deps,
    statusList,
    async () => new FileAnswer(await readStatusList(deps), { headers: { 'cache-control': 'no-cache' } }),
    { network: verifiers },
  )
  app.get('/.well-known/did.json', { schema: { hide: true }, config: { limit: verifiers } }, async (request, reply) => {
    const document = didDocument(deps.config.publicUrl, await listPublicKeys(deps))
    const headers = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' }
    return sendFile(request, reply, new FileAnswer(JSON.stringify(document), { type: 'application/did+ld+json', headers }))
  })
}
