import { expect, test } from 'vitest'
import { copiedPhone, code, email, emailInQuery, line, phone, searchWords } from './fields.ts'

test.each([
  ['r&d@acme.in', 'r&d@acme.in'],
  ['Info@acme.xn--h2brj9c', 'info@acme.xn--h2brj9c'],
  ['info@acme.भारत', 'info@acme.xn--h2brj9c'],
  ['info@BÜCHER.de', 'info@xn--bcher-kva.de'],
  ["o'brien+school@example.ie", "o'brien+school@example.ie"],
])('the address %s is taken as %s', (typed, stored) => {
  expect(email.parse(typed)).toBe(stored)
})

test.each([
  'a@b',
  'a@1.2.3.4',
  'a@-b.co',
  '"a b"@example.com',
  'ä@example.com',
  'a@b@example.com',
  'a@ex ample.com',
  'a@example.com/भारत',
])('the address %s is refused', (typed) => {
  expect(email.safeParse(typed).success).toBe(false)
})

test('a plus of an address in a query needs no code', () => {
  const query = (text: string) => emailInQuery.parse(new URLSearchParams(text).get('email'))
  expect([query('email=asha+school@example.com'), query('email=asha%2Bschool%40example.com')]).toEqual([
    'asha+school@example.com',
    'asha+school@example.com',
  ])
})

test('a name is kept in NFC', () => {
  expect(line(120).parse('Jose\u0301 \u095b')).toBe('José \u091c\u093c')
})

test('digits of Indian scripts are digits in numbers and codes', () => {
  expect(phone.parse('९८७६५४३२१०')).toBe('9876543210')
  expect(phone.parse('৯৮৭৬৫৪৩২১০')).toBe('9876543210')
  expect(code.parse('१२३४५६')).toBe('123456')
})

test('staff write phone numbers in any form', () => {
  const written = [
    '9876543210',
    '+91 98765 43210',
    '0 98765-43210',
    '0091-9876543210',
    '(+91) 98765.43210',
    '91 9876543210',
    '९८७६५४३२१०',
  ]
  for (const text of written) expect(copiedPhone.safeParse(text).data, text).toBe('9876543210')
  for (const text of ['98765 4321', '98765 432100', '+92 98765 43210', 'call 9876543210', '']) {
    expect(copiedPhone.safeParse(text).error?.issues[0]?.message, text).toBe('Phone number must be exactly 10 digits.')
  }
})

test('words of a search keep what is no number', () => {
  const unchanged = ['asha', '9876', '2026-11-27', 'कक्षा १२', 'batch 12', '₹1,500', '98765 432101']
  for (const text of unchanged) expect(searchWords.parse(text)).toBe(text)
  expect(searchWords.parse('१२३ ४५')).toBe('123 45')
  expect(searchWords.parse(' +91 98765 43210 ')).toBe('9876543210')
})
