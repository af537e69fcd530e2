import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOut, type Span } from './lay-out.ts'

const span = (from: number, to: number) => ({ from, to })
const lanesOf = (items: Span[], most = 9) =>
  layOut(items, most).placed.map(({ item, lane, lanes }) => [item.from, `${lane + 1}/${lanes}`])

test('items that only touch keep the whole width', () => {
  expect(lanesOf([span(60, 120), span(120, 180)])).toEqual([
    [60, '1/1'],
    [120, '1/1'],
  ])
})

test('overlapping items share the width, and a lane is used again', () => {
  expect(lanesOf([span(60, 180), span(90, 120), span(120, 150), span(300, 360)])).toEqual([
    [60, '1/2'],
    [90, '2/2'],
    [120, '2/2'],
    [300, '1/1'],
  ])
})

test('items beyond the last lane are held together', () => {
  const { placed, rest } = layOut([span(60, 120), span(60, 120), span(60, 90), span(75, 150), span(200, 260)], 2)
  expect(placed.map(({ item, lane, lanes }) => [item.from, item.to, lane, lanes])).toEqual([
    [60, 120, 0, 2],
    [200, 260, 0, 1],
  ])
  expect(rest).toEqual([{ from: 60, to: 150, lanes: 2, items: [span(60, 120), span(60, 90), span(75, 150)] }])
})

test('no two items of one lane overlap, and none is lost', () => {
  const items = fc.array(
    fc.tuple(fc.nat(95), fc.integer({ min: 1, max: 40 })).map(([from, length]) => span(from * 15, from * 15 + length * 15)),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(items, fc.integer({ min: 2, max: 5 }), (all, most) => {
      const { placed, rest } = layOut(all, most)
      expect(placed.length + rest.flatMap(({ items: held }) => held).length).toBe(all.length)
      const boxes = [
        ...placed.map(({ item, lane, lanes }) => ({ ...item, left: lane / lanes, right: (lane + 1) / lanes })),
        ...rest.map(({ from, to, lanes }) => ({ from, to, left: (lanes - 1) / lanes, right: 1 })),
      ]
      for (const [index, one] of boxes.entries())
        for (const other of boxes.slice(index + 1))
          expect(
            one.from >= other.to || other.from >= one.to || one.left >= other.right - 1e-9 || other.left >= one.right - 1e-9,
          ).toBe(true)
    }),
  )
})
