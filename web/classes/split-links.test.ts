import { expect, test } from 'vitest'
import { splitLinks } from './split-links.ts'

const links = (text: string) => splitLinks(text).flatMap(({ href }) => (href === null ? [] : [href]))

test.each([
  ['Read https://react.dev/learn.', ['https://react.dev/learn']],
  ['(see http://a.example/x?y=1#z), then rest', ['http://a.example/x?y=1#z']],
  ['https://en.example/Join_(SQL) and https://b.example', ['https://en.example/Join_(SQL)', 'https://b.example']],
  ['HTTPS://A.EXAMPLE\nhttps://b.example!', ['HTTPS://A.EXAMPLE', 'https://b.example']],
  ['javascript:alert(1) data:text/html,x ftp://a.example mailto:a@b.example', []],
  ['https://bank.example@evil.example/', []],
  ['https:// and http://', []],
  ['<a href="https://a.example">x</a>', ['https://a.example']],
])('finds the web addresses of %j', (text, found) => {
  expect(links(text)).toEqual(found)
  expect(
    splitLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test('the parts of a text without links are the text', () => {
  expect(splitLinks('One\n\nTwo')).toEqual([{ at: 0, text: 'One\n\nTwo', href: null }])
  expect(splitLinks('')).toEqual([])
})
