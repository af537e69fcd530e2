import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

// Nobody is left who could pay with it.
const eraseScholarships = statement(
  'erase_scholarships',
  `update scholarships set reason = 'Erased', state = case when state in ('waiting', 'active') then 'ended' else state end
   where student_id = $1`,
)

export const scholarshipPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      scholarships: `select c.title as course, s.batch_id, s.price_paise / 100.0 as price, s.reason, s.valid_until::text as valid_until, s.state, s.granted_at
        from scholarships s join batches b on b.id = s.batch_id join courses c on c.id = b.course_id
        where s.student_id = $1 order by s.granted_at`,
    }),
  },
  erasures: { account: [eraseScholarships] },
}
