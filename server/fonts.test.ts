import { expect, test } from 'vitest'
import { isPrintable, printableText } from './fonts.ts'
import { setLine } from './media/cards/set-type.ts'

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
  // fontkit fails on these marks.
  expect(isPrintable(String.fromCodePoint(0x69f, 0x6d8, 0x632))).toBe(false)
})
