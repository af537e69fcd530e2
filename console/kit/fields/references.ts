import { shownAddresses } from '#contract/shown-addresses.ts'
import { listCourses } from '#contract/catalog/catalog.ts'
import { readAttendanceGrid } from '#contract/classes/staff/attendance.ts'
import { batches } from '#contract/classes/staff/batches.ts'
import { courses } from '#contract/catalog/staff/courses.ts'
import { instructors } from '#contract/catalog/staff/instructors.ts'
import { exercises } from '#contract/learning/staff/work.ts'
import { listLeadOwners } from '#contract/desk/staff/leads.ts'
import { listReceivers } from '#contract/money/staff/offline-payments.ts'
import { payments, type StaffPayment } from '#contract/money/staff/payments.ts'
import { staff } from '#contract/people/staff/staff.ts'
import { students } from '#contract/desk/staff/students.ts'
import { ownBatches } from '#contract/classes/staff/teaching.ts'
import { formatPlainDay } from '#ui/format.ts'
import { nameOfBatch } from '#console/kit/parts/batch-name.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import type { Found, Referable } from './reference-field.tsx'

const found = 20
const ask = (q: string) => ({ query: { limit: String(found), ...(q ? { q } : {}) } })

export const courseReference: Referable = {
  key: 'courses',
  find: async (call, q) =>
    (await call(courses.endpoints.list, ask(q))).items.map(({ id, title, category }) => ({ id, name: title, note: category })),
  read: async (call, id) => {
    const { title } = await call(courses.endpoints.read, { params: { id } })
    return { id, name: title }
  },
}

/** Courses on the site. Everybody may read them. */
export const publishedCourseReference: Referable = {
  key: 'published-courses',
  find: async (call, q) =>
    (await call(listCourses))
      .filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()))
      .map(({ id, title, category }) => ({ id, name: title, note: category })),
  read: async (call, id) => ({ id, name: (await call(listCourses)).find((one) => one.id === id)?.title ?? `Course ${id}` }),
}

export const instructorReference: Referable = {
  key: 'instructors',
  find: async (call, q) =>
    (await call(instructors.endpoints.list, { query: { ...ask(q).query, archived: 'false' } })).items.map(
      ({ id, name, background }) => ({
        id,
        name,
        note: background,
      }),
    ),
  read: async (call, id) => {
    const { name } = await call(instructors.endpoints.read, { params: { id } })
    return { id, name }
  },
}

export const staffReference: Referable = {
  key: 'staff',
  find: async (call, q) =>
    (await call(staff.endpoints.list, ask(q))).items.map(({ id, name, email }) => ({
      id,
      name: name || shownAddresses(email),
      note: shownAddresses(email),
    })),
  read: async (call, id) => {
    const { name, email } = await call(staff.endpoints.read, { params: { id } })
    return { id, name: name || shownAddresses(email) }
  },
}

/** Students by name, address or phone. */
export const studentReference: Referable = {
  key: 'students',
  find: async (call, q) =>
    (await call(students.endpoints.list, ask(q))).items.map(({ id, name, email, phone }) => ({
      id,
      name,
      note: [shownAddresses(email ?? ''), phone].filter(Boolean).join(', '),
    })),
  read: async (call, id) => {
    const { name } = await call(students.endpoints.read, { params: { id } })
    return { id, name }
  },
}

const nameOfPayment = ({ student, amount_paise: paise }: Pick<StaffPayment, 'student' | 'amount_paise'>) =>
  `${student}, ${formatPaise(paise)}`
/** Payments by student, reference or payment id. */
export const paymentReference: Referable = {
  key: 'payments',
  find: async (call, q) =>
    (await call(payments.endpoints.list, ask(q))).items.map(({ id, paid_at, payment_id, reference, ...payment }) => ({
      id,
      name: nameOfPayment(payment),
      note: `${formatPlainDay(paid_at)}, ${reference ?? payment_id}`,
    })),
  read: async (call, id) => ({ id, name: nameOfPayment(await call(payments.endpoints.read, { params: { id } })) }),
}

/** Staff who can have received money. */
export const receiverReference: Referable = {
  key: 'receivers',
  find: async (call, q) =>
    (await call(listReceivers)).receivers.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase())),
  read: async (call, id) => (await call(listReceivers)).receivers.find((one) => one.id === id) ?? { id, name: 'Former staff' },
}

