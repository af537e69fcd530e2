import type { SettingsInput } from '#contract/site/staff/settings.ts'
import { setSettings } from './set-settings.ts'
import { type ClassShop, createClassShop, february } from './class-shop.ts'
import { signIn } from './sign-in.ts'
import { addStaff } from './staff.ts'
import { type StaffClient, staffClient } from './staff-client.ts'

export interface FinishedBatch extends ClassShop {
  /** Calls as an owner. */
  owner: StaffClient
  /** Students who were in as many of the six classes as their place: the fourth was in three. */
  students: number[]
  /** Ids of the classes in their order. */
  sessions: number[]
  /** Sets settings of the school. */
  set(settings: Partial<SettingsInput>): Promise<void>
  /** Enrols a student who signs in, and was in every class. */
  signInStudent(): Promise<{ id: number; access: string; email: string }>
}

/** Creates a batch of six classes that are over. The clock shows 14 February 2031, 23:30 IST. */
export async function createFinishedBatch(count = 7): Promise<FinishedBatch> {
  const shop = await createClassShop(0)
  const sessions = (await shop.classes()).map(({ id }) => id)
  const students = await shop.enrol(count)
  const press = (userId: number, classes: readonly number[]) =>
    shop.db.query(
      `insert into attendance_evidence (session_id, user_id, source, began_at, received_at)
       select id, $1, 'press', starts_at, starts_at from class_sessions where id = any ($2)`,
      [userId, classes],
    )
  for (const [index, student] of students.entries()) await press(student, sessions.slice(0, index))
  await shop.setClock(february('14', '18:00'))
  const owner = await addStaff(shop, 'owner')
  return Object.assign(shop, {
    owner: staffClient(shop, 'owner', owner),
    students,
    sessions,
    set: (settings: Partial<SettingsInput>) => setSettings(shop.db, settings),
    async signInStudent() {
      const { access, person } = await signIn(shop)
      const { rows } = await shop.db.query<{ id: number }>('select id::int from users where email = $1', [person.email])
      const id = rows[0]?.id ?? 0
      await shop.db.query(`insert into enrolments (user_id, batch_id, created_at) values ($1, $2, '2031-02-01T06:00:00Z')`, [
        id,
        shop.batchId,
      ])
      await press(id, sessions)
      return { id, access, email: person.email }
    },
  })
}
