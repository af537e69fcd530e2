import { type Queryable, rows, statement } from '#server/platform/db/query.ts'

const openDemoClass = statement(
  'open_demo_class',
  `update class_sessions set trial_seats = 12 where id = (
     select id from class_sessions where batch_id = $1 and starts_at > app_now() + interval '20 hours' order by starts_at limit 1)`,
)
const insertDemoGuests = statement(
  'insert_demo_guests',
  `with open as (
     select s.id, s.starts_at, s.topic, n.number, n.total, c.title
     from class_sessions s join batches b on b.id = s.batch_id join courses c on c.id = b.course_id
     join numbered_sessions n on n.batch_id = s.batch_id and n.id = s.id where s.batch_id = $1 and s.trial_seats > 0
   ), asked as (
     insert into enquiries (kind, name, email, phone, course_name, message, consent_version, consented_at, created_at)
     select 'trial', t.name, t.email, t.phone, open.title,
       format('Class %s of %s: %s, on %s, %s IST.', open.number, open.total, open.topic,
         to_char(open.starts_at at time zone 'Asia/Kolkata', 'FMDay, FMDD FMMonth YYYY'),
         to_char(open.starts_at at time zone 'Asia/Kolkata', 'FMHH12:MI AM')),
       'demo', app_now() - t.ago, app_now() - t.ago
     from open cross join (values
       ('Gauri Sawant', 'gauri.sawant@example.com', null, interval '26 hours'),
       ('Imran Shaikh', 'imran.shaikh@example.com', '9000000107', interval '3 hours')) as t (name, email, phone, ago)
     returning id, created_at
   )
   insert into trial_guests (session_id, enquiry_id, created_at, told_starts_at)
   select open.id, asked.id, asked.created_at, open.starts_at from open, asked`,
)

/** The running batch whose next class takes guests. */
const demoBatch = 103

/** Opens a class of the demo to guests, two of whom have a seat. */
export async function loadTrial(tx: Queryable): Promise<void> {
  await rows(tx, openDemoClass, [demoBatch])
  await rows(tx, insertDemoGuests, [demoBatch])
}
