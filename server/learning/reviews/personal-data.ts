import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const eraseReviews = statement('erase_reviews', `delete from reviews where user_id = $1`)

export const reviewsPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      reviews: `select c.title as course, r.rating, r.text, r.shown_as, r.name, r.consent_version, r.consented_at, r.state, r.reason,
         r.decided_at, r.created_at, r.changed_at
       from reviews r join courses c on c.id = r.course_id where r.user_id = $1 order by r.id`,
    }),
  },
  erasures: { account: [eraseReviews] },
}
