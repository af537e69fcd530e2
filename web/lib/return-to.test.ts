import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { needsFullLoad, pathToLogin, returnToOf, returnToOfReferrer, safeReturnTo } from './return-to.ts'

describe('return addresses', () => {
  test.each(['/home', '/courses/3?tab=batches&batch=9', '/razarpayment/12', '/enrolled-courses/', '/courses#top'])(
    'accepts %s',
    (path) => {
      expect(safeReturnTo(path)).toBe(path)
    },
  )

  test.each([
    ['another host', '//evil.example'],
    ['another host by a backslash', '/\\evil.example'],
    ['a backslash further on', '/home\\..\\evil'],
    ['an absolute address', 'https://evil.example/'],
    ['a scheme without slashes', 'https:evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a relative path', 'home'],
    ['a tab that browsers drop', '/\t/evil.example'],
    ['a line break that browsers drop', '/\n/evil.example'],
    ['NUL', '/\0home'],
    ['a leading space', ' /home'],
    ['a second slash behind a dot', '/.//evil.example'],
    ['a second slash behind two dots', '/a/..//evil.example'],
    ['an encoded dot before a second slash', '/%2e//evil.example'],
    ['nothing', ''],
    ['far too much', `/${'a'.repeat(2001)}`],
  ])('refuses %s', (_, path) => {
    expect(safeReturnTo(path)).toBeNull()
  })

  test.each(['/login', '/login/', '/login?returnTo=/login', '/register', '/verify-otp#x'])(
    'refuses the sign-in page %s',
    (path) => {
      expect(safeReturnTo(path)).toBeNull()
    },
  )

  test('never leaves the origin [SEC-052]', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '@',
      ':',
      'evil.example',
      '\t',
      '\n',
      '?',
      '#',
      'https:',
      'a',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
        (path) => {
          const safe = safeReturnTo(path)
          return safe === null || new URL(safe, 'https://school.example').origin === 'https://school.example'
        },
      ),
    )
  })

  test('survives a round trip through a URL', () => {
    const link = pathToLogin('/courses/3?tab=batches&batch=9')
    expect(returnToOf(new URL(link, 'https://school.example').search)).toBe('/courses/3?tab=batches&batch=9')
    expect(pathToLogin(null)).toBe('/login')
    expect(returnToOf('')).toBeNull()
  })
})

test('is read from the referring sign-in page of this site only', () => {
  const here = 'https://school.example'
  expect(returnToOfReferrer('https://school.example/login?returnTo=%2Frazarpayment%2F4', here)).toBe('/razarpayment/4')
  expect(returnToOfReferrer('https://school.example/courses?returnTo=%2Frazarpayment%2F4', here)).toBeNull()
  expect(returnToOfReferrer('https://school.example/login?returnTo=%2F%2Fevil.example', here)).toBeNull()
  expect(returnToOfReferrer('https://evil.example/login?returnTo=%2Frazarpayment%2F4', here)).toBeNull()
  expect(returnToOfReferrer('', here)).toBeNull()
})

test('requires a full load for pages with their own CSP', () => {
  expect(needsFullLoad('/razarpayment/12')).toBe(true)
  expect(needsFullLoad('/verify-payment/12?razorpay_order_id=x')).toBe(true)
  expect(needsFullLoad('/videos/4')).toBe(true)
  expect(needsFullLoad('/enrolled-courses')).toBe(false)
})
