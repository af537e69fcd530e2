import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

/** A guest's name and address stand in the enquiry, whose erasure takes the seat along. */
export const trialsPersonalData: PersonalData = {
  exports: {
    address: exportParts({
      trial_seats: `select c.title as course, s.topic, s.starts_at, g.created_at, g.joined_at, g.released_at
         from trial_guests g join enquiries e on e.id = g.enquiry_id join class_sessions s on s.id = g.session_id
         join batches b on b.id = s.batch_id join courses c on c.id = b.course_id where e.email = $1 order by g.id`,
    }),
  },
  erasures: {},
}
