import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'

// An address is that of a student in this class or it is not: names decide nothing. A row that a report which was run has already,
// or that stands twice, is repeated.
const predictAttendanceRows = statement(
  'predict_attendance_rows',
  `with known as (
     select x.id, x.import_id, x.email,
       row_number() over (partition by x.name, x.email, x.began_at, x.ended_at order by x.import_id = $1, x.line, x.id) > 1 as repeated
     from attendance_import_rows x join attendance_imports m on m.id = x.import_id
     where m.session_id = $2 and x.state <> 'problem' and (x.import_id = $1 or m.state = 'done' and x.state <> 'repeated')
   ), students as (
     select a.user_id, u.email from class_attendance($3, null) a join users u on u.id = a.user_id where a.session_id = $2
   ), predicted as (
     select k.id, case when k.repeated then 'repeated' when s.user_id is not null then 'matched'
         when exists (select from staff t where t.email = k.email) then 'staff' else 'unmatched' end as state,
       case when not k.repeated then s.user_id end as user_id
     from known k left join students s on s.email = k.email where k.import_id = $1
   )
   update attendance_import_rows x set state = p.state, user_id = p.user_id from predicted p
   where x.id = p.id and (x.state, x.user_id) is distinct from (p.state, p.user_id)`,
)
const storePredictionHash = statement<{ hash: string }>(
  'store_prediction_hash',
  `update attendance_imports m set hash = (
     select encode(sha256(convert_to(coalesce(string_agg(concat_ws(':', x.line, x.state, x.user_id), ',' order by x.line), ''), 'UTF8')), 'hex')
     from attendance_import_rows x where x.import_id = m.id)
   where m.id = $1 returning hash`,
)

/** Predicts what a run does with each row of a report, and returns the hash of that. A run calls it again under its locks. */
export async function predictRows(
  tx: Queryable,
  { importId, sessionId, batchId }: { importId: number; sessionId: number; batchId: number },
): Promise<string> {
  await rows(tx, predictAttendanceRows, [importId, sessionId, batchId])
  return (await one(tx, storePredictionHash, [importId])).hash
}