/** Staff who can own a lead. Everybody who reads leads may read them. */
export const leadOwnerReference: Referable = {
  key: 'lead-owners',
  find: async (call, q) => (await call(listLeadOwners)).owners.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase())),
  read: async (call, id) => (await call(listLeadOwners)).owners.find((owner) => owner.id === id) ?? { id, name: 'Former owner' },
}

export const batchReference: Referable = {
  key: 'batches',
  find: async (call, q) =>
    (await call(batches.endpoints.list, { query: { ...ask(q).query, sort: '-starts_at' } })).items.map(
      ({ id, course, starts_at, batch_type, time }) => ({
        id,
        name: nameOfBatch({ id, course }),
        note: `From ${formatPlainDay(starts_at)}, ${batch_type}, ${time}`,
      }),
    ),
  read: async (call, id) => {
    const { course } = await call(batches.endpoints.read, { params: { id } })
    return { id, name: nameOfBatch({ id, course }) }
  },
}

/** Batches that the person teaches. */
export const ownBatchReference: Referable = {
  key: 'own-batches',
  find: async (call, q) =>
    (await call(ownBatches.endpoints.list, { query: { ...ask(q).query, teaches: 'true' } })).items.map(
      ({ id, course, starts_at, batch_type, time }) => ({
        id,
        name: nameOfBatch({ id, course }),
        note: `From ${formatPlainDay(starts_at)}, ${batch_type}, ${time}`,
      }),
    ),
  read: async (call, id) => {
    const { course } = await call(ownBatches.endpoints.read, { params: { id } })
    return { id, name: nameOfBatch({ id, course }) }
  },
}

/** Batches that a student can join now. */
export const openBatchReference: Referable = {
  ...batchReference,
  key: 'open-batches',
  find: async (call, q) => {
    const [running, ahead] = await Promise.all([
      call(batches.endpoints.list, { query: { ...ask(q).query, state: 'running', sort: '-starts_at' } }),
      call(batches.endpoints.list, { query: { ...ask(q).query, state: 'ahead', sort: 'starts_at' } }),
    ])
    // By the first day. Of many, those around today.
    return [...running.items.toReversed(), ...ahead.items].map(({ id, course, starts_at, batch_type, time }) => ({
      id,
      name: nameOfBatch({ id, course }),
      note: `From ${formatPlainDay(starts_at)}, ${batch_type}, ${time}`,
    }))
  },
}

/** Records that one call reads together, found by their name and note. */
const among = (key: string, list: (ask: Parameters<Referable['find']>[0]) => Promise<Found[]>): Referable => ({
  key,
  find: async (ask, q) =>
    (await list(ask)).filter(({ name, note = '' }) => `${name} ${note}`.toLowerCase().includes(q.toLowerCase())),
  read: async (ask, id) => (await list(ask)).find((one) => one.id === id) ?? { id, name: `Number ${id}` },
})

/** Classes of a batch that are over, the latest first. */
export const heldClassReference = (batchId: number): Referable =>
  among(`held-classes-${batchId}`, async (ask) =>
    (await ask(readAttendanceGrid, { params: { id: batchId } })).classes
      .filter(({ is_over: isOver }) => isOver)
      .toReversed()
      .map(({ id, number, topic, starts_at: startsAt }) => ({
        id,
        name: `Class ${number}, ${formatPlainDay(startsAt)}`,
        note: topic,
      })),
  )

/** Students who are in a batch now. */
export const studentOfBatchReference = (batchId: number): Referable =>
  among(`students-${batchId}`, async (ask) =>
    (await ask(readAttendanceGrid, { params: { id: batchId } })).students
      .filter(({ left }) => !left)
      .map(({ id, name }) => ({ id, name })),
  )

/** Exercises of a batch, the one that is due last first. */
export const exerciseReference = (batchId: number): Referable =>
  among(`exercises-${batchId}`, async (ask) =>
    (await ask(exercises.endpoints.list, { query: { batch: String(batchId), sort: '-due_at', limit: '100' } })).items.map(
      ({ id, title, due_at: dueAt }) => ({ id, name: title, note: `Due ${formatPlainDay(dueAt)}` }),
    ),
  )
