import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MailAddress } from './mail-address.tsx'

const linesOf = (address: string) =>
  renderToStaticMarkup(createElement(MailAddress, { address }))
    .replaceAll(/<\/?span[^>]*>/g, '')
    .split('<wbr/>')

test('an address may break after its @ and its dots', () => {
  expect(linesOf('asha.patil@cs.college.example')).toEqual(['asha.', 'patil@', 'cs.', 'college.', 'example'])
  expect(linesOf('asha@localhost')).toEqual(['asha@', 'localhost'])
})
