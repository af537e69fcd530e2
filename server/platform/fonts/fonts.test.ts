import { expect, test } from 'vitest'
import { personName } from '#contract/fields.ts'
import { printableMessage } from '#contract/printable.ts'
import { inVisualOrder, isPrintable, printableText, runsOf } from './fonts.ts'
import { setLine } from '#server/site/artwork/cards/set-type.ts'

test.each([
  ['Latin', 'Zoë Nguyễn-Łukasz'],
  ['Devanagari', 'आशा पाटील क्‍ष'],
  ['Bengali', 'অর্ণব'],
  ['Gujarati', 'જિજ્ઞા'],
  ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ'],
  ['Kannada', 'ಲಕ್ಷ್ಮಿ'],
  ['Malayalam', 'ശ്രീജിത്ത്'],
  ['Odia', 'ସ୍ମିତା'],
  ['Tamil', 'தமிழ்ச்செல்வி'],
  ['Telugu', 'శ్రీనివాస్'],
  ['Arabic', 'محمد علي'],
])('a name in %s is printed and drawn', (_, name) => {
  expect(isPrintable(name)).toBe(true)
  expect(printableText(name)).toBe(name.normalize('NFC'))
  expect(setLine(name, 32, 500).width).toBeGreaterThan(40)
})

test('a letter that no font has becomes a question mark', () => {
  expect(isPrintable('山田')).toBe(false)
  expect(printableText('山田 Asha 😀\n\tLane 5')).toBe('?? Asha ?\n\tLane 5')
  // A mark without its letter would stand on a dotted circle.
  expect(isPrintable('ि')).toBe(false)
})

test('a script without a font is refused with a sentence', () => {
  const name = personName('Name is required.')
  expect(name.safeParse('فاطمہ علی').success).toBe(true)
  expect(name.safeParse('山田').error?.issues[0]?.message).toBe(printableMessage)
})

test('words of Arabic stand from right to left, digits do not', () => {
  expect(inVisualOrder(runsOf('علی ۱۲-بیگم', 400)).map(({ text }) => text)).toEqual(['بیگم', '-', '۱۲', ' ', 'علی'])
})
