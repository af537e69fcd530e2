import type { ImportRecord, ImportRow } from '#contract/desk/staff/imports.ts'
import type { StaffAnswer, StaffClient } from './staff-client.ts'

/** Checks a file of students. */
export const sendFile = (call: StaffClient, given: object): Promise<StaffAnswer> =>
  call('POST', 'imports/', { body: { file_name: 'students.csv', reason: 'Scholarships of the college programme', ...given } })

/** Checks a file and returns what was found. @throws Error when it is refused */
export async function checkFile(call: StaffClient, given: object): Promise<ImportRecord> {
  const answer = await sendFile(call, given)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.error))
  return answer.as<ImportRecord>()
}

export const runFile = (call: StaffClient, { id, hash }: Pick<ImportRecord, 'id' | 'hash'>): Promise<StaffAnswer> =>
  call('POST', `imports/${id}/run/`, { body: { hash } })

export const linesOf = async (call: StaffClient, id: number): Promise<ImportRow[]> =>
  (await call('GET', `imports/${id}/rows/`)).as<{ items: ImportRow[] }>().items

/** What becomes of each line, with its payment, or its problems. */
export const outcomesOf = async (call: StaffClient, id: number): Promise<string[]> =>
  (await linesOf(call, id)).map(({ outcome, payment, problem, further_problems: further }) =>
    problem ? [problem, ...further].join(' ') : payment ? `${outcome} ${payment}` : outcome,
  )
