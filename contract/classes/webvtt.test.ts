import { expect, test } from 'vitest'
import { type Cue, decodeCaptions, formatCueTime, parseCaptions, parseCueTime, writeCaptions } from './webvtt.ts'

const vtt = `\uFEFFWEBVTT - Locks

NOTE made by a machine
of two lines

STYLE
::cue { color: red }

intro
00:01.000 --> 00:03.500 align:start position:10%
<v Meera>Good <b>evening</b>.
Today: a &lt; b &amp; c

00:00:00.500 --> 00:00:00.900
First`

test('reads cues with names, settings, markup and comments', () => {
  expect(parseCaptions(vtt)).toEqual([
    { start: 500, end: 900, text: 'First' },
    { start: 1000, end: 3500, text: 'Good evening.\nToday: a < b & c' },
  ])
})

test.each([
  ['Use List<String> here', 'Use List<String> here'],
  ['if (a < b && c > d) return', 'if (a < b && c > d) return'],
  ['a <div> and a <br> element', 'a <div> and a <br> element'],
  ['It&#39;s &#x2019;fine&#x2019; &apos;now&apos; &copy; &#55296;', "It's ’fine’ 'now' &copy; &#55296;"],
  ['&amp;lt;', '&lt;'],
  ['<v.loud Meera>Hello <c.yellow>there</c></v> <00:00:01.500><i>all</i>', 'Hello there all'],
  ['{\\an8}<font color="#fff">On top</font>', 'On top'],
])('only caption markup is taken out of %s', (written, text) => {
  expect(parseCaptions(`WEBVTT\n\n00:01.000 --> 00:02.000\n${written}`)).toEqual([{ start: 1000, end: 2000, text }])
})

test('text after a blank line belongs to its cue', () => {
  const text = '1\n00:00:01,000 --> 00:00:02,000\nOne\n\nTwo\n\n2\n00:00:03,000 --> 00:00:04,000\nThree\n\nFour\n'
  expect(parseCaptions(text).map((cue) => cue.text)).toEqual(['One\nTwo', 'Three\nFour'])
  const noted = 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\nNOTE later\nof two lines\n\nname\n00:03.000 --> 00:04.000\nTwo'
  expect(parseCaptions(noted).map((cue) => cue.text)).toEqual(['One', 'Two'])
})

test('a number before the next cue is not text', () => {
  const text = '7\n00:00:01,000 --> 00:00:02,000\nCounting\n3\n8\n00:00:03,000 --> 00:00:04,000\nB'
  expect(parseCaptions(text).map((cue) => cue.text)).toEqual(['Counting\n3', 'B'])
  const unnumbered = 'WEBVTT\n\n00:01.000 --> 00:02.000\nCounting\n3\n00:03.000 --> 00:04.000\nB'
  expect(parseCaptions(unnumbered).map((cue) => cue.text)).toEqual(['Counting\n3', 'B'])
})

test('files are read by their mark, others only as UTF-8', () => {
  const bytes = (encoding: BufferEncoding, text: string) => Uint8Array.from(Buffer.from(text, encoding))
  expect(decodeCaptions(bytes('utf16le', '\uFEFFनमस्ते'))).toBe('नमस्ते')
  expect(decodeCaptions(Uint8Array.from(Buffer.from('\uFEFFनमस्ते', 'utf16le').swap16()))).toBe('नमस्ते')
  expect(decodeCaptions(bytes('utf8', '\uFEFFनमस्ते'))).toBe('नमस्ते')
  expect(() => decodeCaptions(bytes('latin1', 'café'))).toThrow('save the file as UTF-8')
})

test('reads SubRip', () => {
  expect(parseCaptions('1\r\n00:00:01,000 --> 00:00:02,000\r\nनमस्ते\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nB\r\n')).toEqual([
    { start: 1000, end: 2000, text: 'नमस्ते' },
    { start: 3000, end: 4000, text: 'B' },
  ])
})

test('what is written is read back', () => {
  const cues: Cue[] = [
    { start: 0, end: 1, text: '<script>alert(1)</script>' },
    { start: 3_723_004, end: 3_724_000, text: '00:00:01.000 --> 00:00:02.000\nWEBVTT &amp; more' },
  ]
  const text = writeCaptions(cues)
  expect(text).not.toMatch(/<script|1\.000 --> 00:00:02/)
  expect(parseCaptions(text)).toEqual(cues)
})

test.each([
  ['', 'There are no captions'],
  ['WEBVTT\n\nNothing here', 'There are no captions'],
  ['00:02.000 --> 00:01.000\nA', 'Line 1: the end comes after'],
  ['00:0x --> 00:01.000\nA', 'Line 1: a time looks like'],
  ['00:00.000 --> 00:01.000\na\uFFFDb', 'Line 2: a letter is lost'],
  ['00:00.000 --> 00:01.000\na\u0000b', 'control characters'],
  ['00:00.000 --> 00:01.000\na\u202Eb', 'control characters'],
  [`00:00.000 --> 00:01.000\n${'a'.repeat(501)}`, '500 characters'],
  ['00:00.000 --> 00:01.000\nA\n\n'.repeat(4001), '4000 captions'],
])('refuses %#', (text, problem) => {
  expect(() => parseCaptions(text)).toThrow(problem)
})

test.each([
  ['1:02', 62_000],
  ['01:02:03.4', 3_723_400],
  ['00:00:01,050', 1050],
  ['61:00:00', 219_600_000],
  ['00:61', null],
  ['1', null],
])('reads the time %s', (text, milliseconds) => {
  expect(parseCueTime(text)).toBe(milliseconds)
  if (milliseconds !== null) expect(parseCueTime(formatCueTime(milliseconds))).toBe(milliseconds)
})

test('hostile text is read in linear time', () => {
  const begin = performance.now()
  for (const text of ['<'.repeat(250_000), '00:00.000 --> 00:01.000\n'.repeat(10_000), '-->'.repeat(80_000)]) {
    try {
      parseCaptions(text)
    } catch {
      // Only the time counts.
    }
  }
  expect(performance.now() - begin).toBeLessThan(2000)
})
