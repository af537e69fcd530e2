import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

// Everything that a person wrote, chose or marked goes with it.
const eraseClassPeople = statement('erase_class_people', `delete from class_people where user_id = $1`)

/** What a student wrote and did in live classes. A guest's part goes with the enquiry. */
export const livePersonalData: PersonalData = {
  exports: {
    account: exportParts({
      class_people: `select p.session_id, p.muted_at, p.removed_at, p.voice_at,
         (select min(h.raised_at) from class_hands h where h.person_id = p.id) as hand_raised_at
       from class_people p where p.user_id = $1 order by p.session_id`,
      class_messages: `select m.session_id, m.sent_at, case when m.removed_at is null then m.text end as text, m.removed_at
       from class_messages m join class_people p on p.id = m.person_id where p.user_id = $1 order by m.id`,
      class_questions: `select q.session_id, q.asked_at, q.text, q.state from class_questions q
       join class_people p on p.id = q.person_id where p.user_id = $1 order by q.id`,
      class_votes: `select q.session_id, q.text as question, v.voted_at from class_votes v
       join class_questions q on q.id = v.question_id join class_people p on p.id = v.person_id where p.user_id = $1 order by q.id`,
      class_poll_answers: `select s.session_id, s.question, a.options::text as chosen, a.answered_at from class_poll_answers a
       join class_polls s on s.id = a.poll_id join class_people p on p.id = a.person_id where p.user_id = $1 order by s.id`,
      class_marks: `select p.session_id, m.marked_at, m.note from class_marks m
       join class_people p on p.id = m.person_id where p.user_id = $1 order by m.id`,
      class_presence: `select p.session_id, i.began_at, coalesce(i.ended_at, i.seen_at) as ended_at from class_presence i
       join class_people p on p.id = i.person_id where p.user_id = $1 order by i.id`,
    }),
  },
  erasures: { account: [eraseClassPeople] },
}
