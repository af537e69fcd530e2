import { expect, test } from 'vitest'
import { z } from 'zod'
import { plainError } from './plain-error.ts'

const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value, { error: plainError }).error?.issues[0]?.message

test.each([
  ['nothing chosen', z.int(), null, 'This field is required.'],
  ['an emptied number', z.number(), Number.NaN, 'This field is required.'],
  ['an empty text', z.string().min(1), '', 'This field is required.'],
  ['half a number', z.int(), 1.5, 'Please give a whole number.'],
  ['a number that is too small', z.int().min(5), 4, 'Please give 5 or more.'],
  ['a number that is too large', z.int().max(100_000), 100_001, 'Please give 1,00,000 or less.'],
  ['a text that is too long', z.string().max(3), 'four', 'Please keep this under 4 characters.'],
  ['an empty list', z.array(z.int()).min(1), [], 'Please add at least one.'],
  ['a wrong day', z.iso.date(), '2026-02-30', 'Please choose a day.'],
  ['another type', z.string(), 7, 'Please check this value.'],
])('says what to do about %s', (_, schema, value, message) => {
  expect(messageOf(schema, value)).toBe(message)
})

test('keeps the words of the schema', () => {
  expect(messageOf(z.string({ error: 'Title is required.' }), null)).toBe('Title is required.')
})
