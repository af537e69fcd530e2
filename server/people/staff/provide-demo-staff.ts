import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { roles } from '#contract/permissions.ts'
import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { loadPaymentLinks } from '#server/platform/db/seed/load-payment-links.ts'
import { loadStaffAnswers } from '#server/platform/db/seed/load-questions.ts'
import type { Deps } from '#server/deps.ts'
import { openTotp, sealTotp } from './totp.ts'

const accounts = z.array(z.object({ role: z.enum(roles), email: z.email(), totp_secret: z.string() }))
type Account = z.output<typeof accounts>[number]

const demoNames = {
  owner: 'Meera Kulkarni',
  content: 'Arjun Nair',
  support: 'Fatima Shaikh',
  finance: 'Suresh Iyer',
  instructor: 'Aditi Kulkarni',
} as const

const insertDemoMember = statement<{ id: number }>(
  'insert_demo_member',
  `with made as (
     insert into staff (email, name, roles, accepted_at) values ($1, $2, $3, app_now()) on conflict (email) do nothing returning id
   )
   select id from made union all select id from staff where email = $1 limit 1`,
)
const demoTotp = statement<{ sealed: Buffer }>('demo_totp', `select sealed from staff_totp where staff_id = $1`)
const storeDemoTotp = statement(
  'store_demo_totp',
  `insert into staff_totp (staff_id, sealed, created_at) values ($1, $2, app_now())
   on conflict (staff_id) do update set sealed = excluded.sealed, last_step = 0`,
)
// The demo's instructor is the one who teaches the first course.
const linkDemoInstructor = statement(
  'link_demo_instructor',
  `update instructors set staff_id = $1
   where id = (select min(id) from instructors) and staff_id is null
     and not exists (select 1 from instructors where staff_id = $1)`,
)

/** Creates the demo's staff from the file that the demo's start wrote, and sets their TOTP secrets to those of the file. */
export async function provideDemoStaff(deps: Pick<Deps, 'db' | 'config'>, system: System, file: string): Promise<void> {
  const members = accounts.parse(JSON.parse(await readFile(file, 'utf8')))
  await transactionAs(deps, system, async (tx) => {
    for (const member of members) await provide(deps, tx, member)
  })
}

async function provide(deps: Pick<Deps, 'db' | 'config'>, tx: Queryable, member: Account): Promise<void> {
  const { id } = await one(tx, insertDemoMember, [member.email, demoNames[member.role], [member.role]])
  const stored = await row(tx, demoTotp, [id])
  if (!stored || openTotp(deps, stored.sealed) !== member.totp_secret) {
    await rows(tx, storeDemoTotp, [id, sealTotp(deps, member.totp_secret)])
  }
  if (member.role === 'instructor') {
    await rows(tx, linkDemoInstructor, [id])
    await loadStaffAnswers(tx, id)
  }
  if (member.role === 'finance') await loadPaymentLinks(tx, id)
}
