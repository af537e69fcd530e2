import { system } from '#server/platform/auth/principal.ts'
import { type Feature, work } from '#server/platform/features/define-feature.ts'
import { deliverMail } from './deliver-mail.ts'
import { giveUpLostMails } from './give-up-lost-mails.ts'
import { deliverBatchMailsJob, deliverClassMailsJob, deliverCodesJob, deliverMailJob } from './jobs.ts'
import { mailPersonalData } from './personal-data.ts'
import { sweepMail } from './sweep-mail.ts'

export const mailFeature: Feature = {
  jobs: [
    work(deliverCodesJob, (deps, data) => deliverMail(deps, system, data)),
    work(deliverMailJob, (deps, data) => deliverMail(deps, system, data)),
    work(deliverClassMailsJob, (deps, data) => deliverMail(deps, system, data)),
    work(deliverBatchMailsJob, (deps, data) => deliverMail(deps, system, data)),
  ],
  sweep: sweepMail,
  personalData: mailPersonalData,
  async start(deps, system) {
    const mails = await giveUpLostMails(deps, system)
    if (mails > 0) deps.log.error({ mails }, 'AUTH_SECRET no longer opens mails with codes; people ask for new ones')
  },
}
