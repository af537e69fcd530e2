import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { email } from './fields.ts'
import { shownAddresses } from './shown-addresses.ts'

test.each([
  'asha@उदाहरण.भारत',
  'asha@mail.तमिल-स्कूल.भारत',
  'asha@எடுத்துக்காட்டு.இந்தியா',
  'asha@উদাহরণ.ভারত',
  'asha@bücher.example',
  'asha@مثال.بھارت',
  'asha.patil@example.com',
])('%s is shown as it was typed', (address) => expect(shownAddresses(email.parse(address))).toBe(address))

test('a domain that could pass for another stays xn--', () => {
  for (const domain of ['аррӏе.com', 'pаypal.com', 'раураl.example'])
    expect(shownAddresses(email.parse(`asha@${domain}`))).toBe(`asha@${domainToASCII(domain)}`)
  for (const address of ['asha@xn--.com', 'asha@xn--a.com', 'asha@xn--99999999999.com', 'asha@xn--abc-.com', 'xn--x@example.com'])
    expect(shownAddresses(address)).toBe(address)
})

test('addresses within a text are shown, other words stay', () => {
  const stored = email.parse('asha@उदाहरण.भारत')
  expect(shownAddresses(`Write to ${stored}. Or see https://xn--p1b6ci4b4b3a.xn--h2brj9c/.`)).toBe(
    'Write to asha@उदाहरण.भारत. Or see https://xn--p1b6ci4b4b3a.xn--h2brj9c/.',
  )
})

test('a domain of one Indian script is decoded as Node does', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'अआइउकखगचटतनपमयरलवशसह'), minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(letters, (label) => {
      const stored = domainToASCII(`${label}.example`)
      expect(shownAddresses(`a@${stored}`)).toBe(`a@${domainToUnicode(stored)}`)
    }),
  )
})
