import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const eraseClassHands = statement(
  'erase_class_hands',
  `delete from class_hands h using class_people p where p.id = h.person_id and p.user_id = $1`,
)
const eraseClassMarks = statement(
  'erase_class_marks',
  `delete from class_marks m using class_people p where p.id = m.person_id and p.user_id = $1`,
)
const eraseClassMessages = statement(
  'erase_class_messages',
  `delete from class_messages m using class_people p where p.id = m.person_id and p.user_id = $1`,
)
const eraseClassPollAnswers = statement(
  'erase_class_poll_answers',
  `delete from class_poll_answers a using class_people p where p.id = a.person_id and p.user_id = $1`,
)
const eraseClassPresence = statement(
  'erase_class_presence',
  `delete from class_presence i using class_people p where p.id = i.person_id and p.user_id = $1`,
)
const eraseClassVotes = statement(
  'erase_class_votes',
  `delete from class_votes v using class_people p where p.id = v.person_id and p.user_id = $1`,
)
const eraseClassQuestions = statement(
  'erase_class_questions',
  `delete from class_questions q using class_people p where p.id = q.person_id and p.user_id = $1`,
)
// Last, because the others find their rows by it.
const eraseClassPeople = statement('erase_class_people', `delete from class_people where user_id = $1`)

/** What a student wrote and did in live classes. A guest's part goes with the enquiry. */
export const livePersonalData: PersonalData = {
  exports: {
    account: exportParts({
      class_people: `select p.session_id, p.muted_at, p.removed_at, p.voice_at, p.screen_at from class_people p where p.user_id = $1 order by p.session_id`,
      class_hands: `select p.session_id, h.raised_at from class_hands h join class_people p on p.id = h.person_id
       where p.user_id = $1 order by p.session_id`,
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
      class_presence: `select p.session_id, i.began_at, coalesce(i.left_at, i.seen_at) as left_at from class_presence i
       join class_people p on p.id = i.person_id where p.user_id = $1 order by i.id`,
    }),
  },
  erasures: {
    account: [
      eraseClassHands,
      eraseClassMarks,
      eraseClassMessages,
      eraseClassPollAnswers,
      eraseClassPresence,
      eraseClassVotes,
      eraseClassQuestions,
      eraseClassPeople,
    ],
  },
}
