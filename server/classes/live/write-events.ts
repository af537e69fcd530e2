import { type ClassRequest, type KeptEvent, mostPreparedPolls, type PreparedPoll } from '#contract/classes/live-messages.ts'
import { one, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { HttpError } from '#server/platform/errors/errors.ts'
import type { PersonInClass } from './class-people.ts'

type Request<Type extends ClassRequest['type']> = Extract<ClassRequest, { type: Type }>
type Db = Pick<Deps, 'db'>

/** Who writes in which class. */
export interface Writer extends PersonInClass {
  sessionId: number
}

/** Takes the next number of a class that goes on, for a person who may write. */
const nextEvent = `update live_classes l set last_event = l.last_event + 1 from class_people w
  where l.session_id = $1 and l.closed_at is null and w.id = $2 and w.session_id = $1 and w.removed_at is null and w.muted_at is null`

// One statement: it stores the message, numbers it, and tells every process.
const writeClassChat = statement<{ event: KeptEvent }>(
  'write_class_chat',
  `with live as (
     ${nextEvent} and not exists (select 1 from class_messages m where m.person_id = $2 and m.client_id = $3) returning l.last_event
   ), made as (
     insert into class_messages as m (session_id, event_id, person_id, client_id, text, sent_at)
     select $1, live.last_event, $2, $3, $4, app_now() from live
     on conflict (person_id, client_id) do nothing returning class_message_event(m) as event
   )
   select event, tell_class($1, event) from made`,
)
const writtenClassChat = statement<{ event: KeptEvent }>(
  'written_class_chat',
  `select class_message_event(m) as event from class_messages m where m.person_id = $1 and m.client_id = $2`,
)
const removeClassChat = statement(
  'remove_class_chat',
  `with live as (
     ${nextEvent} and exists (select 1 from class_messages m where m.id = $3 and m.session_id = $1 and m.removed_at is null) returning l.last_event
   ), gone as (
     update class_messages m set event_id = live.last_event, removed_at = app_now(), removed_by = w.staff_id, text = '-'
     from live, class_people w where m.id = $3 and m.session_id = $1 and m.removed_at is null and w.id = $2
     returning class_message_event(m) as event
   )
   select tell_class($1, event) from gone`,
)
const writeClassQuestion = statement<{ event: KeptEvent }>(
  'write_class_question',
  `with live as (
     ${nextEvent} and not exists (select 1 from class_questions q where q.person_id = $2 and q.client_id = $3) returning l.last_event
   ), made as (
     insert into class_questions as q (session_id, event_id, person_id, client_id, text, asked_at)
     select $1, live.last_event, $2, $3, $4, app_now() from live
     on conflict (person_id, client_id) do nothing returning class_question_event(q) as event
   )
   select event, tell_class($1, event) from made`,
)
const writtenClassQuestion = statement<{ event: KeptEvent }>(
  'written_class_question',
  `select class_question_event(q) as event from class_questions q where q.person_id = $1 and q.client_id = $2`,
)
const addClassVote = statement(
  'add_class_vote',
  `insert into class_votes (question_id, person_id, voted_at)
   select q.id, $3, app_now() from class_questions q where q.id = $2 and q.session_id = $1 on conflict do nothing`,
)
const removeClassVote = statement(
  'remove_class_vote',
  `delete from class_votes where question_id = $2 and person_id = $3 and $1 > 0`,
)
/** Numbers a question anew and tells everybody how it stands. */
const renewClassQuestion = statement(
  'renew_class_question',
  `with live as (${nextEvent} returning l.last_event), renewed as (
     update class_questions q set event_id = live.last_event, state = coalesce($4, q.state),
       decided_at = case when $4 is null then q.decided_at when $4 = 'open' then null else app_now() end
     from live where q.id = $3 and q.session_id = $1 returning class_question_event(q) as event
   )
   select tell_class($1, event) from renewed`,
)
const writeClassPoll = statement<{ event: KeptEvent }>(
  'write_class_poll',
  `with live as (
     ${nextEvent} and w.staff_id is not null and not exists (select 1 from class_polls p where p.session_id = $1 and p.closed_at is null)
     returning l.last_event, w.staff_id
   ), made as (
     insert into class_polls as p (session_id, event_id, staff_id, client_id, question, options, is_multiple, opened_at)
     select $1, live.last_event, live.staff_id, $3, $4, $5::text[], $6, app_now() from live
     on conflict do nothing returning class_poll_event(p) as event
   )
   select event, tell_class($1, event) from made`,
)
const prepareClassPoll = statement<{ told: null }>(
  'prepare_class_poll',
  `with made as (
     insert into class_prepared_polls as p (session_id, staff_id, client_id, question, options, is_multiple, prepared_at)
     select $1, w.staff_id, $3, $4, $5::text[], $6, app_now() from class_people w
     where w.id = $2 and w.session_id = $1 and w.staff_id is not null
       and (select count(*) from class_prepared_polls c where c.session_id = $1) < ${mostPreparedPolls}
     on conflict do nothing returning class_prepared_poll_event(p) as event
   )
   select tell_class($1, event) as told from made`,
)
const preparedClassPoll = statement<{ known: boolean }>(
  'prepared_class_poll',
  `select exists (select from class_prepared_polls p join class_people w on w.staff_id = p.staff_id
     where w.id = $2 and p.session_id = $1 and p.client_id = $3) as known`,
)
const discardClassPoll = statement(
  'discard_class_poll',
  `with gone as (delete from class_prepared_polls where id = $2 and session_id = $1 returning id)
   select tell_class($1, json_build_object('type', 'prepared_poll_gone', 'at', class_instant(app_now()), 'prepared', id)) from gone`,
)
const preparedClassPolls = statement<{ event: PreparedPoll }>(
  'prepared_class_polls',
  `select class_prepared_poll_event(p) as event from class_prepared_polls p where p.session_id = $1 order by p.id`,
)
const closeClassPoll = statement(
  'close_class_poll',
  `with live as (${nextEvent} and w.staff_id is not null
     and exists (select 1 from class_polls p where p.id = $3 and p.session_id = $1 and p.closed_at is null) returning l.last_event
   ), closed as (
     update class_polls p set event_id = live.last_event, closed_at = app_now() from live
     where p.id = $3 and p.closed_at is null returning class_poll_event(p) as event
   )
   select tell_class($1, event) from closed`,
)
// The poll is locked, so that no answer comes after its result.
const answerClassPoll = statement<{ id: number }>(
  'answer_class_poll',
  `with open as (
     select p.id from class_polls p join class_people w on w.id = $2 and w.session_id = p.session_id and w.removed_at is null
     where p.id = $3 and p.session_id = $1 and p.closed_at is null
       and (p.is_multiple or cardinality($4::integer[]) = 1) and cardinality(p.options) > all ($4::integer[])
     for share of p
   )
   insert into class_poll_answers (poll_id, person_id, options, answered_at)
   select open.id, $2, $4::integer[], app_now() from open
   on conflict (poll_id, person_id) do update set options = excluded.options, answered_at = excluded.answered_at
   returning poll_id::float8 as id`,
)
const tellClassPollAnswers = statement(
  'tell_class_poll_answers',
  `select tell_class($1, json_build_object('type', 'answers', 'at', class_instant(app_now()), 'poll', $2::bigint,
     'people', (select count(*) from class_poll_answers where poll_id = $2)))`,
)
const writeClassTopic = statement<{ event: KeptEvent }>(
  'write_class_topic',
  `with live as (${nextEvent} and w.staff_id is not null
     and not exists (select 1 from class_topics c where c.session_id = $1 and c.client_id = $3) returning l.last_event
   ), made as (
     insert into class_topics as c (session_id, event_id, client_id, title, began_at)
     select $1, live.last_event, $3, $4, app_now() from live on conflict do nothing returning c.*
   )
   select event, tell_class($1, event) from (
     select json_build_object('type', 'topic', 'id', m.event_id, 'at', class_instant(m.began_at), 'title', m.title,
       'number', (select count(*) + 1 from class_topics e where e.session_id = $1)) as event from made m
   ) told`,
)
const writeClassMark = statement(
  'write_class_mark',
  `insert into class_marks (person_id, client_id, marked_at, note) values ($1, $2, app_now(), $3) on conflict do nothing`,
)

/** Tells who may not write why, with a status that the page does not show. */
const refused = (message: string) => new HttpError(409, 'refused', message)
const mayNotWrite = () => refused('You can not write in this class now.')

/** Writes a message. One that was written before is answered to its sender again. */
export async function sayInChat({ db }: Db, { sessionId, id }: Writer, { client_id, text }: Request<'chat'>) {
  if (await row(db, writeClassChat, [sessionId, id, client_id, text])) return undefined
  const before = await row(db, writtenClassChat, [id, client_id])
  if (!before) throw mayNotWrite()
  return before.event
}

/** Removes a message for everybody; its words are gone. */
export async function removeFromChat({ db }: Db, { sessionId, id }: Writer, { message }: Request<'chat_removed'>) {
  await rows(db, removeClassChat, [sessionId, id, message])
}

export async function askQuestion({ db }: Db, { sessionId, id }: Writer, { client_id, text }: Request<'question'>) {
  if (await row(db, writeClassQuestion, [sessionId, id, client_id, text])) return undefined
  const before = await row(db, writtenClassQuestion, [id, client_id])
  if (!before) throw mayNotWrite()
  return before.event
}

export async function voteForQuestion({ db }: Db, { sessionId, id }: Writer, { question, up }: Request<'question_vote'>) {
  await transaction(db, async (tx) => {
    await rows(tx, up ? addClassVote : removeClassVote, [sessionId, question, id])
    await rows(tx, renewClassQuestion, [sessionId, id, question, null])
  })
}

export async function decideQuestion({ db }: Db, { sessionId, id }: Writer, { question, state }: Request<'question_state'>) {
  await rows(db, renewClassQuestion, [sessionId, id, question, state])
}

/** Opens a poll. A class has one at a time. */
export async function openPoll({ db }: Db, { sessionId, id }: Writer, poll: Request<'poll'>) {
  const made = await row(db, writeClassPoll, [sessionId, id, poll.client_id, poll.question, poll.options, poll.multiple])
  if (!made) throw refused('Close the open poll first.')
  if (poll.prepared !== undefined) await rows(db, discardClassPoll, [sessionId, poll.prepared])
}

/** Keeps a poll for later. One that was kept before changes nothing. */
export async function preparePoll({ db }: Db, { sessionId, id }: Writer, poll: Request<'poll_prepare'>) {
  if (await row(db, prepareClassPoll, [sessionId, id, poll.client_id, poll.question, poll.options, poll.multiple])) return
  if (!(await one(db, preparedClassPoll, [sessionId, id, poll.client_id])).known)
    throw refused(`A class keeps ${mostPreparedPolls} polls. Ask or remove one first.`)
}

export async function discardPoll({ db }: Db, { sessionId }: Writer, { prepared }: Request<'poll_discard'>) {
  await rows(db, discardClassPoll, [sessionId, prepared])
}

/** The polls of a class that wait to be asked, the oldest first. */
export async function readPreparedPolls({ db }: Db, sessionId: number): Promise<PreparedPoll[]> {
  return (await rows(db, preparedClassPolls, [sessionId])).map(({ event }) => event)
}

export async function endPoll({ db }: Db, { sessionId, id }: Writer, { poll }: Request<'poll_close'>) {
  await rows(db, closeClassPoll, [sessionId, id, poll])
}

export async function choose({ db }: Db, { sessionId, id }: Writer, { poll, options }: Request<'poll_answer'>) {
  const chosen = [...new Set(options)].toSorted((a, b) => a - b)
  if (!(await row(db, answerClassPoll, [sessionId, id, poll, chosen]))) throw refused('This poll is closed.')
  await rows(db, tellClassPollAnswers, [sessionId, poll])
}

export async function beginTopic({ db }: Db, { sessionId, id }: Writer, { client_id, title }: Request<'topic'>) {
  await rows(db, writeClassTopic, [sessionId, id, client_id, title])
}

export async function markMoment({ db }: Db, { id }: Writer, { client_id, note }: Request<'mark'>) {
  await rows(db, writeClassMark, [id, client_id, note])
}
