import type { FastifyInstance } from 'fastify'
import * as open from '#contract/learning/certificates.ts'
import * as contract from '#contract/learning/staff/certificates.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { certificateRecords } from './certificate-records.ts'
import { checkCertificate, listOwnCertificates } from './check-certificate.ts'
import { fileRoutes } from './file-routes.ts'
import { issueForBatch } from './issue-for-batch.ts'
import { readBatchCertificates } from './read-batch-certificates.ts'
import { readOwnCertificate } from './read-own-certificate.ts'
import { reissueCertificate, revokeCertificate } from './revoke-certificate.ts'

export function certificateRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, open.checkCertificate, (visitor, { params }) => checkCertificate(deps, visitor, params.code))
  route(app, deps, open.listOwnCertificates, (student) => listOwnCertificates(deps, student))
  route(app, deps, open.readOwnCertificate, (student, { params }) => readOwnCertificate(deps, student, params.batch_id))
  readOnlyResourceRoutes(app, deps, contract.certificates, certificateRecords)
  route(app, deps, contract.revokeCertificate, (staff, { params, body }) =>
    revokeCertificate(deps, staff, { ...params, ...body }),
  )
  route(app, deps, contract.reissueCertificate, async (staff, { params }, reply) => {
    reply.code(201)
    return reissueCertificate(deps, staff, params)
  })
  route(app, deps, contract.readBatchCertificates, (staff, { params }) => readBatchCertificates(deps, staff, params.id))
  route(app, deps, contract.issueCertificates, (staff, { params, body }) =>
    issueForBatch(deps, staff, { id: params.id, students: body.student_ids }),
  )
  fileRoutes(app, deps)
}
