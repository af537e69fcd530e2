import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { momentOf, readWorkbook } from '#tests/school/read-workbook.ts'
import type { Column } from './export-columns.ts'
import { xlsxOf } from './xlsx.ts'

const text: Column<unknown> = { heading: 'text', kind: 'text', value: (row) => row }
const written = async (columns: readonly Column<unknown>[], rows: unknown[]) =>
  readWorkbook(await buffer(xlsxOf('list', { columns, pages: Readable.from([rows]) })))

test('a text like a number or formula stays a text', async () => {
  const texts = ['000123', '1E5', '12-1', '632145879012', '=1+1', '+91', '-2', '@sum', "'x", 'TRUE', '2026-11-22', ' a\n b ']
  expect((await written([text], texts)).rows).toEqual(texts.map((one) => [one]))
})

test('any text is read as it was written', async () => {
  const unit = fc.oneof(
    fc.constantFrom(...'_x00D4&<>"\u0000\u001b\uffff\ud800क 😀'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, minLength: 1, maxLength: 20 }), async (one) => {
      const { rows, parts } = await written([text], [one])
      expect(rows).toEqual([[one.toWellFormed().replaceAll('\r\n', '\n')]])
      expect(parts.get('xl/worksheets/sheet1.xml')).toMatch(/^[\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u)
    }),
  )
})

test('days and times are dates with the clock of India', async () => {
  const day: Column<unknown> = { heading: 'day', kind: 'day', value: () => '2026-11-23' }
  const time: Column<unknown> = { heading: 'at (IST)', kind: 'time', value: (row) => row }
  const { rows } = await written([day, time], ['2026-11-22T18:29:59.999Z', '2026-11-22T18:30:00.000Z'])
  expect(rows.map((row) => row.map(momentOf))).toEqual([
    ['2026-11-23 00:00', '2026-11-22 23:59'],
    ['2026-11-23 00:00', '2026-11-23 00:00'],
  ])
  expect(rows[0]).toMatchObject([{ format: 'yyyy-mm-dd' }, { format: 'yyyy-mm-dd hh:mm' }])
})

test('amounts and numbers are numbers, a missing one is empty', async () => {
  const rupees: Column<unknown> = { heading: 'amount', kind: 'rupees', value: (row) => row }
  const number: Column<unknown> = { heading: 'seats', kind: 'number', value: (row) => row }
  const yes: Column<unknown> = { heading: 'full', kind: 'text', value: (row) => row === null || row === 0 }
  const { rows } = await written([rupees, number, yes], [2_379_915, -5, 0, null])
  const format = '#,##0.00'
  expect(rows).toEqual([
    [{ number: 23_799.15, format }, { number: 2_379_915, format: 'General' }, false],
    [{ number: -0.05, format }, { number: -5, format: 'General' }, false],
    [{ number: 0, format }, { number: 0, format: 'General' }, true],
    [null, null, true],
  ])
})

test('a list without rows has its headings, frozen and with filters', async () => {
  const columns = Array.from({ length: 28 }, (_, index) => ({ ...text, heading: `column ${index}` }))
  const { name, headings, rows, parts } = await written(columns, [])
  expect([name, headings.length, headings.at(-1), rows]).toEqual(['list', 28, 'column 27', []])
  const sheet = parts.get('xl/worksheets/sheet1.xml')
  expect(sheet).toContain('state="frozen"')
  expect(sheet).toContain('<autoFilter ref="A1:AB1"/>')
})

test('a longer text than Excel takes is cut', async () => {
  const [row] = (await written([text], ['a'.repeat(32_768)])).rows
  expect(row).toEqual([`${'a'.repeat(32_766)}…`])
})

test('more rows than Excel takes break the file off', async () => {
  const pages = Readable.from([Array.from({ length: 1_048_576 })])
  await expect(buffer(xlsxOf('list', { columns: [text], pages }))).rejects.toThrow('no room')
})

test('a page that can not be read breaks the file off', async () => {
  async function* pages() {
    yield ['a']
    throw new Error('gone')
  }
  await expect(buffer(xlsxOf('list', { columns: [text], pages: pages() }))).rejects.toThrow('gone')
})

test('a reader that leaves ends the source', async () => {
  const left = Promise.withResolvers<string>()
  async function* pages() {
    try {
      for (;;) yield Array.from({ length: 1000 }, () => Math.random().toString(36))
    } finally {
      left.resolve('left')
    }
  }
  const file = xlsxOf('list', { columns: [text], pages: pages() })
  await once(file, 'data')
  file.destroy()
  expect(await left.promise).toBe('left')
})
