import { expect, test } from 'vitest'
import { linkedInProfileLink, linkedInShareLink } from './links.ts'

const number = 'KS-7F3K-92QD'

test('LinkedIn gets name, school, month in India, number and address', () => {
  // Half past midnight of 1 September in India.
  const shared = { number, course: 'C & Go', school: 'The school', issued_at: '2026-08-31T19:00:00.000Z' }
  const { origin, pathname, searchParams } = new URL(linkedInProfileLink('https://school.example', shared))
  expect([origin, pathname]).toEqual(['https://www.linkedin.com', '/profile/add'])
  expect(Object.fromEntries(searchParams)).toEqual({
    startTask: 'CERTIFICATION_NAME',
    name: 'C & Go',
    organizationName: 'The school',
    issueYear: '2026',
    issueMonth: '9',
    certUrl: `https://school.example/verify/${number}`,
    certId: number,
  })
})

test('a shared post has the address of the page', () => {
  const { searchParams } = new URL(linkedInShareLink('https://school.example', number))
  expect(searchParams.get('url')).toBe(`https://school.example/verify/${number}`)
})
