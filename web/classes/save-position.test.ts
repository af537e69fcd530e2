import { expect, it } from 'vitest'
import { createPositionKeeper } from './save-position.ts'

function watch() {
  const sent: [number, number, boolean][] = []
  const clock = { now: 1_000_000 }
  const keeper = createPositionKeeper({
    now: () => clock.now,
    send: (position, watchedAt, leaving) => sent.push([position, Date.parse(watchedAt), leaving]),
  })
  return { sent, clock, keeper }
}

it('saves while it plays every ten seconds, with the moment at which it was true', () => {
  const { sent, clock, keeper } = watch()
  keeper.startAt(20)
  for (let second = 1; second <= 25; second += 1) {
    clock.now += 1000
    keeper.playing(20 + second)
  }
  expect(sent).toEqual([
    [30, 1_010_000, false],
    [40, 1_020_000, false],
  ])
})

it('saves at once when it stops or the page goes, but nothing twice', () => {
  const { sent, clock, keeper } = watch()
  keeper.startAt(20)
  keeper.stopped(20.4)
  clock.now += 500
  keeper.stopped(21.2)
  keeper.leaving(21.3)
  keeper.leaving(33.9)
  expect(sent).toEqual([
    [21, 1_000_500, false],
    [33, 1_000_500, true],
  ])
})

it('saves going back as well as going on', () => {
  const { sent, keeper } = watch()
  keeper.startAt(40)
  keeper.stopped(5)
  expect(sent.map(([position]) => position)).toEqual([5])
})
