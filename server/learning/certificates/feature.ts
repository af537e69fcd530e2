import { system } from '#server/platform/auth/principal.ts'
import { type Feature, workOnSchedule } from '#server/platform/features/define-feature.ts'
import { defineJob, fewRetries } from '#server/platform/jobs/define-job.ts'
import { issueDueCertificates } from './issue-due-certificates.ts'
import { certificatesPersonalData } from './personal-data.ts'
import { certificateRoutes } from './routes.ts'
import { readSigningKey } from './signing-key.ts'

const issueCertificatesJob = defineJob('issue-certificates', fewRetries)

export const certificatesFeature: Feature = {
  routes: certificateRoutes,
  jobs: [workOnSchedule('20 * * * *', issueCertificatesJob, (deps) => issueDueCertificates(deps, system))],
  personalData: certificatesPersonalData,
  async start(deps) {
    // Seals the key with the first AUTH_SECRET. It logs by itself that it was replaced.
    await readSigningKey(deps)
  },
}
