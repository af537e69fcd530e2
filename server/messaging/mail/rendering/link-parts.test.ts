import { expect, test } from 'vitest'
import { linkParts } from './link-parts.ts'

const links = (text: string) => linkParts(text).flatMap(({ href }) => href ?? [])

test.each([
  ['Join https://meet.example/abc, at 7.', ['https://meet.example/abc']],
  ['(see https://a.example/x).', ['https://a.example/x']],
  ['https://a.example/wiki/Maya_(artist)', ['https://a.example/wiki/Maya_(artist)']],
  ['HTTP://A.example/?q=1&b=2#c', ['HTTP://A.example/?q=1&b=2#c']],
  ['two https://a.example https://b.example', ['https://a.example', 'https://b.example']],
  ['javascript:alert(1) data:text/html,x //a.example www.a.example', []],
  ['<a href="https://a.example">', ['https://a.example']],
  ['https://', []],
  ['https://…', ['https://…']],
])('finds the addresses of %s', (text, expected) => {
  expect(links(text)).toEqual(expected.filter((address) => URL.canParse(address)))
  expect(
    linkParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test('a long text without blanks takes linear time', () => {
  const text = `https://a.example/${'('.repeat(5000)}${')'.repeat(5000)}`
  const began = performance.now()
  expect(links(text)).toHaveLength(1)
  links('https://'.repeat(2000))
  links(`https://a.example${'.'.repeat(10_000)}`)
  expect(performance.now() - began).toBeLessThan(500)
})
