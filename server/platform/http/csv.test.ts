import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import * as approvals from '#contract/money/staff/approvals.ts'
import * as audit from '#contract/platform/staff/audit.ts'
import * as batches from '#contract/classes/staff/batches.ts'
import * as disputes from '#contract/money/staff/disputes.ts'
import * as documents from '#contract/money/staff/documents.ts'
import * as enrolments from '#contract/enrolment/staff/enrolments.ts'
import * as leads from '#contract/desk/staff/leads.ts'
import * as messages from '#contract/messaging/staff/messages.ts'
import * as offlinePayments from '#contract/money/staff/offline-payments.ts'
import * as payments from '#contract/money/staff/payments.ts'
import * as refunds from '#contract/money/staff/refunds.ts'
import * as requests from '#contract/money/staff/requests.ts'
import * as sessions from '#contract/classes/staff/sessions.ts'
import * as students from '#contract/desk/staff/students.ts'
import { columnsOf, csvLines, fileName, Rupees, timeInIndia } from './csv.ts'

test('rupees have the digits of the paise', () => {
  expect([2_379_915, 100, 99, 5, 0, -149_999].map((paise) => new Rupees(paise).text)).toEqual([
    '23799.15',
    '1.00',
    '0.99',
    '0.05',
    '0.00',
    '-1499.99',
  ])
  fc.assert(
    fc.property(fc.maxSafeInteger(), (paise) => {
      const { text } = new Rupees(paise)
      expect(text).toMatch(/^-?\d+\.\d\d$/)
      expect(BigInt(text.replace('.', ''))).toBe(BigInt(paise))
    }),
  )
})

test('a negative amount stays a number, a text becomes no formula', () => {
  expect(csvLines([[new Rupees(-5), '-5']])).toBe(`-0.05,"'-5"\r\n`)
})

test('instants stand on their day in India', () => {
  expect(timeInIndia('2026-11-22T18:29:59.999Z')).toBe('2026-11-22 23:59:59 +05:30')
  expect(timeInIndia('2026-11-22T18:30:00.000Z')).toBe('2026-11-23 00:00:00 +05:30')
  const years = { min: new Date('1990-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true }
  fc.assert(
    fc.property(fc.date(years), (instant) => {
      const read = Date.parse(timeInIndia(instant).replace(' ', 'T').replace(' ', ''))
      expect(read).toBe(Math.floor(instant.getTime() / 1000) * 1000)
    }),
  )
})

test('fields without a value stay empty', () => {
  const record = z.object({ amount_paise: z.int().nullable(), paid_at: z.iso.datetime().nullable(), note: z.string() })
  const columns = columnsOf(record)
  expect(columns.map(({ name }) => name)).toEqual(['amount', 'paid_at', 'note'])
  expect(csvLines([columns.map(({ show }) => show({ amount_paise: null, paid_at: null, note: '' }))])).toBe(',,\r\n')
})

const isExported = (one: unknown): one is typeof payments.payments =>
  typeof one === 'object' && one !== null && 'endpoints' in one && 'record' in one
const modules = [
  approvals,
  audit,
  batches,
  disputes,
  documents,
  enrolments,
  leads,
  messages,
  offlinePayments,
  payments,
  refunds,
  requests,
  sessions,
  students,
]
const exported = modules.flatMap((module) => Object.values(module).filter(isExported)).map((one) => [one.name, one] as const)

test.each(exported)('%s exports no paise and no UTC', (_, { record, examples }) => {
  const columns = columnsOf(record)
  const names = columns.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => name.endsWith('_paise'))).toEqual([])
  const shown = columns.map(({ show }) => show(examples.record))
  expect(shown.filter((value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value))).toEqual([])
})

test.each([
  [{ from: '2026-11-01', to: '2026-11-30' }, '2026-11'],
  [{ from: '2028-02-01', to: '2028-02-29' }, '2028-02'],
  [{ from: '2026-11-01', to: '2026-11-29' }, '2026-11-01-to-2026-11-29'],
  [{ from: '2026-04-01', to: '2027-03-31' }, '2026-04-01-to-2027-03-31'],
  [{ from: '2025-11-01', to: '2026-11-30' }, '2025-11-01-to-2026-11-30'],
  [{ from: '2026-11-05', to: '2026-11-05' }, '2026-11-05'],
  [{ from: '2026-11-05' }, 'since-2026-11-05'],
  [{ to: '2026-11-05' }, 'until-2026-11-05'],
  [{}, '2026-11-23'],
])('a file of %o is named by %s', (days, name) => {
  expect(fileName('payments', days, '2026-11-23')).toBe(`payments-${name}.csv`)
})
