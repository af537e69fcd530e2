import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandVersion, contrastOf, grounds, leastContrast, mixColours, shadesOf, themeStyle } from './brand.ts'

const bare = { brand: 'Ganit', wordmark: '', accent: null, mark: null, logo: null }

test('contrast is that of WCAG', () => {
  expect(contrastOf('#ffffff', '#000000')).toBe(21)
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrastOf('#0f5c5c', '#0f5c5c')).toBe(1)
})

test('every colour gets shades that can be read in both themes', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  const texts = { light: ['#1a1f24', '#59636b'], dark: ['#e9e6df', '#a3abb0'] }
  const check = (given: string) => {
    const shades = shadesOf(given)
    for (const theme of ['light', 'dark'] as const) {
      const { accent, strong, soft, onAccent } = shades[theme]
      for (const ground of [...grounds[theme], soft]) expect(contrastOf(accent, ground)).toBeGreaterThanOrEqual(leastContrast)
      for (const button of [accent, strong]) expect(contrastOf(onAccent, button)).toBeGreaterThanOrEqual(leastContrast)
      for (const text of texts[theme]) expect(contrastOf(text, soft)).toBeGreaterThanOrEqual(leastContrast)
    }
  }
  for (const given of ['#000000', '#ffffff', '#ffff00', '#0000ff', '#ff0000', '#00ff00', '#767676']) check(given)
  fc.assert(fc.property(colour, check), { numRuns: 300 })
})

test('a colour that can be read is used as it is', () => {
  expect(shadesOf('#7a1f3d').light.accent).toBe('#7a1f3d')
  expect(shadesOf('#ffc4d6').dark.accent).toBe('#ffc4d6')
})

test('a school without a colour gets no style', () => {
  expect(themeStyle(null)).toBe('')
  expect(themeStyle('#7a1f3d').length).toBeLessThan(340)
})

test('the version changes with each part of the brand', () => {
  expect(brandVersion(bare)).toBe('')
  const versions = [{ wordmark: 'G' }, { accent: '#7a1f3d' }, { accent: '#7a1f3e' }, { mark: 'a' }, { logo: 'a' }].map((part) =>
    brandVersion({ ...bare, ...part }),
  )
  expect(new Set(versions).size).toBe(5)
})

test('a mixed colour stays between its ends', () => {
  expect([0, 0.5, 1].map((share) => mixColours('#000000', '#ffffff', share))).toEqual(['#000000', '#808080', '#ffffff'])
})
