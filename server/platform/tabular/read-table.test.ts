import { expect, test } from 'vitest'
import { isShortened, plainValue, withoutApostrophe } from './cells.ts'
import { columnFinder } from './headings.ts'

const columnOf = columnFinder({
  name: ['name', 'full name', 'student', 'नाम', 'पूरा नाम'],
  email: ['email', 'email address'],
  phone: ['phone', 'phone number', 'मोबाइल नंबर', 'फ़ोन'],
  batch: ['batch'],
  upn: ['participant id (upn)'],
})
test.each([
  ['Name', 'name'],
  [' FULL  NAME * ', 'name'],
  ['Name of the student', 'name'],
  ['What is your full name?', 'name'],
  ['Student', 'name'],
  ['Phone number (10 digits)', 'phone'],
  ['phone_number', 'phone'],
  ['Which batch?', 'batch'],
  ['Which batch do you want to join?', 'batch'],
  ['E-mail', 'email'],
  ['Email Address [required]', 'email'],
  ['नाम', 'name'],
  ['छात्र का नाम', 'name'],
  ['फोन', 'phone'],
  ['मोबाइल नंबर', 'phone'],
  ['Participant ID (UPN)', 'upn'],
  ['Participant ID', null],
  ['Timestamp', null],
  ['Father’s name', null],
  ['Company name', null],
  ['', null],
  ['()', null],
])('the heading %s names %s', (heading, column) => expect(columnOf(heading)).toBe(column))

test.each([
  ['8038006639.0', '8038006639'],
  ['8038006639.00', '8038006639'],
  ['+91 80380 06639.0', '+91 80380 06639'],
  ["'8038006639", '8038006639'],
  ["'101", '101'],
  ['8038006639\u200D', '8038006639'],
  ['101.5', '101.5'],
  ["'asha@example.com", 'asha@example.com'],
])('the value %s is %s', (typed, value) => expect(plainValue(typed)).toBe(value))

test.each([
  ["'Asha", 'Asha'],
  ["'आशा", 'आशा'],
  ["'t Hooft", "'t Hooft"],
  ["O'Brien", "O'Brien"],
  ["''+Anil", "''+Anil"],
])('the name %s is %s', (typed, name) => expect(withoutApostrophe(typed)).toBe(name))

test.each([
  ['8.038E+09', true],
  ['8,038e+9', true],
  ['8E+09', true],
  ['8038006639', false],
  ['E5', false],
  ['1E5A', false],
])('%s is a shortened number: %s', (text, expected) => expect(isShortened(text)).toBe(expected))
