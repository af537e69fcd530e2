import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#tests/security/endpoints.ts'
import { changesOfReviews } from './changes-of-reviews.ts'
import { type Change, changesOf } from './changes-of-staff.ts'
import { joinAsOwner } from './join-staff.ts'
import { openDatabase } from './open-database.ts'
import { openOutside } from './open-outside.ts'
import { spawnServer } from './spawn-server.ts'

/** Milliseconds within which another process shows a change. */
const deadlineMs = 2000

/** Resources of the console whose records no public page shows, and why. */
const notOnTheSite = {
  holidays: 'A holiday moves no class until the classes of a batch are made again.',
  staff: 'Visitors never see the accounts of staff.',
  approvals: 'Visitors never see what staff decide.',
  attendance: 'Visitors never see who was in a class.',
  audit: 'Visitors never see the log.',
  backups: 'Visitors never see what the school keeps of itself.',
  coupons: 'A code makes a price cheaper for whoever gives it.',
  'coupon-uses': 'Visitors never see who used a code.',
  'payment-links': 'One person alone pays with it.',
  scholarships: 'One student alone sees the price.',
  'payment-plans': 'A student sees the plans while paying.',
  instalments: 'Only the student and staff see what is owed.',
  waitlist: 'Visitors never see who waits for a seat.',
  settlements: 'Visitors never see what the provider paid out.',
  enquiries: 'Visitors never see who wrote.',
  leads: 'Visitors never see who is answered.',
  'offline-payments': 'A payment shows as the seat of its enrolment.',
  refunds: 'A refund shows as the seat that it frees.',
  'reply-templates': 'They become mails.',
  enrolments: 'Visitors never see who is enrolled.',
  'own-batches': 'Only their instructor reads them.',
  'own-classes': 'What an instructor writes stands in the room of the students.',
  'own-students': 'Only their instructor reads the names.',
  captions: 'Only students read them.',
  certificates: 'Staff only read the list. A revoked certificate shows on its page in the same way as a course.',
  'class-recordings': 'Visitors never see which recordings are late.',
  'recording-uploads': 'Visitors see a video when it is a recording.',
  questions: 'Only the students of the batch read them.',
  recordings: 'Only students watch them. A course names its free preview, which waits for a class that is over.',
  exercises: 'Only students of the batch see them.',
  submissions: 'Only the student and staff see what is handed in.',
  messages: 'They become mails.',
  'message-recipients': 'Visitors never see who gets a mail.',
  students: 'Visitors never see the accounts of students.',
  arrivals: 'They are files; what they bring are drafts.',
  imports: 'Visitors never see who is imported.',
  payments: 'Only the student and staff see a payment.',
  orders: 'Seats of a course change with its orders, which students make.',
  disputes: 'Only staff see a dispute.',
  documents: 'Only the student and staff see a document.',
  requests: 'Only the student and staff see a request.',
  ledger: 'Only staff see the ledger.',
}

test('changes by staff show in the other process within two seconds [SEC-065]', { timeout: 120_000 }, async () => {
  const { changes, readOther } = await openSchool()
  const seen = new Set<string>()
  for await (const { resource, act, run, pages, ...expected } of changes) {
    // Fills the cache of the other process.
    await Promise.all(pages.map(readOther))
    await run()
    const changedAt = performance.now()
    await Promise.all(
      pages.map(async (page) => {
        for (;;) {
          const askedAt = performance.now()
          const text = await readOther(page)
          if ('shows' in expected ? text.includes(expected.shows) : !text.includes(expected.omits)) return
          if (askedAt - changedAt > deadlineMs) {
            throw new Error(`${resource}, ${act}: ${page} is out of date, expected ${JSON.stringify(expected)}`)
          }
        }
      }),
    )
    seen.add(resource)
  }
  // A new resource of the console joins `changesOf`, or the list above.
  expect([...seen, ...Object.keys(notOnTheSite)].toSorted()).toEqual(staffResources())
})

/** The names of the resources that the contract gives to staff. */
function staffResources(): string[] {
  const reads = endpoints.filter(({ name }) => /^(list|read)\w+ForStaff$/.test(name))
  return [...new Set(reads.flatMap(({ path }) => /^\/staff\/([\w-]+)\//.exec(path)?.[1] ?? []))].toSorted()
}

/** Two processes on one empty database, as behind a load balancer. Staff call the first one. */
async function openSchool() {
  const { db, url } = await openDatabase({ actor: 'operator' })
  const dataDir = mkdtempSync(join(tmpdir(), 'karyashala-changes-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const outside = await openOutside()
  const start = () => spawnServer({ databaseUrl: url, dataDir, ...outside })
  const [first, other] = await Promise.all([start(), start()])
  const staff = await joinAsOwner(first, { db, databaseUrl: url })
  async function* changes(): AsyncGenerator<Change> {
    yield* changesOf(staff)
    yield* changesOfReviews(staff, db)
  }
  return {
    changes: changes(),
    /** Reads a page of the other process. A page that is missing is empty. */
    async readOther(path: string): Promise<string> {
      const answer = await fetch(other.url + path)
      const text = await answer.text()
      if (answer.status === 404) return ''
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`)
      return text
    },
  }
}
