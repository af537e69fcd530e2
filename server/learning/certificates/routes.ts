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
import { removeProjectLink, setProjectLink } from './project-link.ts'
import { readBatchCertificates } from './read-batch-certificates.ts'
import { readOwnCertificate } from './read-own-certificate.ts'
import { reissueCertificate, revokeCertificate } from './revoke-certificate.ts'

/** A number has 39 random bits. An office that checks its applicants stays below this, and a guesser finds none. */
const checks = { name: 'certificate', address: 120, calls: 600, minutes: 10 }

export function certificateRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, open.checkCertificate, (visitor, { params }) => checkCertificate(deps, visitor, params.key), {
    network: checks,
  })
  route(app, deps, open.listOwnCertificates, (student) => listOwnCertificates(deps, student))
  route(app, deps, open.readOwnCertificate, (student, { params }) => readOwnCertificate(deps, student, params.batch_id))
  route(app, deps, open.setProjectLink, (student, { params, body }) =>
    setProjectLink(deps, student, { batchId: params.batch_id, url: body.url }),
  )
  route(app, deps, open.removeProjectLink, (student, { params }) =>
    setProjectLink(deps, student, { batchId: params.batch_id, url: null }),
  )
  readOnlyResourceRoutes(app, deps, contract.certificates, certificateRecords)
  route(app, deps, contract.revokeCertificate, (staff, { params, body }) =>
    revokeCertificate(deps, staff, { ...params, ...body }),
  )
  route(app, deps, contract.reissueCertificate, async (staff, { params }, reply) => {
    reply.code(201)
    return reissueCertificate(deps, staff, params)
  })
  route(app, deps, contract.removeCertificateProject, (staff, { params }) => removeProjectLink(deps, staff, params))
  route(app, deps, contract.readBatchCertificates, (staff, { params }) => readBatchCertificates(deps, staff, params.id))
  route(app, deps, contract.issueCertificates, (staff, { params, body }) =>
    issueForBatch(deps, staff, { id: params.id, students: body.student_ids }),
  )
  fileRoutes(app, deps)
}
