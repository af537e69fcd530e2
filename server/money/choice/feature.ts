import { rows, statement } from '#server/platform/db/query.ts'
import type { Feature } from '#server/platform/features/define-feature.ts'
import { choicePersonalData } from './personal-data.ts'
import { choiceDays } from './read-choice.ts'
import { choiceRoutes } from './routes.ts'

const deleteOldChoices = statement(
  'delete_old_choices',
  `delete from payment_choices where chosen_at < app_now() - make_interval(days => $1)`,
)

export const choiceFeature: Feature = {
  routes: choiceRoutes,
  personalData: choicePersonalData,
  async sweep({ db }) {
    await rows(db, deleteOldChoices, [choiceDays])
  },
}
