import type { Staff, Student } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { FileAnswer } from '#server/platform/http/file-answer.ts'
import { pathOfFile } from './submission-files.ts'
import { submissionRecords } from './work-records.ts'

interface Found {
  key: string
  name: string
}

const ownFile = statement<Found>(
  'own_file',
  `select t.file_key as key, t.file_name as name from submissions t join exercises x on x.id = t.exercise_id
   join class_sessions s on s.id = x.session_id
   where t.id = $1 and t.user_id = $2 and t.file_key is not null
     and exists (select from active_enrolments e where e.user_id = $2 and e.batch_id = s.batch_id)`,
)
const submittedFile = statement<Found>(
  'submitted_file',
  'select file_key as key, file_name as name from submissions where id = $1 and file_key is not null',
)

/** @throws HttpError 404 for a file of somebody else, and after the enrolment has ended */
export async function readOwnFile(deps: Pick<Deps, 'db' | 'files'>, student: Student, id: number): Promise<FileAnswer> {
  return open(deps, await row(deps.db, ownFile, [id, student.id]))
}

/** @throws HttpError 404 for work of a class that the person does not teach */
export async function readSubmittedFile(deps: Pick<Deps, 'db' | 'files'>, staff: Staff, id: number): Promise<FileAnswer> {
  await submissionRecords.find(deps.db, id, staff)
  return open(deps, await row(deps.db, submittedFile, [id]))
}

/** What a student has sent never opens in the browser. */
async function open({ files }: Pick<Deps, 'files'>, found: Found | undefined): Promise<FileAnswer> {
  const bytes = found && (await files.read(pathOfFile(found.key)))
  if (!found || !bytes) throw notFound('File not found.')
  return new FileAnswer(bytes, { attachment: found.name, headers: { 'content-security-policy': "default-src 'none'; sandbox" } })
}
