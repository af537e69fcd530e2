import type { Role } from '#contract/permissions.ts'
import { deleteStore } from '#dev/razorpay/open-store.ts'
import { runJobs } from '#dev/razorpay/run-jobs.ts'
import { startSandbox } from '#dev/razorpay/start-sandbox.ts'
import type { ProviderKey } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { razorpayGateway } from '#server/money/provider/razorpay.ts'
import { readSettlements } from '#server/money/settlements/read-settlements.ts'
import { reconcileLedger } from '#server/money/settlement/reconcile-ledger.ts'
import { provideDemoStaff } from '#server/people/staff/provide-demo-staff.ts'
import { type Staff, system } from '#server/platform/auth/principal.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { loadDemo } from '#server/platform/db/seed/load-demo.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { students as studentNames } from '#server/platform/db/seed/content-schema.ts'
import { readYaml } from '#server/platform/db/seed/read-yaml.ts'
import { addOlder } from './older-batches.ts'
import { inOneTransaction } from './one-transaction.ts'
import type { Past } from './past.ts'
import { planPast } from './plan-enrolments.ts'
import { sandboxGateway } from './sandbox-gateway.ts'
import { closeMonths, writePast } from './write-past.ts'

/** The queue of a school whose past is being written: what was done then is not to be done once more. */
export const noJobs: Jobs = {
  send: async () => undefined,
  sendAll: async () => undefined,
  work: async () => undefined,
  drain: async () => 0,
  schedule: async () => undefined,
  pause: async () => undefined,
  resume: async () => undefined,
  isPaused: () => false,
  silentSeconds: () => 0,
  stop: async () => undefined,
}

const demoStaff = statement<{ id: number; roles: Role[] }>('demo_staff', `select id, roles from staff`)
// The comparison of every night has seen what is older. A test compares the whole past.
const sweptUntilYesterday = statement(
  'swept_until_yesterday',
  `insert into sweep_progress (swept_to) values (app_now() - interval '1 day')`,
)

/**
 * Fills an empty school with the demo content and a past of payments, at the school and at the sandbox of `config.dataDir`. The school is
 * filled as a whole or not at all.
 */
export async function loadWithPast(deps: Deps, key: ProviderKey, staffFile: string): Promise<void> {
  const { config, db } = deps
  const now = new Date()
  const students = await readYaml(import.meta.dirname, 'students.yaml', studentNames)
  // The school of a start that was killed is empty, and so is the provider again.
  deleteStore(config.dataDir)
  const { url, sandbox, close } = await startSandbox({
    port: 0,
    dataDir: config.dataDir,
    keyId: key.id,
    keySecret: key.secret,
    webhookSecret: config.provider.webhookSecrets[0] ?? '',
    webhookUrl: `${config.publicUrl}/api/payment/webhook/`,
  })
  try {
    await inOneTransaction(db, async (inside) => {
      const gateway = sandboxGateway(razorpayGateway({ ...config.provider, apiUrl: url }), sandbox)
      const then = { ...deps, db: inside, gateway, jobs: noJobs }
      await loadDemo(inside, now, {
        extend: (content) => addOlder(content, students, now),
        async enrol(tx, content) {
          await provideDemoStaff(then, system, staffFile)
          const past = { deps: then, sandbox, staff: await readStaff(tx), now }
          await writePast(past, tx, await planPast(tx, content, now))
          await rows(tx, sweptUntilYesterday)
          await reconcileLedger(then, system)
          sandbox.clock.setOffset(0)
          runJobs(sandbox)
          await readSettlements(then, system)
          await closeMonths(past, tx)
        },
      })
    })
  } finally {
    sandbox.clock.setOffset(0)
    await close()
  }
}

async function readStaff(tx: Queryable): Promise<Past['staff']> {
  const members = await rows(tx, demoStaff)
  const of = (role: Role): Staff => ({
    kind: 'staff',
    id: members.find(({ roles }) => roles.includes(role))?.id ?? 0,
    roles: [role],
  })
  return {
    owner: of('owner'),
    content: of('content'),
    support: of('support'),
    finance: of('finance'),
    instructor: of('instructor'),
  }
}
