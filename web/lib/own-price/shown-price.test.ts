import { expect, test } from 'vitest'
import type { PaymentChoice } from '#contract/money/choice.ts'
import { ownPrice, shownPrice } from './shown-price.ts'

const own = (paise: number) =>
  ownPrice({
    batch_id: 1,
    total_paise: paise,
    lines: [
      { kind: 'list', label: 'List price', paise: 4_500_000 },
      { kind: 'scholarship', label: 'Scholarship', paise: paise - 4_500_000 },
      { kind: 'total', label: 'Total fee', paise },
    ],
  })
const coupon = (paise: number): PaymentChoice => ({
  batch_id: 1,
  plan: 'full',
  coupon: 'COLLEGE20',
  lines: [],
  total_paise: paise,
  today_paise: paise,
  parts: [],
  plans: [],
})

test.each([
  ['nothing', null, undefined, null],
  ['a code alone', coupon(3_600_000), undefined, 'COLLEGE20'],
  ['a scholarship alone', null, own(2_000_000), 'Scholarship'],
  ['a lower code', coupon(1_000_000), own(2_000_000), 'COLLEGE20'],
  ['a lower scholarship', coupon(3_600_000), own(2_000_000), 'Scholarship'],
] as const)('%s is shown', (_, withCode, granted, mark) => {
  expect(shownPrice(withCode, granted)?.mark ?? null).toBe(mark)
})
